//! The gate, told in cases: what must be refused, what must pass, and what must not take long.

// Helpers of tests fail like tests.
#![allow(clippy::unwrap_used)]

mod attacks;
mod cases;
mod pathological;
mod settling;

use score::intake::{Hit, Patterns, Readings, Rules};
use std::sync::LazyLock;

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Rules::built_in()));

/// What the shipped rules find in a text.
fn hits(text: &str) -> Vec<Hit> {
    PATTERNS.scan(&Readings::of(text))
}
