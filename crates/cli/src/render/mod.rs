//! Output for people: pages of text that fit the terminal, coloured where colour helps and plain where it is not wanted.
//!
//! Styles are written into the text and taken out again by `anstream` when the output is piped or NO_COLOR is set.

mod check;
mod evidence;
mod ledger;
mod page;
mod palette;
mod table;
mod words;

pub use check::{Detail, check};
pub use page::{Page, paint};
pub use palette::{ACCENT, BAD, BOLD, DIM, GOOD, PLAIN};
pub use table::Table;
pub use words::{counted, is_doubted, tally};

/// Returns a verdict in words with its sign, in its colour.
pub fn verdict_word(verdict: domain::Verdict) -> String {
    paint(palette::of_verdict(verdict), format!("{} {}", words::sign(verdict), words::of_verdict(verdict)))
}

#[cfg(test)]
mod tests;
