//! How far jobs are, for those who watch.

use domain::JobId;
use engine::orders::Listener;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Jobs remembered at a time.
const JOBS_MAX: usize = 4_096;

/// The last stage heard of each job.
#[derive(Default)]
pub struct Stages {
    heard: Mutex<HashMap<JobId, Stage>>,
}

/// A stage and how far it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// How much is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
}

impl Stages {
    /// Returns the last stage heard of a job that runs in this process.
    pub fn of(&self, job: JobId) -> Option<Stage> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).get(&job).cloned()
    }
}

impl Listener for Stages {
    fn heard(&self, job: JobId, stage: &str, done: u64, total: u64) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.len() >= JOBS_MAX {
            heard.clear();
        }
        heard.insert(job, Stage { name: stage.to_owned(), done, total });
    }
}
