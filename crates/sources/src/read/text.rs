//! Plain text. The first line is the title where it stands apart like one.

use crate::date::parse_date;
use crate::draft::Draft;
use jiff::civil::Date;

/// Longest first line that is taken for a title, in bytes.
const TITLE_LINE_BYTES_MAX: usize = 160;

/// Reads a plain text.
pub(super) fn draft(text: &str) -> Draft {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_apart = rest.starts_with('\n') || rest.trim_start_matches([' ', '\t']).starts_with('\n');
    let is_line = first.len() <= TITLE_LINE_BYTES_MAX && !first.trim_end().ends_with(['.', '!', '?', ':', ',', ';']);
    let (published, body) = dated(rest);
    let is_title = is_line && (is_apart || published.is_some());
    if is_title && !body.trim().is_empty() {
        return Draft { title: first.trim().to_owned(), text: body.trim().to_owned(), published, ..Draft::default() };
    }
    Draft { text: text.to_owned(), ..Draft::default() }
}

/// Words that a line with a date may have besides it.
const DATELINE: [&str; 9] = ["published", "updated", "last", "posted", "on", "date", "dated", "written", "the"];
/// Longest such line, in bytes.
const DATELINE_BYTES_MAX: usize = 60;

/// The day that the first line of a text names and nothing else: "Published 20 May 2024". Returns what stands below it too.
fn dated(text: &str) -> (Option<Date>, &str) {
    let text = text.trim_start();
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_word = |word: &&str| {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        let is_month = plain.len() > 2 && domain::MONTHS.iter().any(|month| month.starts_with(&plain));
        !is_month && !plain.is_empty() && !plain.starts_with(|c: char| c.is_ascii_digit()) && !DATELINE.contains(&plain.as_str())
    };
    let is_dateline = line.len() <= DATELINE_BYTES_MAX && line.split_whitespace().all(|word| !is_word(&word));
    match parse_date(line).filter(|_| is_dateline) {
        Some(date) => (Some(date), rest),
        None => (None, text),
    }
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
    fn a_line_with_a_date_under_a_headline_is_when_it_was_published() {
        for line in ["Published 20 May 2024", "20 May 2024", "Updated: 2024-05-20"] {
            let draft = draft(&format!("Rovers win the cup\n{line}\n\nDenholm Rovers beat Stanmere Athletic."));
            assert_eq!(
                (draft.title.as_str(), draft.text.as_str()),
                ("Rovers win the cup", "Denholm Rovers beat Stanmere Athletic.")
            );
            assert_eq!(draft.published, Some(jiff::civil::date(2024, 5, 20)), "{line}");
        }
        let told = draft("Rovers win the cup\n\nOn 20 May 2024 the Rovers won.\nThe town was glad.");
        assert_eq!((told.published, told.text.as_str()), (None, "On 20 May 2024 the Rovers won.\nThe town was glad."));
    }

    #[test]
    fn a_first_sentence_is_not_a_title() {
        for text in ["Water boils.\n\nIt freezes too.", "Water boils\nwhen heated.", "Only a line"] {
            let draft = draft(text);
            assert_eq!((draft.title.as_str(), draft.text.as_str()), ("", text));
        }
    }
}
