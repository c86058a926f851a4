//! The workers: they lease jobs, say that they are alive, and try again with patience.

use crate::EngineError;
use crate::office::Office;
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Along, Completion, Failed, Job, Lease, StoreError};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How long a worker may be silent.
pub const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// How often it says that it is alive.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(10);
/// How often it looks for work that nobody announced.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Wait before the first retry; it doubles with each.
const BACKOFF_FIRST: SignedDuration = SignedDuration::from_secs(2);
/// Longest wait.
const BACKOFF_MAX: SignedDuration = SignedDuration::from_mins(5);
/// How long running jobs may go on after the house was asked to close.
const FAREWELL: Duration = Duration::from_secs(20);

/// How an attempt came out.
#[derive(Debug, Clone, PartialEq)]
pub enum Attempt {
    /// The handler committed the completion together with what it changed.
    Committed,
    /// It is done; this commits together with the completion.
    Done {
        /// What came out.
        result: Value,
        /// What it causes.
        along: Box<Along>,
    },
    /// It failed and may be tried again.
    Failed(String),
    /// It failed and trying again is of no use.
    Hopeless(String),
}

/// A job in the hands of a worker.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The job.
    pub job: Job,
    /// The worker.
    pub worker: String,
}

impl Turn {
    /// Makes the completion that commits along with the job's effect.
    pub fn completion(&self, result: Value, at: Timestamp) -> Completion {
        Completion { job: self.job.asked.id, worker: self.worker.clone(), result, at }
    }
}

/// Does one kind of job.
#[async_trait]
pub trait Handler: Send + Sync {
    /// Does the job once.
    async fn attempt(&self, office: &Office, turn: &Turn) -> Attempt;
}

/// The workers of one process.
pub struct Workers {
    office: Arc<Office>,
    name: String,
    handlers: HashMap<String, Arc<dyn Handler>>,
    slots: usize,
}

impl Workers {
    /// Puts workers together: `slots` jobs run at a time.
    pub fn new(office: Arc<Office>, slots: usize) -> Self {
        let name = format!("worker-{}", office.chance_text::<9>());
        Self { office, name, handlers: HashMap::new(), slots }
    }

    /// Names who does a kind of job.
    #[must_use]
    pub fn with(mut self, kind: &str, handler: Arc<dyn Handler>) -> Self {
        self.handlers.insert(kind.to_owned(), handler);
        self
    }

    /// Works until told to stop, then lets what runs finish.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let slots = Arc::new(Semaphore::new(self.slots));
        let bell = self.office.bell(self.handlers.keys().cloned().collect());
        let mut running = JoinSet::new();
        loop {
            while running.try_join_next().is_some() {}
            let free = slots.available_permits();
            let leased = if free > 0 { self.lease(free).await } else { Vec::new() };
            let is_idle = free == 0 || leased.len() < free;
            for job in leased {
                let permit = Arc::clone(&slots).acquire_owned().await;
                let handler = self.handlers.get(&job.asked.kind).cloned();
                let (office, worker, bell) = (Arc::clone(&self.office), self.name.clone(), Arc::clone(&bell));
                running.spawn(async move {
                    let Some(handler) = handler else { return };
                    work(&office, &*handler, Turn { job, worker }).await;
                    // A slot is free and there may be more to do.
                    drop(permit);
                    bell.notify_one();
                });
            }
            if *stop.borrow() {
                break;
            }
            if is_idle {
                tokio::select! {
                    () = bell.notified() => {}
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                    _ = stop.wait_for(|stopping| *stopping) => break,
                }
            }
        }
        // What does not finish in time is leased again after the next start.
        let _ = tokio::time::timeout(FAREWELL, async { while running.join_next().await.is_some() {} }).await;
    }

    /// Does everything that is due, one after the other, and returns how much that was.
    pub async fn run_out(&self) -> u64 {
        let mut done = 0;
        loop {
            let Some(job) = self.lease(1).await.pop() else { return done };
            let Some(handler) = self.handlers.get(&job.asked.kind) else { return done };
            work(&self.office, &**handler, Turn { job, worker: self.name.clone() }).await;
            done += 1;
        }
    }

    async fn lease(&self, limit: usize) -> Vec<Job> {
        let lease = Lease {
            worker: self.name.clone(),
            kinds: self.handlers.keys().cloned().collect(),
            now: self.office.now(),
            for_ms: LEASE.as_millis() as i64,
            limit: u32::try_from(limit).unwrap_or(u32::MAX),
        };
        match self.office.store().lease_jobs(&lease).await {
            Ok(jobs) => jobs,
            Err(error) => {
                tracing::warn!(%error, "no jobs could be leased; looking again");
                Vec::new()
            }
        }
    }
}

