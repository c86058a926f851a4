//! How far people who judge can be relied on: what they say together, and how often they say the same.
//!
//! `agreement` measures whether two would say the same of one thing (seed S0, Krippendorff's α); `aggregate` makes one answer
//! out of many labels.

pub mod aggregate;
pub mod agreement;
