//! S1's adaptive trust: how much of the claim the evidence covers, from how many places, how unanimously, and whether that
//! suffices.

use super::policy::Policy;
use super::rank::Ranked;
use super::select::told_once;
use super::stance::Piece;
use super::understand::Understood;
use domain::{Agreement, Coverage, Diversity, Profile, Snapshot, Stance, Trace};
use std::collections::BTreeSet;

/// Trust looks at its own best ten, whatever the response shows (decision S1-8).
const TRUST_TOP: usize = 10;
/// The relaxed gate (decision S1-28): coverage that suffices alone, and with diversity; both need agreement.
const HURRIED_COVERAGE_HIGH: f64 = 0.45;
const HURRIED_COVERAGE_MEDIUM: f64 = 0.30;
const HURRIED_DIVERSITY: f64 = 0.50;
const HURRIED_AGREEMENT: f64 = 0.70;
const HURRIED_EVIDENCE_MIN: usize = 2;

/// What adaptive trust found.
#[derive(Debug, Clone, PartialEq)]
pub struct Trust {
    /// Share of the parts resolved either way, weighted by strength.
    pub coverage: Coverage,
    /// Share of the parts supported, weighted likewise.
    pub support_coverage: Coverage,
    /// Coverage weight of each part: 1 strong, 0.5 partial, 0 none.
    pub parts: Vec<f64>,
    /// Independence of the sources.
    pub diversity: Diversity,
    /// The larger side's share of what takes a side.
    pub agreement: Option<Agreement>,
    /// S1's trust_post (adaptive).
    pub post: f64,
    /// S1's trust_post_fixed: mean of the five best, a diagnostic (decision S1-26).
    pub fixed: f64,
    /// Enough to rest a verdict on.
    pub is_sufficient: bool,
    /// It would, if the sides agreed.
    pub lacks_only_agreement: bool,
    /// confirmed, provisional, revoked or evidence_insufficiency.
    pub state: &'static str,
    /// The ledger.
    pub trace: Trace,
}

/// Evidence trust (decision S1-26).
fn evidence_trust(score: f64, credibility: f64) -> f64 {
    0.6 * score + 0.4 * credibility
}

/// Weighs what was found.
pub fn trust(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], pieces: &[Piece], policy: &Policy) -> Trust {
    let on_target: Vec<&Piece> = pieces.iter().filter(|p| p.counts()).collect();
    let details: Vec<PartCover> = (0..claim.parts.len()).map(|part| cover(part, snapshot, &on_target)).collect();
    let n = claim.parts.len().max(1) as f64;
    let coverage = details.iter().map(|d| d.weight).sum::<f64>() / n;
    let support_coverage = details.iter().filter(|d| d.is_supported).map(|d| d.weight).sum::<f64>() / n;
    let diversity = diversity(snapshot, pieces);
    let agreement = agreement(&on_target);
    let told: Vec<&Ranked> = told_once(&snapshot.candidates, ranked).take(TRUST_TOP).collect();
    let top: Vec<f64> =
        told.iter().map(|r| evidence_trust(r.score, snapshot.candidates[r.candidate].credibility.get())).collect();
    let top_trust = top.iter().copied().fold(0.0, f64::max);
    let fixed = if top.is_empty() { 0.0 } else { top.iter().take(5).sum::<f64>() / top.len().min(5) as f64 };
    let post = trust_post(&details, coverage, top_trust);
    let semantic = told.iter().map(|r| snapshot.candidates[r.candidate].semantic.get()).fold(0.0, f64::max);
    let mut trace = Trace::new("trust")
        .with("coverage", coverage)
        .with("support_coverage", support_coverage)
        .with("diversity", diversity)
        .with("agreement", agreement.unwrap_or(0.0))
        .with("trust_post", post)
        .with("trust_post_fixed", fixed)
        .with("top_trust", top_trust)
        .with("top_semantic", semantic);
    let count = stories(snapshot, on_target.iter().copied());
    let gauge = Gauge { coverage, diversity, agreement, post, top_trust, semantic, count, details: &details };
    let is_sufficient = gauge.is_sufficient(snapshot.profile, policy, &mut trace);
    let lacks_only_agreement = !is_sufficient
        && Gauge { agreement: Some(1.0), ..gauge }.is_sufficient(snapshot.profile, policy, &mut Trace::new("agreed"));
    let state = state(is_sufficient, post);
    trace.note = state.to_owned();
    Trust {
        coverage: Coverage::clamped(coverage),
        support_coverage: Coverage::clamped(support_coverage),
        parts: details.iter().map(|d| d.weight).collect(),
        diversity: Diversity::clamped(diversity),
        agreement: agreement.map(Agreement::clamped),
        post,
        fixed,
        is_sufficient,
        lacks_only_agreement,
        state,
        trace,
    }
}

