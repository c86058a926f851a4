//! The whole product, from the command line down: the real binary with real weights on real files.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod answers;
mod court;
mod desk;
mod exchange;
mod facts;
mod house;
mod mishaps;
mod newcomer;
mod oversight;
mod serving;
mod shelf;
mod web;
mod worker;
