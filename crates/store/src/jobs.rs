//! Work that waits to be done, survives its worker, and is never done twice in effect.
//!
//! A worker leases a job for a while and says now and then that it is alive. A worker that falls silent loses the lease and
//! somebody else tries again. What a job changes commits together with its completion, and only while the lease is held.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{ActorId, JobId};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// Attempts of a job before it is given up: one and three retries.
pub const ATTEMPTS_MAX: u32 = 4;
/// Most jobs leased at once.
pub const LEASE_MAX: u32 = 64;
/// Most jobs listed at once.
pub const JOBS_MAX: u32 = 500;

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Its time or a worker has not come yet.
    Waiting,
    /// A worker holds it.
    Running,
    /// It is done.
    Done,
    /// Every attempt failed; the reason says how.
    Dead,
}

impl JobState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Running, Self::Done, Self::Dead];

    /// Returns the word it is stored as.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
        }
    }

    /// Reads the word it is stored as.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// A job to be done.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// Its name.
    pub id: JobId,
    /// What sort of work it is.
    pub kind: String,
    /// What to do, in the shape of `payload_version`.
    pub payload: Value,
    /// Version of the payload's shape.
    pub payload_version: u32,
    /// Who asked for it.
    pub made_by: Option<ActorId>,
    /// While a job of this kind with this key waits or runs, another one is not added.
    pub once: Option<String>,
    /// Higher goes first.
    pub priority: i32,
    /// Not before.
    pub run_at: Timestamp,
    /// Comes back this long after it was due, for ever.
    pub period: Option<SignedDuration>,
    /// Attempts before it is given up.
    pub attempts_max: u32,
    /// When it was asked for.
    pub created_at: Timestamp,
}

/// A job as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// What was asked.
    pub asked: NewJob,
    /// How far it is.
    pub state: JobState,
    /// How often somebody tried.
    pub attempts: u32,
    /// Who holds it.
    pub leased_by: Option<String>,
    /// Until when.
    pub leased_until: Option<Timestamp>,
    /// Why the last attempt failed.
    pub reason: Option<String>,
    /// What came out.
    pub result: Option<Value>,
    /// When it was done or given up.
    pub finished_at: Option<Timestamp>,
}

/// A job that is done, by whoever holds its lease.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Which job.
    pub job: JobId,
    /// Who did it.
    pub worker: String,
    /// What came out.
    pub result: Value,
    /// When.
    pub at: Timestamp,
}

/// An attempt that failed.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// Which job.
    pub job: JobId,
    /// Who tried.
    pub worker: String,
    /// Why it failed.
    pub reason: String,
    /// When to try again; `None` gives it up.
    pub retry_at: Option<Timestamp>,
    /// When it failed.
    pub at: Timestamp,
}

/// A wish for work.
#[derive(Debug, Clone, PartialEq)]
pub struct Lease {
    /// Who wants it.
    pub worker: String,
    /// Which sorts.
    pub kinds: Vec<String>,
    /// The present moment.
    pub now: Timestamp,
    /// How long without a word before somebody else may try.
    pub for_ms: i64,
    /// How many at most.
    pub limit: u32,
}

/// How many jobs of a kind are in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobCount {
    /// The kind.
    pub kind: String,
    /// The state.
    pub state: JobState,
    /// How many.
    pub jobs: u64,
}

/// Keeps jobs. They are added along with what causes them, see [`Along`](crate::Along).
#[async_trait]
pub trait Jobs: Send + Sync {
    /// Takes up to `limit` jobs that are due, most urgent first. Jobs whose worker fell silent are due again, or dead when
    /// their attempts are used up.
    async fn lease_jobs(&self, lease: &Lease) -> Result<Vec<Job>, StoreError>;

    /// Says that the worker is alive. False when the lease was lost.
    async fn heartbeat(&self, job: JobId, worker: &str, until: Timestamp) -> Result<bool, StoreError>;

    /// Tells of a failed attempt. False when the lease was lost, and then nothing changed.
    async fn fail_job(&self, failed: &Failed) -> Result<bool, StoreError>;

    /// Ends every lease at once and returns how many, for a start at which nobody who worked before is alive. The attempts
    /// that were cut off count.
    async fn expire_leases(&self, now: Timestamp) -> Result<u64, StoreError>;

    /// Returns a job.
    async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError>;

    /// Returns up to `limit` jobs in a state, latest first, made before the given one.
    async fn jobs_in(&self, state: JobState, before: Option<JobId>, limit: u32) -> Result<Vec<Job>, StoreError>;

    /// Gives a dead job all its attempts again, together with what goes along. False when it is not dead, and then nothing
    /// changed.
    async fn revive_job(&self, id: JobId, now: Timestamp, along: Along) -> Result<bool, StoreError>;

    /// Counts jobs by kind and state.
    async fn count_jobs(&self) -> Result<Vec<JobCount>, StoreError>;
}
