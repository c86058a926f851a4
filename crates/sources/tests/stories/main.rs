//! Stories about what comes in from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod golden;
mod llm;
mod mutation;
mod robust;
mod shelf;
mod walk;
mod web;
