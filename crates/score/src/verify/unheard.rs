//! Sentences that the judge never sees: they are written at the reader, or say something only to take it back.

mod orders;
mod retraction;

use orders::gives_orders;
use retraction::takes_back;

/// Says whether a sentence is passed over when passages are read.
pub(super) fn is_unheard(sentence: &str) -> bool {
    gives_orders(sentence) || takes_back(sentence)
}
