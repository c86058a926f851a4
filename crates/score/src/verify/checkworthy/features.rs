//! What the model sees of a sentence: its words, its pairs of words, how they begin and end, and its shape.

use crate::verify::words::{Word, words};

/// How many coefficients there are. Features share one when their hashes do, which one in ten does with some other.
pub const BUCKETS: usize = 1 << 17;

/// Words shorter than this have no beginning and end of their own.
const AFFIX_WORD_MIN: usize = 6;

/// The features of one sentence as buckets, sorted, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buckets(Vec<u32>);

impl Buckets {
    /// Returns the buckets in order.
    pub fn iter(&self) -> std::slice::Iter<'_, u32> {
        self.0.iter()
    }

    /// Returns the length of the step each feature makes: long sentences have many and each says less.
    pub fn unit(&self) -> f64 {
        1.0 / (self.0.len().max(1) as f64).sqrt()
    }
}

/// Finds the features of a sentence.
pub fn buckets(sentence: &str) -> Buckets {
    let tokens = words(sentence);
    let shown: Vec<&str> = tokens.iter().map(shown).collect();
    let mut found: Vec<u32> = Vec::with_capacity(shown.len() * 4 + 8);
    let mut put = |kind: &str, what: &str| found.push(bucket(kind, what));
    for word in &shown {
        put("word", word);
        if word.chars().count() >= AFFIX_WORD_MIN {
            put("begins", &word.chars().take(4).collect::<String>());
            put("ends", &word[word.char_indices().nth_back(2).map_or(0, |(at, _)| at)..]);
        }
    }
    for pair in std::iter::once("^").chain(shown.iter().copied()).collect::<Vec<_>>().windows(2) {
        put("pair", &pair.join(" "));
    }
    put("last", shown.last().copied().unwrap_or(""));
    for mark in ['$', '%', '?', '!', '"'].into_iter().filter(|mark| sentence.contains(*mark)) {
        put("mark", mark.encode_utf8(&mut [0; 4]));
    }
    let count = |is: fn(&Word) -> bool| tokens.iter().filter(|word| is(word)).count();
    put("length", &(tokens.len() / 4).min(12).to_string());
    put("numbers", &count(Word::is_number).min(4).to_string());
    put("capitals", &count(|word| word.is_capital && word.span.start > 0).min(5).to_string());
    put("asks", if sentence.trim_end().ends_with('?') { "yes" } else { "no" });
    found.sort_unstable();
    found.dedup();
    Buckets(found)
}

/// A word as the model sees it: numbers are all alike but for years.
fn shown(word: &Word) -> &str {
    let is_year = word.lower.len() == 4 && (word.lower.starts_with("19") || word.lower.starts_with("20"));
    match word.is_number() {
        true if is_year => "#year",
        true => "#",
        false => &word.lower,
    }
}

/// FNV-1a over the kind and the text of a feature, folded into the number of buckets.
fn bucket(kind: &str, what: &str) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in kind.bytes().chain([b'=']).chain(what.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    ((hash ^ (hash >> 32)) % BUCKETS as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sentence_has_the_same_features_and_another_number_changes_none() {
        assert_eq!(buckets("Taxes rose by 12 percent."), buckets("Taxes rose by 34 percent."));
        assert_ne!(buckets("Taxes rose by 12 percent."), buckets("Taxes rose in 1998 percent."));
        assert_ne!(buckets("Dogs bite men."), buckets("Men bite dogs."));
    }

    #[test]
    fn whatever_is_written_has_features() {
        for odd in ["", "…", "🎉🎉", "ñandú ñandú", "ééééééééé", "\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}"]
        {
            assert!(buckets(odd).iter().all(|bucket| (*bucket as usize) < BUCKETS), "{odd}");
        }
    }
}
