//! Whether those who judge can be relied on: agreement between coders, what a crowd said, and the queue of refusals.
//!
//! The formulas are in `score::oversight`. What stands here reads tables, runs them, and says what came out.

mod accounts;
mod agreement;
mod crowd;
mod error;
mod export;
mod labels;
mod names;
mod ratings;
mod reviews;

pub use agreement::{AgreementTerms, TableAgreement, measure_agreement};
pub use crowd::{Crowd, aggregate_file};
pub use error::OversightError;
pub use export::{export_csv, export_jsonl, export_label_studio};
pub use labels::LabelTable;
pub use ratings::{RatingTable, read_ratings};
pub use reviews::{Oversight, Shown, Stepped};
