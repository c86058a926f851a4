//! The same request twice is one request: its answer is kept under the key the caller gave it.

use crate::StoreError;
use async_trait::async_trait;
use domain::{ActorId, Digest};
use jiff::Timestamp;

/// Longest key, in bytes.
pub const KEY_BYTES_MAX: usize = 255;

/// An answer to give again. It commits along with what was asked; a second one under the same key is
/// [`StoreError::KeyTaken`], and nothing that came along with it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAnswer {
    /// Whose key.
    pub actor: ActorId,
    /// The key.
    pub key: String,
    /// Fingerprint of method, path and body.
    pub fingerprint: Digest,
    /// Status of the answer.
    pub status: u16,
    /// Body of the answer.
    pub body: String,
    /// When it was given.
    pub at: Timestamp,
}

/// Keeps answers.
#[async_trait]
pub trait Idempotency: Send + Sync {
    /// Returns the answer that was given under a key.
    async fn kept_answer(&self, actor: ActorId, key: &str) -> Result<Option<NewAnswer>, StoreError>;
}
