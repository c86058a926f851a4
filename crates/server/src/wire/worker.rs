//! The Worker's request and answer (S1), field by field, and ours beside them.

use super::{Evidence, word};
use domain::{Assessment, Snapshot, Stance, TrustPolicyMode};
use engine::StoredCheck;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What the caller thinks a claim is about when they do not say.
const GENERAL: &str = "general";

/// What the Worker is asked.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkerRequest {
    /// The caller's name for this job; the same name with the same body gets the same answer.
    #[schema(min_length = 1, max_length = 200)]
    pub job_id: String,
    /// The claim.
    #[schema(min_length = 1, max_length = 2000)]
    pub claim: String,
    /// The caller's room.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub room_id: Option<String>,
    /// Where the claim comes from.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub source: Option<String>,
    /// What the caller thinks it is about.
    #[serde(default = "general")]
    #[schema(default = "general", max_length = 200)]
    pub domain: String,
    /// How much evidence to return, 1 to 20.
    #[serde(default = "five")]
    #[schema(default = 5, minimum = 1, maximum = 20)]
    pub top_k: u32,
    /// Ours: a lower gate for callers who cannot wait for more evidence; the answer says that it was used.
    #[serde(default)]
    pub confidence_mode: bool,
}

fn general() -> String {
    GENERAL.to_owned()
}

fn five() -> u32 {
    5
}

/// What the Worker answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WorkerResponse {
    /// The caller's name for this job.
    pub job_id: String,
    /// `completed`, `completed_from_cache`, `partial` when a budget ended the search, or `refused`.
    pub status: String,
    /// The claim as it was checked.
    pub claim: String,
    /// The caller's room.
    pub room_id: Option<String>,
    /// Where the claim comes from, as the caller said.
    pub source: Option<String>,
    /// As the caller said, or what the claim is about when they did not.
    pub domain: String,
    /// `TRUE`, `FALSE`, `PARTIALLY_TRUE` or `UNVERIFIABLE`.
    pub verdict: String,
    /// How sure the verdict is, 0 to 1.
    pub verdict_confidence: f64,
    /// The same, under its other name.
    pub confidence: f64,
    /// How true the claim is, 0 to 100.
    pub truthfulness_percent: f64,
    /// How good the evidence is, 0 to 100.
    pub evidence_quality_percent: f64,
    /// Why, in a sentence.
    pub rationale: String,
    /// `top_k` pieces of evidence: first those the verdict rests on, then the others, best first.
    pub evidence: Vec<Evidence>,
    /// How every piece of evidence speaks, by its name.
    pub evidence_map: BTreeMap<String, Signal>,
    /// The parts of the claim, in their order.
    pub claim_breakdown: Vec<Part>,
    /// Score of the best piece.
    pub top_ranking_score: f64,
    /// Score of the average piece.
    pub avg_ranking_score: f64,
    /// `adaptive`, or `confidence` where the lower gate was open.
    pub trust_policy_mode: String,
    /// What the trust gate looked at.
    pub trust_metric_value: f64,
    /// Whether the evidence was found sufficient.
    pub trust_threshold_met: bool,
    /// Trust in the evidence, 0 to 1.
    pub trust_post: f64,
    /// Trust by the adaptive rule.
    pub trust_post_adaptive: f64,
    /// Trust by the fixed rule.
    pub trust_post_fixed: f64,
    /// `confirmed`, `provisional`, `revoked` or `evidence_insufficiency`.
    pub trust_state: String,
    /// The route by which the evidence was found sufficient; absent when none passed.
    pub trust_route: Option<String>,
    /// Share of the parts resolved either way.
    pub coverage: f64,
    /// Independence of the sources.
    pub diversity: f64,
    /// The larger side's share; absent when nothing takes a side.
    pub agreement: Option<f64>,
    /// Where the evidence is from: `corpus`, `web`, `corpus+web`, `cache` or `none`.
    pub data_source: String,
    /// Whether the web was asked.
    pub used_web_search: bool,
    /// Candidates with a semantic score.
    pub semantic_signals: u32,
    /// Candidates that the entity graph leads to.
    pub kg_signals: u32,
    /// How much of what there was.
    pub analysis_counts: Counts,
    /// Ours: the stored answer, for `GET /api/v1/checks/{id}`.
    pub check_id: String,
    /// Ours: the verdict among twelve and two refusals.
    pub probity_verdict: String,
    /// Ours: S4's word: `supported`, `contradicted`, `uncertain`, `insufficient_evidence` or `conflicting_expert_opinion`.
    pub judge_verdict: String,
    /// Ours: calibrated probability that the direction is right.
    pub credence: f64,
    /// Ours: false where the percentage says nothing.
    pub truthfulness_meaningful: bool,
    /// Ours: the rule that decided.
    pub reason: String,
    /// Ours: the pieces the verdict rests on.
    pub deciding: Vec<String>,
    /// Ours: what the claim is about.
    pub topic: String,
    /// Ours: how much a wrong answer can hurt: `high` or `ordinary`.
    pub risk: String,
}

