//! Claims to verdicts: find, rank, read, judge, store; and the same again from what was stored.

mod check;
mod expand;
mod find;
mod known;
mod look;
mod reach;
mod replay;
mod statements;

pub use check::{ARTICLE_BYTES_MAX, Asked, CLAIM_CHARS_MAX, CLAIMS_MAX, Question};
pub use find::{Finder, Hits};
pub use reach::Reach;
pub use replay::{Difference, Replay};
