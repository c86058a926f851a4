//! Time is brought by the caller.

use jiff::Timestamp;

/// Tells the time. The real one lives in `cli`; tests bring their own.
pub trait Clock: Send + Sync {
    /// Returns the present moment.
    fn now(&self) -> Timestamp;
}
