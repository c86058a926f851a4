//! Whether a statement speaks of the present: only that can be outdated.
//!
//! What holds at all times is said in the present as well, so "copper conducts electricity" speaks of it too.

use super::quantity::{Measure, Quantity};
use super::verbs::likely_verb;
use super::words::Word;

/// Words of which one suffices, wherever it stands.
const PRESENT_WORDS: [&str; 8] = ["is", "are", "has", "have", "current", "currently", "now", "today"];
/// Other auxiliaries by which a statement speaks of the present.
const PRESENT_AUXILIARIES: [&str; 6] = ["am", "do", "does", "can", "cannot", "must"];
/// Auxiliaries that put a statement elsewhere: into the past, the future or the merely possible.
const OTHER_AUXILIARIES: [&str; 11] = ["was", "were", "be", "been", "had", "did", "will", "would", "could", "may", "might"];
/// Verbs whose base form is their past as well: "the bridge cost 200 million".
const SAME_IN_THE_PAST: [&str; 14] =
    ["beat", "cast", "cost", "cut", "hit", "hurt", "let", "put", "quit", "read", "set", "shut", "split", "spread"];
/// Words that say when, and mean the past.
const PAST_TIMES: [&str; 7] = ["ago", "yesterday", "formerly", "previously", "century", "centuries", "medieval"];
/// Words after which a form of the past is an adjective or a passive: "the lost city", "a united front", "can be melted".
const PARTICIPLE_OPENERS: [&str; 18] = [
    "the", "a", "an", "this", "these", "those", "its", "their", "his", "her", "of", "with", "for", "from", "by", "more", "be",
    "being",
];

/// Pasts and participles that their ending does not tell. Sorted.
const IRREGULAR_PASTS: &[&str] = &[
    "agreed",
    "ate",
    "became",
    "began",
    "begun",
    "born",
    "bought",
    "broke",
    "brought",
    "built",
    "came",
    "caught",
    "chose",
    "dealt",
    "did",
    "drank",
    "drew",
    "drove",
    "fell",
    "felt",
    "flew",
    "fought",
    "found",
    "freed",
    "froze",
    "gave",
    "given",
    "got",
    "grew",
    "guaranteed",
    "had",
    "held",
    "hid",
    "kept",
    "knew",
    "laid",
    "left",
    "lost",
    "made",
    "meant",
    "met",
    "paid",
    "proven",
    "ran",
    "rose",
    "said",
    "sang",
    "sank",
    "saw",
    "seen",
    "sent",
    "shot",
    "shown",
    "shrank",
    "slept",
    "sold",
    "spent",
    "spoke",
    "stole",
    "stood",
    "struck",
    "swam",
    "taken",
    "taught",
    "thought",
    "threw",
    "told",
    "took",
    "underwent",
    "was",
    "went",
    "were",
    "withdrew",
    "won",
    "wore",
    "written",
    "wrote",
];

/// The statement speaks of the present: a word says so, or its verb is in the present form and nothing points to the past.
pub(super) fn is_present(tokens: &[Word], quantities: &[Quantity]) -> bool {
    tokens.iter().any(|word| PRESENT_WORDS.contains(&bare(word)))
        || !is_dated(tokens, quantities) && !tells_of_the_past(tokens) && has_present_verb(tokens)
}

/// It names a year or a day, other than one since which something is so.
fn is_dated(tokens: &[Word], quantities: &[Quantity]) -> bool {
    quantities.iter().any(|quantity| [Measure::Year, Measure::Day].contains(&quantity.measure))
        && !tokens.iter().any(|word| word.lower == "since")
}

/// A form of the past stands in it. Plural nouns look like verbs ("steel exports to China fell"), and the past tells them apart.
fn tells_of_the_past(tokens: &[Word]) -> bool {
    (0..tokens.len()).any(|at| {
        let is_participle = at > 0 && PARTICIPLE_OPENERS.contains(&tokens[at - 1].lower.as_str());
        PAST_TIMES.contains(&tokens[at].lower.as_str()) || is_past_form(&tokens[at]) && !is_participle
    })
}

fn is_past_form(word: &Word) -> bool {
    let lower = bare(word);
    let is_regular = lower.ends_with("ed") && !lower.ends_with("eed") && !["red", "bed", "hundred"].contains(&lower);
    // "United" and "Left" are names where they stand with a capital; a sentence does not begin with its verb.
    !word.is_capital && (is_regular || IRREGULAR_PASTS.binary_search(&lower).is_ok())
}

fn has_present_verb(tokens: &[Word]) -> bool {
    // What looks like a verb at the beginning is the subject: "Exports to China rise".
    let behind_first = || likely_verb(tokens.get(1..)?).map(|at| at + 1);
    let verb = likely_verb(tokens).filter(|at| *at > 0).or_else(behind_first);
    verb.is_some_and(|at| is_present_form(bare(&tokens[at])))
}

fn is_present_form(verb: &str) -> bool {
    let is_elsewhere = OTHER_AUXILIARIES.contains(&verb) || SAME_IN_THE_PAST.contains(&verb) || verb.ends_with("ing");
    PRESENT_AUXILIARIES.contains(&verb) || !is_elsewhere
}

/// The word without its "not": the "does" of "doesn't".
fn bare(word: &Word) -> &str {
    match word.lower.as_str() {
        "can't" => "can",
        "won't" => "will",
        lower => lower.strip_suffix("n't").unwrap_or(lower),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::quantity::quantities;
    use crate::verify::words::words;

    fn speaks_of_the_present(text: &str) -> bool {
        is_present(&words(text), &quantities(text))
    }

    #[test]
    fn a_verb_in_the_present_speaks_of_the_present_also_of_what_always_holds() {
        for text in [
            "Marta Ruiz is the mayor of Lenna.",
            "Marta Ruiz leads the town.",
            "Marta Ruiz heads the town council.",
            "Vaccines cause autism.",
            "Copper doesn't conduct electricity.",
            "The plant employs 300 people since 2019.",
            "Marta Ruiz owns the lost city of Lenna.",
            "Copper can be melted in a fire.",
            "Exports to China rise.",
        ] {
            assert!(speaks_of_the_present(text), "{text}");
        }
    }

    #[test]
    fn the_past_a_date_and_the_future_do_not() {
        for text in [
            "Marta Ruiz was the mayor of Lenna.",
            "Marta Ruiz led the town.",
            "Steel exports to China fell.",
            "Two trains collided near Lenna.",
            "The bridge cost $200 million.",
            "Napoleon rules France in 1810.",
            "The Romans rule the valley in the second century.",
            "Marta Ruiz didn't run the town.",
            "Marta Ruiz will lead the town.",
            "The red house of glass",
        ] {
            assert!(!speaks_of_the_present(text), "{text}");
        }
    }

    #[test]
    fn the_irregular_pasts_are_sorted() {
        assert!(IRREGULAR_PASTS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
