//! From what was read to a probability: how often a direction with such evidence turned out right.
//!
//! The lean has log-odds for either side, fitted on claims held back from what the judge was taught with, so its probability is the
//! credence; what a rating or a rule settles is surer than the judge alone would be.

use super::lean::Leans;
use super::stance::Piece;
use domain::{Credence, Direction, Stance, Trace};

/// What a rule settled is at least this likely to be right, however softly the judge speaks.
const SETTLED_MIN: f64 = 0.50;
/// Words of its own that a sentence may have where its words alone settle it.
const FURTHER_MAX: usize = 6;
/// A fact-check of this very claim is at least this likely to be right; no set of ours can fit it.
const RATED_MIN: f64 = 0.75;

/// Returns the calibrated probability that the direction is right.
pub fn credence(leans: &Leans, pieces: &[Piece], direction: Direction, cap: f64) -> Credence {
    credence_told(leans, pieces, direction, cap).0
}

/// Returns the same with its ledger: the odds it comes from, and every floor and cap that moved it.
pub fn credence_told(leans: &Leans, pieces: &[Piece], direction: Direction, cap: f64) -> (Credence, Trace) {
    let mut trace = leans.told();
    let mut value = leans.probability(direction);
    let has_rating = pieces.iter().any(|p| p.on_target && p.rating.is_some() && is_on_side(p, direction));
    let is_settled = pieces.iter().any(|piece| is_settling(piece) && takes(piece, direction));
    for (holds, rule, floor) in [(has_rating, "rated_floor", RATED_MIN), (is_settled, "settled_floor", SETTLED_MIN)] {
        if holds && floor > value {
            trace.push(Trace::new(rule).with("at_least", floor));
            value = floor;
        }
    }
    // The caps bind what people are told about an answer; saying that there is none needs no cap.
    if direction != Direction::None && cap < value {
        trace.push(Trace::new("credence_cap").with("at_most", cap));
        value = cap;
    }
    trace.term("credence", value);
    (Credence::clamped(value), trace)
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
