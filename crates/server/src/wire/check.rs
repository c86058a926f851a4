//! Checks as `probity check --json` prints them, field by field.
//!
//! Three things differ on purpose: the ledger has an address of its own, `search` tells of the web without saying whose
//! earlier check an answer came from, and a refusal is told without the fingerprints of the gate.

use super::Bypass;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A stored answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Check {
    /// Its name.
    pub id: String,
    /// When it was asked.
    pub asked_at: String,
    /// How much corroboration was required.
    pub profile: String,
    /// `adaptive`, or `confidence` where the lower gate was open; absent in a check stored before it was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust_policy_mode: Option<String>,
    /// The claims found, in the order of the text.
    pub claims: Vec<Claim>,
    /// All of them at a glance.
    pub summary: Summary,
    /// Fingerprint of the configuration.
    pub config_hash: String,
    /// Fingerprints of the models.
    pub model_hashes: BTreeMap<String, String>,
    /// The refusal that operators set aside for it; absent for what passed the gate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bypass: Option<Bypass>,
    /// Version of this shape.
    pub schema_version: u32,
}

/// The claims of a check at a glance.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Summary {
    /// How many claims were checked.
    pub claims: u32,
    /// How many were answered.
    pub answered: u32,
    /// How many came out each way.
    pub by_verdict: BTreeMap<String, u32>,
    /// How many different statements worth checking the text holds.
    pub found: u32,
    /// How many of those were left out, since a text is asked for so many claims only.
    pub left_out: u32,
    /// How many statements are idle beside them: worth less than CHECKWORTHY_THRESHOLD.
    pub idle: u32,
}

/// The answer to one claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Claim {
    /// The claim.
    pub text: String,
    /// The words as they were written, where names were put in the place of pronouns; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Who is said to have said it; absent when nobody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// Where it stands in the text.
    pub span: Span,
    /// The answer.
    pub verdict: String,
    /// S4's word: `supported`, `contradicted`, `uncertain`, `insufficient_evidence` or `conflicting_expert_opinion`.
    pub judge_verdict: String,
    /// Which way the evidence points.
    pub direction: String,
    /// The rule that decided.
    pub reason: String,
    /// The same in a sentence.
    pub rationale: String,
    /// Calibrated probability that the direction is right.
    pub credence: f64,
    /// S1's composite confidence.
    pub confidence: f64,
    /// S1's truth score.
    pub truthfulness_percent: f64,
    /// False where the percentage says nothing.
    pub truthfulness_meaningful: bool,
    /// S1's evidence-driven quality signal, 0 to 100.
    pub evidence_quality_percent: f64,
    /// What the claim is about.
    pub topic: String,
    /// How much a wrong answer can hurt: `high` or `ordinary`.
    pub risk: String,
    /// The parts.
    pub subclaims: Vec<Subclaim>,
    /// The evidence, best first.
    pub evidence: Vec<Evidence>,
    /// The pieces the verdict rests on.
    pub deciding: Vec<String>,
    /// What would change the verdict.
    pub flips: Vec<Flip>,
    /// Share of the parts resolved either way.
    pub coverage: f64,
    /// Share of the parts that are supported.
    pub support_coverage: f64,
    /// Independence of the sources.
    pub diversity: f64,
    /// The larger side's share; absent when nothing takes a side.
    pub agreement: Option<f64>,
    /// Trust by the adaptive rule.
    pub trust_post_adaptive: f64,
    /// Trust by the fixed rule.
    pub trust_post_fixed: f64,
    /// `confirmed`, `provisional`, `revoked` or `evidence_insufficiency`.
    pub trust_state: String,
    /// Whether the evidence was found sufficient.
    pub trust_threshold_met: bool,
    /// What was done on the web, or from which memory it was answered; absent when neither.
    pub search: Option<Search>,
    /// Why it was turned away; absent when it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refused>,
}

/// A range of bytes of a text in UTF-8.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The first byte behind it.
    pub end: usize,
}

/// What would change a verdict.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Flip {
    /// Without these pieces of evidence …
    pub without: Vec<String>,
    /// … the verdict would be this.
    pub verdict: String,
}

/// What was done on the web for a claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Search {
    /// Why it ended.
    pub ended: String,
    /// A budget ended it, so the answer rests on less than there may have been to find.
    pub is_partial: bool,
    /// An earlier answer still stands and was used again.
    pub from_cache: bool,
    /// Queries sent.
    pub queries: u32,
    /// Pages visited.
    pub pages: u32,
    /// Pages read.
    pub pages_read: u32,
    /// Bytes fetched.
    pub bytes: u64,
    /// Milliseconds spent.
    pub ms: u64,
}

