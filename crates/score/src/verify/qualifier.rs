//! A restriction that a claim leaves out: "salt conducts electricity" where it does so only when molten.
//!
//! The sentence says the claim of a part only. What restricts it is known by a few turns of phrase and by the words that follow
//! them: those of the claim restrict nothing, they deny it ("polar bears live in the Arctic, not in the Antarctic").

use super::words::{Word, words};

/// Turns of phrase that restrict what is said, each word by word.
const CUES: [&[&str]; 25] = [
    &["only"],
    &["solely"],
    &["exclusively"],
    &["except"],
    &["excepting"],
    &["excluding"],
    &["unless"],
    &["but", "not"],
    &["not", "in"],
    &["not", "for"],
    &["other", "than"],
    &["apart", "from"],
    &["aside", "from"],
    &["with", "the", "exception", "of"],
    &["provided", "that"],
    &["as", "long", "as"],
    &["so", "long", "as"],
    &["on", "condition", "that"],
    &["limited", "to"],
    &["restricted", "to"],
    &["confined", "to"],
    &["in", "some"],
    &["in", "certain"],
    &["for", "some"],
    &["for", "certain"],
];

/// Words after which "only" restricts nothing: "not only", "the only one".
const BEFORE_IDLE_ONLY: [&str; 4] = ["not", "the", "an", "if"];

/// The sentence restricts what the claim says without a restriction. Whether it speaks of the claim at all is for others to say.
pub(super) fn restricts(claim: &str, sentence: &str) -> bool {
    let (claimed, said) = (words(claim), words(sentence));
    let is_restricted = (0..claimed.len()).any(|at| cue_at(&claimed, at).is_some());
    let is_foreign = |word: &Word| !word.is_stop && claimed.iter().all(|own| own.stem != word.stem);
    let mut reached = (0..said.len()).filter_map(|at| cue_at(&said, at)).flat_map(|from| reach(sentence, &said, from));
    !is_restricted && reached.any(is_foreign)
}

/// Returns the place behind a turn of phrase that begins here.
fn cue_at(tokens: &[Word], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).map_or("", |k| tokens[k].lower.as_str());
    if tokens[at].lower == "only" && BEFORE_IDLE_ONLY.contains(&before) {
        return None;
    }
    let stands_here = |cue: &&&[&str]| {
        let here = &tokens[at..];
        here.len() > cue.len() && here.iter().zip(cue.iter()).all(|(word, own)| word.lower == *own)
    };
    CUES.iter().find(stands_here).map(|cue| at + cue.len())
}

/// The words of the restriction: up to the next comma or other break.
fn reach<'a>(sentence: &str, tokens: &'a [Word], from: usize) -> &'a [Word] {
    let is_break = |at: &usize| {
        let between = &sentence[tokens[at - 1].span.end..tokens[*at].span.start];
        between.contains([',', ';', ':', '(', ')', '—', '–'])
    };
    let end = (from + 1..tokens.len()).find(is_break).unwrap_or(tokens.len());
    &tokens[from..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_says_it_of_a_part_restricts_the_claim() {
        for (claim, sentence) in [
            ("Salt conducts electricity.", "Salt conducts electricity only when molten."),
            ("Salt conducts electricity.", "Salt does not conduct electricity unless it is molten or dissolved."),
            ("The Lenna museum is free.", "The Lenna museum is free, but not on weekends."),
            ("The tax applies to companies.", "The tax applies to all companies except farms."),
            ("Pupils get free lunches.", "Only pupils of poor families get free lunches."),
            ("The drug helps patients.", "The drug helps in some patients with mild asthma."),
            ("Trams run at night.", "As long as the depot is staffed, trams run at night."),
            ("Penguins live in the wild.", "Apart from the Galápagos penguin, penguins live in the south."),
        ] {
            assert!(restricts(claim, sentence), "{claim} – {sentence}");
        }
    }

    #[test]
    fn a_plain_denial_and_a_restriction_that_the_claim_makes_itself_do_not() {
        for (claim, sentence) in [
            ("Polar bears live in the Antarctic.", "Polar bears live in the Arctic, not in the Antarctic."),
            ("Metals conduct electricity.", "Some metals do not conduct electricity."),
            ("Salt conducts electricity only when molten.", "Salt conducts electricity only when molten or dissolved."),
            ("Copper conducts electricity.", "Copper conducts not only electricity but heat."),
            ("Marta Ruiz is a mayor.", "Marta Ruiz is the only woman among the mayors."),
            ("Copper conducts electricity.", "Copper is an insulator of electricity."),
            ("Copper conducts electricity.", "Only"),
        ] {
            assert!(!restricts(claim, sentence), "{claim} – {sentence}");
        }
    }
}
