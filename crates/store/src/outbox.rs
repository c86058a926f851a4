//! What happened, on its way to those who want to hear of it.
//!
//! A message commits along with the change it tells of. The relay takes it from here and makes the jobs that deliver it, in
//! one transaction, so that it is delivered at least once and its id lets the other side know it again.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{ActorId, MessageId};
use jiff::Timestamp;
use serde_json::Value;

/// Most messages taken at once.
pub const MESSAGES_MAX: u32 = 256;

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMessage {
    /// Its name, the same in every delivery.
    pub id: MessageId,
    /// What sort of thing (`check.completed`).
    pub kind: String,
    /// Whom it belongs to; others do not hear of it.
    pub owner: Option<ActorId>,
    /// What happened.
    pub payload: Value,
    /// When.
    pub at: Timestamp,
}

/// Keeps messages until they are relayed, and after that for replay.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Returns messages that are not relayed yet, oldest first.
    async fn unrelayed_messages(&self, limit: u32) -> Result<Vec<NewMessage>, StoreError>;

    /// Marks messages as relayed together with the jobs that deliver them.
    async fn relay_messages(&self, ids: &[MessageId], at: Timestamp, along: Along) -> Result<(), StoreError>;

    /// Returns a message, relayed or not.
    async fn message(&self, id: MessageId) -> Result<Option<NewMessage>, StoreError>;
}
