//! The verbs, one file for what belongs together: read the request, call the engine, shape the reply.

pub mod admin;
pub mod agreement;
pub mod audit;
pub mod batches;
pub mod checks;
pub mod claims;
pub mod corpora;
pub mod health;
pub mod intake;
pub mod jobs;
pub mod rejections;
pub mod session;
pub mod submitters;
pub mod webhooks;
pub mod worker;
