//! What Probity keeps, as traits, and the contract every backend must pass.
//!
//! One trait per capability, each method one intent and one transaction: it happens as a whole or not at all. Nothing here
//! asks a clock or throws dice; times and ids come with what is stored.

pub mod canonical;
mod checks;
#[cfg(feature = "contract")]
pub mod contract;
mod documents;
mod embeddings;
mod error;

pub use checks::{AnsweredClaim, Checks, RECENT_MAX, RecentCheck, StoredCheck, reusable};
pub use documents::{Added, CHANGES_MAX, Change, ChangeKind, Corpus, DOCUMENT_BYTES_MAX, DOCUMENT_VERSION, Documents};
pub use embeddings::{Embedded, Embeddings, MISSING_MAX};
pub use error::StoreError;

/// A backend: everything Probity keeps, in one place.
pub trait Store: Documents + Embeddings + Checks {}

impl<T: Documents + Embeddings + Checks> Store for T {}
