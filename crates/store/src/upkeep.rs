//! Keeping the house: forgetting in time, erasing on demand, copying everything while it runs.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::CheckId;
use jiff::Timestamp;
use std::path::Path;

/// What is older than these is forgotten; `None` keeps it for ever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Checks, with their texts, and the texts of refusals; the tags of refusals stay, since agreement is counted from them.
    pub checks_before: Option<Timestamp>,
    /// Jobs that are done.
    pub jobs_before: Option<Timestamp>,
    /// Messages that were relayed, and deliveries.
    pub messages_before: Option<Timestamp>,
    /// Answers kept under idempotency keys.
    pub answers_before: Option<Timestamp>,
    /// Sessions and invitations that expired.
    pub sessions_before: Option<Timestamp>,
}

/// How much was forgotten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Checks.
    pub checks: u64,
    /// Texts of refusals whose check was not here.
    pub refusals: u64,
    /// Jobs.
    pub jobs: u64,
    /// Messages and deliveries.
    pub messages: u64,
    /// Answers.
    pub answers: u64,
    /// Sessions and invitations.
    pub sessions: u64,
}

/// Keeps the house.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Forgets what is older than the retention allows. The audit log is never shortened.
    async fn forget(&self, retention: &Retention, now: Timestamp) -> Result<Forgotten, StoreError>;

    /// Erases a check: its text, its answer, and the text and salt of every audit row about it. False when there was none.
    async fn erase_check(&self, id: CheckId, at: Timestamp, along: Along) -> Result<bool, StoreError>;

    /// Tells when a check was erased.
    async fn erased_check(&self, id: CheckId) -> Result<Option<Timestamp>, StoreError>;

    /// Writes a whole copy of everything into a new file while others go on reading and writing.
    async fn back_up(&self, to: &Path) -> Result<(), StoreError>;

    /// Puts everything back as it was in a copy, in one step that readers see whole or not at all.
    async fn restore(&self, from: &Path) -> Result<(), StoreError>;
}
