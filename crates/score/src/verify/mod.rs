//! From a claim and what was found to a verdict: ranking, trust, stance and judgement (seeds S1 and S4).
//!
//! The way through: [`understand`] → [`fuse`] → [`rank`] → [`select`] → (the engine asks the judge) → [`assess`].

mod abbreviations;
mod ablation;
mod assess;
mod attribution;
mod budget;
pub mod calibration;
pub mod checkworthy;
mod clauses;
mod comparison;
mod confidence;
mod context;
mod counsel;
mod flips;
mod fuse;
pub mod graph;
mod judge;
mod lean;
mod manner;
mod opposites;
mod orders;
mod overlap;
mod parts;
mod plan;
mod polarity;
mod policy;
pub mod quantity;
mod rank;
mod rating;
mod rationale;
mod report;
mod select;
mod shelf_life;
mod single;
mod stance;
mod story;
mod topic;
mod trust;
mod truth;
mod uncheckable;
mod understand;
mod verbs;
pub mod words;

/// Version of the rules in this room: raised whenever the same snapshot may give another verdict.
pub const RULES_VERSION: u32 = 4;

pub use abbreviations::spell_out;
pub use ablation::{LEVELS, Level, ablate};
pub use assess::{Inside, assess, conclude};
pub use attribution::{Attribution, attribution};
pub use budget::Budget;
pub use context::Context;
pub use counsel::{Flaw, flaw};
pub use fuse::{Found, fuse};
pub use judge::{Judgement, Sides};
pub use lean::Lean;
pub use manner::{Modality, Quantifier};
pub use parts::{PARTS_MAX, parts};
pub use plan::{PLAN_MAX, queries};
pub use policy::{Knob, Policy, PolicyError};
pub use rank::{Ranked, rank};
pub use rating::Rating;
pub use select::{PAIRS_PER_CLAIM, Pair, select};
pub use shelf_life::{ClaimKind, kind_of_claim};
pub use stance::{Piece, premise, stance_of, voices};
pub use story::{FINGERPRINT_LEN, Fingerprint, are_near, clusters, fingerprint};
pub use topic::topic;
pub use trust::Trust;
pub use truth::Truth;
pub use uncheckable::uncheckable;
pub use understand::{Understood, read, understand};
