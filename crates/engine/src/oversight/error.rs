//! What can go wrong under review.

use domain::RejectionId;
use score::oversight::review::{RATIONALE_BYTES_MAX, ReviewError};
use store::StoreError;

/// A step that was not taken. Nothing is written.
#[derive(Debug, thiserror::Error)]
pub enum OversightError {
    /// The protocol does not allow it.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// There is no such refusal.
    #[error("there is no refusal {0}: `probity rejections list` shows those there are")]
    Unknown(RejectionId),
    /// There is no such snapshot.
    #[error("there is no snapshot of {0}: take one with `probity agreement snapshot`")]
    UnknownSnapshot(String),
    /// Somebody has acknowledged it.
    #[error("the snapshot of {0} is acknowledged already: nothing is left to do about it")]
    AlreadyAcknowledged(String),
    /// Others were faster, again and again.
    #[error("others keep changing this refusal: look at it again and try once more")]
    Busy,
    /// A decision has a reason.
    #[error("a decision needs a rationale of at most {RATIONALE_BYTES_MAX} bytes: say why in a sentence")]
    NoRationale,
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}
