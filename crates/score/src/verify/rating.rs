//! Fact-check ratings: what their words and numbers mean on our scale, and whether the rated claim is ours.

mod headline;

use super::quantity::Comparison;
use super::understand::{Reading as Statement, read};
use super::words::{recall, words};
use domain::{Stance, Verdict};
pub use headline::{is_fact_check, rated};
use std::collections::BTreeSet;

/// What a fact-checker concluded, on our scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rating {
    /// True, correct, accurate.
    True,
    /// Mostly true.
    MostlyTrue,
    /// Half true, mixture.
    HalfTrue,
    /// Mostly false.
    MostlyFalse,
    /// False, fake, hoax, pants on fire.
    False,
    /// Misleading, missing context, out of context.
    Misleading,
    /// Outdated.
    Outdated,
    /// Exaggerated.
    Exaggerated,
    /// Unproven, unsupported, satire: rated, and left open.
    Open,
}

/// Words that call a claim true …
const TRUE_WORDS: [&str; 9] = ["true", "correct", "accurate", "factual", "real", "genuine", "authentic", "legit", "legitimate"];
/// … and words that call it false.
const FALSE_WORDS: [&str; 24] = [
    "false",
    "untrue",
    "incorrect",
    "inaccurate",
    "wrong",
    "fake",
    "faked",
    "fakes",
    "hoax",
    "hoaxes",
    "myth",
    "bogus",
    "fabricated",
    "fabrication",
    "fiction",
    "invented",
    "scam",
    "debunked",
    "lie",
    "nonsense",
    "doctored",
    "altered",
    "forged",
    "misattributed",
];
/// Words that take a little off.
const MOSTLY: [&str; 9] =
    ["mostly", "mainly", "largely", "nearly", "almost", "generally", "predominantly", "substantially", "probably"];
/// Words that leave half.
const HALF: [&str; 5] = ["half", "partly", "partially", "somewhat", "part"];
/// Words that leave next to nothing.
const BARELY: [&str; 3] = ["barely", "hardly", "scarcely"];
/// Words that leave half when they are denied: "not entirely accurate".
const WHOLLY: [&str; 9] = ["entirely", "completely", "fully", "quite", "wholly", "totally", "exactly", "strictly", "altogether"];
/// Words by which a rating leaves its claim open.
const OPEN: [&str; 27] = [
    "unproven",
    "unsupported",
    "unverified",
    "unconfirmed",
    "unsubstantiated",
    "unfounded",
    "baseless",
    "undetermined",
    "inconclusive",
    "unclear",
    "unknown",
    "disputed",
    "no evidence",
    "no proof",
    "little evidence",
    "lacks evidence",
    "needs evidence",
    "insufficient evidence",
    "not enough evidence",
    "not proven",
    "not supported",
    "not verified",
    "not confirmed",
    "cannot be verified",
    "research in progress",
    "satire",
    "legend",
];

impl Rating {
    /// Reads a rating as fact-checkers give it, in words or else as a number on its scale; nothing where it says nothing.
    pub fn parse(text: &str) -> Option<Self> {
        Self::worded(text).or_else(|| Self::on_scale(text))
    }

    /// Reads a rating in words: "Mostly inaccurate", "Four Pinocchios".
    pub fn worded(text: &str) -> Option<Self> {
        let found = words(text);
        let said: Vec<&str> = found.iter().map(|word| word.lower.as_str()).collect();
        let is_riddle =
            says(&said, &["not rated", "unrated", "true or false", "fact or fiction", "real or fake", "fake or real"]);
        if is_riddle { None } else { Self::in_pinocchios(&said).or_else(|| Self::named(&said)) }
    }

