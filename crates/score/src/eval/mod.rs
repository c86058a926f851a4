//! How good an answer is, by the measures that others report: each from its published definition, on plain slices.
//!
//! Nothing here knows what is measured. `engine::eval` runs the product over a collection and brings the outcomes.

mod abstracts;
mod bootstrap;
mod calibration;
mod classes;
mod correlation;
mod ranking;
mod spread;

pub use abstracts::{Abstract, Abstracts, Counts, Gold, Label, RATIONALE_SENTENCES_MAX};
pub use bootstrap::{DRAWS, Interval, bootstrap};
pub use calibration::{Bin, Sure, aurc, calibration_error, reliability, risk_coverage, surest_half};
pub use classes::Confusion;
pub use correlation::spearman;
pub use ranking::{Ranking, average_precision};
pub use spread::quantile;
