//! Every formula and protocol state machine of Probity, pure: slices and a seed in, values and a trace out.

pub mod eval;
pub mod intake;
pub mod oversight;
pub mod verify;
