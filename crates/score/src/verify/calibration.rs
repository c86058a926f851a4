//! From strength to probability: how often a direction with such evidence turned out right.
//!
//! A logistic curve over the strength of the winning side, the share it has, and how near the evidence is to the claim.
//! The coefficients are set by hand and measured in `docs/benchmarks.md`. Whoever fits them has `eval claims --dump` for the
//! features; the curve is kept simple so that a fit on one corpus carries over to another.

use super::judge::Sides;
use super::stance::Piece;
use domain::{Credence, Direction};

/// What the curve looks at.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Features {
    /// Log-odds of the strongest voice on the winning side.
    pub strongest: f64,
    /// Share of the votes the winning side has, 0.5..1.
    pub consensus: f64,
    /// Predicate match of the strongest voice.
    pub nearness: f64,
    /// Ranking score of the strongest voice's passage.
    pub score: f64,
}

/// Coefficients: intercept, then one for each feature.
const RIGHT: [f64; 5] = [-2.6, 0.55, 1.6, 1.4, 0.6];
/// Coefficients for "points nowhere, and rightly so": intercept and one for the nearest voice's predicate match.
const NOWHERE: [f64; 2] = [1.4, -1.2];

/// Reads the features off the evidence; nothing when nothing counts.
pub fn features(pieces: &[Piece], direction: Direction) -> Option<Features> {
    let stance = match direction {
        Direction::Supports => domain::Stance::Supports,
        Direction::Contradicts => domain::Stance::Contradicts,
        Direction::None => return None,
    };
    let strongest = pieces
        .iter()
        .filter(|p| p.counts() && p.stance == stance)
        .max_by(|a, b| (a.strength * a.predicate).total_cmp(&(b.strength * b.predicate)))?;
    let strength = strongest.strength.clamp(0.01, 0.99);
    Some(Features {
        strongest: libm::log(strength / (1.0 - strength)),
        consensus: Sides::of(pieces.iter()).consensus(),
        nearness: strongest.predicate.min(1.0),
        score: strongest.score,
    })
}

/// Returns the calibrated probability that the direction is right.
pub fn credence(pieces: &[Piece], direction: Direction, cap: f64) -> Credence {
    let log_odds = match features(pieces, direction) {
        Some(f) => RIGHT[0] + RIGHT[1] * f.strongest + RIGHT[2] * f.consensus + RIGHT[3] * f.nearness + RIGHT[4] * f.score,
        None => {
            let nearest = pieces.iter().map(|p| p.predicate.min(1.0)).fold(0.0, f64::max);
            NOWHERE[0] + NOWHERE[1] * nearest
        }
    };
    let value = 1.0 / (1.0 + libm::exp(-log_odds));
    // The caps bind what people are told about an answer; saying that there is none needs no cap.
    let bound = if direction == Direction::None { 1.0 } else { cap.max(0.5) };
    Credence::clamped(value.min(bound))
}
