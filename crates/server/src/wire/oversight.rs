//! Refusals under review, the weekly accounts and records of submitters over the wire.

use engine::oversight::{Shown, Stepped};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A refusal that operators set aside.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Bypass {
    /// The refusal.
    pub rejection: String,
    /// What it said.
    pub verdict: String,
    /// What the submission was taken for.
    pub category: String,
    /// The rule or model that refused.
    pub by: String,
}

/// A refusal as the caller may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Rejection {
    /// Its name.
    pub id: String,
    /// The refused check; only for those who read all.
    pub submission: Option<String>,
    /// Who handed it in; only for those who read all.
    pub submitter: Option<String>,
    /// When it was refused.
    pub at: String,
    /// `attack_detected` or `refused_topic`.
    pub verdict: String,
    /// What it was taken for.
    pub category: String,
    /// The rule or model that refused.
    pub by: String,
    /// Where in the text: the first byte of its UTF-8, and the first behind it.
    pub span: Option<[usize; 2]>,
    /// What was submitted; empty once it was erased.
    pub text: String,
    /// It was handed in as an article.
    pub is_article: bool,
    /// How far its review is, as far as the caller may know.
    pub state: String,
    /// The tags the caller may see: one's own until both are in.
    pub tags: Vec<GivenTag>,
    /// The tag that stands.
    pub effective: Option<String>,
    /// The first two tags differ.
    pub initial_disagreement: bool,
    /// The binding word.
    pub adjudication: Option<Adjudication>,
    /// The answer that an approved bypass led to.
    pub reassessment: Option<String>,
    /// How often what the submitter handed in was adversarial, over 90 days.
    pub track_record: TrackRecord,
}

/// What one reviewer said.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GivenTag {
    /// Who: their id for those who read all, else `you` or `another`.
    pub reviewer: String,
    /// What.
    pub tag: String,
    /// When.
    pub at: String,
    /// It was given before any other could be seen.
    pub is_independent: bool,
    /// Since when it no longer counts.
    pub withdrawn_at: Option<String>,
}

/// The word of a third person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Adjudication {
    /// Who; only for those who read all.
    pub adjudicator: Option<String>,
    /// What.
    pub tag: String,
    /// Why.
    pub rationale: String,
    /// When.
    pub at: String,
}

/// A record over the last 90 days.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackRecord {
    /// Submissions that were refused, or found harmful or malicious.
    pub adversarial_event_count: u64,
    /// Submissions with a directional verdict.
    pub legitimate_claim_count: u64,
    /// Share of the adversarial; absent without history.
    pub ratio: Option<f64>,
    /// 95 % Wilson interval of the share.
    pub interval: Option<[f64; 2]>,
}

/// Refusals, a page of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RejectionPage {
    /// The refusals.
    pub items: Vec<Rejection>,
    /// The cursor of the next page.
    pub next: Option<String>,
}

/// What a reviewer says of a refusal.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SayTag {
    /// `intake-false-positive`, `bypass-approved`, `truly-harmful` or `truly-malicious`.
    pub tag: String,
}

/// What a third person decides.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjudicate {
    /// The tag that stands from now on.
    pub tag: String,
    /// Why, in at most 4000 bytes.
    pub rationale: String,
}

/// What a step led to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReviewStep {
    /// Which refusal.
    pub id: String,
    /// How far it is.
    pub state: String,
    /// The tag that stands, once one does.
    pub effective: Option<String>,
    /// A bypass was approved and the submission will be assessed in full.
    pub reassess: bool,
}

/// A refusal whose right tag is known, to be mixed into the queues.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddGolden {
    /// What was submitted.
    pub text: String,
    /// `attack_detected` or `refused_topic`.
    pub verdict: String,
    /// What it was taken for.
    pub category: String,
    /// The rule or model that refused.
    pub by: String,
    /// The right tag.
    pub answer: String,
}

/// A known-answer item that was added.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AddedGolden {
    /// Its name.
    pub id: String,
}

/// How one reviewer did where the answer is known.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GoldenRecord {
    /// Who.
    pub reviewer: String,
    /// Items tagged.
    pub tagged: u64,
    /// Of them, tagged right.
    pub right: u64,
    /// Share of the right.
    pub accuracy: f64,
    /// 95 % Wilson interval.
    pub interval: Option<[f64; 2]>,
}

/// Which version of an account was seen.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acknowledge {
    /// The version.
    pub version: u32,
}

/// What the methodology maintainer decided about an account.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Decide {
    /// The version it is about.
    pub version: u32,
    /// `tighten_definitions`, `train_reviewers`, `adjust_threshold` or `no_change`.
    pub outcome: String,
    /// Why, in at most 4000 bytes.
    pub rationale: String,
}

