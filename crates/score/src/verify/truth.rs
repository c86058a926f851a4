//! How true a claim is, by the statuses of its parts, and how good the evidence for it is: two numbers, kept apart.

use super::judge::Sides;
use super::stance::Piece;
use super::trust::Trust;
use super::understand::Understood;
use domain::{Profile, SegmentStatus, Snapshot, Trace};

/// What became of the parts, and the truth score they add up to.
#[derive(Debug, Clone, PartialEq)]
pub struct Truth {
    /// Status of each part.
    pub statuses: Vec<SegmentStatus>,
    /// Stance balance of each part, −1..1.
    pub balances: Vec<f64>,
    /// S1's truth score, 0..1.
    pub score: f64,
    /// S1's evidence quality, 0..1, a diagnostic.
    pub quality: f64,
    /// The ledger.
    pub trace: Trace,
}

/// Most that a claim with an unresolved part and nothing against it may reach.
const UNRESOLVED_CAP: f64 = 0.89;
/// Where a fully resolved claim that is supported throughout is lifted to.
const RESOLVED_LIFT: f64 = 0.97;
/// Where pure contradiction is pressed down to.
const PURE_CONTRADICTION: f64 = 0.05;

/// Scores the truth of a claim (S1's status weights, penalties, guards and diversity ceiling).
pub fn truth(claim: &Understood, snapshot: &Snapshot, pieces: &[Piece], trust: &Trust) -> Truth {
    let per_part: Vec<Sides> =
        (0..claim.parts.len()).map(|part| Sides::of(pieces.iter().filter(move |p| p.part == part))).collect();
    let balances: Vec<f64> = per_part.iter().map(Sides::balance).collect();
    let statuses: Vec<SegmentStatus> = balances.iter().zip(&trust.parts).map(|(s, weight)| status(*s, *weight)).collect();
    let n = statuses.len().max(1) as f64;
    let base = statuses.iter().map(|s| status_weight(*s)).sum::<f64>() / n;
    let unresolved = statuses.iter().filter(|s| **s == SegmentStatus::Unknown).count() as f64 / n;
    let sides = Sides::of(pieces.iter());
    let mut trace = Trace::new("truth")
        .with("base", base)
        .with("contradict_ratio", sides.contradict_ratio())
        .with("unresolved_ratio", unresolved);
    let mut score = base - 0.30 * sides.contradict_ratio() - 0.10 * unresolved;
    let mut guard = |rule: &str, value: f64| {
        trace.push(Trace::new(rule).with("truth", value));
        value
    };
    if unresolved > 0.0 && sides.contradict == 0.0 && score > UNRESOLVED_CAP {
        score = guard("unresolved_support_cap", UNRESOLVED_CAP);
    }
    let is_plain = statuses.iter().all(|s| matches!(s, SegmentStatus::StronglyValid | SegmentStatus::Valid));
    if is_plain && sides.contradict == 0.0 && score < RESOLVED_LIFT {
        score = guard("resolved_lift", RESOLVED_LIFT);
    }
    if statuses.iter().all(|s| s.is_contradicted()) && sides.support == 0.0 && score > PURE_CONTRADICTION {
        score = guard("pure_contradiction", PURE_CONTRADICTION);
    }
    let ceiling = 0.85 + 0.10 * trust.diversity.get();
    if snapshot.profile == Profile::OpenWeb && score > ceiling {
        score = guard("diversity_ceiling", ceiling);
    }
    let score = score.clamp(0.0, 1.0);
    let quality = quality(claim, snapshot, pieces, trust);
    trace.term("truth", score);
    trace.term("evidence_quality", quality);
    for (part, status) in claim.parts.iter().zip(&statuses) {
        trace.push(Trace::new("part").noting(format!("{} → {status:?}", part.text)));
    }
    Truth { statuses, balances, score, quality, trace }
}

/// Decision S1-27.
fn status(balance: f64, coverage: f64) -> SegmentStatus {
    match balance {
        s if s >= 0.75 && coverage >= 1.0 => SegmentStatus::StronglyValid,
        s if s >= 0.5 => SegmentStatus::Valid,
        s if s >= 0.2 => SegmentStatus::PartiallyValid,
        s if s <= -0.5 => SegmentStatus::Invalid,
        s if s <= -0.2 => SegmentStatus::PartiallyInvalid,
        _ => SegmentStatus::Unknown,
    }
}

/// S1's status weights.
fn status_weight(status: SegmentStatus) -> f64 {
    match status {
        SegmentStatus::StronglyValid | SegmentStatus::Valid => 1.0,
        SegmentStatus::PartiallyValid => 0.75,
        SegmentStatus::Unknown => 0.45,
        SegmentStatus::PartiallyInvalid => 0.25,
        SegmentStatus::Invalid => 0.0,
    }
}

/// S1's evidence quality: mean over the parts of 0.70·rel + 0.15·anchor + 0.10·overlap + 0.05·credibility of the best piece,
/// times 0.85 + 0.15·diversity, under the ceiling of 0.85 + 0.10·diversity. Contradiction and hedging take off a tenth each.
fn quality(claim: &Understood, snapshot: &Snapshot, pieces: &[Piece], trust: &Trust) -> f64 {
    let support = |piece: &Piece| {
        let candidate = &snapshot.candidates[piece.candidate];
        let rel = 0.7 * candidate.semantic.get().max(0.0) + 0.3 * candidate.graph.get();
        let raw = 0.70 * rel + 0.15 * piece.anchor + 0.10 * piece.overlap + 0.05 * piece.credibility;
        let contradiction = if piece.stance == domain::Stance::Contradicts { 0.9 } else { 1.0 };
        let hedge = if piece.is_hedged { 0.9 } else { 1.0 };
        raw * contradiction * hedge
    };
    let best = |part: usize| pieces.iter().filter(|p| p.part == part && p.on_target).map(support).fold(0.0, f64::max);
    let n = claim.parts.len().max(1);
    let mean = (0..n).map(best).sum::<f64>() / n as f64;
    let diversity = trust.diversity.get();
    (mean * (0.85 + 0.15 * diversity)).min(0.85 + 0.10 * diversity).clamp(0.0, 1.0)
}
