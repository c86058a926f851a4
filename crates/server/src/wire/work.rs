//! Jobs, batches, corpora, webhooks and the audit log over the wire.

use crate::stages::Step;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An order that was accepted and will be answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Accepted {
    /// The job to ask after.
    pub job: String,
    /// The name the answer will have.
    pub check: String,
    /// Where to ask.
    pub href: String,
}

/// A batch that was accepted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AcceptedBatch {
    /// One job for each claim, in their order.
    pub jobs: Vec<Accepted>,
}

/// A job as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Job {
    /// Its name.
    pub id: String,
    /// What sort of work.
    pub kind: String,
    /// `waiting`, `running`, `done` or `dead`.
    pub state: String,
    /// How often somebody tried.
    pub attempts: u32,
    /// Why the last attempt failed.
    pub reason: Option<String>,
    /// The answer's name once it is done.
    pub check: Option<String>,
    /// The stage of a running job: claims, retrieve, rank, read, trust, search or judge.
    pub stage: Option<String>,
    /// How many claims of the text are answered.
    pub done: Option<u64>,
    /// Of how many.
    pub total: Option<u64>,
    /// When it was asked for.
    pub created_at: String,
    /// When it was done or given up.
    pub finished_at: Option<String>,
}

/// Jobs that were given up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct JobPage {
    /// The jobs, latest first.
    pub items: Vec<Job>,
    /// The cursor of the next page.
    pub next: Option<String>,
}

impl Job {
    pub(crate) fn of(job: &engine::Job, step: Option<Step>) -> Self {
        let check = job.result.as_ref().and_then(|result| result["check"].as_str()).map(str::to_owned);
        let now = Self {
            id: job.asked.id.to_string(),
            kind: job.asked.kind.clone(),
            state: job.state.as_str().to_owned(),
            attempts: job.attempts,
            reason: job.reason.clone(),
            check,
            stage: None,
            done: None,
            total: None,
            created_at: job.asked.created_at.to_string(),
            finished_at: job.finished_at.map(|at| at.to_string()),
        };
        match step.filter(|_| job.state == engine::JobState::Running) {
            Some(step) => now.at(step),
            None => now,
        }
    }

    /// The same job at one of its steps.
    pub(crate) fn at(&self, step: Step) -> Self {
        let (stage, done, total) = (Some(step.stage.as_str().to_owned()), Some(step.done), Some(step.total));
        Self { stage, done, total, ..self.clone() }
    }
}

/// A corpus and its size.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Corpus {
    /// Its name.
    pub name: String,
    /// How many documents it holds.
    pub documents: u64,
}

/// Documents to bring in.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddDocuments {
    /// The documents, 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    pub documents: Vec<NewDocument>,
}

/// A document to bring in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDocument {
    /// Its id in the corpus; a document of the same id is replaced.
    pub id: String,
    /// Its headline.
    #[serde(default)]
    pub title: String,
    /// The whole text.
    pub text: String,
    /// Where it can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// When it was published, `2026-11-16`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A document that is kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Document {
    /// Its id in the corpus.
    pub id: String,
    /// Its headline.
    pub title: String,
    /// The whole text.
    pub text: String,
    /// Who speaks.
    pub source: String,
    /// Where it can be read.
    pub url: Option<String>,
    /// When it was published.
    pub date: Option<String>,
    /// What its source is worth.
    pub credibility: f64,
}

impl From<&domain::Document> for Document {
    fn from(document: &domain::Document) -> Self {
        Self {
            id: document.id.to_string(),
            title: document.title.clone(),
            text: document.text.clone(),
            source: document.source.clone(),
            url: document.url.clone(),
            date: document.published.map(|date| date.to_string()),
            credibility: document.credibility.get(),
        }
    }
}

/// What became of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AddedDocuments {
    /// Documents that were not there before.
    pub new: u64,
    /// Documents that were there already.
    pub same: u64,
    /// Documents that took the place of an earlier version.
    pub replaced: u64,
    /// Documents that say exactly what another says.
    pub duplicates: u64,
    /// What was left out, and why.
    pub skipped: Vec<String>,
}

/// A place that wants to hear of things.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddWebhook {
    /// Where it listens: a public http or https address.
    #[schema(format = "uri", max_length = 2048)]
    pub url: String,
    /// The kinds of messages it wants; all when left out.
    #[serde(default)]
    pub kinds: Vec<String>,
}

/// A webhook; its secret only in the answer to making or rotating it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Webhook {
    /// Its name.
    pub id: String,
    /// Where it listens.
    pub url: String,
    /// The kinds of messages it wants.
    pub kinds: Vec<String>,
    /// Since when.
    pub created_at: String,
    /// The secret that signs, shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// One attempt to deliver.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Delivery {
    /// Its name.
    pub id: String,
    /// Of which message.
    pub message: String,
    /// When.
    pub at: String,
    /// The status that came back.
    pub status: Option<u16>,
    /// Why it failed.
    pub error: Option<String>,
    /// How long it took.
    pub took_ms: u64,
}

impl Webhook {
    pub(crate) fn of(hook: &engine::Webhook, secret: Option<String>) -> Self {
        Self {
            id: hook.id.to_string(),
            url: hook.url.clone(),
            kinds: hook.kinds.clone(),
            created_at: hook.created_at.to_string(),
            secret,
        }
    }
}

impl From<&engine::Delivery> for Delivery {
    fn from(delivery: &engine::Delivery) -> Self {
        Self {
            id: delivery.id.to_string(),
            message: delivery.message.to_string(),
            at: delivery.at.to_string(),
            status: delivery.status,
            error: delivery.error.clone(),
            took_ms: delivery.took_ms,
        }
    }
}
