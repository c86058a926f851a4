//! Plain text. The first line is the title where it stands apart like one.

use crate::draft::Draft;

/// Longest first line that is taken for a title, in bytes.
const TITLE_LINE_BYTES_MAX: usize = 160;

/// Reads a plain text.
pub(super) fn draft(text: &str) -> Draft {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_apart = rest.starts_with('\n') || rest.trim_start_matches([' ', '\t']).starts_with('\n');
    let is_title = is_apart && first.len() <= TITLE_LINE_BYTES_MAX && !first.trim_end().ends_with(['.', '!', '?', ':', ',', ';']);
    if is_title && !rest.trim().is_empty() {
        return Draft { title: first.trim().to_owned(), text: rest.trim().to_owned(), ..Draft::default() };
    }
    Draft { text: text.to_owned(), ..Draft::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_that_stands_apart_is_the_title() {
        let draft = draft("Water\r\n\r\nIt boils at 100 degrees.\r\n");
        assert_eq!((draft.title.as_str(), draft.text.as_str()), ("Water", "It boils at 100 degrees."));
    }

    #[test]
    fn a_first_sentence_is_not_a_title() {
        for text in ["Water boils.\n\nIt freezes too.", "Water boils\nwhen heated.", "Only a line"] {
            let draft = draft(text);
            assert_eq!((draft.title.as_str(), draft.text.as_str()), ("", text));
        }
    }
}
