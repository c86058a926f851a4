//! A table whose last column wraps.

use super::page::{Page, columns_of, padded, paint};
use super::{DIM, PLAIN};

/// Columns below which the last cell is written under its row instead of beside it.
const LAST_COLUMNS_MIN: usize = 36;

/// Rows of cells; every column is as wide as its widest cell, and the last takes what is left.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|heading| paint(DIM, heading)).collect()] }
    }

    /// Adds a row. Cells may be styled, apart from the last, which may be wrapped.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Adds a row of as many cells as there are headings.
    pub fn cells(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes the table.
    pub fn write(self, page: &mut Page) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).map(|cell| columns_of(cell)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        let Some((longest, others)) = widths.split_last() else { return };
        let room = page.columns().saturating_sub(others.iter().map(|width| width + 2).sum());
        let is_beneath = room < LAST_COLUMNS_MIN.min(*longest);
        for row in &self.rows {
            let Some((last, before)) = row.split_last() else { continue };
            let lead: String = before.iter().zip(&widths).map(|(cell, width)| padded(cell, *width) + "  ").collect();
            if is_beneath && !before.is_empty() {
                page.line(lead);
                page.hanging("    ", PLAIN, last);
            } else {
                page.hanging(lead, PLAIN, last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(columns: usize) -> String {
        let mut table = Table::new(&["setting", "value", "meaning"]);
        table.row(["MIN_SOURCES_FOR_VERDICT".into(), "https://search.example.org".into(), "How many sources must speak.".into()]);
        let mut page = Page::of_width(columns);
        table.write(&mut page);
        anstream::adapter::strip_str(&page.into_text()).to_string()
    }

    #[test]
    fn a_meaning_stands_beside_its_setting_where_there_is_room() {
        assert!(written(110).contains("example.org  How many sources must speak."), "{}", written(110));
    }

    #[test]
    fn a_meaning_without_room_stands_beneath_its_setting() {
        let page = written(60);
        assert!(page.contains("\n    How many sources must speak.\n"), "{page}");
    }
}
