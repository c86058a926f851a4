//! One question and its stored answer.

use crate::{
    Agreement, Bypass, CheckId, Confidence, Coverage, Credence, Digest, Direction, Diversity, Evidence, EvidenceId, Expansion,
    JudgeWord, Profile, Reason, Refusal, Risk, Span, Topic, Trace, TrustPolicyMode, Verdict,
};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
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
    /// The same in the judge's vocabulary (S4).
    #[serde(default)]
    pub judge_verdict: JudgeWord,
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
    /// How much a wrong answer can hurt.
    #[serde(default)]
    pub risk: Risk,
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

impl Assessment {
    /// Fills in what follows from the rest and is not in every stored answer. A risk that the operator raised is stored
    /// wherever it can have been raised.
    fn complete(&mut self) {
        self.judge_verdict = self.verdict.judge_word();
        if self.topic.is_high_risk() {
            self.risk = Risk::High;
        }
    }
}

/// Reads answers, also those that were stored without their risk and the judge's word, so that they replay to the bit.
fn completed<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Assessment>, D::Error> {
    let mut claims = Vec::<Assessment>::deserialize(from)?;
    claims.iter_mut().for_each(Assessment::complete);
    Ok(claims)
}

/// All claims of a check at a glance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredSummary")]
pub struct Summary {
    /// How many claims were checked.
    pub claims: u32,
    /// How many of them were answered.
    pub answered: u32,
    /// How many came out each way, by verdict word.
    pub by_verdict: BTreeMap<String, u32>,
    /// How many different statements worth checking the text holds. What states nothing, or what nothing could settle, is none.
    pub found: u32,
    /// How many of those were left out, since a text is asked for so many claims only.
    pub left_out: u32,
    /// How many statements are idle beside them: could be checked, but are worth less than the setting asks for.
    pub idle: u32,
}

/// A summary as it may be stored: before they were counted, every claim was taken for a statement that was found.
#[derive(Deserialize)]
struct StoredSummary {
    claims: u32,
    answered: u32,
    by_verdict: BTreeMap<String, u32>,
    found: Option<u32>,
    #[serde(default)]
    left_out: u32,
    #[serde(default)]
    idle: u32,
}

impl From<StoredSummary> for Summary {
    fn from(stored: StoredSummary) -> Self {
        let StoredSummary { claims, answered, by_verdict, found, left_out, idle } = stored;
        Self { claims, answered, by_verdict, found: found.unwrap_or(claims), left_out, idle }
    }
}

impl Summary {
    /// Counts the answers. Refusals are not claims (decision X9).
    pub fn of(claims: &[Assessment]) -> Self {
        let mut summary = Self::default();
        for claim in claims.iter().filter(|claim| !claim.verdict.is_refusal()) {
            summary.claims += 1;
            summary.answered += u32::from(claim.verdict.is_directional());
            *summary.by_verdict.entry(claim.verdict.to_string()).or_default() += 1;
            summary.found += u32::from(!claim.verdict.is_passed_over());
        }
        summary
    }

