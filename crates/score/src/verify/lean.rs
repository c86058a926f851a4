//! Which way everything that was read points, before any gate, and how surely: the direction that credence is about.
//!
//! A stance needs a clear reading on target (decision S4-10), and many claims get none. The lean tells a hint from silence. Every
//! reading has log-odds for either side against silence, from what the judge says and how near its sentence is to the claim; the
//! loudest sentence speaks for its passage, and the odds of the passages add up. The slopes are fitted on claims held back from what
//! the judge was taught with (`training/credence`); their scale, what several passages come to, and where the sides and answers
//! start from were set with training claims of SciFact, Climate-FEVER and AVeriTeC in view. Since then the judge went on learning and
//! became surer than he is right, so that all of it was taken times 0.93 (decision P179), and what speaks against a claim starts level
//! with silence (decision P195).

use super::stance::Piece;
use domain::{Direction, Stance, Trace};
use std::collections::BTreeSet;

/// How one side is weighed: log-odds against silence.
struct Side {
    /// Where it starts from.
    start: f64,
    /// For each nat of the side's score above "neither" …
    over_neither: f64,
    /// … and above the other side.
    over_other: f64,
    /// For a sentence of the same meaning.
    cosine: f64,
    /// For a sentence with every word of the claim.
    overlap: f64,
    /// For the answer to a question of the same meaning: it was written to settle something …
    asked: f64,
    /// … whatever its meaning.
    asked_start: f64,
}

const FOR: Side =
    Side { start: 0.69, over_neither: 0.93, over_other: 0.09, cosine: 0.38, overlap: 0.17, asked: 0.88, asked_start: 1.51 };
const AGAINST: Side =
    Side { start: 0.0, over_neither: 0.91, over_other: -0.05, cosine: 0.53, overlap: 0.75, asked: 0.37, asked_start: 2.44 };
/// Of many passages some speak by chance: what each side loses for every nat of their number …
const CROWD: f64 = 0.67;
/// … and the share of its log-odds that it loses, since what one of them says may be said of something else.
const FLATTER: f64 = 0.10;
/// The least share that is left.
const SURE_MIN: f64 = 0.5;
/// Of a sentence read by itself and with those around it, the share that the louder reading has.
const LOUDER_SHARE: f64 = 2.0 / 3.0;
/// A score is at least this, so that its logarithm is finite.
const SCORE_MIN: f64 = 1e-3;
/// The log-odds of a side that nothing speaks for.
const SILENT: f64 = -9.0;
/// The lean of a part that nothing was read for: a search that found nothing is a weak sign that there is nothing.
const UNREAD: Lean = Lean { support: -1.2, contradict: -1.2 };
/// What a word for the claim loses where a rule takes its confirmation away.
const UNCONFIRMED: f64 = 0.40;
/// What a side keeps when a rating has decided for the other.
const OVERRULED: f64 = 0.05;

/// Log-odds of the two sides against silence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lean {
    /// For the claim.
    pub support: f64,
    /// Against it.
    pub contradict: f64,
}

impl Default for Lean {
    fn default() -> Self {
        Self { support: SILENT, contradict: SILENT }
    }
}

impl Lean {
    /// What one reading says: the judge's scores, or the rating that stands in their place, beside how near the sentence is.
    ///
    /// Words and numbers have their say in the stance, not here: where they do not suffice for an answer, the judge's own
    /// reading was the better hint on every set we looked at.
    pub fn of(piece: &Piece, is_rated: bool) -> Self {
        let (support, contradict) = match piece.stance {
            Stance::Supports if is_rated => (piece.strength, OVERRULED),
            Stance::Contradicts if is_rated => (OVERRULED, piece.strength),
            Stance::Neutral if is_rated => return Self::default(),
            _ => (piece.scores.entailment.get(), piece.scores.contradiction.get()),
        };
        let neither = 1.0 - support - contradict;
        Self {
            support: FOR.log_odds(support, contradict, neither, piece),
            contradict: AGAINST.log_odds(contradict, support, neither, piece),
        }
    }

    /// The same where it is said of another: no word for the claim, and none against it but a louder one.
    pub fn of_another(self) -> Self {
        let contradict = if self.contradict > self.support { self.contradict } else { SILENT };
        Self { support: SILENT, contradict }
    }

    /// The same where the words do not confirm what the judge reads: a quieter word for the claim.
    pub fn unconfirmed(self) -> Self {
        Self { support: self.support - UNCONFIRMED, ..self }
    }

    /// The louder of two readings, on each side.
    pub fn louder(self, other: Self) -> Self {
        Self { support: self.support.max(other.support), contradict: self.contradict.max(other.contradict) }
    }