/// Why a text was turned away.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Refused {
    /// What it is about.
    pub category: String,
    /// Who refused.
    pub by: String,
    /// Where in the text.
    pub span: Span,
}

/// The ledger of one claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ledger {
    /// The claim.
    pub text: String,
    /// The answer.
    pub verdict: String,
    /// Every rule that fired, as a tree of `rule`, `note`, `terms` and `children`.
    #[schema(value_type = Object)]
    pub trace: serde_json::Value,
}

impl From<&domain::Assessment> for Ledger {
    fn from(answer: &domain::Assessment) -> Self {
        let trace = serde_json::to_value(&answer.trace).unwrap_or_default();
        Self { text: answer.text.clone(), verdict: answer.verdict.to_string(), trace }
    }
}

impl From<&domain::Expansion> for Search {
    fn from(expansion: &domain::Expansion) -> Self {
        Self {
            ended: word(&expansion.ended),
            is_partial: expansion.is_partial,
            // Whose check it was is nobody's business.
            from_cache: expansion.answered_from.is_some(),
            queries: expansion.spent.queries,
            pages: expansion.spent.pages,
            pages_read: expansion.pages_read() as u32,
            bytes: expansion.spent.bytes,
            ms: expansion.spent.ms,
        }
    }
}

impl From<domain::Span> for Span {
    fn from(span: domain::Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

impl From<&domain::Refusal> for Refused {
    fn from(refusal: &domain::Refusal) -> Self {
        let (category, by) = (refusal.category.to_string(), refusal.by.to_string());
        Self { category, by, span: refusal.span.into() }
    }
}

/// One part of a claim.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Subclaim {
    /// The part as a sentence.
    pub text: String,
    /// Where it stands in the claim.
    pub span: Span,
    /// S1's status word.
    pub status: String,
    /// Support less contradiction over credibility-weighted stance, -1 to 1.
    pub balance: f64,
    /// S1's coverage weight: 1 strong, 0.5 partial, 0 none.
    pub coverage: f64,
    /// The evidence on target.
    pub evidence: Vec<String>,
}

/// One piece of evidence.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Evidence {
    /// Its name within the answer.
    pub id: String,
    /// What was read.
    pub text: String,
    /// The sentence of it that decides the stance.
    pub deciding: Span,
    /// The document's title.
    pub title: String,
    /// Who speaks.
    pub source: String,
    /// The document it stands in.
    pub document: String,
    /// The deciding sentence within the document, counted from zero.
    pub sentence: u32,
    /// Where it can be read.
    pub url: Option<String>,
    /// When it was published.
    pub date: Option<String>,
    /// What sort of source it is, such as `news` or `fact-check`.
    pub kind: String,
    /// What the source is worth.
    pub credibility: f64,
    /// The part of the claim it was read against, counted from zero.
    pub subclaim: u32,
    /// The side it takes.
    pub stance: String,
    /// How strongly it takes that side, 0..1.
    pub strength: f64,
    /// The rule that set the stance where the NLI judge had read otherwise, such as `number_differs`.
    pub rule: Option<String>,
    /// What the NLI judge gave each side.
    pub stance_scores: StanceScores,
    /// Whether it speaks of this claim.
    pub on_target: bool,
    /// S1's ranking score.
    pub score: f64,
}

/// The three probabilities of the NLI judge, in ten-thousandths.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct StanceScores {
    /// That the evidence entails the claim.
    pub entailment: i32,
    /// That it contradicts the claim.
    pub contradiction: i32,
    /// Neither.
    pub neutral: i32,
}

/// A line in the list of checks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckLine {
    /// Which check.
    pub id: String,
    /// When it was asked.
    pub asked_at: String,
    /// The text that was submitted.
    pub text: String,
    /// The corpus that was searched.
    pub corpus: String,
    /// How it came out.
    pub summary: Summary,
}

/// A page of checks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckPage {
    /// The checks, latest first.
    pub items: Vec<CheckLine>,
    /// The cursor of the next page.
    pub next: Option<String>,
}

/// The word that serialising gives.
pub(crate) fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