/// How many stories the pieces tell: two passages of one document are one voice, and so are its copies (decision S1-24).
pub fn stories<'a>(snapshot: &Snapshot, pieces: impl Iterator<Item = &'a Piece>) -> usize {
    pieces.map(|piece| &snapshot.candidates[piece.candidate].cluster).collect::<BTreeSet<_>>().len()
}

/// S1's verdict state; "revoked" on a first assessment is shown to people as "low trust" (decision S1-14).
fn state(is_sufficient: bool, post: f64) -> &'static str {
    match () {
        () if !is_sufficient => "evidence_insufficiency",
        () if post >= 0.8 => "confirmed",
        () if post >= 0.6 => "provisional",
        () => "revoked",
    }
}

/// How one part is covered.
struct PartCover {
    weight: f64,
    best_trust: f64,
    relevance: f64,
    is_supported: bool,
    is_contradicted: bool,
    sources: usize,
}

/// Coverage of a part (decisions S1-9, S1-10, S1-26): by its best evidence on target that takes a side.
fn cover(part: usize, snapshot: &Snapshot, on_target: &[&Piece]) -> PartCover {
    let mine: Vec<&&Piece> = on_target.iter().filter(|p| p.part == part).collect();
    let mut cover =
        PartCover { weight: 0.0, best_trust: 0.0, relevance: 0.0, is_supported: false, is_contradicted: false, sources: 0 };
    let (mut support, mut contradict) = (0.0, 0.0);
    for piece in &mine {
        let (relevance, overlap) = (relevance(piece, snapshot), piece.overlap.max(piece.meant));
        let weight = match () {
            () if relevance >= 0.55 && overlap >= 0.30 && piece.anchor > 0.0 => 1.0,
            () if relevance >= 0.30 && overlap >= 0.18 => 0.5,
            () => 0.0,
        };
        cover.weight = f64::max(cover.weight, weight);
        cover.relevance = cover.relevance.max(relevance);
        cover.best_trust = cover.best_trust.max(evidence_trust(piece.score, piece.credibility));
        match piece.stance {
            Stance::Supports => support += piece.weight(),
            Stance::Contradicts => contradict += piece.weight(),
            Stance::Neutral => {}
        }
    }
    cover.is_supported = support > contradict;
    cover.is_contradicted = contradict > support;
    cover.sources = mine.iter().map(|p| source_of(snapshot, p)).collect::<BTreeSet<_>>().len();
    cover
}

/// Anchor match from which anchors do not fail: the line of admissibility, step 4's (decision P102).
const ANCHORED_MIN: f64 = 0.30;

/// Subclaim relevance (decision S1-26).
fn relevance(piece: &Piece, snapshot: &Snapshot) -> f64 {
    let candidate = &snapshot.candidates[piece.candidate];
    let similarity = candidate.similarity.get(piece.part).and_then(|row| row.get(piece.sentence)).map_or(0.0, |b| b.get());
    let semantic = candidate.semantic.get().max(similarity);
    let raw = 0.6 * piece.score.max(semantic) + 0.4 * piece.overlap.max(piece.anchor);
    match () {
        () if piece.anchor >= ANCHORED_MIN => raw,
        () if piece.overlap > 0.0 => raw.min(0.45),
        () => raw.min(0.25),
    }
}

/// Source diversity (decision S1-23): 1 if u ≥ n, else 1 − ln(n/u)/u, 0 if n ≤ 1. Syndicated copies count once.
fn diversity(snapshot: &Snapshot, pieces: &[Piece]) -> f64 {
    let documents: BTreeSet<_> =
        pieces.iter().filter(|p| p.on_target).map(|p| &snapshot.candidates[p.candidate].passage.document).collect();
    let sources: BTreeSet<_> = pieces.iter().filter(|p| p.on_target).map(|p| source_of(snapshot, p)).collect();
    let (n, u) = (documents.len() as f64, sources.len() as f64);
    match () {
        () if n <= 1.0 => 0.0,
        () if u >= n => 1.0,
        () => (1.0 - libm::log(n / u) / u).clamp(0.0, 1.0),
    }
}

