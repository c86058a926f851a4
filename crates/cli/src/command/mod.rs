//! The verbs, one file each: read the arguments, call what does the work, shape the reply.

pub mod accounts;
pub mod aggregate;
pub mod agreement;
pub mod check;
pub mod config;
pub mod eval;
pub mod ingest;
pub mod models;
pub mod rejections;
pub mod replay;
pub mod track_record;
