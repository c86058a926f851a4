//! Bytes counted against a budget that several fetches share.

use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of bytes. What was taken stays taken, also when the page it was for came to nothing.
#[derive(Debug)]
pub struct Meter {
    used: AtomicU64,
    bytes_max: u64,
}

impl Meter {
    /// Sets a budget.
    pub fn new(bytes_max: u64) -> Self {
        Self { used: AtomicU64::new(0), bytes_max }
    }

    /// Takes some; false when that is more than was left.
    pub fn take(&self, bytes: u64) -> bool {
        self.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) <= self.bytes_max
    }

    /// Returns how many were taken.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Nothing is left.
    pub fn is_spent(&self) -> bool {
        self.used() >= self.bytes_max
    }
}
