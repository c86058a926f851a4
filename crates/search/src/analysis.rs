//! From text to the words that are searched for.
//!
//! Any text gives words and never an error: accents are dropped, Greek letters are spelled out (TNF-α and TNF-alpha are
//! one word), everything that is not a letter or a digit separates, and English endings are taken off.

use rust_stemmers::{Algorithm, Stemmer};
use std::cell::RefCell;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest word kept, in bytes; what is longer is no word and is cut.
pub const WORD_BYTES_MAX: usize = 64;
/// Stems remembered by each thread.
const STEMS_MAX: usize = 50_000;

/// Words that say too little to look for, unless a text has no others.
///
/// They stay in the index. On SciFact leaving them out of the question gives +0.0015 nDCG@10.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on", "or",
    "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
];

const GREEK: [&str; 25] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "omicron",
    "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
];

thread_local! {
    static STEMS: RefCell<HashMap<String, String>> = RefCell::default();
}

/// Cuts a text into stemmed words, in order.
pub fn words(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut found = Vec::with_capacity(text.len() / 6);
    let mut word = String::new();
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            spell(letter, &mut word);
        } else if !word.is_empty() {
            found.push(stem(&stemmer, &word));
            word.clear();
        }
    }
    if !word.is_empty() {
        found.push(stem(&stemmer, &word));
    }
    found
}

/// Pairs of neighbours of which neither is a stop word: what a phrase is recognised by.
pub fn pairs(words: &[String]) -> impl Iterator<Item = String> + '_ {
    let is_telling = |word: &String| !is_stop_word(word);
    words.windows(2).filter(move |pair| pair.iter().all(is_telling)).map(|pair| pair.join(" "))
}

/// Tells whether a stemmed word says too little to look for.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

fn spell(letter: char, word: &mut String) {
    if word.len() >= WORD_BYTES_MAX {
        return;
    }
    match letter {
        'α'..='ω' => word.push_str(GREEK[letter as usize - 'α' as usize]),
        _ => word.push(letter),
    }
}

fn stem(stemmer: &Stemmer, word: &str) -> String {
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(word) {
            return stem.clone();
        }
        if stems.len() >= STEMS_MAX {
            stems.clear();
        }
        let stem = stemmer.stem(word).into_owned();
        stems.insert(word.to_owned(), stem.clone());
        stem
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn endings_accents_and_greek_letters_do_not_hide_a_word() {
        assert_eq!(words("Boiling BOILED boils"), ["boil", "boil", "boil"]);
        assert_eq!(words("naïve café"), words("naive cafe"));
        assert_eq!(words("TNF-α"), words("tnf-ALPHA"));
        assert_eq!(words("10 µg ς"), ["10", "mug", "sigma"]);
        assert_eq!(words("+-\"():* \u{1F600}"), Vec::<String>::new());
    }

    #[test]
    fn stop_words_are_sorted_and_their_own_stems() {
        assert!(STOP_WORDS.is_sorted());
        assert!(words("the of this").iter().all(|word| is_stop_word(word)));
    }

    #[test]
    fn a_pair_does_not_reach_over_a_stop_word() {
        let found: Vec<String> = pairs(&words("the boiling point of salt water")).collect();
        assert_eq!(found, ["boil point", "salt water"]);
    }

    proptest! {
        #[test]
        fn any_text_gives_short_words(text in ".*") {
            for word in words(&text) {
                prop_assert!(!word.is_empty() && word.len() <= WORD_BYTES_MAX + 8);
            }
        }
    }
}
