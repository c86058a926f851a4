//! A table whose last column wraps.

use super::page::{Page, columns_of, padded, paint};
use super::{DIM, PLAIN};

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
        for row in &self.rows {
            let Some((last, before)) = row.split_last() else { continue };
            let lead: String = before.iter().zip(&widths).map(|(cell, width)| padded(cell, *width) + "  ").collect();
            page.hanging(lead, PLAIN, last);
        }
    }
}
