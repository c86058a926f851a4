//! May this be here? Forbidden patterns, attacks on the system and requests for harm (S2's Layer A, S0's pre-filter).
//!
//! The way through: [`Readings::of`] takes disguises off → [`Patterns::scan`] matches the rules → [`Linear`] reads the words →
//! (the engine asks the encoder about the uncertain middle) → [`decide`]. A *claim about* something dangerous passes; asking for
//! it does not. Nothing here knows who asks.

mod confusable;
mod disguise;
mod layers;
mod patterns;
mod reading;
mod readings;
mod rules;

pub use layers::LAYERS_MAX;
pub use patterns::{Hit, Patterns};
pub use reading::{Disguise, Reading};
pub use readings::Readings;
pub use rules::{Rule, Rules, RulesError};
