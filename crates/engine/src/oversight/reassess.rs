//! What follows from an approved bypass: the submission is assessed in full after all, with the refusal named in the answer.
//!
//! The job commits with the step that approved the bypass. The answer is kept for whoever asked; nothing publishes it.

use super::OversightError;
use crate::jobs::{Attempt, Handler, Turn};
use crate::office::{Office, unhex};
use crate::orders::failed;
use crate::verify::{Asked, Question};
use crate::{Engine, EngineError, audit};
use async_trait::async_trait;
use domain::{Bypass, CheckId, JobId, Profile, RejectionEvent, RejectionId, Tag, digest_of};
use score::oversight::review::effective_tag;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::{Arc, OnceLock};
use store::{ATTEMPTS_MAX, Along, NewJob, StoreError};

/// The kind of job that assesses a refused submission after all.
pub const REASSESS: &str = "reassess";
/// Version of the job's shape.
const PAYLOAD_VERSION: u32 = 1;
/// Before the batches, behind what people wait for.
const PRIORITY: i32 = 5;

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    rejection: RejectionId,
}

/// Returns the name of the answer that an approved bypass leads to: one refusal, one answer, however often it is tried.
pub fn reassessment_of(event: &RejectionEvent) -> CheckId {
    let digest = digest_of(1, &("reassess", event.id));
    let chance = unhex(&digest.as_str()[..20]).unwrap_or_default();
    CheckId::from_parts(u64::try_from(event.at.as_millisecond()).unwrap_or(0), chance)
}

/// Makes the job that assesses a refused submission after all.
pub(super) fn job(office: &Office, rejection: RejectionId) -> NewJob {
    let (unix_ms, chance) = office.name_parts();
    NewJob {
        id: JobId::from_parts(unix_ms, chance),
        kind: REASSESS.to_owned(),
        payload: serde_json::to_value(Payload { rejection }).expect("a name always serialises"),
        payload_version: PAYLOAD_VERSION,
        made_by: None,
        once: Some(rejection.to_string()),
        priority: PRIORITY,
        run_at: office.now(),
        period: None,
        attempts_max: ATTEMPTS_MAX,
        created_at: office.now(),
    }
}

/// Assesses refused submissions whose bypass was approved.
pub struct Reassessing {
    engine: Arc<OnceLock<Arc<Engine>>>,
}

impl Reassessing {
    /// Assesses with this engine once it is there.
    pub fn new(engine: Arc<OnceLock<Arc<Engine>>>) -> Self {
        Self { engine }
    }

    async fn reassess(&self, engine: &Engine, office: &Office, turn: &Turn, event: &RejectionEvent) -> Result<(), EngineError> {
        let store = office.store();
        let original = event.submission.parse::<CheckId>().ok();
        let kept = match original {
            Some(id) => store.check(id).await?,
            None => None,
        };
        let (corpus, profile) = match kept {
            Some(kept) => (kept.corpus, kept.check.profile),
            None => (office.usual_corpus().await?, Profile::ClosedCorpus),
        };
        engine.follow(&corpus, &()).await?;
        let asked = if event.is_article { Asked::Article(event.text.clone()) } else { Asked::Claim(event.text.clone()) };
        let question = Question { id: reassessment_of(event), asked, corpus, profile, is_hurried: false };
        let bypass =
            Bypass { rejection: event.id, verdict: event.verdict, category: event.category.clone(), by: event.by.clone() };
        let stored = engine.examine_past_gate(&question, &bypass, &()).await?;
        let facts = json!({"check": stored.check.id, "summary": stored.check.summary, "config_hash": stored.check.config_hash});
        let along = Along {
            completion: Some(turn.completion(json!({"check": stored.check.id}), office.now())),
            ..audit::along(office, None, "submission.reassessed", format!("rejection:{}", event.id), facts)
        };
        let maker = match original {
            Some(id) => store.check_maker(id).await?,
            None => None,
        };
        match maker {
            Some(maker) => store.save_check_for(&stored, maker, along).await?,
            None => store.save_check(&stored, along).await?,
        }
        Ok(())
    }
}

#[async_trait]
impl Handler for Reassessing {
    async fn attempt(&self, office: &Office, turn: &Turn) -> Attempt {
        let asked = &turn.job.asked;
        if asked.payload_version > PAYLOAD_VERSION {
            return Attempt::Failed("the job was written by a newer Probity".to_owned());
        }
        let Ok(Payload { rejection }) = serde_json::from_value(asked.payload.clone()) else {
            return Attempt::Hopeless("the job names no refusal".to_owned());
        };
        let Some(engine) = self.engine.get() else { return Attempt::Failed("the models are not loaded yet".to_owned()) };
        let found = match office.store().review(rejection).await {
            Ok(Some(found)) => found,
            Ok(None) => return Attempt::Hopeless(OversightError::Unknown(rejection).to_string()),
            Err(error) => return Attempt::Failed(error.to_string()),
        };
        // A tag may have been withdrawn since; then nothing is approved any more.
        if effective_tag(&found) != Some(Tag::BypassApproved) {
            return Attempt::Done { result: json!({"left_out": "the bypass is no longer approved"}), along: Box::default() };
        }
        if found.event.text.is_empty() {
            return Attempt::Hopeless("the submission was erased".to_owned());
        }
        match self.reassess(engine, office, turn, &found.event).await {
            Ok(()) => Attempt::Committed,
            // An earlier attempt got this far and could not say so any more.
            Err(EngineError::Store(StoreError::AlreadyStored(check))) => {
                Attempt::Done { result: json!({"check": check}), along: Box::default() }
            }
            Err(error) => failed(&error),
        }
    }
}
