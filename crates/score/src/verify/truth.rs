//! How true a claim is, by the statuses of its parts, and how good the evidence for it is: two numbers, kept apart.

use super::judge::Sides;
use super::stance::Piece;
use super::trust::Trust;
use super::understand::Understood;
use super::words::{is_reporting, words};
use domain::{Profile, SegmentStatus, Snapshot, Trace, Verdict};

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
/// Where a claim that is strongly valid in every part is lifted to.
const RESOLVED_LIFT: f64 = 0.97;

impl Truth {
    /// How true the claim is, as far as its verdict speaks of that: a rating that transfers, or an absolute word that is refuted, decides
    /// without the score, which then is the nearest one within the bands of step 10.
    pub fn told(&self, verdict: Verdict) -> f64 {
        let (low, high) = match verdict {
            Verdict::True => (0.90, 1.0),
            Verdict::MostlyTrue => (0.70, 0.89),
            Verdict::HalfTrue => (0.40, 0.69),
            Verdict::MostlyFalse => (0.15, 0.39),
            Verdict::Exaggerated | Verdict::Misleading | Verdict::Outdated => (0.0, 0.39),
            Verdict::False => (0.0, 0.14),
            _ => (0.0, 1.0),
        };
        self.score.clamp(low, high)
    }
}

