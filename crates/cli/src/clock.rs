//! The one room with a real clock and real dice. Everybody else is handed what comes out of it.
#![allow(clippy::disallowed_methods, reason = "this is the room that clippy.toml speaks of")]

use domain::{CheckId, Clock};
use jiff::Timestamp;
use std::time::{Duration, Instant};

/// The machine's own clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Bytes of chance from the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dice;

impl Dice {
    /// Throws as many bytes as asked for.
    pub fn throw<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).expect("every system we run on has a source of chance");
        bytes
    }

    /// Makes the id of a check that is asked now.
    pub fn check_id(&mut self, clock: &dyn Clock) -> CheckId {
        let unix_ms = u64::try_from(clock.now().as_millisecond()).unwrap_or(0);
        CheckId::from_parts(unix_ms, self.throw())
    }
}

impl domain::Dice for Dice {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("every system we run on has a source of chance");
    }
}

/// Measures how long something takes.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_checks_of_one_instant_have_two_names() {
        let mut dice = Dice;
        assert_ne!(dice.check_id(&WallClock), dice.check_id(&WallClock));
    }
}
