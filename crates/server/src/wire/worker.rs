//! The Worker's request and answer (S1), field by field, and ours beside them.

use super::{Evidence, word};
use domain::{Assessment, Stance};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What the Worker is asked.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkerRequest {
    /// The caller's name for this job; the same name with the same body gets the same answer.
    pub job_id: String,
    /// The claim.
    pub claim: String,
    /// The caller's room.
    #[serde(default)]
    pub room_id: Option<String>,
    /// Where the claim comes from.
    #[serde(default)]
    pub source: Option<String>,
    /// What the caller thinks it is about.
    #[serde(default = "general")]
    pub domain: String,
    /// How much evidence to return, 1 to 20.
    #[serde(default = "five")]
    #[schema(minimum = 1, maximum = 20)]
    pub top_k: u32,
}

fn general() -> String {
    "general".to_owned()
}

fn five() -> u32 {
    5
}

/// What the Worker answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the seed's own words")]
pub struct WorkerResponse {
    pub job_id: String,
    pub status: String,
    pub claim: String,
    pub room_id: Option<String>,
    pub source: Option<String>,
    pub domain: String,
    pub verdict: String,
    pub verdict_confidence: f64,
    pub confidence: f64,
    pub truthfulness_percent: f64,
    pub evidence_quality_percent: f64,
    pub rationale: String,
    pub evidence: Vec<Evidence>,
    pub evidence_map: BTreeMap<String, String>,
    pub claim_breakdown: Vec<Part>,
    pub top_ranking_score: f64,
    pub avg_ranking_score: f64,
    pub trust_policy_mode: String,
    pub trust_metric_value: f64,
    pub trust_threshold_met: bool,
    pub trust_post: f64,
    pub trust_post_adaptive: f64,
    pub trust_post_fixed: f64,
    pub trust_state: String,
    pub coverage: f64,
    pub diversity: f64,
    pub agreement: Option<f64>,
    pub data_source: String,
    pub used_web_search: bool,
    pub semantic_signals: u32,
    pub kg_signals: u32,
    pub analysis_counts: Counts,
    /// Ours: the stored answer, for `GET /api/v1/checks/{id}`.
    pub check_id: String,
    /// Ours: the verdict among twelve and two refusals.
    pub probity_verdict: String,
    /// Ours: calibrated probability that the direction is right.
    pub credence: f64,
    /// Ours: false where the percentage says nothing.
    pub truthfulness_meaningful: bool,
    /// Ours: the rule that decided.
    pub reason: String,
    /// Ours: what the claim is about.
    pub topic: String,
}

/// One part of the claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the seed's own words")]
pub struct Part {
    pub segment: String,
    pub status: String,
    pub evidence: Vec<String>,
}

/// How much of what was there.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the seed's own words")]
pub struct Counts {
    pub evidence: u32,
    pub admissible_evidence: u32,
    pub admissible_evidence_ratio: f64,
    pub supporting: u32,
    pub contradicting: u32,
    pub neutral: u32,
    pub segments: u32,
    pub unresolved_segments: u32,
}

impl WorkerResponse {
    /// Says an answer in the Worker's words.
    pub fn of(asked: &WorkerRequest, check: &domain::Check, answer: &Assessment, kg_signals: u32) -> Self {
        let pieces = &answer.evidence;
        let scores: Vec<f64> = pieces.iter().map(|piece| piece.score).collect();
        let average = if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 };
        let ids = |ids: &[domain::EvidenceId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        Self {
            job_id: asked.job_id.clone(),
            status: "completed".to_owned(),
            claim: answer.text.clone(),
            room_id: asked.room_id.clone(),
            source: asked.source.clone(),
            domain: asked.domain.clone(),
            verdict: word(&answer.verdict.worker_word()),
            verdict_confidence: answer.confidence.get(),
            confidence: answer.confidence.get(),
            truthfulness_percent: answer.truthfulness_percent,
            evidence_quality_percent: answer.evidence_quality_percent,
            rationale: answer.rationale.clone(),
            evidence: pieces.iter().take(asked.top_k as usize).map(Evidence::from).collect(),
            evidence_map: pieces.iter().map(|piece| (piece.id.to_string(), word(&piece.stance))).collect(),
            claim_breakdown: answer
                .subclaims
                .iter()
                .map(|part| Part { segment: part.text.clone(), status: word(&part.status), evidence: ids(&part.evidence) })
                .collect(),
            top_ranking_score: scores.iter().copied().fold(0.0, f64::max),
            avg_ranking_score: (average * 10_000.0).round() / 10_000.0,
            trust_policy_mode: "adaptive".to_owned(),
            trust_metric_value: answer.trust_post_adaptive,
            trust_threshold_met: answer.trust_threshold_met,
            trust_post: answer.trust_post_adaptive,
            trust_post_adaptive: answer.trust_post_adaptive,
            trust_post_fixed: answer.trust_post_fixed,
            trust_state: answer.trust_state.clone(),
            coverage: answer.coverage.get(),
            diversity: answer.diversity.get(),
            agreement: answer.agreement.map(domain::Agreement::get),
            data_source: "corpus".to_owned(),
            used_web_search: false,
            semantic_signals: pieces.len() as u32,
            kg_signals,
            analysis_counts: Counts::of(answer),
            check_id: check.id.to_string(),
            probity_verdict: answer.verdict.to_string(),
            credence: answer.credence.get(),
            truthfulness_meaningful: answer.truthfulness_meaningful,
            reason: word(&answer.reason),
            topic: answer.topic.to_string(),
        }
    }
}

impl Counts {
    fn of(answer: &Assessment) -> Self {
        let pieces = &answer.evidence;
        let on_side = |stance: Stance| pieces.iter().filter(|piece| piece.stance == stance).count() as u32;
        let admissible = pieces.iter().filter(|piece| piece.on_target).count();
        let unresolved = answer.subclaims.iter().filter(|part| !part.status.is_supported() && !part.status.is_contradicted());
        Self {
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
