//! What the real server does under load, beside what it is held against, in one run on one machine.
//!
//! ```sh
//! load writes PROBITY_BINARY              32 clients' durable writes against the bare driver; reads; cold start; memory
//! load verify PROBITY_BINARY CLAIMS_FILE  16 clients' checks against `probity check --batch`; fairness; overload
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a measurement; its output is the point")]

mod client;
mod house;
mod verify;
mod writes;

use std::path::PathBuf;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (what, binary) = (arguments.next().unwrap_or_default(), arguments.next().map(PathBuf::from));
    match (what.as_str(), binary, arguments.next()) {
        ("writes", Some(binary), None) => writes::measure(&binary),
        ("verify", Some(binary), Some(claims)) => verify::measure(&binary, &claims),
        _ => println!("usage: load writes PROBITY_BINARY | load verify PROBITY_BINARY CLAIMS_FILE"),
    }
}

/// The value below which this share of the sorted times lies, in milliseconds.
fn percentile_ms(sorted: &[std::time::Duration], share: f64) -> f64 {
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
