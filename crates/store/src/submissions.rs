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

/// Returns what became of submissions. They are kept along with the check that tells of them, see [`Along`](crate::Along);
/// refusals are among the rejections.
#[async_trait]
pub trait Submissions: Send + Sync {
    /// Returns what a submitter had assessed at a moment or later.
    async fn assessed_since(&self, submitter: &SubmitterId, since: Timestamp) -> Result<Vec<Assessed>, StoreError>;
}
