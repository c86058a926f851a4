//! From what was read to a probability: how often a direction with such evidence turned out right.
//!
//! The lean has log-odds for either side, fitted on claims held back from what the judge was taught with, so its probability is the
//! credence; what a rating or a rule settles is surer than the judge alone would be.

use super::lean::Leans;
use super::stance::Piece;
use domain::{Credence, Direction, Stance};

/// What a rule settled is at least this likely to be right, however softly the judge speaks.
const SETTLED_MIN: f64 = 0.50;
/// Words of its own that a sentence may have where its words alone settle it.
const FURTHER_MAX: usize = 6;
/// A fact-check of this very claim is at least this likely to be right; no set of ours can fit it.
const RATED_MIN: f64 = 0.75;

/// Returns the calibrated probability that the direction is right.
pub fn credence(leans: &Leans, pieces: &[Piece], direction: Direction, cap: f64) -> Credence {
    let value = leans.probability(direction);
    let has_rating = pieces.iter().any(|p| p.on_target && p.rating.is_some() && is_on_side(p, direction));
    let value = if has_rating { value.max(RATED_MIN) } else { value };
    let is_settled = pieces.iter().any(|piece| is_settling(piece) && takes(piece, direction));
    let value = if is_settled { value.max(SETTLED_MIN) } else { value };
    // The caps bind what people are told about an answer; saying that there is none needs no cap.
    let bound = if direction == Direction::None { 1.0 } else { cap };
    Credence::clamped(value.min(bound))
}

/// A rule set its stance, in a sentence that the rule can be believed in.
fn is_settling(piece: &Piece) -> bool {
    piece.rule.is_some_and(|rule| piece.further <= FURTHER_MAX || !rule.is_by_words())
}

/// The piece counts for the direction.
fn takes(piece: &Piece, direction: Direction) -> bool {
    piece.counts() && is_on_side(piece, direction)
}

fn is_on_side(piece: &Piece, direction: Direction) -> bool {
    matches!((piece.stance, direction), (Stance::Supports, Direction::Supports) | (Stance::Contradicts, Direction::Contradicts))
}