    /// Two readings of one passage together, on each side: the louder has more to say.
    pub fn heard_with(self, other: Self) -> Self {
        let both = |one: f64, two: f64| LOUDER_SHARE * one.max(two) + (1.0 - LOUDER_SHARE) * one.min(two);
        Self { support: both(self.support, other.support), contradict: both(self.contradict, other.contradict) }
    }

    /// What several passages say together.
    fn sum(leans: &[Self]) -> Self {
        let nats = libm::log(leans.len() as f64);
        let sure = (1.0 - FLATTER * nats).max(SURE_MIN);
        let side = |log_odds: fn(&Self) -> f64| {
            let loudest = leans.iter().map(log_odds).fold(f64::NEG_INFINITY, f64::max);
            let odds: f64 = leans.iter().map(|lean| libm::exp(log_odds(lean) - loudest)).sum();
            sure * (loudest + libm::log(odds) - CROWD * nats)
        };
        Self { support: side(|lean| lean.support), contradict: side(|lean| lean.contradict) }
    }

    /// The likeliest of for, against and neither.
    pub fn direction(self) -> Direction {
        match () {
            () if self.support.max(self.contradict) < 0.0 => Direction::None,
            () if self.support >= self.contradict => Direction::Supports,
            () => Direction::Contradicts,
        }
    }

    /// How likely that direction is, 0..1.
    pub fn probability(self, direction: Direction) -> f64 {
        self.shares()[place(direction)]
    }

    /// The probabilities of for, against and neither.
    fn shares(self) -> [f64; 3] {
        let [support, contradict] = [self.support, self.contradict].map(libm::exp);
        [support, contradict, 1.0].map(|way| way / (1.0 + support + contradict))
    }
}

impl Side {
    fn log_odds(&self, own: f64, other: f64, neither: f64, piece: &Piece) -> f64 {
        let [own, other, neither] = [own, other, neither].map(|score| libm::log(score.max(SCORE_MIN)));
        let said = self.over_neither * (own - neither) + self.over_other * (own - other);
        let (cosine, overlap) = (piece.cosine.clamp(0.0, 1.0), piece.overlap.clamp(0.0, 1.0));
        let asked = if piece.is_answer { self.asked_start + self.asked * cosine } else { 0.0 };
        self.start + said + asked + self.cosine * cosine + self.overlap * overlap
    }
}

/// The leans of a claim: of each part and, where several were read in one piece too, of the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Leans {
    parts: Vec<Lean>,
    whole: Option<Lean>,
}

impl Leans {
    /// Weighs what was read against each of so many parts, and what was read against the whole.
    pub fn of(parts: usize, pieces: &[Piece], whole: &[Piece]) -> Self {
        let of_part = |part: usize| together(pieces.iter().filter(move |piece| piece.part == part)).unwrap_or(UNREAD);
        let whole = if are_told_apart(parts, pieces) { None } else { together(whole.iter()) };
        Self { parts: (0..parts).map(of_part).collect(), whole }
    }

    /// The likeliest of for, against and neither.
    pub fn direction(&self) -> Direction {
        let [support, contradict, neither] = self.shares();
        match () {
            () if neither > support.max(contradict) => Direction::None,
            () if support >= contradict => Direction::Supports,
            () => Direction::Contradicts,
        }
    }

    /// How likely a direction is, 0..1.
    pub fn probability(&self, direction: Direction) -> f64 {
        self.shares()[place(direction)]
    }

    /// The ledger: how likely each way is, and by the parts and by the whole where both were read.
    pub fn told(&self) -> Trace {
        let line = |rule: &str, [support, contradict, neither]: [f64; 3]| {
            Trace::new(rule).with("for", support).with("against", contradict).with("neither", neither)
        };
        let mut trace = line("credence", self.shares());
        if let Some(whole) = self.whole {
            trace.push(line("by_parts", self.shares_by_parts()));
            trace.push(line("by_whole", whole.shares()));
        }
        trace
    }

    /// For, against and neither: by the parts and by the whole in equal shares, since each sees what the other misses.
    fn shares(&self) -> [f64; 3] {
        let by_parts = self.shares_by_parts();
        let Some(whole) = self.whole else { return by_parts };
        let of_whole = whole.shares();
        [0, 1, 2].map(|way| 0.5 * by_parts[way] + 0.5 * of_whole[way])
    }