/// Does one job once, saying meanwhile that the worker is alive.
async fn work(office: &Office, handler: &dyn Handler, turn: Turn) {
    let id = turn.job.asked.id;
    let attempt = async {
        let attempt = handler.attempt(office, &turn).await;
        settle(office, &turn, attempt).await
    };
    let beating = async {
        loop {
            tokio::time::sleep(HEARTBEAT_EVERY).await;
            let alive = office.store().heartbeat(id, &turn.worker, office.now() + LEASE).await;
            if alive == Ok(false) {
                break;
            }
        }
    };
    tokio::select! {
        settled = attempt => if let Err(error) = settled {
            tracing::warn!(job.id = %id, %error, "job {id} could not be settled; its lease will run out");
        },
        () = beating => tracing::warn!(job.id = %id, "job {id} was taken over by another worker"),
    }
}

async fn settle(office: &Office, turn: &Turn, attempt: Attempt) -> Result<(), EngineError> {
    let (reason, is_hopeless) = match attempt {
        Attempt::Committed => return Ok(()),
        Attempt::Done { result, along } => {
            let along = Along { completion: Some(turn.completion(result, office.now())), ..*along };
            return match office.store().commit(along).await {
                Err(StoreError::LeaseLost(_)) => Ok(()),
                committed => Ok(committed?),
            };
        }
        Attempt::Failed(reason) => (reason, false),
        Attempt::Hopeless(reason) => (reason, true),
    };
    let (id, attempts) = (turn.job.asked.id, turn.job.attempts);
    let is_last = is_hopeless || attempts >= turn.job.asked.attempts_max;
    match is_last {
        true => tracing::error!(job.id = %id, reason, "job {id} is given up after {attempts} attempts"),
        false => tracing::warn!(job.id = %id, reason, "job {id} failed on attempt {attempts} and will be tried again"),
    }
    let chance = u16::from_le_bytes(office.dice().throw());
    let retry_at = (!is_last).then(|| office.now() + backoff(attempts, chance));
    let failed = Failed { job: id, worker: turn.worker.clone(), reason, retry_at, at: office.now() };
    office.store().fail_job(&failed).await?;
    Ok(())
}

/// How long to wait before the next attempt: doubling, and spread over the upper half so that those who failed together do
/// not come back together.
pub fn backoff(attempts: u32, chance: u16) -> SignedDuration {
    let full_ms = BACKOFF_FIRST.as_millis() << attempts.saturating_sub(1).min(16);
    let full_ms = full_ms.min(BACKOFF_MAX.as_millis());
    let half_ms = full_ms / 2;
    let spread_ms = half_ms * i128::from(chance) / i128::from(u16::MAX);
    SignedDuration::from_millis((half_ms + spread_ms) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_about_twice_the_one_before_and_never_endless() {
        assert_eq!(backoff(1, 0), SignedDuration::from_secs(1));
        assert_eq!(backoff(1, u16::MAX), SignedDuration::from_secs(2));
        assert_eq!(backoff(3, u16::MAX), SignedDuration::from_secs(8));
        assert_eq!(backoff(40, u16::MAX), BACKOFF_MAX);
        for attempts in 1..40 {
            for chance in [0, 1, 30_000, u16::MAX] {
                let wait = backoff(attempts, chance);
                assert!(wait >= SignedDuration::from_secs(1) && wait <= BACKOFF_MAX);
            }
        }
    }
}