    /// Tells of statements that were found beside the claims and not checked, and of those that were too idle to be found.
    pub fn leaving_out(self, left_out: u32, idle: u32) -> Self {
        Self { found: self.found + left_out, left_out, idle, ..self }
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
    /// Which gate the evidence had to pass; absent in a check stored before it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust_policy_mode: Option<TrustPolicyMode>,
    /// The claims found, in the order of the text.
    #[serde(deserialize_with = "completed")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest_bytes;

    fn answer(topic: Topic, risk: Risk) -> Assessment {
        Assessment {
            text: "Vaccines cause autism.".into(),
            written: None,
            speaker: None,
            span: Span::new(0, 22),
            verdict: Verdict::Conflicting,
            judge_verdict: Verdict::Conflicting.judge_word(),
            direction: Direction::None,
            reason: Reason::BothSidesStrong,
            rationale: String::new(),
            credence: Credence::clamped(0.5),
            confidence: Confidence::clamped(0.3),
            truthfulness_percent: 50.0,
            truthfulness_meaningful: false,
            evidence_quality_percent: 40.0,
            topic,
            risk,
            subclaims: Vec::new(),
            evidence: Vec::new(),
            deciding: Vec::new(),
            coverage: Coverage::ONE,
            support_coverage: Coverage::ZERO,
            diversity: Diversity::ZERO,
            agreement: None,
            trust_post_adaptive: 0.0,
            trust_post_fixed: 0.0,
            trust_state: "evidence_insufficiency".into(),
            trust_threshold_met: false,
            flips: Vec::new(),
            expansion: None,
            refusal: None,
            trace: Trace::new("verdict"),
        }
    }

    fn check(claims: Vec<Assessment>) -> Check {
        Check {
            id: CheckId::from_parts(1_763_000_000_000, [7; 10]),
            asked_at: Timestamp::UNIX_EPOCH,
            profile: Profile::ClosedCorpus,
            trust_policy_mode: Some(TrustPolicyMode::Confidence),
            summary: Summary::of(&claims),
            claims,
            config_hash: digest_bytes(b"config"),
            model_hashes: BTreeMap::new(),
            bypass: None,
            schema_version: SCHEMA_VERSION,
        }
    }

    #[test]
    fn an_answer_stored_without_its_risk_and_the_judges_word_is_read_with_both() {
        let told = check(vec![answer(Topic::Health, Risk::High), answer(Topic::Sport, Risk::Ordinary)]);
        let mut stored = serde_json::to_value(&told).unwrap();
        for claim in stored["claims"].as_array_mut().unwrap() {
            let fields = claim.as_object_mut().unwrap();
            assert_eq!(fields.remove("judge_verdict").unwrap(), "conflicting_expert_opinion");
            assert!(fields.remove("risk").is_some());
        }
        assert_eq!(serde_json::from_value::<Check>(stored).unwrap(), told);
    }

    #[test]
    fn a_check_stored_before_its_gate_was_told_does_not_say_which_it_was() {
        let told = check(vec![answer(Topic::Sport, Risk::Ordinary)]);
        let mut stored = serde_json::to_value(&told).unwrap();
        assert_eq!(stored.as_object_mut().unwrap().remove("trust_policy_mode").unwrap(), "confidence");
        let read: Check = serde_json::from_value(stored).unwrap();
        assert_eq!((read.trust_policy_mode, read.claims), (None, told.claims));
    }

    #[test]
    fn what_states_nothing_is_answered_and_is_no_statement_that_was_found() {
        let passed_over = Assessment { verdict: Verdict::NotAClaim, ..answer(Topic::General, Risk::Ordinary) };
        let told = Summary::of(&[passed_over, answer(Topic::Sport, Risk::Ordinary)]);
        assert_eq!((told.claims, told.found), (2, 1));
        let stored = serde_json::to_string(&told).unwrap();
        assert_eq!(serde_json::from_str::<Summary>(&stored).unwrap(), told);
    }

    #[test]
    fn what_was_left_out_was_found_and_an_older_summary_still_reads() {
        let older: Summary = serde_json::from_str(r#"{"claims": 2, "answered": 1, "by_verdict": {"true": 1}}"#).unwrap();
        assert_eq!((older.claims, older.left_out, older.idle), (2, 0, 0));
        let told = older.leaving_out(7, 3);
        assert_eq!((told.claims, told.found, told.left_out, told.idle), (2, 9, 7, 3), "idle talk is not found");
    }

    #[test]
    fn a_risk_that_the_operator_raised_is_kept() {
        let told = check(vec![answer(Topic::Sport, Risk::High)]);
        let stored = serde_json::to_string(&told).unwrap();
        assert_eq!(serde_json::from_str::<Check>(&stored).unwrap(), told);
    }
}
