//! How far people who judge can be relied on: what they say together, and how often they say the same.
//!
//! `agreement` measures whether two would say the same of one thing (seed S0, Krippendorff's α); `aggregate` makes one answer
//! out of many labels; `review` is the blind protocol for refusals, `snapshot` the weekly account of it, `track_record` what is shown
//! of a submitter, `golden` how reviewers do where the answer is known.

pub mod aggregate;
pub mod agreement;
pub mod golden;
pub mod review;
pub mod snapshot;
pub mod track_record;
