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

impl Took {
    /// Returns what all of them took together; of the processor only where the system tells it of each.
    pub(super) fn together(all: &[Self]) -> Self {
        Self { wall: all.iter().map(|took| took.wall).sum(), cpu: all.iter().map(|took| took.cpu).sum() }
    }
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

/// Returns the most memory this process ever held, in megabytes, where the system tells.
pub(super) fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}
