//! HTTP over the engine: one router, one table of problems, one place where roles are checked.
//!
//! `router` is the table of contents. A request passes `front` (request id, limits, who is it, may they, how often), reaches
//! one handler in `api`, and leaves as a type of `wire` or as a row of `problem`.

mod api;
mod app;
mod body;
mod caller;
mod docs;
mod doors;
mod front;
mod idempotent;
mod known;
mod lines;
mod pool;
mod problem;
mod rate;
mod router;
mod serve;
mod stages;
mod telemetry;
pub mod token;
pub mod wire;

pub use app::{App, Limits, Parts};
pub use doors::{Access, DOORS};
pub use problem::{PROBLEMS, Problem};
pub use router::{openapi, router};
pub use serve::{Background, serve};
pub use telemetry::log_to_stderr;
