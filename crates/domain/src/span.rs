//! Where a piece of text stands in the text it came from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A half-open range of bytes, on character boundaries of the text it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A span from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the text it covers, or nothing when it does not fit.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }

    /// Returns the same span within a larger text that begins `by` bytes earlier.
    pub fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}
