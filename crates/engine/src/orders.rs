//! Checks that somebody ordered: answered now or as a job, and stored together with their maker, their audit row and the
//! message that tells of them.

use crate::corpus::Watch;
use crate::jobs::{Attempt, Handler, Turn};
use crate::office::Office;
use crate::oversight::account;
use crate::verify::{Asked, Question, Stage, Way};
use crate::{Engine, EngineError, audit};
use async_trait::async_trait;
use domain::{ActorId, CheckId, CorpusName, JobId, MessageId, Profile};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::{Arc, OnceLock};
use store::{ATTEMPTS_MAX, Along, NewJob, NewMessage, StoreError, StoredCheck};

/// The kind of job that answers an order.
pub const VERIFY: &str = "verify";
/// Version of an order's shape in a job.
const ORDER_VERSION: u32 = 1;
/// The message that tells of an answer.
pub const CHECK_COMPLETED: &str = "check.completed";

/// A question somebody wants answered and kept for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The name the answer will have.
    pub check: CheckId,
    /// Who asks.
    pub maker: ActorId,
    /// A text with claims in it, not one claim.
    pub is_article: bool,
    /// What is asked.
    pub text: String,
    /// Where to look.
    pub corpus: CorpusName,
    /// How much corroboration is required.
    pub profile: Profile,
    /// Where the corpus does not suffice, more is looked for on the web.
    #[serde(default)]
    pub on_web: bool,
    /// No earlier answer may stand in for this one.
    #[serde(default)]
    pub is_fresh: bool,
    /// In confidence mode (decision S1-28).
    #[serde(default)]
    pub is_hurried: bool,
}

impl Order {
    /// Makes the job that answers it.
    pub fn into_job(self, id: JobId, priority: i32, now: Timestamp) -> NewJob {
        NewJob {
            id,
            kind: VERIFY.to_owned(),
            made_by: Some(self.maker),
            payload: serde_json::to_value(self).expect("an order always serialises"),
            payload_version: ORDER_VERSION,
            once: None,
            priority,
            run_at: now,
            period: None,
            attempts_max: ATTEMPTS_MAX,
            created_at: now,
        }
    }

    fn question(&self) -> Question {
        let asked = if self.is_article { Asked::Article(self.text.clone()) } else { Asked::Claim(self.text.clone()) };
        let (corpus, is_hurried) = (self.corpus.clone(), self.is_hurried);
        Question { id: self.check, asked, corpus, profile: self.profile, is_hurried }
    }
}

impl Engine {
    /// Answers an order and stores the answer together with what goes along.
    pub async fn fulfil(
        &self,
        office: &Office,
        order: &Order,
        along: Along,
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        self.fulfil_with(office, order, watch, |_| along).await
    }

    /// Answers an order like [`fulfil`](Self::fulfil); what goes along may depend on the answer.
    pub async fn fulfil_with(
        &self,
        office: &Office,
        order: &Order,
        watch: &dyn Watch,
        along: impl FnOnce(&StoredCheck) -> Along,
    ) -> Result<StoredCheck, EngineError> {
        let reach = match order.on_web {
            true => Some(self.reach.as_ref().ok_or(EngineError::NoProvider)?),
            false => None,
        };
        self.follow(&order.corpus, watch).await?;
        let way = Way { reach, may_reuse: !order.is_fresh, bypass: None };
        let stored = self.examine_by(&order.question(), way, watch).await?;
        let mut along = along(&stored);
        along.audit.push(told(office, order, &stored));
        account(&mut along, &stored, &order.maker.into(), order.is_article);
        along.messages.push(message(office, order, &stored));
        self.store().save_check_for(&stored, order.maker, along).await?;
        Ok(stored)
    }
}

/// The audit row holds what was decided and under which rules; the text is salted and can be erased.
fn told(office: &Office, order: &Order, stored: &StoredCheck) -> store::NewAudit {
    let check = &stored.check;
    let facts = json!({
        "summary": check.summary,
        "config_hash": check.config_hash,
        "answer": domain::digest_of(1, &check.claims),
    });
    let row = audit::row(office, Some(order.maker), CHECK_COMPLETED, format!("check:{}", check.id), facts);
    store::NewAudit { text: Some(audit::salted(office, &stored.text)), ..row }
}

fn message(office: &Office, order: &Order, stored: &StoredCheck) -> NewMessage {
    let (unix_ms, chance) = office.name_parts();
    NewMessage {
        id: MessageId::from_parts(unix_ms, chance),
        kind: CHECK_COMPLETED.to_owned(),
        owner: Some(order.maker),
        payload: json!({"check": stored.check.id, "summary": stored.check.summary}),
        at: office.now(),
    }
}

/// Hears how far a job is.
pub trait Listener: Send + Sync {
    /// A job reached a stage.
    fn heard(&self, job: JobId, stage: Stage, done: u64, total: u64);
}

/// Answers orders that wait as jobs. Until the models are loaded they go on waiting.
pub struct Answering {
    engine: Arc<OnceLock<Arc<Engine>>>,
    listener: Arc<dyn Listener>,
}

impl Answering {
    /// Answers with this engine once it is there.
    pub fn new(engine: Arc<OnceLock<Arc<Engine>>>, listener: Arc<dyn Listener>) -> Self {
        Self { engine, listener }
    }
}

struct Heard<'a> {
    job: JobId,
    listener: &'a dyn Listener,
}

impl Watch for Heard<'_> {
    fn at(&self, _: &str, _: u64, _: u64) {}

    fn stage(&self, stage: Stage, done: u64, total: u64) {
        self.listener.heard(self.job, stage, done, total);
    }
}

#[async_trait]
impl Handler for Answering {
    async fn attempt(&self, office: &Office, turn: &Turn) -> Attempt {
        let asked = &turn.job.asked;
        if asked.payload_version > ORDER_VERSION {
            return Attempt::Failed("the order was written by a newer Probity".to_owned());
        }
        let Ok(order) = serde_json::from_value::<Order>(asked.payload.clone()) else {
            return Attempt::Hopeless("the order cannot be read".to_owned());
        };
        let Some(engine) = self.engine.get() else { return Attempt::Failed("the models are not loaded yet".to_owned()) };
        let completion = turn.completion(json!({"check": order.check}), office.now());
        let along = Along { completion: Some(completion), ..Along::default() };
        let watch = Heard { job: asked.id, listener: &*self.listener };
        match engine.fulfil(office, &order, along, &watch).await {
            Ok(_) => Attempt::Committed,
            // An earlier attempt got this far and could not say so any more.
            Err(EngineError::Store(StoreError::AlreadyStored(_))) => {
                Attempt::Done { result: json!({"check": order.check}), along: Box::default() }
            }
            Err(error) => failed(&error),
        }
    }
}

/// Says whether trying again is of any use.
pub(crate) fn failed(error: &EngineError) -> Attempt {
    match error {
        // Somebody else has the job.
        EngineError::Store(StoreError::LeaseLost(_)) => Attempt::Committed,
        EngineError::Store(_) | EngineError::Index(_) | EngineError::Stopped => Attempt::Failed(error.to_string()),
        _ => Attempt::Hopeless(error.to_string()),
    }
}
