//! Text as it is put together from a marked-up page: blocks, list items and table rows, with single spaces inside.
//!
//! The borders are written so that `domain::sentences` finds them again: a blank line between blocks, a dash before an
//! item.

/// A text under construction.
#[derive(Debug, Default)]
pub(crate) struct Prose {
    text: String,
    line: String,
    border: Border,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Border {
    #[default]
    Block,
    Item,
}

impl Prose {
    /// Adds running text, with every run of white space as one space.
    pub(crate) fn say(&mut self, text: &str) {
        for c in text.chars() {
            // A soft hyphen or a zero-width mark within a word would keep it from being found.
            if matches!(c, '\u{ad}' | '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{feff}' | '\u{2060}') {
                continue;
            }
            if c.is_whitespace() || c.is_control() {
                self.space();
            } else {
                self.line.push(c);
            }
        }
    }

    /// Makes sure that the next word does not touch the last.
    pub(crate) fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
    }

    /// Ends the block; the next words begin another.
    pub(crate) fn end_block(&mut self) {
        self.flush();
        self.border = Border::Block;
    }

    /// Ends what went before and begins a list item.
    pub(crate) fn begin_item(&mut self) {
        self.flush();
        self.border = Border::Item;
    }

    /// Adds a table row as a block of its own, each cell after the name of its column.
    pub(crate) fn row(&mut self, columns: &[String], cells: &[String]) {
        self.end_block();
        let mut is_first = true;
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()) {
            if !is_first {
                self.say("; ");
            }
            let name = columns.get(at).map_or("", |name| name.trim());
            if columns.len() == cells.len() && !name.is_empty() && name != cell.trim() {
                self.say(name);
                self.say(": ");
            }
            self.say(cell);
            is_first = false;
        }
        self.end_block();
    }

    /// Returns the finished text.
    pub(crate) fn finish(mut self) -> String {
        self.flush();
        self.text
    }

    fn flush(&mut self) {
        let line = self.line.trim();
        if !line.is_empty() {
            let is_item = self.border == Border::Item;
            if !self.text.is_empty() {
                self.text.push_str(if is_item { "\n" } else { "\n\n" });
            }
            if is_item {
                self.text.push_str("- ");
            }
            self.text.push_str(line);
            // Only the first block of an item carries the dash.
            self.border = Border::Block;
        }
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_come_back_as_sentences() {
        let mut prose = Prose::default();
        prose.say("A  head\u{ad}ing");
        prose.end_block();
        prose.say("Two ");
        prose.say(" words. More\nof it");
        prose.begin_item();
        prose.say("one");
        prose.begin_item();
        prose.say("two");
        prose.row(&["Country".into(), "People".into()], &["Norway".into(), "5.4 million".into()]);
        let text = prose.finish();
        assert_eq!(text, "A heading\n\nTwo words. More of it\n- one\n- two\n\nCountry: Norway; People: 5.4 million");
        let sentences: Vec<_> = domain::sentences(&text).into_iter().map(|s| s.of(&text).unwrap()).collect();
        assert_eq!(sentences.len(), 6, "{sentences:?}");
    }
}