    /// The Washington Post's scale.
    fn in_pinocchios(said: &[&str]) -> Option<Self> {
        if said.contains(&"geppetto") {
            return Some(Self::True);
        }
        let at = said.iter().position(|word| word.starts_with("pinocchio"))?;
        match *said.get(at.checked_sub(1)?)? {
            "one" | "1" => Some(Self::MostlyTrue),
            "two" | "2" => Some(Self::HalfTrue),
            "three" | "3" => Some(Self::MostlyFalse),
            "four" | "4" | "bottomless" => Some(Self::False),
            _ => None,
        }
    }

    /// Shades first, then what is more than true or false; "no evidence that it is true" is open, and so comes before true.
    fn named(said: &[&str]) -> Option<Self> {
        let has = |phrases: &[&str]| says(said, phrases);
        let begins = |starts: &[&str]| said.iter().any(|word| starts.iter().any(|start| word.starts_with(*start)));
        let by_word = Self::by_word(said);
        match () {
            () if has(&["outdated", "out of date", "old news", "no longer"]) => Some(Self::Outdated),
            () if matches!(by_word, Some(Self::MostlyTrue | Self::HalfTrue | Self::MostlyFalse)) => by_word,
            () if begins(&["mislead", "context", "decontext", "distort", "cherry", "miscaption"])
                && !has(&["not misleading"]) =>
            {
                Some(Self::Misleading)
            }
            () if has(&["mixture", "mixed", "partly", "partially", "half truth", "half truths", "true and false"]) => {
                Some(Self::HalfTrue)
            }
            () if begins(&["exaggerat", "overstat"]) => Some(Self::Exaggerated),
            () if by_word == Some(Self::False) || has(&["pants on fire", "made up"]) => Some(Self::False),
            () if has(&OPEN) => Some(Self::Open),
            () if has(&["confirmed", "verified"]) => Some(Self::True),
            () => by_word,
        }
    }

    /// The first word for true or false, with what stands before it: "not entirely accurate", "largely untrue".
    fn by_word(said: &[&str]) -> Option<Self> {
        let at = said.iter().position(|word| TRUE_WORDS.contains(word) || FALSE_WORDS.contains(word))?;
        let before = &said[at.saturating_sub(3)..at];
        let has = |list: &[&str]| before.iter().any(|word| list.contains(word));
        let is_denied = before.iter().any(|word| ["not", "never"].contains(word) || word.ends_with("n't"));
        let is_true = TRUE_WORDS.contains(&said[at]);
        match () {
            () if has(&HALF) || is_denied && has(&WHOLLY) => Some(Self::HalfTrue),
            () if has(&MOSTLY) && is_true == is_denied || has(&BARELY) && is_true => Some(Self::MostlyFalse),
            () if has(&MOSTLY) => Some(Self::MostlyTrue),
            () if is_true && !is_denied => Some(Self::True),
            // "Not false" is not yet true.
            () if !is_true && is_denied => None,
            () => Some(Self::False),
        }
    }

    /// "1 out of 5", "4/5", "2 on a scale from 0 to 10": the place between worst and best, in five equal steps.
    fn on_scale(text: &str) -> Option<Self> {
        let text = text.replace('/', " out of ");
        let said: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(['(', ')', ',', '.', '!'])).collect();
        (0..said.len()).find_map(|at| match said[at..] {
            [value, "out", "of", best, ..] => {
                let value = number(value)?;
                // Scales begin at one (schema.org's default) unless the value shows that this one does not.
                Self::at(value, if (0.0..1.0).contains(&value) { 0.0 } else { 1.0 }, number(best)?)
            }
            [value, "on", "a", "scale", "from", worst, "to", best, ..] => Self::at(number(value)?, number(worst)?, number(best)?),
            _ => None,
        })
    }

    fn at(value: f64, worst: f64, best: f64) -> Option<Self> {
        let place = (value - worst) / (best - worst);
        let steps = [Self::False, Self::MostlyFalse, Self::HalfTrue, Self::MostlyTrue, Self::True];
        (0.0..=1.0).contains(&place).then(|| steps[(place * 4.0).round() as usize])
    }

    /// The side an on-target rating takes.
    pub fn stance(self) -> Stance {
        match self {
            Self::True | Self::MostlyTrue => Stance::Supports,
            Self::False | Self::MostlyFalse | Self::Misleading | Self::Outdated | Self::Exaggerated => Stance::Contradicts,
            Self::HalfTrue | Self::Open => Stance::Neutral,
        }
    }

    /// The verdict it carries over.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::True => Some(Verdict::True),
            Self::MostlyTrue => Some(Verdict::MostlyTrue),
            Self::HalfTrue => Some(Verdict::HalfTrue),
            Self::MostlyFalse => Some(Verdict::MostlyFalse),
            Self::False => Some(Verdict::False),
            Self::Misleading => Some(Verdict::Misleading),
            Self::Outdated => Some(Verdict::Outdated),
            Self::Exaggerated => Some(Verdict::Exaggerated),
            Self::Open => None,
        }
    }
}

