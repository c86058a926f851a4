//! What commits together with a change: the jobs it causes, the messages it sends, the audit rows that tell of it, what became
//! of a submission, the answer kept under its idempotency key, and the job it completes.
//!
//! All of it happens with the change or not at all, so that nothing acknowledged is forgotten and nothing happens twice.

use crate::{Assessed, Completion, NewAnswer, NewAudit, NewJob, NewMessage, StoreError};
use async_trait::async_trait;
use domain::RejectionEvent;

/// What commits together with a change.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Along {
    /// Work that the change causes.
    pub jobs: Vec<NewJob>,
    /// What others want to hear of it.
    pub messages: Vec<NewMessage>,
    /// Who decided what.
    pub audit: Vec<NewAudit>,
    /// Submissions that were turned away and wait for review. One that is kept already stays as it is.
    pub refusals: Vec<RejectionEvent>,
    /// Submissions that were assessed; a later outcome of the same one takes the place of the earlier.
    pub assessed: Vec<Assessed>,
    /// The answer to give again when the same request comes again.
    pub answer: Option<NewAnswer>,
    /// The job that is done with it. When its lease is lost, nothing of the change happens.
    pub completion: Option<Completion>,
}

impl Along {
    /// Goes along with one job.
    pub fn job(job: NewJob) -> Self {
        Self { jobs: vec![job], ..Self::default() }
    }

    /// Goes along with one audit row.
    pub fn audit(row: NewAudit) -> Self {
        Self { audit: vec![row], ..Self::default() }
    }
}

/// Commits what needs no other change.
#[async_trait]
pub trait Commits: Send + Sync {
    /// Commits all of it or nothing.
    async fn commit(&self, along: Along) -> Result<(), StoreError>;
}
