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
mod rejections;
mod snapshots;
mod submissions;

pub use checks::{Checks, RECENT_MAX, RecentCheck, StoredCheck};
pub use documents::{Added, CHANGES_MAX, Change, ChangeKind, Corpus, DOCUMENT_BYTES_MAX, DOCUMENT_VERSION, Documents};
pub use embeddings::{Embedded, Embeddings, MISSING_MAX};
pub use error::StoreError;
pub use rejections::{GoldenAnswer, REJECTIONS_MAX, Rejections, RejectionsWanted};
pub use snapshots::{
    Acknowledgement, MethodologyDecision, MethodologyOutcome, SNAPSHOTS_MAX, SnapshotKey, Snapshots, StoredSnapshot,
};
pub use submissions::{Assessed, Submissions};

/// A backend: everything Probity keeps, in one place.
pub trait Store: Documents + Embeddings + Checks + Rejections + Snapshots + Submissions {}

impl<T: Documents + Embeddings + Checks + Rejections + Snapshots + Submissions> Store for T {}
