//! Words that cannot both be so: what rose did not fall.

use super::words::{Word, is_negated};
use std::collections::BTreeSet;

/// Stems on the two sides of one matter. A claim with a word of one side is opposed by a sentence with a word of the other.
type Axis = (&'static [&'static str], &'static [&'static str]);

const AXES: [Axis; 14] = [
    (
        &[
            "rise", "risen", "rose", "increas", "grow", "grew", "grown", "climb", "soar", "surg", "higher", "expand", "elev",
            "upregul", "promot", "stimul", "enhanc", "activ", "acceler",
        ],
        &[
            "fall",
            "fallen",
            "fell",
            "decreas",
            "declin",
            "drop",
            "shrink",
            "shrank",
            "plung",
            "plummet",
            "slump",
            "lower",
            "fewer",
            "reduc",
            "diminish",
            "downregul",
            "inhibit",
            "suppress",
            "prevent",
            "impair",
        ],
    ),
    (&["largest", "biggest", "greatest"], &["smallest", "tiniest"]),
    (&["highest", "tallest"], &["lowest", "shortest"]),
    (&["longest"], &["shortest"]),
    (&["oldest"], &["youngest", "newest"]),
    (&["best"], &["worst"]),
    (&["legal", "allow", "permit"], &["illeg", "ban", "prohibit", "forbidden", "outlaw"]),
    (&["safe", "harmless"], &["unsaf", "danger", "harm", "toxic"]),
    (&["won", "win", "victori"], &["lost", "lose", "defeat"]),
    (&["accept", "approv"], &["reject", "refus"]),
    (&["north", "northern"], &["south", "southern"]),
    (&["east", "eastern"], &["west", "western"]),
    (&["member", "remain"], &["left", "quit", "withdrew"]),
    (&["convict", "guilti"], &["acquit", "innoc"]),
];

/// Share of the claim's other words that a sentence needs for its opposite word to be about the same thing.
const SAME_BUT_FOR_IT: f64 = 0.75;

/// Whether a sentence has, instead of a word of the claim, one that cannot be so at the same time, and otherwise the claim's words.
///
/// A text with words of both sides ("what lowers one raises the other") opposes nothing, and neither does one that says no.
pub(super) fn opposes(matter: &BTreeSet<String>, claim: &[Word], stems: &BTreeSet<String>, sentence: &[Word]) -> bool {
    if is_negated(claim) || is_negated(sentence) {
        return false;
    }
    let has = |words: &[Word], side: &[&str]| {
        words.iter().enumerate().any(|(at, word)| side.contains(&word.stem.as_str()) && !is_of_a_name(words, at))
    };
    AXES.iter().any(|(one, other)| {
        let (here, there) = if has(claim, one) { (one, other) } else { (other, one) };
        let is_opposed = has(claim, here) && !has(claim, there) && has(sentence, there) && !has(sentence, here);
        let rest: BTreeSet<String> = matter.iter().filter(|stem| !here.contains(&stem.as_str())).cloned().collect();
        is_opposed && super::words::recall(&rest, stems) >= SAME_BUT_FOR_IT
    })
}

/// North Carolina is no north: another state is not the opposite of one.
fn is_of_a_name(words: &[Word], at: usize) -> bool {
    let is_point = ["north", "south", "east", "west"].iter().any(|point| words[at].lower.starts_with(point));
    is_point && words[at].is_capital && words.get(at + 1).is_some_and(|next| next.is_capital)
}

#[cfg(test)]
mod tests {
    use super::super::words::{content_stems, words};
    use super::*;

    fn is_opposed(claim: &str, sentence: &str) -> bool {
        opposes(&content_stems(claim), &words(claim), &content_stems(sentence), &words(sentence))
    }

    #[test]
    fn what_fell_did_not_rise() {
        assert!(is_opposed("Northwind's profit rose in 2021.", "Northwind's profit fell by 12 percent in 2021."));
        assert!(is_opposed("Statins increase mortality.", "Statins reduced mortality in both groups."));
        assert!(is_opposed("Mercury is the largest planet.", "Mercury is the smallest planet of the solar system."));
        assert!(is_opposed("Smoking is legal on trains.", "Smoking was banned on all trains in 2007."));
    }

    #[test]
    fn two_sides_in_one_sentence_and_other_matters_oppose_nothing() {
        assert!(!is_opposed("Statins increase survival.", "Statins reduce deaths and so increase survival."));
        assert!(!is_opposed("Statins increase mortality.", "Statins do not reduce mortality."));
        assert!(!is_opposed("Northwind's profit rose in 2021.", "Costs of rivals fell in 2021."));
        assert!(!is_opposed("Northwind's profit rose in 2021.", "Northwind's profit rose in 2021."));
        assert!(!is_opposed("North Carolina ratified the amendment.", "South Carolina ratified the amendment."));
        assert!(is_opposed("The port lies in the north of Lenna.", "The port lies in the south of Lenna."));
    }

    #[test]
    fn no_word_stands_on_both_sides() {
        for (one, other) in AXES {
            assert!(one.iter().all(|stem| !other.contains(stem)), "{one:?} and {other:?}");
        }
    }
}
