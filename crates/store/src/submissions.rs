//! What became of submissions, for the track record and for nothing else.

use crate::StoreError;
use async_trait::async_trait;
use domain::SubmitterId;
use jiff::Timestamp;

/// A submission that was assessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessed {
    /// Its name.
    pub submission: String,
    /// Who handed it in.
    pub submitter: SubmitterId,
    /// When it was assessed.
    pub at: Timestamp,
    /// Whether the verdict has a direction.
    pub is_directional: bool,
}

/// Keeps what became of submissions. Refusals are among the rejections.
#[async_trait]
pub trait Submissions: Send + Sync {
    /// Keeps the outcome of an assessment; a later one of the same submission takes its place.
    async fn add_assessed(&self, assessed: &Assessed) -> Result<(), StoreError>;

    /// Returns what a submitter had assessed at a moment or later.
    async fn assessed_since(&self, submitter: &SubmitterId, since: Timestamp) -> Result<Vec<Assessed>, StoreError>;
}
