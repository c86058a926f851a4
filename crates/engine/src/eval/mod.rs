//! Every figure we claim comes out of this room: the product run over a public collection, and measured.
//!
//! One file a task. Each reads its rows, runs the same code that answers people, and returns a [`Report`]; the formulas are
//! in `score::eval`, the contract of names is in the design's `evaluation.md`.

mod averitec;
mod checkworthy;
mod claims;
mod climate_fever;
mod corpus;
mod credibility;
mod crowd;
mod dump;
mod fate;
mod given;
mod intake;
mod known_claims;
mod levels;
mod lexical;
mod meter;
mod nli;
mod plot;
mod report;
mod retrieval;
pub(crate) mod rows;
mod scifact;
mod stance;

pub use crowd::eval_crowd;
pub use intake::tagged_rows;
pub use known_claims::KnownClaims;
pub use nli::Windowing;
pub use plot::svg;
pub use report::{Curves, Figure, Report};
pub use retrieval::Retrieval;

/// Reads a file with one JSON object a line; a malformed one is named by file and line.
pub fn json_lines<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> Result<Vec<T>, crate::EngineError> {
    rows::json_lines(path, None)
}

/// How much of a collection is measured, and with which dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scope {
    /// Only the first so many items.
    pub limit: Option<usize>,
    /// Seed of the intervals.
    pub seed: u64,
    /// Whether the report carries a row for each item.
    pub wants_rows: bool,
}

impl Scope {
    /// Takes the first items, as many as are wanted.
    fn of<T>(&self, mut items: Vec<T>) -> Vec<T> {
        items.truncate(self.limit.unwrap_or(usize::MAX));
        items
    }
}