/// Scores the truth of a claim (S1's status weights, penalties, guards and diversity ceiling).
pub fn truth(claim: &Understood, snapshot: &Snapshot, pieces: &[Piece], trust: &Trust) -> Truth {
    let per_part: Vec<Sides> =
        (0..claim.parts.len()).map(|part| Sides::of(pieces.iter().filter(move |p| p.part == part))).collect();
    let balances: Vec<f64> = per_part.iter().map(Sides::balance).collect();
    let statuses: Vec<SegmentStatus> = balances.iter().zip(&trust.parts).map(|(s, weight)| status(*s, *weight)).collect();
    let sides = Sides::of(pieces.iter());
    let mut trace = Trace::new("truth");
    let mut score = by_status(&statuses, &sides, &mut trace);
    let ceiling = 0.85 + 0.10 * trust.diversity.get();
    if snapshot.profile == Profile::OpenWeb && score > ceiling {
        trace.push(Trace::new("diversity_ceiling").with("truth", ceiling));
        score = ceiling;
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

/// S1's base, penalties and guards.
///
/// A few voices against do not keep a claim from near certainty that is strongly valid in every part. Nothing presses pure
/// contradiction down: without a voice for it a claim has 0.05 at most (decision P94).
fn by_status(statuses: &[SegmentStatus], sides: &Sides, trace: &mut Trace) -> f64 {
    let n = statuses.len().max(1) as f64;
    let base = statuses.iter().map(|s| status_weight(*s)).sum::<f64>() / n;
    let unresolved = statuses.iter().filter(|s| **s == SegmentStatus::Unknown).count() as f64 / n;
    trace.term("base", base);
    trace.term("contradict_ratio", sides.contradict_ratio());
    trace.term("unresolved_ratio", unresolved);
    let score = base - 0.30 * sides.contradict_ratio() - 0.10 * unresolved;
    let mut guard = |rule: &str, value: f64| {
        trace.push(Trace::new(rule).with("truth", value));
        value
    };
    if unresolved > 0.0 && sides.contradict == 0.0 && score > UNRESOLVED_CAP {
        return guard("unresolved_support_cap", UNRESOLVED_CAP);
    }
    let is_strong = !statuses.is_empty() && statuses.iter().all(|s| *s == SegmentStatus::StronglyValid);
    if is_strong && score < RESOLVED_LIFT {
        return guard("resolved_lift", RESOLVED_LIFT);
    }
    score
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
/// times 0.85 + 0.15·diversity, under the ceiling of 0.85 + 0.10·diversity. Contradiction, hedging and hearsay take off a tenth each; a closed corpus
/// pays nothing for diversity (decision X11).
fn quality(claim: &Understood, snapshot: &Snapshot, pieces: &[Piece], trust: &Trust) -> f64 {
    let support = |piece: &Piece| {
        let candidate = &snapshot.candidates[piece.candidate];
        let rel = 0.7 * candidate.semantic.get().max(0.0) + 0.3 * candidate.graph.get();
        let raw = 0.70 * rel + 0.15 * piece.anchor + 0.10 * piece.overlap + 0.05 * piece.credibility;
        let contradiction = if piece.stance == domain::Stance::Contradicts { 0.9 } else { 1.0 };
        let hedge = if piece.is_hedged { 0.9 } else { 1.0 };
        let sentence = candidate.sentences.get(piece.sentence).map_or("", String::as_str);
        let hearsay = if is_reporting(&words(sentence)) { 0.9 } else { 1.0 };
        raw * contradiction * hedge * hearsay
    };
    let best = |part: usize| pieces.iter().filter(|p| p.part == part && p.on_target).map(support).fold(0.0, f64::max);
    let n = claim.parts.len().max(1);
    let mean = (0..n).map(best).sum::<f64>() / n as f64;
    let diversity = if snapshot.profile == Profile::ClosedCorpus { 1.0 } else { trust.diversity.get() };
    (mean * (0.85 + 0.15 * diversity)).min(0.85 + 0.10 * diversity).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use SegmentStatus::{Invalid, PartiallyInvalid, StronglyValid, Unknown, Valid};

    /// Votes for and against, each side as sure as given.
    fn sides(support: (f64, f64), contradict: (f64, f64)) -> Sides {
        let total = support.0 + contradict.0;
        Sides {
            support: support.0,
            contradict: contradict.0,
            support_strength: support.0 * support.1 / total,
            contradict_strength: contradict.0 * contradict.1 / total,
            support_max: support.1,
            contradict_max: contradict.1,
        }
    }

    fn scored(statuses: &[SegmentStatus], sides: &Sides) -> (f64, Option<String>) {
        let mut trace = Trace::new("truth");
        let score = by_status(statuses, sides, &mut trace);
        (score, trace.children.first().map(|line| line.rule.clone()))
    }

    #[test]
    fn one_voice_against_many_does_not_keep_a_strongly_valid_claim_from_near_certainty() {
        let almost_all = sides((3.6, 0.98), (0.6, 0.55));
        assert_eq!(status(almost_all.balance(), 1.0), StronglyValid);
        assert_eq!(scored(&[StronglyValid], &almost_all), (RESOLVED_LIFT, Some("resolved_lift".to_owned())));
        // Covered in part only, the same votes make it valid, and the voice against costs what it costs.
        assert_eq!(status(almost_all.balance(), 0.5), Valid);
        let (score, rule) = scored(&[Valid], &almost_all);
        assert!((score - (1.0 - 0.30 * 0.6 / 4.2)).abs() < 1e-12 && rule.is_none(), "{score} {rule:?}");
        assert_eq!(scored(&[StronglyValid], &sides((3.0, 0.9), (0.0, 0.0))), (1.0, None), "nothing is pressed down by a lift");
    }

    #[test]
    fn one_part_of_ten_left_open_keeps_a_claim_below_certainty() {
        let mut statuses = [StronglyValid; 10];
        statuses[9] = Unknown;
        let (score, rule) = scored(&statuses, &sides((3.0, 0.9), (0.0, 0.0)));
        assert_eq!((score, rule.as_deref()), (UNRESOLVED_CAP, Some("unresolved_support_cap")));
    }

    #[test]
    fn without_a_voice_for_it_a_claim_is_low_by_its_penalties_alone() {
        let against = sides((0.0, 0.0), (2.7, 0.9));
        for (open, weak) in (0..=4).flat_map(|open| (0..=4 - open).map(move |weak| (open, weak))) {
            let mut statuses = [Invalid; 4];
            statuses[..open].fill(Unknown);
            statuses[open..open + weak].fill(PartiallyInvalid);
            let (score, rule) = scored(&statuses, &against);
            assert!(score <= 0.05 + 1e-12 && rule.is_none(), "{statuses:?}: {score} {rule:?}");
        }
    }
}
