//! From what was read to a probability: how often a direction with such evidence turned out right.
//!
//! The lean has log-odds for either side, fitted on claims held back from what the judge was taught with, so its probability is the
//! credence; what a rating or a rule settles is surer than the judge alone would be.

use super::lean::Leans;
use super::stance::Piece;
use domain::{Credence, Direction, Stance};

/// What a rule settled is at least this likely to be right: three in four on the pool's held-back claims, one in two on SciFact's,
/// however softly the judge speaks.
const SETTLED_MIN: f64 = 0.60;
/// A fact-check of this very claim is at least this likely to be right; no set of ours can fit it.
const RATED_MIN: f64 = 0.75;

/// Returns the calibrated probability that the direction is right.
pub fn credence(leans: &Leans, pieces: &[Piece], direction: Direction, cap: f64) -> Credence {
    let value = leans.probability(direction);
    let has_rating = pieces.iter().any(|p| p.on_target && p.rating.is_some() && p.stance != Stance::Neutral);
    let value = if has_rating { value.max(RATED_MIN) } else { value };
    let value = if pieces.iter().any(|piece| is_settled(piece, direction)) { value.max(SETTLED_MIN) } else { value };
    // The caps bind what people are told about an answer; saying that there is none needs no cap.
    let bound = if direction == Direction::None { 1.0 } else { cap };
    Credence::clamped(value.min(bound))
}

/// Words or numbers that can be pointed at settle it for the direction, whatever the judge read.
fn is_settled(piece: &Piece, direction: Direction) -> bool {
    let takes_it = matches!(
        (piece.stance, direction),
        (Stance::Supports, Direction::Supports) | (Stance::Contradicts, Direction::Contradicts)
    );
    piece.counts() && piece.rule.is_some() && takes_it
}
