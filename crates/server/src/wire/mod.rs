//! What goes over the wire, converted by hand: domain types are not the API.

mod access;
mod ask;
mod check;
mod oversight;
mod work;
mod worker;

pub use access::*;
pub use ask::*;
pub use check::*;
pub use oversight::*;
pub use work::*;
pub use worker::*;
