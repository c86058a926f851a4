//! Krippendorff's α for any number of coders, with missing ratings, at four levels of measurement.
//!
//! Klaus Krippendorff, *Computing Krippendorff's Alpha-Reliability* (2011). A table becomes the histograms of its units; units
//! with the same histogram are one [pattern](patterns), so that a table is measured once for each pattern, and a bootstrap
//! draw is nothing but other counts of the same patterns.

mod alpha;
mod bootstrap;
mod disagreement;
mod patterns;
mod ratings;

pub use alpha::{Agreement, Alpha, Level, Undefined, agreement};
pub use bootstrap::{INTERVAL_WORK_MAX, intervals};
pub use disagreement::{COINCIDENCE_VALUES_MAX, Coder, Tally, coders, coincidences, tallies};
pub use ratings::{Rating, Ratings, RatingsError, Scale};

#[cfg(test)]
mod tests;
