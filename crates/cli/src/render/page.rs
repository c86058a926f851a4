//! A page that knows how wide it may be.

use anstyle::Style;
use std::fmt::{Display, Write as _};
use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr as _;

/// Columns of a page that is not shown on a terminal.
const PIPED_COLUMNS: usize = 100;
/// Longer lines are hard to read, however wide the terminal.
const COLUMNS_MAX: usize = 110;
/// Narrower than this, nothing lines up any more; the terminal may wrap for itself.
const COLUMNS_MIN: usize = 40;

/// A space at which no line breaks.
pub const NO_BREAK: char = '\u{a0}';

/// Text for people, built line by line.
#[derive(Debug)]
pub struct Page {
    columns: usize,
    text: String,
}

impl Page {
    /// A page as wide as the terminal on standard output, or of a usual width when that is something else.
    pub fn for_stdout() -> Self {
        let shown = terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| usize::from(columns));
        Self::of_width(shown.unwrap_or(PIPED_COLUMNS))
    }

    /// A page of so many columns, within reason.
    pub fn of_width(columns: usize) -> Self {
        Self { columns: columns.clamp(COLUMNS_MIN, COLUMNS_MAX), text: String::new() }
    }

    /// Returns how many columns a line may take.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Adds a line as it is.
    pub fn line(&mut self, text: impl Display) {
        let start = self.text.len();
        let _ = write!(self.text, "{}", text.to_string().replace(NO_BREAK, " "));
        let kept = self.text.trim_end_matches(' ').len().max(start);
        self.text.truncate(kept);
        self.text.push('\n');
    }

    /// Adds an empty line, never two.
    pub fn gap(&mut self) {
        if !self.text.ends_with("\n\n") && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Adds text that is wrapped under itself after `lead`.
    pub fn hanging(&mut self, lead: impl Display, style: Style, text: &str) {
        let lead = lead.to_string();
        let indent = columns_of(&lead);
        let rest = " ".repeat(indent);
        self.led(&lead, &rest, style, text);
    }

    /// Adds text that is wrapped behind the same `lead` on every line.
    pub fn barred(&mut self, lead: impl Display, style: Style, text: &str) {
        let lead = lead.to_string();
        self.led(&lead, &lead, style, text);
    }

    fn led(&mut self, first: &str, rest: &str, style: Style, text: &str) {
        let room = self.columns.saturating_sub(columns_of(first)).max(COLUMNS_MIN / 2);
        for (at, line) in wrapped(text, room).iter().enumerate() {
            let lead = if at == 0 { first } else { rest };
            self.line(format_args!("{lead}{}", paint(style, line)));
        }
    }

    /// Returns what was written.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Returns text in a style; text without one stays as it is.
pub fn paint(style: Style, text: impl Display) -> String {
    if style.is_plain() { text.to_string() } else { format!("{style}{text}{style:#}") }
}

/// Returns how many columns a text takes, styles apart.
pub fn columns_of(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(|part| part.width()).sum()
}

/// Returns text filled up with spaces to so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(columns_of(text))))
}

/// Returns text cut to so many columns, with an ellipsis where something is missing.
pub fn cut(text: &str, columns: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.width() <= columns {
        return text;
    }
    let mut kept = String::new();
    for character in text.chars() {
        if columns_of(&kept) + 2 > columns {
            break;
        }
        kept.push(character);
    }
    format!("{}…", kept.trim_end())
}

/// Breaks text at white space into lines of at most so many columns; a longer word is broken too.
///
/// A no-break space holds its line together; it comes out as a plain one on the page.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let is_break = |c: char| c.is_whitespace() && c != NO_BREAK;
    for word in text.split(is_break).filter(|word| !word.is_empty()) {
        for piece in pieces(word, columns) {
            let line = lines.last_mut().expect("never empty");
            let is_first = line.is_empty();
            if !is_first && line.width() + 1 + piece.width() > columns {
                lines.push(piece);
                continue;
            }
            if !is_first {
                line.push(' ');
            }
            line.push_str(&piece);
        }
    }
    lines
}

fn pieces(word: &str, columns: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in word.chars() {
        let last = pieces.last_mut().expect("never empty");
        if !last.is_empty() && last.width() + character.to_string().width() > columns {
            pieces.push(String::new());
        }
        pieces.last_mut().expect("never empty").push(character);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_wraps_by_columns_and_long_words_break() {
        assert_eq!(wrapped("water boils at 100 °C", 11), ["water boils", "at 100 °C"]);
        assert_eq!(wrapped("https://example.org/x", 10), ["https://ex", "ample.org/", "x"]);
        assert_eq!(wrapped("水は百度で沸く", 8), ["水は百度", "で沸く"]);
        assert_eq!(wrapped("", 8), [""]);
        assert_eq!(wrapped("this answer, 93\u{a0}%", 15), ["this answer,", "93\u{a0}%"]);
    }

    #[test]
    fn styles_take_no_room() {
        let green = super::super::GOOD;
        assert_eq!(columns_of(&paint(green, "true")), 4);
        assert_eq!(columns_of(&padded(&paint(green, "true"), 8)), 8);
    }

    #[test]
    fn what_does_not_fit_is_cut_with_an_ellipsis() {
        assert_eq!(cut("a claim of some length", 10), "a claim o…");
        assert_eq!(cut("short", 10), "short");
    }

    #[test]
    fn a_gap_is_never_doubled() {
        let mut page = Page::of_width(80);
        page.gap();
        page.line("one");
        page.gap();
        page.gap();
        page.line("two");
        assert_eq!(page.into_text(), "one\n\ntwo\n");
    }
}