/// One of the phrases stands there, word for word.
fn says(said: &[&str], phrases: &[&str]) -> bool {
    let line = format!(" {} ", said.join(" "));
    phrases.iter().any(|phrase| line.contains(&format!(" {phrase} ")))
}

/// A word that ratings are made of.
fn is_rating_word(word: &str) -> bool {
    [&TRUE_WORDS[..], &FALSE_WORDS[..], &MOSTLY[..], &HALF[..], &["not", "misleading"][..]]
        .iter()
        .any(|list| list.contains(&word))
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Share of a claim's words that the other has when both are of one matter …
const SAME_THERE_MIN: f64 = 0.6;
/// … and of the other's words that the claim has.
const SAME_BACK_MIN: f64 = 0.5;
/// The same where what the one says beyond the other might be what was rated: false may be why the ferry sank, not that it did.
const WHOLE_MIN: f64 = 0.8;

/// Whether a rating of another's claim is one of ours: the same matter both ways, about the same, with the same numbers and the same
/// polarity. Of what is false ours must say all there is, and what is true must say all of ours.
pub fn is_of_ours(rating: Rating, ours: &Statement, target: &str) -> bool {
    let theirs = read(target);
    let there = recall(&ours.content, &theirs.content);
    let back = recall(&theirs.content, &ours.content);
    let (is_denied, is_confirmed) = match rating {
        Rating::True | Rating::MostlyTrue => (false, true),
        Rating::False | Rating::MostlyFalse => (true, false),
        _ => (true, true),
    };
    let says_all = (!is_denied || back >= WHOLE_MIN) && (!is_confirmed || there >= WHOLE_MIN);
    // What Sweden did is not what Finland did, however alike the rest.
    let meets = |group: &BTreeSet<String>, other: &Statement| group.is_empty() || !group.is_disjoint(&other.content);
    let same_names =
        meets(&ours.subject, &theirs) && meets(&theirs.subject, ours) && ours.proper.iter().all(|n| meets(n, &theirs));
    // A number that only one of them states is what it says beyond the other.
    let agrees = |seen: Vec<Comparison>, may_lack: bool| seen.contains(&Comparison::Agrees) || seen.is_empty() && may_lack;
    let numbers = ours
        .quantities
        .iter()
        .all(|q| agrees(theirs.quantities.iter().filter_map(|t| q.compare(t)).collect(), !is_confirmed))
        && theirs.quantities.iter().all(|t| agrees(ours.quantities.iter().filter_map(|q| q.compare(t)).collect(), !is_denied));
    let is_near = there >= SAME_THERE_MIN && back >= SAME_BACK_MIN;
    is_near && says_all && same_names && numbers && ours.is_negated == theirs.is_negated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_by_their_words() {
        for (words, rating) in [
            ("True", Rating::True),
            ("Correct Attribution", Rating::True),
            ("Geppetto Checkmark", Rating::True),
            ("Confirmed", Rating::True),
            ("Mostly true", Rating::MostlyTrue),
            ("One Pinocchio", Rating::MostlyTrue),
            ("Half-True", Rating::HalfTrue),
            ("Partly accurate", Rating::HalfTrue),
            ("Partly false", Rating::HalfTrue),
            ("Not entirely accurate", Rating::HalfTrue),
            ("Mixture", Rating::HalfTrue),
            ("Two Pinocchios", Rating::HalfTrue),
            ("Mostly False", Rating::MostlyFalse),
            ("Mostly inaccurate", Rating::MostlyFalse),
            ("Largely untrue", Rating::MostlyFalse),
            ("Barely true", Rating::MostlyFalse),
            ("Three Pinocchios", Rating::MostlyFalse),
            ("Inaccurate", Rating::False),
            ("Untrue", Rating::False),
            ("Incorrect", Rating::False),
            ("Not accurate", Rating::False),
            ("Not correct", Rating::False),
            ("Not true", Rating::False),
            ("This isn't true", Rating::False),
            ("Myth", Rating::False),
            ("Bogus", Rating::False),
            ("Hoax!", Rating::False),
            ("Fabricated", Rating::False),
            ("Pants on Fire!", Rating::False),
            ("Four Pinocchios", Rating::False),
            ("Missing context", Rating::Misleading),
            ("True but misleading", Rating::Misleading),
            ("No longer accurate", Rating::Outdated),
            ("Exaggerated", Rating::Exaggerated),
            ("No evidence", Rating::Open),
            ("No evidence that it is true", Rating::Open),
            ("Unproven", Rating::Open),
            ("Satire", Rating::Open),
        ] {
            assert_eq!(Rating::parse(words), Some(rating), "{words}");
        }
    }

    #[test]
    fn words_that_rate_nothing_are_no_rating() {
        for words in ["", "not rated", "True or false?", "Fact check", "Not false", "2", "7 out of 5", "24/7"] {
            assert_eq!(Rating::parse(words), None, "{words}");
        }
    }

    #[test]
    fn a_number_is_read_by_its_place_on_the_scale() {
        for (words, rating) in [
            ("1 out of 5", Rating::False),
            ("2 out of 5", Rating::MostlyFalse),
            ("3/5", Rating::HalfTrue),
            ("4 out of 5", Rating::MostlyTrue),
            ("5 out of 5", Rating::True),
            ("0 out of 10", Rating::False),
            ("5 on a scale from 0 to 10", Rating::HalfTrue),
            ("1 on a scale from 5 to 1", Rating::True),
            ("False, 5 out of 5", Rating::False),
        ] {
            assert_eq!(Rating::parse(words), Some(rating), "{words}");
        }
    }

    #[test]
    fn what_one_country_did_is_not_what_its_neighbour_did() {
        let finland = read("Finland joined NATO in 2023.");
        for rating in [Rating::True, Rating::False, Rating::HalfTrue] {
            assert!(!is_of_ours(rating, &finland, "Sweden joined NATO in 2023"));
            assert!(is_of_ours(rating, &finland, "Did Finland join NATO in 2023"));
        }
    }

    #[test]
    fn what_is_rated_beyond_our_claim_may_be_what_is_false_and_what_is_missing_was_not_called_true() {
        let is_ours = |rating, ours: &str, target: &str| is_of_ours(rating, &read(ours), target);
        let (sank, because) = ("The Lindholm ferry sank.", "The Lindholm ferry sank because of ice");
        assert!(!is_ours(Rating::False, sank, because));
        assert!(is_ours(Rating::False, because, sank), "what did not happen has no reason");
        let (some, many) =
            ("Tesla delivered vehicles to Norway in 2022.", "Tesla delivered 2 million vehicles to Norway in 2022.");
        assert!(!is_ours(Rating::True, many, some));
        assert!(is_ours(Rating::True, some, many));
        assert!(!is_ours(Rating::False, some, many));
        assert!(!is_ours(Rating::Misleading, some, many) && !is_ours(Rating::Misleading, many, some));
    }
}
