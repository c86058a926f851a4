//! The web, reached with care: who may be visited, how a page is fetched, and who is asked where to look.
//!
//! [`Gate`] refuses every address that is not a public one, before names are looked up, on each answer at the moment of
//! connecting, and on every redirect. [`Fetcher`] brings pages through it within named limits, [`Messenger`] carries
//! messages out through it. [`search`] asks providers.

mod addresses;
mod backoff;
mod body;
mod client;
mod error;
mod fetch;
mod guard;
mod hosts;
mod limits;
mod meter;
mod names;
mod page;
mod post;
mod robots;
pub mod search;

pub use error::FetchError;
pub use fetch::{AGENT, Fetcher, Outfit};
pub use guard::{Gate, PublicOnly, Refusal, admit};
pub use limits::FetchLimits;
pub use meter::Meter;
pub use names::{Names, SystemNames};
pub use page::{Fetched, PageKind};
pub use post::Messenger;

use std::sync::Arc;

/// Chance that the caller brings: each call gives a number from 0 up to, and without, 1.
pub type Chance = Arc<dyn Fn() -> f64 + Send + Sync>;