/// In a closed corpus each document is its own source (decision X11).
pub fn source_of(snapshot: &Snapshot, piece: &Piece) -> String {
    let candidate = &snapshot.candidates[piece.candidate];
    match snapshot.profile {
        Profile::ClosedCorpus => candidate.passage.document.to_string(),
        Profile::OpenWeb => candidate.source.clone(),
    }
}

/// The larger side's share of stance-bearing evidence (decision S1-11).
fn agreement(on_target: &[&Piece]) -> Option<f64> {
    let side = |stance| on_target.iter().filter(|p| p.stance == stance).map(|p| p.weight()).sum::<f64>();
    let (support, contradict) = (side(Stance::Supports), side(Stance::Contradicts));
    let total = support + contradict;
    (total > 0.0).then(|| support.max(contradict) / total)
}

/// S1's trust_post with the consistency floor (decision S1-15).
fn trust_post(details: &[PartCover], coverage: f64, top_trust: f64) -> f64 {
    let covered: Vec<f64> = details.iter().filter(|d| d.weight > 0.0).map(|d| d.best_trust * d.weight).collect();
    if covered.is_empty() {
        return top_trust * coverage;
    }
    let post = covered.iter().sum::<f64>() / covered.len() as f64 * (0.5 + 0.5 * coverage);
    let is_corroborated = details.iter().all(|d| d.weight > 0.0 && d.sources >= 2);
    if is_corroborated { post.max(top_trust * coverage) } else { post }
}

/// The numbers that sufficiency is read off.
struct Gauge<'a> {
    coverage: f64,
    diversity: f64,
    agreement: Option<f64>,
    post: f64,
    top_trust: f64,
    semantic: f64,
    count: usize,
    details: &'a [PartCover],
}

