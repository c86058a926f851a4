//! Whatever stands in a sentence, in whatever order, the rules that read words and numbers neither stumble nor decide without evidence.

use super::bench::{Case, Says};
use proptest::prelude::*;
use score::verify::{Policy, assess};

/// Words that some rule looks for, and marks that it cuts at.
const WORDS: [&str; 76] = [
    "The",
    "a",
    "an",
    "no",
    "not",
    "never",
    "is",
    "was",
    "are",
    "has",
    "and",
    "but",
    "between",
    "from",
    "to",
    "down from",
    "more than",
    "fewer than",
    "at least",
    "over",
    "roughly",
    "about",
    "nearly",
    "exactly",
    "half a",
    "quarter of a",
    "two",
    "hundred",
    "thousand",
    "million",
    "fifty",
    "10",
    "20",
    "1500",
    "2019",
    "2022",
    "March",
    "3",
    "%",
    "percent",
    "$5",
    "$",
    "kilometres",
    "people",
    "°F",
    "kelvin",
    "–",
    "-",
    ",",
    ";",
    ":",
    "\"",
    "(",
    ")",
    "?",
    "Paris",
    "France",
    "Marie Curie",
    "North",
    "Carolina",
    "born in",
    "directed by",
    "written by",
    "mayor of",
    "moved",
    "succeeding",
    "said that",
    "denied that",
    "some posts claim",
    "largest",
    "second largest",
    "mice",
    "women",
    "until",
    "than",
    "Myth:",
];

fn babble() -> impl Strategy<Value = String> {
    prop::collection::vec(0..WORDS.len(), 0..14)
        .prop_map(|picked| picked.into_iter().map(|at| WORDS[at]).collect::<Vec<_>>().join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_heap_of_words_makes_the_rules_stumble_or_decide_without_evidence(
        claim in babble(), title in babble(), one in babble(), other in babble(), support in 0.0..1.0f64,
    ) {
        let says = Says::Scores(support, 1.0 - support, 0.0);
        let case = Case::new(&claim).page("bbc.com", 0.9, &title, &one, says).page("npr.org", 0.9, "", &other, says);
        let answer = assess(&case.snapshot(), &Policy::default());
        prop_assert!(!answer.verdict.is_directional() || !answer.deciding.is_empty(), "{claim}: {one} / {other}");
    }
}
