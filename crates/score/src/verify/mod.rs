//! From a claim and what was found to a verdict: ranking, trust, stance and judgement (seeds S1 and S4).
//!
//! The way through: [`understand`] → [`fuse`] → [`rank`] → [`select`] → (the engine asks the judge) → [`assess`].

mod assess;
pub mod calibration;
mod confidence;
mod flips;
mod fuse;
mod judge;
mod overlap;
mod parts;
mod polarity;
mod policy;
pub mod quantity;
mod rank;
mod rating;
mod rationale;
mod report;
mod select;
mod stance;
mod story;
mod topic;
mod trust;
mod truth;
mod understand;
mod verbs;
pub mod words;

/// Version of the rules in this room: raised whenever the same snapshot may give another verdict.
pub const RULES_VERSION: u32 = 2;

pub use assess::{Inside, assess, conclude};
pub use fuse::{Found, fuse};
pub use judge::{Judgement, Sides};
pub use parts::{PARTS_MAX, parts};
pub use policy::{Knob, Policy, PolicyError};
pub use rank::{Ranked, rank};
pub use rating::Rating;
pub use select::{PAIRS_PER_CLAIM, Pair, select};
pub use stance::{Piece, premise, stance_of};
pub use story::{FINGERPRINT_LEN, Fingerprint, are_near, clusters, fingerprint};
pub use topic::topic;
pub use trust::Trust;
pub use truth::Truth;
pub use understand::{Understood, read, uncheckable, understand};
