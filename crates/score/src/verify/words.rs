//! Text as words: where they stand, what they stem from, and whether they carry meaning.

use domain::Span;
use rust_stemmers::{Algorithm, Stemmer};
use std::collections::BTreeSet;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Lower case, apostrophes straightened.
    pub lower: String,
    /// Its Snowball stem.
    pub stem: String,
    /// Where it stands.
    pub span: Span,
    /// It begins with a capital letter.
    pub is_capital: bool,
    /// It carries grammar and no matter.
    pub is_stop: bool,
}

impl Word {
    /// It begins with a digit.
    pub fn is_number(&self) -> bool {
        self.lower.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Cuts a text into words: runs of letters and digits, with apostrophes between letters and `.` or `,` between digits kept.
pub fn words(text: &str) -> Vec<Word> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut found = Vec::new();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].1.is_alphanumeric() {
            at += 1;
            continue;
        }
        let from = at;
        while at < chars.len() && (chars[at].1.is_alphanumeric() || joins(&chars, at)) {
            at += 1;
        }
        let start = chars[from].0;
        let end = chars.get(at).map_or(text.len(), |next| next.0);
        found.push(word(&text[start..end], Span::new(start, end), &stemmer));
    }
    found
}

/// A mark that belongs to the word around it: don't, 3.5, 90,000.
fn joins(chars: &[(usize, char)], at: usize) -> bool {
    let Some(next) = chars.get(at + 1).map(|c| c.1) else { return false };
    let before = chars[at - 1].1;
    match chars[at].1 {
        '\'' | '’' => before.is_alphabetic() && next.is_alphabetic(),
        '.' | ',' => before.is_ascii_digit() && next.is_ascii_digit(),
        _ => false,
    }
}

fn word(text: &str, span: Span, stemmer: &Stemmer) -> Word {
    let lower = text.to_lowercase().replace('’', "'");
    let base = lower.strip_suffix("'s").unwrap_or(&lower);
    let stem = stemmer.stem(base).into_owned();
    let is_stop = STOP_WORDS.binary_search(&lower.as_str()).is_ok();
    Word { is_capital: text.starts_with(char::is_uppercase), stem, span, is_stop, lower }
}

/// Returns the stems of the words that carry matter.
pub fn content_stems(text: &str) -> BTreeSet<String> {
    words(text).into_iter().filter(|word| !word.is_stop).map(|word| word.stem).collect()
}

/// Returns the share of `wanted` found in `have`; nothing wanted is nothing found.
pub fn recall(wanted: &BTreeSet<String>, have: &BTreeSet<String>) -> f64 {
    if wanted.is_empty() {
        return 0.0;
    }
    wanted.intersection(have).count() as f64 / wanted.len() as f64
}

/// The text says no. "No fewer than a hundred" says how many.
pub fn is_negated(words: &[Word]) -> bool {
    let is_no = |word: &Word| NEGATIONS.contains(&word.lower.as_str()) || word.lower.ends_with("n't");
    words.iter().enumerate().any(|(at, word)| is_no(word) && !is_bound(&words[at..]))
}

/// The word at a place says no, and is not the beginning of a bound.
pub fn negates(words: &[Word], at: usize) -> bool {
    is_negated(&words[at..=at]) && !is_bound(&words[at..])
}

/// "no more than", "not less than": the bound of a number.
fn is_bound(words: &[Word]) -> bool {
    let [no, more, than, ..] = words else { return false };
    ["no", "not"].contains(&no.lower.as_str()) && COMPARED.contains(&more.lower.as_str()) && than.lower == "than"
}

const COMPARED: [&str; 6] = ["more", "greater", "less", "fewer", "later", "earlier"];

/// The text holds back: it may, might, could, suggests.
pub fn is_hedged(words: &[Word]) -> bool {
    words.iter().any(|word| HEDGES.contains(&word.lower.as_str()))
}

/// The text reports what somebody claims instead of stating it.
pub fn is_reporting(words: &[Word]) -> bool {
    words.iter().any(|word| REPORTING.contains(&word.stem.as_str()))
}

const NEGATIONS: [&str; 12] =
    ["not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without", "nowhere", "false"];

const HEDGES: [&str; 20] = [
    "may",
    "might",
    "could",
    "possibly",
    "perhaps",
    "probably",
    "likely",
    "suggests",
    "suggest",
    "suggested",
    "appears",
    "appear",
    "seems",
    "seem",
    "potentially",
    "unclear",
    "preliminary",
    "hypothesized",
    "speculated",
    "unconfirmed",
];

/// Stems of words that put a statement into somebody's mouth.
const REPORTING: [&str; 10] =
    ["rumor", "rumour", "alleg", "purport", "viral", "hoax", "debunk", "myth", "misconcept", "conspiraci"];

/// Sorted, for binary search.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "after",
    "again",
    "all",
    "also",
    "although",
    "am",
    "an",
    "and",
    "any",
    "are",
    "aren't",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "can",
    "can't",
    "cannot",
    "could",
    "couldn't",
    "did",
    "didn't",
    "do",
    "does",
    "doesn't",
    "doing",
    "don't",
    "down",
    "during",
    "each",
    "either",
    "etc",
    "ever",
    "every",
    "few",
    "for",
    "from",
    "further",
    "had",
    "hadn't",
    "has",
    "hasn't",
    "have",
    "haven't",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "him",
    "his",
    "how",
    "however",
    "i",
    "if",
    "in",
    "into",
    "is",
    "isn't",
    "it",
    "it's",
    "its",
    "itself",
    "just",
    "may",
    "me",
    "might",
    "more",
    "most",
    "much",
    "must",
    "my",
    "neither",
    "never",
    "no",
    "none",
    "nor",
    "not",
    "of",
    "off",
    "often",
    "on",
    "once",
    "one",
    "only",
    "or",
    "other",
    "our",
    "out",
    "over",
    "own",
    "per",
    "quite",
    "rather",
    "same",
    "she",
    "should",
    "shouldn't",
    "so",
    "some",
    "such",
    "than",
    "that",
    "that's",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "thus",
    "to",
    "too",
    "under",
    "until",
    "up",
    "upon",
    "very",
    "was",
    "wasn't",
    "we",
    "were",
    "weren't",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "within",
    "without",
    "won't",
    "would",
    "wouldn't",
    "yet",
    "you",
    "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_place_and_numbers_stay_whole() {
        let text = "Don't pay $90,000.50 for it, O’Brien!";
        let found = words(text);
        let shown: Vec<&str> = found.iter().map(|w| w.span.of(text).unwrap()).collect();
        assert_eq!(shown, ["Don't", "pay", "90,000.50", "for", "it", "O’Brien"]);
        assert!(found[5].is_capital && found[2].is_number() && found[0].is_stop);
    }

    #[test]
    fn the_stop_words_are_sorted() {
        assert!(STOP_WORDS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn overlap_is_by_stem() {
        let wanted = content_stems("Vaccines cause autism");
        let have = content_stems("A vaccine does not cause autism in children");
        assert_eq!(recall(&wanted, &have), 1.0);
        assert_eq!(recall(&BTreeSet::new(), &have), 0.0);
    }
}
