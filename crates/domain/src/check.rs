//! One question and its stored answer.

use crate::{
    Agreement, Bypass, CheckId, Confidence, Coverage, Credence, Digest, Direction, Diversity, Evidence, EvidenceId, Expansion,
    Profile, Reason, Refusal, Span, Topic, Trace, Verdict,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the shapes in this file and of the snapshot.
pub const SCHEMA_VERSION: u32 = 1;

/// S1's status of one part of a claim (decision S1-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the seed's own words")]
pub enum SegmentStatus {
    StronglyValid,
    Valid,
    PartiallyValid,
    Unknown,
    PartiallyInvalid,
    Invalid,
}

impl SegmentStatus {
    /// The evidence is on this part's side.
    pub fn is_supported(self) -> bool {
        matches!(self, Self::StronglyValid | Self::Valid | Self::PartiallyValid)
    }

    /// The evidence is against this part.
    pub fn is_contradicted(self) -> bool {
        matches!(self, Self::PartiallyInvalid | Self::Invalid)
    }
}

/// One part of the claim and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// The part as a sentence.
    pub text: String,
    /// Where it stands in the claim.
    pub span: Span,
    /// How it came out.
    pub status: SegmentStatus,
    /// Support less contradiction over credibility-weighted stance, −1..1.
    pub balance: f64,
    /// S1's coverage weight: 1 strong, 0.5 partial, 0 none.
    pub coverage: f64,
    /// The evidence on target for this part.
    pub evidence: Vec<EvidenceId>,
}

/// What would change the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// Without these pieces of evidence …
    pub without: Vec<EvidenceId>,
    /// … the verdict would be this.
    pub verdict: Verdict,
}

/// The answer to one claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assessment {
    /// The claim, with its context restored.
    pub text: String,
    /// The words as they were written, where names were put in the place of pronouns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Who is said to have said it; what was said is what was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// Where it stands in the submitted text.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
    /// Which way the evidence points, before abstention.
    pub direction: Direction,
    /// The rule that decided.
    pub reason: Reason,
    /// The same in a sentence for people.
    pub rationale: String,
    /// Calibrated probability that the direction is right; of a verdict without direction, that it points nowhere.
    pub credence: Credence,
    /// S1's composite confidence.
    pub confidence: Confidence,
    /// S1's status-driven truth score.
    pub truthfulness_percent: f64,
    /// False where the percentage says nothing (decision S1-16).
    pub truthfulness_meaningful: bool,
    /// S1's evidence-driven quality signal.
    pub evidence_quality_percent: f64,
    /// What the claim is about.
    pub topic: Topic,
    /// The parts.
    pub subclaims: Vec<Segment>,
    /// The evidence, best first.
    pub evidence: Vec<Evidence>,
    /// The pieces the verdict rests on; never empty for a directional verdict.
    pub deciding: Vec<EvidenceId>,
    /// Share of the parts resolved either way.
    pub coverage: Coverage,
    /// Share of the parts that are supported.
    pub support_coverage: Coverage,
    /// Independence of the sources.
    pub diversity: Diversity,
    /// The larger side's share; absent when nothing takes a side.
    pub agreement: Option<Agreement>,
    /// S1's adaptive trust.
    pub trust_post_adaptive: f64,
    /// S1's fixed trust: the mean of the five best.
    pub trust_post_fixed: f64,
    /// S1's trust state.
    pub trust_state: String,
    /// Whether adaptive trust was sufficient.
    pub trust_threshold_met: bool,
    /// What would change the verdict.
    pub flips: Vec<Flip>,
    /// What was done on the web for it; absent when nobody asked for the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansion: Option<Expansion>,
    /// Why it was turned away at intake: category, rule or model, and span.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The ledger.
    pub trace: Trace,
}

/// All claims of a check at a glance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many claims were found.
    pub claims: u32,
    /// How many of them were answered.
    pub answered: u32,
    /// How many came out each way, by verdict word.
    pub by_verdict: BTreeMap<String, u32>,
}

impl Summary {
    /// Counts the answers. Refusals are not claims (decision X9).
    pub fn of(claims: &[Assessment]) -> Self {
        let mut summary = Self::default();
        for claim in claims.iter().filter(|claim| !claim.verdict.is_refusal()) {
            summary.claims += 1;
            summary.answered += u32::from(claim.verdict.is_directional());
            *summary.by_verdict.entry(claim.verdict.to_string()).or_default() += 1;
        }
        summary
    }
}

/// A check as it is stored and printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Its name.
    pub id: CheckId,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// How much corroboration was required.
    pub profile: Profile,
    /// The claims found, in the order of the text.
    pub claims: Vec<Assessment>,
    /// All of them at a glance.
    pub summary: Summary,
    /// Fingerprint of the whole effective configuration.
    pub config_hash: Digest,
    /// Fingerprints of the models that were asked, by role.
    pub model_hashes: BTreeMap<String, Digest>,
    /// The refusal that was set aside for it; absent for what passed the gate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bypass: Option<Bypass>,
    /// Version of this shape.
    pub schema_version: u32,
}
