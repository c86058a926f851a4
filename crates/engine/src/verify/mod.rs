//! Claims to verdicts: find, rank, read, judge, store; and the same again from what was stored.

mod batch;
mod check;
mod counsel;
mod drift;
mod expand;
mod extract;
mod find;
mod known;
mod look;
mod reach;
mod read;
mod replay;
mod stage;
mod statements;

pub use batch::Batch;
pub(crate) use check::Way;
pub use check::{ARTICLE_BYTES_MAX, Asked, CLAIM_CHARS_MAX, CLAIMS_MAX, Question};
pub use counsel::Counsellor;
pub use extract::AskedModel;
pub use find::{CANDIDATES_MAX, Finder, Hits};
pub use reach::Reach;
pub(crate) use replay::policy_of;
pub use replay::{Difference, Replay};
pub use stage::Stage;
