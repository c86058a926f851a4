//! From what was read to a probability: how often a direction with such evidence turned out right.
//!
//! A logistic curve for a direction, another for "points nowhere, and rightly so". Both are fitted on claims held back from what the
//! judge was taught with (`training/credence`). Elsewhere directions are right less often: the scale of the first curve was set
//! with SciFact's training claims in view. Few terms, so that the fit carries over.

use super::judge::Sides;
use super::lean::leans;
use super::stance::Piece;
use domain::{Credence, Direction, Stance};

/// What the curves look at.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Features {
    /// Logarithm of how loud the louder side is.
    pub loudness: f64,
    /// How far it is ahead of the other, 0..1.
    pub margin: f64,
    /// Share of the clear voices on target for the direction, less those against it, −1..1; 0 without any.
    pub consensus: f64,
    /// How sure the judge is that the nearest piece settles nothing, 0..1: silence may also be that it cannot tell. 1 without any.
    pub neutral: f64,
}

/// Coefficients of a direction: intercept, loudness, margin, consensus.
const RIGHT: [f64; 4] = [0.287, 0.349, 1.178, 0.165];
/// Coefficients of "nowhere": intercept, neutral.
const NOWHERE: [f64; 2] = [-1.496, 2.693];
/// Silence is not minus infinity.
const LOUDNESS_MIN: f64 = 0.001;

/// Reads the features off the evidence.
pub fn features(parts: usize, pieces: &[Piece], direction: Direction) -> Features {
    let leans = leans(parts, pieces);
    let loudest = |side: fn(&super::lean::Lean) -> f64| leans.iter().map(side).fold(0.0, f64::max);
    let (support, contradict) = (loudest(|l| l.support), loudest(|l| l.contradict));
    let (winner, loser) = match direction {
        Direction::Supports => (support, contradict),
        Direction::Contradicts => (contradict, support),
        Direction::None => (support.max(contradict), support.min(contradict)),
    };
    let sides = Sides::of(pieces.iter());
    let votes = sides.support + sides.contradict;
    let for_claim = if votes > 0.0 { (sides.support - sides.contradict) / votes } else { 0.0 };
    Features {
        loudness: libm::log(winner.max(LOUDNESS_MIN)),
        margin: ((winner - loser) / (winner + loser).max(LOUDNESS_MIN)).clamp(0.0, 1.0),
        consensus: if direction == Direction::Contradicts { -for_claim } else { for_claim },
        neutral: nearest(pieces).map_or(1.0, |piece| piece.scores.neutral.get()),
    }
}

/// Returns the piece nearest to the claim, of those on target if there are any.
fn nearest(pieces: &[Piece]) -> Option<&Piece> {
    pieces.iter().max_by(|a, b| a.on_target.cmp(&b.on_target).then(a.nearness.total_cmp(&b.nearness)))
}

/// Returns the calibrated probability that the direction is right. A claim of several parts is as sure as the least sure part that
/// points anywhere: parts that differ are no doubt about either.
pub fn credence(parts: usize, pieces: &[Piece], direction: Direction, cap: f64) -> Credence {
    let of_part = |part: usize| {
        let mine: Vec<Piece> = pieces.iter().filter(|p| p.part == part).map(|p| Piece { part: 0, ..p.clone() }).collect();
        let pointing = leans(1, &mine)[0].direction();
        (pointing != Direction::None).then(|| curve(1, &mine, pointing))
    };
    let value = match parts {
        0 | 1 => curve(parts, pieces, direction),
        _ => (0..parts).filter_map(of_part).reduce(f64::min).unwrap_or_else(|| curve(parts, pieces, direction)),
    };
    let has_rating = pieces.iter().any(|p| p.on_target && p.rating.is_some() && p.stance != Stance::Neutral);
    let value = if has_rating { value.max(RATED_MIN) } else { value };
    let value = if pieces.iter().any(|piece| is_settled(piece, direction)) { value.max(SETTLED_MIN) } else { value };
    // The caps bind what people are told about an answer; saying that there is none needs no cap.
    let bound = if direction == Direction::None { 1.0 } else { cap };
    Credence::clamped(value.min(bound))
}

fn curve(parts: usize, pieces: &[Piece], direction: Direction) -> f64 {
    let f = features(parts, pieces, direction);
    let log_odds = match direction {
        Direction::None => NOWHERE[0] + NOWHERE[1] * f.neutral,
        _ => RIGHT[0] + RIGHT[1] * f.loudness + RIGHT[2] * f.margin + RIGHT[3] * f.consensus,
    };
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Words or numbers that can be pointed at settle it for the direction, whatever the judge read.
fn is_settled(piece: &Piece, direction: Direction) -> bool {
    let takes_it = matches!(
        (piece.stance, direction),
        (Stance::Supports, Direction::Supports) | (Stance::Contradicts, Direction::Contradicts)
    );
    piece.counts() && piece.rule.is_some() && takes_it
}

/// What a rule settled is at least this likely to be right: three in four on the pool's held-back claims, one in two on SciFact's,
/// however softly the judge speaks.
const SETTLED_MIN: f64 = 0.60;

/// A fact-check of this very claim is at least this likely to be right; no set of ours can fit it.
const RATED_MIN: f64 = 0.75;
