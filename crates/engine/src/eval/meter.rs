//! Time as the wall sees it and as the processor does: machines are shared, so both are told.

use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// Both clocks, started together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meter {
    wall: Instant,
    cpu: Option<ProcessTime>,
}

/// What one thing took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Took {
    /// By the wall.
    pub(super) wall: Duration,
    /// Of all threads of this process together; nothing where the system does not tell.
    pub(super) cpu: Option<Duration>,
}

impl Meter {
    /// Starts both clocks.
    pub(super) fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::try_now().ok() }
    }

    /// Returns the time since the start.
    pub(super) fn read(&self) -> Took {
        Took { wall: self.wall.elapsed(), cpu: self.cpu.and_then(|start| start.try_elapsed().ok()) }
    }
}
