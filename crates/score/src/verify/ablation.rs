//! The same snapshot judged with fewer and fewer rules, so that each can show what it is worth.

use super::assess::{Inside, assess, conclude, conclude_from, nothing_settles};
use super::judge::Sides;
use super::policy::Policy;
use super::rank::rank_found;
use super::stance::{Piece, stance_of, voices};
use super::understand::understand;
use domain::{Direction, Snapshot, Stance, Verdict};

/// What one level makes of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The direction it sees.
    pub direction: Direction,
    /// The side it would answer with; nothing when it abstains.
    pub answer: Option<Direction>,
}

/// Names of the levels, each with everything before it.
pub const LEVELS: [&str; 5] = ["nli_alone", "on_target", "credibility", "trust_and_gates", "numbers_and_dates"];

/// Judges at every level.
///
/// The first takes the surest reading at its word; the second only readings on target; the third lets passages vote by what their
/// sources are worth; the fourth goes through every step with what the judge heard, deaf to the words, numbers and dates of the
/// sentence itself; the last hears those too and is the whole procedure.
pub fn ablate(snapshot: &Snapshot, policy: &Policy) -> Vec<Level> {
    let claim = understand(&snapshot.claim.text).weighed(&snapshot.rarity);
    let ranked = rank_found(&claim, snapshot, policy);
    let voices = voices(&claim, snapshot, &ranked, policy).into_iter().map(|(_, piece)| piece);
    let heard: Vec<Piece> = voices.filter(|piece| !piece.is_window).collect();
    let judged: Vec<Piece> = heard.iter().map(as_judged).collect();
    let on_target: Vec<Piece> = judged.iter().filter(|p| p.on_target).cloned().collect();
    let inside = conclude(snapshot, policy);
    let whole = assess(snapshot, policy);
    let level = |at: usize, direction: Direction| Level {
        name: LEVELS[at],
        direction,
        answer: (direction != Direction::None).then_some(direction),
    };
    vec![
        level(0, surest(&judged)),
        level(1, surest(&on_target)),
        level(2, voted(&on_target)),
        gated(inside, snapshot, policy),
        Level { name: LEVELS[4], direction: whole.direction, answer: answered(whole.verdict, whole.direction) },
    ]
}

/// Every step of the procedure, with each passage's stance as the judge alone would have it. The rating of a fact-check is no
/// number and stays.
fn gated(inside: Inside, snapshot: &Snapshot, policy: &Policy) -> Level {
    if snapshot.refusal.is_some() || nothing_settles(snapshot).is_some() {
        return Level { name: LEVELS[3], direction: Direction::None, answer: None };
    }
    let heard = |piece: &Piece| if piece.rating.is_some() { piece.clone() } else { as_judged(piece) };
    let pieces = inside.pieces.iter().map(heard).collect();
    let judgement = conclude_from(inside.claim, snapshot, inside.ranked, (pieces, inside.whole), policy).judgement;
    Level { name: LEVELS[3], direction: judgement.direction, answer: answered(judgement.verdict, judgement.direction) }
}

/// A piece as the judge alone would have it.
fn as_judged(piece: &Piece) -> Piece {
    let (stance, strength) = stance_of(&piece.scores);
    Piece { stance, strength, number: None, rule: None, ..piece.clone() }
}

fn surest(pieces: &[Piece]) -> Direction {
    let clear = pieces.iter().filter(|p| p.stance != Stance::Neutral);
    side(clear.max_by(|a, b| a.strength.total_cmp(&b.strength)).map(|p| p.stance))
}

fn voted(pieces: &[Piece]) -> Direction {
    let sides = Sides::of(pieces.iter());
    match () {
        () if sides.support + sides.contradict == 0.0 => Direction::None,
        () if sides.support > sides.contradict => Direction::Supports,
        () => Direction::Contradicts,
    }
}

fn side(stance: Option<Stance>) -> Direction {
    match stance {
        Some(Stance::Supports) => Direction::Supports,
        Some(Stance::Contradicts) => Direction::Contradicts,
        _ => Direction::None,
    }
}

fn answered(verdict: Verdict, direction: Direction) -> Option<Direction> {
    match verdict {
        Verdict::True | Verdict::MostlyTrue => Some(Direction::Supports),
        Verdict::HalfTrue => Some(direction),
        verdict if verdict.is_false_side() => Some(Direction::Contradicts),
        _ => None,
    }
}