/// How strongly one piece of evidence speaks, and on which part of the claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Signal {
    /// The part of the claim, counted from zero.
    pub segment: u32,
    /// The side it takes.
    pub stance: String,
    /// How strongly it supports, 0 to 1, as it is counted: after rules have had their say, and 0 unless that is its side.
    pub support: f64,
    /// How strongly it contradicts, likewise.
    pub contradiction: f64,
    /// Whether it speaks of this claim.
    pub on_target: bool,
}

/// One part of the claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Part {
    /// The part as a sentence.
    pub segment: String,
    /// The seed's word for how it stands.
    pub status: String,
    /// How strongly it is covered: 1, 0.5 or 0.
    pub weight: f64,
    /// The evidence on it.
    pub evidence: Vec<String>,
}

/// How much of what was there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Counts {
    /// Passages found.
    pub candidates: u32,
    /// Pieces of evidence.
    pub evidence: u32,
    /// Those that speak of the claim.
    pub admissible_evidence: u32,
    /// Their share.
    pub admissible_evidence_ratio: f64,
    /// Those in favour.
    pub supporting: u32,
    /// Those against.
    pub contradicting: u32,
    /// Those that take no side.
    pub neutral: u32,
    /// Parts of the claim.
    pub segments: u32,
    /// Parts that are open.
    pub unresolved_segments: u32,
}

impl WorkerResponse {
    /// Says an answer in the Worker's words; nothing for a check without claims.
    pub fn of(asked: &WorkerRequest, stored: &StoredCheck) -> Option<Self> {
        let (answer, snapshot) = (stored.check.claims.first()?, stored.snapshots.first()?);
        let pieces = &answer.evidence;
        let scores: Vec<f64> = pieces.iter().map(|piece| piece.score).collect();
        let average = if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 };
        let count = |has: fn(&domain::Candidate) -> domain::Basis| {
            snapshot.candidates.iter().filter(|candidate| has(candidate) > domain::Basis::ZERO).count() as u32
        };
        Some(Self {
            job_id: asked.job_id.clone(),
            status: status(answer).to_owned(),
            claim: answer.text.clone(),
            room_id: asked.room_id.clone(),
            source: asked.source.clone(),
            domain: if asked.domain == GENERAL { answer.topic.to_string() } else { asked.domain.clone() },
            verdict: word(&answer.verdict.worker_word()),
            verdict_confidence: answer.confidence.get(),
            confidence: answer.confidence.get(),
            truthfulness_percent: answer.truthfulness_percent,
            evidence_quality_percent: answer.evidence_quality_percent,
            rationale: answer.rationale.clone(),
            evidence: shown(answer, asked.top_k as usize),
            evidence_map: pieces.iter().map(|piece| (piece.id.to_string(), Signal::from(piece))).collect(),
            claim_breakdown: answer.subclaims.iter().map(Part::from).collect(),
            top_ranking_score: scores.iter().copied().fold(0.0, f64::max),
            avg_ranking_score: (average * 10_000.0).round() / 10_000.0,
            trust_policy_mode: stored.check.trust_policy_mode.unwrap_or(TrustPolicyMode::Adaptive).to_string(),
            trust_metric_value: answer.trust_post_adaptive,
            trust_threshold_met: answer.trust_threshold_met,
            trust_post: answer.trust_post_adaptive,
            trust_post_adaptive: answer.trust_post_adaptive,
            trust_post_fixed: answer.trust_post_fixed,
            trust_state: answer.trust_state.clone(),
            trust_route: route(answer),
            coverage: answer.coverage.get(),
            diversity: answer.diversity.get(),
            agreement: answer.agreement.map(domain::Agreement::get),
            data_source: data_source(answer).to_owned(),
            used_web_search: answer.expansion.as_ref().is_some_and(|expansion| expansion.spent.queries > 0),
            semantic_signals: count(|candidate| candidate.semantic),
            kg_signals: count(|candidate| candidate.graph),
            analysis_counts: Counts::of(answer, snapshot),
            check_id: stored.check.id.to_string(),
            probity_verdict: answer.verdict.to_string(),
            judge_verdict: word(&answer.judge_verdict),
            credence: answer.credence.get(),
            truthfulness_meaningful: answer.truthfulness_meaningful,
            reason: word(&answer.reason),
            deciding: answer.deciding.iter().map(ToString::to_string).collect(),
            topic: answer.topic.to_string(),
            risk: answer.risk.to_string(),
        })
    }
}