impl From<&domain::Summary> for Summary {
    fn from(summary: &domain::Summary) -> Self {
        Self {
            claims: summary.claims,
            answered: summary.answered,
            by_verdict: summary.by_verdict.clone(),
            found: summary.found,
            left_out: summary.left_out,
            idle: summary.idle,
        }
    }
}

impl From<&domain::Check> for Check {
    fn from(check: &domain::Check) -> Self {
        Self {
            id: check.id.to_string(),
            asked_at: check.asked_at.to_string(),
            profile: check.profile.to_string(),
            trust_policy_mode: check.trust_policy_mode.as_ref().map(ToString::to_string),
            claims: check.claims.iter().map(Claim::from).collect(),
            summary: Summary::from(&check.summary),
            config_hash: check.config_hash.to_string(),
            model_hashes: check.model_hashes.iter().map(|(role, hash)| (role.clone(), hash.to_string())).collect(),
            bypass: check.bypass.as_ref().map(Bypass::from),
            schema_version: check.schema_version,
        }
    }
}

impl From<&domain::Assessment> for Claim {
    fn from(answer: &domain::Assessment) -> Self {
        let ids = |ids: &[domain::EvidenceId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let part = |part: &domain::Segment| Subclaim {
            text: part.text.clone(),
            span: part.span.into(),
            status: word(&part.status),
            balance: part.balance,
            coverage: part.coverage,
            evidence: ids(&part.evidence),
        };
        Self {
            text: answer.text.clone(),
            written: answer.written.clone(),
            speaker: answer.speaker.clone(),
            span: answer.span.into(),
            verdict: answer.verdict.to_string(),
            judge_verdict: word(&answer.judge_verdict),
            direction: answer.direction.to_string(),
            reason: word(&answer.reason),
            rationale: answer.rationale.clone(),
            credence: answer.credence.get(),
            confidence: answer.confidence.get(),
            truthfulness_percent: answer.truthfulness_percent,
            truthfulness_meaningful: answer.truthfulness_meaningful,
            evidence_quality_percent: answer.evidence_quality_percent,
            topic: answer.topic.to_string(),
            risk: answer.risk.to_string(),
            subclaims: answer.subclaims.iter().map(part).collect(),
            evidence: answer.evidence.iter().map(Evidence::from).collect(),
            deciding: ids(&answer.deciding),
            flips: answer
                .flips
                .iter()
                .map(|flip| Flip { without: ids(&flip.without), verdict: flip.verdict.to_string() })
                .collect(),
            coverage: answer.coverage.get(),
            support_coverage: answer.support_coverage.get(),
            diversity: answer.diversity.get(),
            agreement: answer.agreement.map(domain::Agreement::get),
            trust_post_adaptive: answer.trust_post_adaptive,
            trust_post_fixed: answer.trust_post_fixed,
            trust_state: answer.trust_state.clone(),
            trust_threshold_met: answer.trust_threshold_met,
            search: answer.expansion.as_ref().map(Search::from),
            refusal: answer.refusal.as_ref().map(Refused::from),
        }
    }
}

impl From<&domain::Evidence> for Evidence {
    fn from(piece: &domain::Evidence) -> Self {
        Self {
            id: piece.id.to_string(),
            text: piece.text.clone(),
            deciding: piece.deciding.into(),
            title: piece.title.clone(),
            source: piece.source.clone(),
            document: piece.document.to_string(),
            sentence: piece.sentence,
            url: piece.url.clone(),
            date: piece.date.map(|date| date.to_string()),
            kind: word(&piece.kind),
            credibility: piece.credibility.get(),
            subclaim: piece.subclaim,
            stance: word(&piece.stance),
            strength: piece.strength,
            rule: piece.rule.clone(),
            stance_scores: StanceScores::from(piece.stance_scores),
            on_target: piece.on_target,
            score: piece.score,
        }
    }
}

impl From<domain::StanceScores> for StanceScores {
    fn from(scores: domain::StanceScores) -> Self {
        let domain::StanceScores { entailment, contradiction, neutral } = scores;
        Self { entailment: entailment.points(), contradiction: contradiction.points(), neutral: neutral.points() }
    }
}

impl From<&engine::RecentCheck> for CheckLine {
    fn from(line: &engine::RecentCheck) -> Self {
        Self {
            id: line.id.to_string(),
            asked_at: line.asked_at.to_string(),
            text: line.text.clone(),
            corpus: line.corpus.to_string(),
            summary: Summary::from(&line.summary),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
