//! May this be here? Forbidden patterns, attacks on the system and requests for harm (S2's Layer A, S0's pre-filter).
//!
//! The way through: [`Readings::of`] takes disguises off → [`Patterns::settle`] matches the rules → [`Model`] reads the words →
//! (the engine asks the encoder about the uncertain middle) → [`Thresholds::decide`]. A *claim about* something dangerous passes; asking for
//! it does not. Nothing here knows who asks.

mod confusable;
mod decide;
mod disguise;
mod errand;
mod features;
mod layers;
mod model;
mod pattern;
mod patterns;
mod reading;
mod readings;
mod rules;
mod shadow;
mod shape;
mod smuggled;

pub use decide::{Findings, Objection, Thresholds};
pub use errand::{is_brief, is_errand};
pub use features::{BUCKETS, Features, TEXT_BYTES_MAX};
pub use layers::LAYERS_MAX;
pub use model::{Likelihood, Model, ModelError};
pub use patterns::{Hit, Patterns};
pub use reading::{Disguise, Reading};
pub use readings::Readings;
pub use rules::{Rule, Rules, RulesError};
pub use shadow::{Comparison, Standing, Tagged, compare};
pub use shape::{is_prose, is_statement};
pub use smuggled::smuggled;