    /// Against the claim when any part is contradicted, for it when one is supported and none contradicted; as sure as the least
    /// sure part that points anywhere, for parts that differ are no doubt about either.
    fn shares_by_parts(&self) -> [f64; 3] {
        if let [only] = self.parts[..] {
            return only.shares();
        }
        let is = |wanted: Direction| self.parts.iter().any(|lean| lean.direction() == wanted);
        let way = place(match () {
            () if is(Direction::Contradicts) => Direction::Contradicts,
            () if is(Direction::Supports) => Direction::Supports,
            () => Direction::None,
        });
        let pointing = self.parts.iter().filter(|lean| lean.direction() != Direction::None);
        let least = pointing.map(|lean| lean.probability(lean.direction())).reduce(f64::min);
        let sure = least.unwrap_or_else(|| self.parts.iter().map(|lean| lean.probability(Direction::None)).fold(1.0, f64::min));
        [0, 1, 2].map(|at| if at == way { sure } else { 0.5 * (1.0 - sure) })
    }
}

/// Every part is told, and no passage tells them all: then none says the claim in one piece, and its silence means nothing.
fn are_told_apart(parts: usize, pieces: &[Piece]) -> bool {
    let tellers = |part: usize| -> BTreeSet<usize> {
        pieces.iter().filter(|piece| piece.part == part && piece.counts()).map(|piece| piece.candidate).collect()
    };
    let told: Vec<BTreeSet<usize>> = (0..parts).map(tellers).collect();
    let is_shared = |candidate: &usize| told.iter().all(|tellers| tellers.contains(candidate));
    told.len() > 1 && told.iter().all(|tellers| !tellers.is_empty()) && !told[0].iter().any(is_shared)
}

/// Where a direction stands among the shares.
fn place(direction: Direction) -> usize {
    match direction {
        Direction::Supports => 0,
        Direction::Contradicts => 1,
        Direction::None => 2,
    }
}

/// What some pieces come to: the odds of each side added up, less what so many say by chance.
fn together<'a>(pieces: impl Iterator<Item = &'a Piece> + Clone) -> Option<Lean> {
    let leans: Vec<Lean> = pieces.map(|piece| piece.lean).collect();
    (!leans.is_empty()).then(|| Lean::sum(&leans))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_ways_share_one_probability_and_the_likeliest_is_the_direction() {
        for lean in [Lean { support: 1.0, contradict: -0.5 }, Lean { support: -1.0, contradict: -0.5 }, Lean::default()] {
            let all = [Direction::Supports, Direction::Contradicts, Direction::None];
            assert!((all.iter().map(|way| lean.probability(*way)).sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(all.iter().all(|way| lean.probability(*way) <= lean.probability(lean.direction())));
        }
        assert_eq!(Lean::default().direction(), Direction::None);
    }

    #[test]
    fn of_two_readings_of_a_passage_the_louder_counts_twice() {
        let (alone, around) = (Lean { support: 3.0, contradict: -3.0 }, Lean { support: 0.0, contradict: 0.0 });
        let both = alone.heard_with(around);
        assert_eq!(both, around.heard_with(alone));
        assert!((both.support - 2.0).abs() < 1e-12 && (both.contradict + 1.0).abs() < 1e-12, "{both:?}");
    }

    #[test]
    fn passages_that_agree_are_surer_together_and_one_among_many_is_less_sure() {
        let (loud, quiet) = (Lean { support: 1.0, contradict: -3.0 }, Lean { support: -3.0, contradict: -3.0 });
        let probability = |leans: &[Lean]| Lean::sum(leans).probability(Direction::Supports);
        assert_eq!(Lean::sum(&[loud]), loud);
        assert!(probability(&[loud, loud]) > probability(&[loud]));
        assert!(probability(&[loud, quiet, quiet, quiet]) < probability(&[loud]));
    }

    #[test]
    fn a_claim_of_two_parts_is_heard_part_by_part_and_in_one_piece() {
        let (holds, fails, open) = (
            Lean { support: 2.0, contradict: -2.0 },
            Lean { support: -2.0, contradict: 1.0 },
            Lean { support: -2.0, contradict: -2.0 },
        );
        let by_parts = Leans { parts: vec![holds, fails], whole: None };
        assert_eq!(by_parts.direction(), Direction::Contradicts);
        assert_eq!(by_parts.probability(Direction::Contradicts), fails.probability(Direction::Contradicts));
        // Somebody who reads the claim at once and is surer outvotes whoever took it apart.
        let leans = Leans { whole: Some(Lean { support: 4.0, contradict: -4.0 }), ..by_parts };
        assert_eq!(leans.direction(), Direction::Supports);
        let all = [Direction::Supports, Direction::Contradicts, Direction::None].map(|way| leans.probability(way));
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{all:?}");
        assert_eq!(Leans { parts: vec![open, open], whole: None }.direction(), Direction::None);
    }
}
