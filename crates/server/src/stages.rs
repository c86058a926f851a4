//! How far jobs are, for those who watch.

use domain::JobId;
use engine::orders::Listener;
use engine::verify::Stage;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Jobs remembered at a time; the longest known are forgotten first.
const JOBS_MAX: usize = 4_096;
/// Steps remembered of one job: seven for each claim of the longest article, and some more for the web.
const STEPS_MAX: usize = 512;

/// The steps heard of each job.
#[derive(Default)]
pub struct Stages {
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    steps: HashMap<JobId, Vec<Step>>,
    order: VecDeque<JobId>,
}

/// A stage, and which claim of how many has come to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// Claims that are behind it.
    pub done: u64,
    /// Of how many.
    pub total: u64,
}

impl Stages {
    /// Returns the last step of a job that runs in this process.
    pub fn of(&self, job: JobId) -> Option<Step> {
        self.since(job, 0).last().copied()
    }

    /// Returns the steps of a job behind the first `known` of them.
    pub fn since(&self, job: JobId, known: usize) -> Vec<Step> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.steps.get(&job).and_then(|steps| steps.get(known..)).unwrap_or_default().to_vec()
    }
}

impl Listener for Stages {
    fn heard(&self, job: JobId, stage: Stage, done: u64, total: u64) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if !heard.steps.contains_key(&job) {
            heard.order.push_back(job);
            if heard.order.len() > JOBS_MAX
                && let Some(oldest) = heard.order.pop_front()
            {
                heard.steps.remove(&oldest);
            }
        }
        let steps = heard.steps.entry(job).or_default();
        if steps.len() < STEPS_MAX {
            steps.push(Step { stage, done, total });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(number: u64) -> JobId {
        JobId::from_parts(number, [0; 10])
    }

    #[test]
    fn no_step_is_lost_between_two_looks() {
        let stages = Stages::default();
        for stage in Stage::ALL {
            stages.heard(job(1), stage, 0, 1);
        }
        let told: Vec<&str> = stages.since(job(1), 2).iter().map(|step| step.stage.as_str()).collect();
        assert_eq!(told, ["rank", "read", "trust", "search", "judge"]);
        assert_eq!(stages.of(job(1)).map(|step| step.stage), Some(Stage::Judge));
        assert!(stages.since(job(1), 99).is_empty() && stages.of(job(2)).is_none());
    }

    #[test]
    fn the_longest_known_job_is_forgotten_first() {
        let stages = Stages::default();
        for number in 0..=JOBS_MAX as u64 {
            stages.heard(job(number), Stage::Read, 0, 1);
        }
        assert!(stages.of(job(0)).is_none());
        assert!(stages.of(job(1)).is_some() && stages.of(job(JOBS_MAX as u64)).is_some());
    }
}
