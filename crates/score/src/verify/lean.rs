//! Which way everything that was read points, before any gate: the direction that credence is about.
//!
//! A stance needs a clear reading on target (decision S4-10), and many claims get none. The lean tells a hint from silence: the
//! loudest reading on each side, each worth as much as its sentence is near to the claim. The numbers below were set on
//! SciFact's training claims and on the pool's held-back ones, so what `docs/benchmarks.md` tells of those is not blind.

use super::stance::Piece;
use domain::{Direction, Stance};

/// A reading below this loudness is silence.
const HEARD_MIN: f64 = 0.07;
/// The judge calls a neighbour of the claim a contradiction more often than a confirmation, so that side is heard softer.
const AGAINST_SHARE: f64 = 0.70;
/// What a sentence of the same meaning is worth when it shares no word with the claim.
const WORDLESS: f64 = 0.50;
/// What a side keeps when a rating has decided for the other.
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
    /// What one reading says: the judge's scores, or the rating that stands in their place, worth the square of how near the
    /// sentence is in meaning and the square of how near it is in words.
    ///
    /// Words and numbers have their say in the stance, not here: where they do not suffice for an answer, the judge's own
    /// reading was the better hint on every set we looked at.
    pub fn of(piece: &Piece, is_rated: bool) -> Self {
        let worth = worth(piece.cosine, piece.overlap);
        let (support, contradict) = match piece.stance {
            Stance::Supports if is_rated => (piece.strength, OVERRULED),
            Stance::Contradicts if is_rated => (OVERRULED, piece.strength),
            Stance::Neutral if is_rated => (0.0, 0.0),
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

fn worth(cosine: f64, overlap: f64) -> f64 {
    let (meaning, words) = (cosine.clamp(0.0, 1.0), WORDLESS + (1.0 - WORDLESS) * overlap.clamp(0.0, 1.0));
    meaning * meaning * words * words
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
