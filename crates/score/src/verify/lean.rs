//! Which way everything that was read points, before any gate: the direction that credence is about.
//!
//! A stance needs a clear reading on target (decision S4-10), and many claims get none. The lean tells a hint from silence: the
//! loudest reading on each side, each worth as much as its sentence is near to the claim. The numbers below are thresholds set on
//! SciFact's training claims and looked at on others; `docs/benchmarks.md` has what they are worth.

use super::stance::Piece;
use domain::{Direction, Stance};

/// A reading below this loudness is silence.
const HEARD_MIN: f64 = 0.03;
/// The judge calls a neighbour of the claim a contradiction more often than a confirmation, so that side is heard softer.
const AGAINST_SHARE: f64 = 0.80;
/// What a side keeps when words or numbers have decided for the other.
const OVERRULED: f64 = 0.05;

/// How loudly the two sides speak, 0..1 each.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lean {
    /// For the claim.
    pub support: f64,
    /// Against it.
    pub contradict: f64,
}

impl Lean {
    /// What one reading says: the judge's scores, or what words and numbers said in its place, worth the fourth power of how
    /// near the sentence is.
    pub fn of(piece: &Piece, is_overruled: bool) -> Self {
        let near = piece.nearness.clamp(0.0, 1.0);
        let worth = near * near * near * near;
        let (support, contradict) = match piece.stance {
            Stance::Supports if is_overruled => (piece.strength, OVERRULED),
            Stance::Contradicts if is_overruled => (OVERRULED, piece.strength),
            Stance::Neutral if is_overruled => (0.0, 0.0),
            _ => (piece.scores.entailment.get(), piece.scores.contradiction.get()),
        };
        Self { support: worth * support, contradict: worth * contradict * AGAINST_SHARE }
    }

    /// The louder of two readings, on each side.
    pub fn louder(self, other: Self) -> Self {
        Self { support: self.support.max(other.support), contradict: self.contradict.max(other.contradict) }
    }

    /// The louder side, when it can be heard at all.
    pub fn direction(self) -> Direction {
        match () {
            () if self.support.max(self.contradict) < HEARD_MIN => Direction::None,
            () if self.support >= self.contradict => Direction::Supports,
            () => Direction::Contradicts,
        }
    }
}

/// The lean of each part: the loudest of its pieces.
pub fn leans(parts: usize, pieces: &[Piece]) -> Vec<Lean> {
    let mut leans = vec![Lean::default(); parts];
    for piece in pieces {
        leans[piece.part] = leans[piece.part].louder(piece.lean);
    }
    leans
}

/// The direction of a claim: against it when any part is contradicted, for it when one is supported and none contradicted.
pub fn direction(leans: &[Lean]) -> Direction {
    let is = |wanted: Direction| leans.iter().any(|lean| lean.direction() == wanted);
    match () {
        () if is(Direction::Contradicts) => Direction::Contradicts,
        () if is(Direction::Supports) => Direction::Supports,
        () => Direction::None,
    }
}
