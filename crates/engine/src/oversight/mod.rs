//! Whether those who judge can be relied on: agreement between coders, what a crowd said, and the queue of refusals.
//!
//! The formulas are in `score::oversight`. What stands here reads tables, runs them, and says what came out.

mod agreement;
mod crowd;
mod labels;
mod names;
mod ratings;

pub use agreement::{AgreementTerms, TableAgreement, measure_agreement};
pub use crowd::{Crowd, aggregate_file};
pub use labels::LabelTable;
pub use ratings::{RatingTable, read_ratings};