/// One version of one week's account. It never changes; what people say of it stands beside it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Snapshot {
    /// The ISO week, as in 2026-W46.
    pub week: String,
    /// A re-run is another version.
    pub version: u32,
    /// When it was taken.
    pub taken_at: String,
    /// Fingerprint of what it was made from.
    pub input_hash: String,
    /// The account: α with its intervals, floors that are broken, the false-positive rate.
    pub account: serde_json::Value,
    /// Who has seen it, and when.
    pub acknowledgement: Option<Acknowledged>,
    /// What was decided about it.
    pub decisions: Vec<Decision>,
}

/// Somebody has seen it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Acknowledged {
    /// Who.
    pub by: String,
    /// When.
    pub at: String,
}

/// A decision about an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Decision {
    /// Who.
    pub by: String,
    /// When.
    pub at: String,
    /// What.
    pub outcome: String,
    /// Why.
    pub rationale: String,
}

/// Accounts, latest week first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SnapshotPage {
    /// The latest version of each week.
    pub items: Vec<Snapshot>,
    /// The cursor of the next page.
    pub next: Option<String>,
}

impl From<&domain::Bypass> for Bypass {
    fn from(bypass: &domain::Bypass) -> Self {
        Self {
            rejection: bypass.rejection.to_string(),
            verdict: bypass.verdict.to_string(),
            category: bypass.category.clone(),
            by: bypass.by.clone(),
        }
    }
}

impl Rejection {
    /// What a reviewer may see, or all of it when nobody is named.
    pub(crate) fn of(shown: &Shown, viewer: Option<&domain::ReviewerId>) -> Self {
        let event = &shown.event;
        let name = |who: &domain::ReviewerId| match viewer {
            None => who.to_string(),
            Some(viewer) => if viewer == who { "you" } else { "another" }.to_owned(),
        };
        let given = |given: &domain::Given| GivenTag {
            reviewer: name(&given.reviewer),
            tag: given.tag.to_string(),
            at: given.at.to_string(),
            is_independent: given.is_independent,
            withdrawn_at: given.withdrawn_at.map(|at| at.to_string()),
        };
        let word = |word: &domain::Adjudication| Adjudication {
            adjudicator: viewer.is_none().then(|| word.adjudicator.to_string()),
            tag: word.tag.to_string(),
            rationale: word.rationale.clone(),
            at: word.at.to_string(),
        };
        Self {
            id: event.id.to_string(),
            submission: viewer.is_none().then(|| event.submission.clone()),
            submitter: viewer.is_none().then(|| event.submitter.to_string()),
            at: event.at.to_string(),
            verdict: event.verdict.to_string(),
            category: event.category.clone(),
            by: event.by.clone(),
            span: event.span.map(|span| [span.start, span.end]),
            text: event.text.clone(),
            is_article: event.is_article,
            state: shown.state.to_string(),
            tags: shown.tags.iter().map(given).collect(),
            effective: shown.effective.map(|tag| tag.to_string()),
            initial_disagreement: shown.initial_disagreement,
            adjudication: shown.adjudication.as_ref().map(word),
            reassessment: shown.reassessment.map(|check| check.to_string()),
            track_record: TrackRecord::from(&shown.track_record),
        }
    }
}

impl From<&engine::oversight::TrackRecord> for TrackRecord {
    fn from(record: &engine::oversight::TrackRecord) -> Self {
        Self {
            adversarial_event_count: record.adversarial_event_count,
            legitimate_claim_count: record.legitimate_claim_count,
            ratio: record.ratio,
            interval: record.interval,
        }
    }
}

impl From<&engine::oversight::GoldenRecord> for GoldenRecord {
    fn from(record: &engine::oversight::GoldenRecord) -> Self {
        Self {
            reviewer: record.reviewer.to_string(),
            tagged: record.tagged,
            right: record.right,
            accuracy: record.accuracy,
            interval: record.interval,
        }
    }
}

impl From<&Stepped> for ReviewStep {
    fn from(stepped: &Stepped) -> Self {
        Self {
            id: stepped.id.to_string(),
            state: stepped.state.to_string(),
            effective: stepped.effective.map(|tag| tag.to_string()),
            reassess: stepped.reassess,
        }
    }
}

impl From<&engine::oversight::StoredSnapshot> for Snapshot {
    fn from(stored: &engine::oversight::StoredSnapshot) -> Self {
        let decision = |decision: &engine::oversight::MethodologyDecision| Decision {
            by: decision.by.to_string(),
            at: decision.at.to_string(),
            outcome: decision.outcome.word().to_owned(),
            rationale: decision.rationale.clone(),
        };
        let seen = stored.acknowledgement.as_ref();
        Self {
            week: stored.key.week.clone(),
            version: stored.key.version,
            taken_at: stored.taken_at.to_string(),
            input_hash: stored.input_hash.to_string(),
            account: stored.body.clone(),
            acknowledgement: seen.map(|seen| Acknowledged { by: seen.by.to_string(), at: seen.at.to_string() }),
            decisions: stored.decisions.iter().map(decision).collect(),
        }
    }
}