fn status(answer: &Assessment) -> &'static str {
    match &answer.expansion {
        _ if answer.verdict.is_refusal() => "refused",
        Some(expansion) if expansion.answered_from.is_some() => "completed_from_cache",
        Some(expansion) if expansion.is_partial => "partial",
        _ => "completed",
    }
}

/// No verdict is shown without what it rests on because something else ranks higher.
fn shown(answer: &Assessment, top_k: usize) -> Vec<Evidence> {
    let (deciding, others): (Vec<_>, Vec<_>) = answer.evidence.iter().partition(|piece| answer.deciding.contains(&piece.id));
    deciding.into_iter().chain(others).take(top_k).map(Evidence::from).collect()
}

fn route(answer: &Assessment) -> Option<String> {
    answer.trace.find("sufficiency")?.note.strip_prefix("by ").map(str::to_owned)
}

/// Pages of the web are kept under their address; documents of a corpus under any other name.
fn data_source(answer: &Assessment) -> &'static str {
    let is_page = |piece: &domain::Evidence| {
        answer.expansion.is_some()
            && (piece.document.as_str().starts_with("http:") || piece.document.as_str().starts_with("https:"))
    };
    let (pages, others): (Vec<_>, Vec<_>) = answer.evidence.iter().partition(|piece| is_page(piece));
    match (&answer.expansion, pages.is_empty(), others.is_empty()) {
        (_, true, true) => "none",
        (Some(expansion), ..) if expansion.answered_from.is_some() => "cache",
        (_, true, false) => "corpus",
        (_, false, true) => "web",
        (_, false, false) => "corpus+web",
    }
}

impl From<&domain::Evidence> for Signal {
    fn from(piece: &domain::Evidence) -> Self {
        let on_side = |stance: Stance| if piece.stance == stance { piece.strength } else { 0.0 };
        Self {
            segment: piece.subclaim,
            stance: word(&piece.stance),
            support: on_side(Stance::Supports),
            contradiction: on_side(Stance::Contradicts),
            on_target: piece.on_target,
        }
    }
}

impl From<&domain::Segment> for Part {
    fn from(part: &domain::Segment) -> Self {
        let evidence = part.evidence.iter().map(ToString::to_string).collect();
        Self { segment: part.text.clone(), status: word(&part.status), weight: part.coverage, evidence }
    }
}

