//! The gate: what may come in, what is turned away, and which evidence must not speak.
//!
//! [`Gate`] holds the live rules and the model and keeps up with the rules' file. [`Engine::screen`] is the one question that the
//! command line, the server and the workers ask; its [`Refusal`] holds everything that a rejection event needs.

mod followed;
mod gate;
mod screen;
mod shadow;

pub use gate::{Gate, GateError};
pub use screen::Screening;
pub use shadow::{Traffic, comparison};
