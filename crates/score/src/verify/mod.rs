//! From a claim and what was found to a verdict: ranking, trust, stance and judgement (seeds S1 and S4).

mod policy;

pub use policy::{Knob, Policy, PolicyError};