impl Counts {
    fn of(answer: &Assessment, snapshot: &Snapshot) -> Self {
        let pieces = &answer.evidence;
        let on_side = |stance: Stance| pieces.iter().filter(|piece| piece.stance == stance).count() as u32;
        let admissible = pieces.iter().filter(|piece| piece.on_target).count();
        let unresolved = answer.subclaims.iter().filter(|part| !part.status.is_supported() && !part.status.is_contradicted());
        Self {
            candidates: snapshot.candidates.len() as u32,
            evidence: pieces.len() as u32,
            admissible_evidence: admissible as u32,
            admissible_evidence_ratio: if pieces.is_empty() { 0.0 } else { admissible as f64 / pieces.len() as f64 },
            supporting: on_side(Stance::Supports),
            contradicting: on_side(Stance::Contradicts),
            neutral: on_side(Stance::Neutral),
            segments: answer.subclaims.len() as u32,
            unresolved_segments: unresolved.count() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{check, piece};
    use super::*;

    fn told(mode: Option<TrustPolicyMode>, is_asked_for: bool) -> WorkerResponse {
        let check = domain::Check { trust_policy_mode: mode, ..check() };
        told_of(check, &serde_json::json!({"job_id": "j", "claim": "Vaccines cause autism.", "confidence_mode": is_asked_for}))
    }

    fn told_of(check: domain::Check, asked: &serde_json::Value) -> WorkerResponse {
        let claim = domain::Claim::whole(&check.claims[0].text);
        let snapshots = vec![Snapshot::blank(claim, jiff::civil::date(2026, 6, 1), check.profile)];
        let (text, corpus) = (check.claims[0].text.clone(), domain::CorpusName::library());
        let stored = StoredCheck { check, text, corpus, snapshots, config: serde_json::Value::Null };
        WorkerResponse::of(&serde_json::from_value(asked.clone()).unwrap(), &stored).unwrap()
    }

    #[test]
    fn the_gate_that_was_open_is_told_whoever_opened_it() {
        assert_eq!(told(Some(TrustPolicyMode::Confidence), false).trust_policy_mode, "confidence");
        assert_eq!(told(Some(TrustPolicyMode::Adaptive), true).trust_policy_mode, "adaptive");
    }

    #[test]
    fn what_the_verdict_rests_on_is_shown_before_what_only_ranks_higher() {
        let ranked = domain::EvidenceId::ranked;
        let mut check = check();
        check.claims[0].evidence = (1..=4).map(|rank| domain::Evidence { id: ranked(rank), ..piece() }).collect();
        check.claims[0].deciding = vec![ranked(4), ranked(2)];
        let shown = |top_k: u32| -> Vec<String> {
            let asked = serde_json::json!({"job_id": "j", "claim": "Vaccines cause autism.", "top_k": top_k});
            let told = told_of(check.clone(), &asked);
            assert_eq!(told.deciding, ["e4", "e2"], "the loudest first, however few are shown");
            assert_eq!(told.evidence_map.len(), 4, "every piece is on the map, however few are shown");
            told.evidence.into_iter().map(|piece| piece.id).collect()
        };
        assert_eq!(shown(1), ["e2"]);
        assert_eq!(shown(3), ["e2", "e4", "e1"]);
        assert_eq!(shown(20), ["e2", "e4", "e1", "e3"]);
    }

    #[test]
    fn the_map_shows_what_is_counted_and_not_what_a_rule_overruled() {
        let stance_scores = domain::StanceScores::take(0.80, 0.12, 0.08);
        let overruled = domain::Evidence { stance: Stance::Contradicts, strength: 0.85, stance_scores, ..piece() };
        let told = Signal::from(&overruled);
        assert_eq!((told.stance.as_str(), told.support, told.contradiction), ("contradicts", 0.0, 0.85));
        assert_eq!(Evidence::from(&overruled).stance_scores.entailment, 8_000, "the judge's own numbers stand with the evidence");
        let silent = Signal::from(&domain::Evidence { stance: Stance::Neutral, ..overruled });
        assert_eq!((silent.support, silent.contradiction), (0.0, 0.0));
    }
}
