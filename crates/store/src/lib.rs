//! What Probity keeps, as traits, and the contract every backend must pass.
//!
//! One trait per capability, each method one intent and one transaction: it happens as a whole or not at all. Nothing here
//! asks a clock or throws dice; times and ids come with what is stored.

mod actors;
mod along;
mod audit;
pub mod canonical;
mod checks;
#[cfg(feature = "contract")]
pub mod contract;
mod documents;
mod embeddings;
mod error;
mod idempotency;
mod jobs;
mod outbox;
mod overrulings;
mod people;
mod rejections;
mod snapshots;
mod submissions;
mod upkeep;
mod webhooks;

pub use actors::{Actors, ApiKey};
pub use along::{Along, Commits};
pub use audit::{AUDIT_MAX, AUDIT_VERSION, Audit, AuditLink, AuditRow, AuditText, NewAudit, Salted, SignedHead, chained};
pub use checks::{AnsweredClaim, Checks, RECENT_MAX, RecentCheck, StoredCheck, reusable};
pub use documents::{Added, CHANGES_MAX, Change, ChangeKind, Corpus, DOCUMENT_BYTES_MAX, DOCUMENT_VERSION, Documents, Tell};
pub use embeddings::{Embedded, Embeddings, MISSING_MAX};
pub use error::StoreError;
pub use idempotency::{Idempotency, KEY_BYTES_MAX, NewAnswer};
pub use jobs::{ATTEMPTS_MAX, Completion, Failed, JOBS_MAX, Job, JobCount, JobState, Jobs, LEASE_MAX, Lease, NewJob};
pub use outbox::{MESSAGES_MAX, NewMessage, Outbox};
pub use overrulings::{OVERRULING_VERSION, Overrulings};
pub use people::{Invitation, Login, People, Session};
pub use rejections::{GoldenAnswer, GoldenTag, REJECTIONS_MAX, Rejections, RejectionsWanted};
pub use snapshots::{
    Acknowledgement, MethodologyDecision, MethodologyOutcome, NewSnapshot, SNAPSHOTS_MAX, SnapshotKey, Snapshots, StoredSnapshot,
};
pub use submissions::{Assessed, Submissions};
pub use upkeep::{Forgotten, Retention, Upkeep};
pub use webhooks::{DELIVERIES_MAX, Delivery, WEBHOOKS_EACH_MAX, Webhook, Webhooks};

macro_rules! store {
    ($($capability:ident)+) => {
        /// A backend: everything Probity keeps, in one place.
        pub trait Store: $($capability +)+ {}

        impl<T: $($capability +)+> Store for T {}
    };
}

store! {
    Documents Embeddings Checks Commits Jobs Outbox Idempotency Audit Actors People Webhooks Upkeep Rejections Snapshots
    Submissions Overrulings
}
