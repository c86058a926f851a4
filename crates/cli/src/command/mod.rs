//! The verbs, one file each: read the arguments, call what does the work, shape the reply.

pub mod config;
pub mod models;
