//! BERT's cleaning: no control characters, lower case, no accents; words end at white space, at punctuation, and around
//! every Chinese character.

use unicode_categories::UnicodeCategories;
use unicode_normalization::UnicodeNormalization;

/// Calls `visit` with each cleaned word, or `None` for a word of more than `chars_max` characters, until it returns false.
pub(super) fn each_word(text: &str, chars_max: usize, visit: impl FnMut(Option<&str>) -> bool) {
    if text.is_ascii() {
        return split(text.chars().filter(|c| keeps(*c)).map(|c| c.to_ascii_lowercase()), chars_max, visit);
    }
    let cleaned = text.chars().filter(|c| keeps(*c)).flat_map(spaced).nfd();
    split(cleaned.filter(|c| !c.is_mark_nonspacing()).flat_map(char::to_lowercase), chars_max, visit);
}

fn keeps(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | ' '..='~' => true,
        '\u{fffd}' => false,
        _ => !c.is_other(),
    }
}

/// Puts spaces around a Chinese character.
fn spaced(c: char) -> impl Iterator<Item = char> {
    let gap = is_chinese(c).then_some(' ');
    gap.into_iter().chain([c]).chain(gap)
}

/// The ranges of BERT's own definition: Chinese characters, not Kana or Hangul.
fn is_chinese(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F | 0x2B740..=0x2B81F
        | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || (!c.is_ascii() && c.is_punctuation())
}

fn split(chars: impl Iterator<Item = char>, chars_max: usize, mut visit: impl FnMut(Option<&str>) -> bool) {
    let mut word = String::new();
    let mut length = 0;
    for c in chars {
        let (is_space, is_punctuation) = (c.is_whitespace(), is_punctuation(c));
        if !is_space && !is_punctuation {
            length += 1;
            // An overlong word is counted, not kept.
            if length <= chars_max {
                word.push(c);
            }
            continue;
        }
        if length > 0 && !visit((length <= chars_max).then_some(&word)) {
            return;
        }
        word.clear();
        length = 0;
        if is_punctuation {
            word.push(c);
            if !visit(Some(&word)) {
                return;
            }
            word.clear();
        }
    }
    if length > 0 {
        visit((length <= chars_max).then_some(&word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_word(text, 8, |word| {
            found.push(word.unwrap_or("?").to_owned());
            true
        });
        found
    }

    #[test]
    fn words_lose_case_accents_and_control_characters() {
        assert_eq!(words("Ünï\u{0}cødé\tTEST"), ["unicøde", "test"]);
        assert_eq!(words("3.4% (don't)"), ["3", ".", "4", "%", "(", "don", "'", "t", ")"]);
        assert_eq!(words("水は「hot」"), ["水", "は", "「", "hot", "」"]);
        assert_eq!(words("a muchtoolongword b"), ["a", "?", "b"]);
        assert_eq!(words(" \n\u{200b} "), [""; 0]);
    }

    #[test]
    fn reading_stops_when_the_visitor_has_enough() {
        let mut seen = 0;
        each_word("one two, three", 100, |_| {
            seen += 1;
            seen < 2
        });
        assert_eq!(seen, 2);
    }
}
