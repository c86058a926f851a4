//! Whether a sentence plainly states something of somebody or something.

use super::verbs::{likely_verb, main_verb};
use super::words::{Word, words};

/// Words by which a sentence speaks of whoever says it or hears it.
const PERSONAL: [&str; 14] =
    ["i", "we", "me", "us", "my", "our", "you", "your", "i'm", "i've", "we're", "we've", "you're", "let's"];

/// Subjects that name nobody.
const NOBODY: [&str; 22] = [
    "he",
    "she",
    "it",
    "they",
    "this",
    "that",
    "these",
    "those",
    "there",
    "here",
    "who",
    "what",
    "everybody",
    "everyone",
    "nobody",
    "somebody",
    "someone",
    "something",
    "nothing",
    "everything",
    "all",
    "one",
];

/// The sentence says something of a name, a number or a kind of thing, and of nobody who is only there: "Vaccines cause
/// autism", "Marie Curie discovered polonium", not "everybody was glad".
pub fn is_plain_statement(sentence: &str) -> bool {
    let tokens = words(sentence);
    let Some(verb) = likely_verb(&tokens).filter(|at| *at > 0) else { return false };
    let first = tokens[0].lower.as_str();
    if NOBODY.contains(&first) || tokens.iter().any(|word| PERSONAL.contains(&word.lower.as_str())) {
        return false;
    }
    let is_name = |at: usize, word: &Word| word.is_capital && !word.is_stop && (at > 0 || verb == 1);
    let has_name = tokens.iter().enumerate().any(|(at, word)| is_name(at, word));
    let is_kind = verb == 1 && first.len() > 3 && first.ends_with('s');
    has_name || is_kind || tokens.iter().any(Word::is_number)
}

/// A line that only names what follows it: it has no verb, and no mark ends it as a sentence.
pub fn is_title(line: &str) -> bool {
    let bare = line.trim_end_matches(|c: char| c.is_whitespace() || "\"”’')]*_".contains(c));
    let is_ended = bare.ends_with(['.', '!', '?', '…', ',', ';']);
    !bare.is_empty() && !bare.contains('\n') && !is_ended && main_verb(&words(bare)).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_facts_are_told_from_talk() {
        for fact in ["Vaccines cause autism.", "Marie Curie discovered polonium and radium.", "The tunnel was opened in 1984."] {
            assert!(is_plain_statement(fact), "{fact}");
        }
        for talk in ["Everybody was glad to be home again.", "We saw Paris in 2019.", "The evening was long.", "Paris!", ""] {
            assert!(!is_plain_statement(talk), "{talk}");
        }
    }

    #[test]
    fn a_title_is_told_from_a_short_statement() {
        for title in ["Great Wall and other myths", "Our towns in winter\n", "**The red house**"] {
            assert!(is_title(title), "{title}");
        }
        for line in ["Vaccines cause autism", "The red house.", "The red house of glass,", "Why the rush?", ""] {
            assert!(!is_title(line), "{line}");
        }
    }
}
