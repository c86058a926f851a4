//! What somebody would say who only counts words: the baseline that reading has to beat.

use domain::Direction;
use score::verify::words::{Word, content_stems, is_negated, recall, words};

/// Share of the claim's words from which a text is taken to speak of it. Half of them: chosen before measuring, tuned on nothing.
const SPEAKS_MIN: f64 = 0.5;

/// Takes the text that shares most of the claim's words as speaking for it, or against it when exactly one of the two says no;
/// texts that share less than half of them say nothing.
pub(super) fn guess<'a>(claim: &str, texts: impl IntoIterator<Item = &'a str>) -> Direction {
    let wanted = content_stems(claim);
    let shared = texts.into_iter().map(|text| (recall(&wanted, &content_stems(text)), text));
    let Some((share, text)) = shared.reduce(|best, other| if other.0 > best.0 { other } else { best }) else {
        return Direction::None;
    };
    match share >= SPEAKS_MIN {
        true if is_negated(&words(claim)) == is_negated(&words(text)) => Direction::Supports,
        true => Direction::Contradicts,
        false => Direction::None,
    }
}

/// Takes a sentence for worth checking when it counts or names something: it has a word that begins with a digit, or one with a
/// capital behind its first.
pub(super) fn counts_or_names(text: &str) -> bool {
    let is_name = |at: usize, word: &Word| at > 0 && word.is_capital && !word.is_stop;
    words(text).iter().enumerate().any(|(at, word)| word.is_number() || is_name(at, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_words_and_hears_no_and_understands_nothing() {
        let claim = "Bats are blind animals.";
        assert_eq!(guess(claim, ["Bats are not blind.", "Cats purr."]), Direction::Contradicts);
        assert_eq!(guess(claim, ["Blind animals may be bats or moles."]), Direction::Supports);
        assert_eq!(guess(claim, ["Cats purr."]), Direction::None);
        assert_eq!(guess(claim, []), Direction::None);
    }

    #[test]
    fn a_digit_or_a_capital_behind_the_first_word_is_worth_checking_to_it() {
        assert!(counts_or_names("We lost 374 billion dollars."));
        assert!(counts_or_names("Then President Bush signed it."));
        assert!(!counts_or_names("Taxes rose for everybody."), "any sentence begins with a capital");
        assert!(!counts_or_names("And that is what I mean."), "that names nobody");
    }
}
