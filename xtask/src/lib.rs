//! Invariants of the house as tests, and chores around the build.
