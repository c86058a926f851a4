//! The verbs, one file each: read the arguments, call what does the work, shape the reply.

pub mod aggregate;
pub mod agreement;
pub mod batch;
pub mod check;
pub mod config;
pub mod eval;
pub mod exchange;
pub mod ingest;
pub mod models;
pub mod registry;
pub mod replay;
