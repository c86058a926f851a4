//! The verbs, one file each: read the arguments, call what does the work, shape the reply.

pub mod accounts;
pub mod admin;
pub mod aggregate;
pub mod agreement;
pub mod audit;
pub mod backup;
pub mod batch;
pub mod check;
pub mod config;
pub mod corpus;
pub mod eval;
pub mod exchange;
pub mod ingest;
pub mod intake;
pub mod models;
pub mod registry;
pub mod rejections;
pub mod replay;
pub mod serve;
pub mod track_record;