impl Gauge<'_> {
    /// Tries the routes in order (decision S1-12); the weak-relevance guard comes last and always.
    fn is_sufficient(&self, profile: Profile, policy: &Policy, trace: &mut Trace) -> bool {
        let Some(route) = self.route(profile, policy) else {
            trace.push(Trace::new("sufficiency").noting("no route passes"));
            return false;
        };
        trace.push(Trace::new("sufficiency").noting(format!("by {route}")));
        if self.is_weakly_relevant() {
            trace.push(Trace::new("weak_relevance_guard").noting("what was found is too far off"));
            return false;
        }
        true
    }

    fn route(&self, profile: Profile, policy: &Policy) -> Option<&'static str> {
        let agreement = self.agreement?;
        let avg_relevance = self.details.iter().map(|d| d.relevance).sum::<f64>() / self.details.len().max(1) as f64;
        let is_open = profile == Profile::OpenWeb;
        if is_open && (self.count as f64) < policy.MIN_EVIDENCE_COUNT {
            let is_rich = self.diversity >= 0.85 && avg_relevance >= 0.75;
            return is_rich.then_some("low_count_override").or_else(|| self.relaxed(agreement, is_open, policy));
        }
        let agrees = agreement >= policy.AGREEMENT_THRESHOLD_HIGH;
        if self.coverage >= policy.COVERAGE_THRESHOLD_HIGH && agrees {
            return Some("high_coverage");
        }
        let is_diverse = !is_open || self.diversity >= policy.DIVERSITY_THRESHOLD_HIGH;
        if self.coverage >= policy.COVERAGE_THRESHOLD_MEDIUM && is_diverse && agrees {
            return Some("medium_coverage");
        }
        let strong = self.details.iter().filter(|d| d.weight >= 1.0).count();
        let is_varied = !is_open || self.diversity >= 0.75;
        let is_adaptive = (self.coverage >= 0.25 && is_varied) || strong >= 1 || avg_relevance >= 0.55;
        let has_contradicted = self.details.iter().any(|d| d.is_contradicted);
        // A closed corpus may refute as well as confirm from one document, so contradiction does not close this route there.
        let adaptive = (is_adaptive && (!has_contradicted || !is_open)).then_some("adaptive_override");
        adaptive.or_else(|| self.relaxed(agreement, is_open, policy))
    }

    /// The gate for callers in a hurry (decision S1-28), when it is open.
    fn relaxed(&self, agreement: f64, is_open: bool, policy: &Policy) -> Option<&'static str> {
        let is_diverse = !is_open || self.diversity >= HURRIED_DIVERSITY;
        let is_covered = self.coverage >= HURRIED_COVERAGE_HIGH || (self.coverage >= HURRIED_COVERAGE_MEDIUM && is_diverse);
        let is_enough = !is_open || self.count >= HURRIED_EVIDENCE_MIN;
        let passes = policy.CONFIDENCE_MODE > 0.0 && agreement >= HURRIED_AGREEMENT && is_covered && is_enough;
        passes.then_some("confidence_mode")
    }

    /// Decision S1-13.
    fn is_weakly_relevant(&self) -> bool {
        let is_certain = self.coverage >= 0.95 && self.agreement.is_some_and(|a| a >= 0.9);
        !is_certain && (self.post < 0.55 || self.semantic < 0.60 || self.top_trust < 0.55)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(coverage: f64, diversity: f64, agreement: f64, count: usize) -> Gauge<'static> {
        Gauge { coverage, diversity, agreement: Some(agreement), post: 0.9, top_trust: 0.9, semantic: 0.9, count, details: &[] }
    }

    fn covered(relevance: f64, weight: f64) -> PartCover {
        PartCover { weight, best_trust: 0.9, relevance, is_supported: true, is_contradicted: false, sources: 1 }
    }

    #[test]
    fn who_is_in_a_hurry_passes_a_lower_gate_and_nobody_else_does() {
        let (usual, hurried) = (Policy::default(), Policy::default().in_confidence_mode());
        // Coverage, diversity, agreement, pieces, and whether that is enough in a hurry.
        let table = [
            (0.45, 0.00, 0.70, 2, true),
            (0.44, 0.49, 0.70, 2, false),
            (0.30, 0.50, 0.70, 2, true),
            (0.29, 0.90, 0.90, 2, false),
            (0.50, 0.60, 0.69, 2, false),
            (0.90, 0.90, 0.90, 1, false),
        ];
        for (coverage, diversity, agreement, count, passes) in table {
            let gauge = gauge(coverage, diversity, agreement, count);
            let route = gauge.route(Profile::OpenWeb, &hurried);
            assert_eq!(route == Some("confidence_mode"), passes, "{coverage} {diversity} {agreement} {count}: {route:?}");
            assert_eq!(gauge.route(Profile::OpenWeb, &usual), None, "{coverage} {diversity} {agreement} {count}");
        }
    }

    #[test]
    fn the_usual_routes_keep_their_names_in_a_hurry() {
        let hurried = Policy::default().in_confidence_mode();
        assert_eq!(gauge(0.7, 0.9, 0.9, 4).route(Profile::OpenWeb, &hurried), Some("high_coverage"));
        assert_eq!(gauge(0.45, 0.9, 0.9, 4).route(Profile::OpenWeb, &hurried), Some("medium_coverage"));
    }

    #[test]
    fn one_rich_piece_from_somewhere_else_makes_up_for_the_count() {
        let (usual, rich, poor) = (Policy::default(), [covered(0.75, 0.5)], [covered(0.74, 0.5)]);
        let route =
            |details: &[PartCover], diversity| Gauge { details, ..gauge(0.5, diversity, 1.0, 1) }.route(Profile::OpenWeb, &usual);
        assert_eq!(route(&rich, 0.85), Some("low_count_override"));
        assert_eq!(route(&rich, 0.84), None);
        assert_eq!(route(&poor, 0.85), None);
    }

    #[test]
    fn strong_cover_of_one_part_passes_where_coverage_does_not_unless_a_part_is_refuted_on_the_open_web() {
        let usual = Policy::default();
        let [strong, weak] = [[covered(0.5, 1.0)], [covered(0.5, 0.5)]];
        let refuted = [PartCover { is_contradicted: true, ..covered(0.5, 1.0) }];
        let route = |details: &[PartCover], profile| Gauge { details, ..gauge(0.2, 0.3, 1.0, 9) }.route(profile, &usual);
        assert_eq!(route(&strong, Profile::OpenWeb), Some("adaptive_override"));
        assert_eq!(route(&weak, Profile::OpenWeb), None);
        assert_eq!(route(&refuted, Profile::OpenWeb), None);
        assert_eq!(route(&refuted, Profile::ClosedCorpus), Some("adaptive_override"));
    }
}
