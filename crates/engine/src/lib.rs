//! What the product does, once: the command line, the server and the workers call the same functions.
//!
//! [`Engine`] holds what every workflow needs. `corpus` brings documents in and keeps the index up with the store;
//! `intake` decides what may come in; `verify` answers claims and replays answers; `oversight` watches those who judge; `eval`
//! measures. [`Office`] holds what needs no models: `access` lets people and agents in, `jobs` gets things done, `orders` are
//! checks somebody wants, `audit` proves what was decided, `hooks` tell.

pub mod access;
pub mod audit;
mod bells;
pub mod corpus;
mod error;
pub mod eval;
pub mod exchange;
pub mod hooks;
pub mod intake;
pub mod jobs;
mod office;
pub mod orders;
pub mod oversight;
pub mod registry;
pub mod verify;

pub use error::EngineError;
pub use office::Office;
// The store's words travel upward with what it keeps; nobody above needs to know the store for them.
pub use ed25519_dalek::SigningKey;
pub use search::IndexError;
pub use store::{
    AUDIT_MAX, Along, ApiKey, AuditLink, AuditRow, AuditText, Corpus, Delivery, Job, JobCount, JobState, NewAnswer, NewAudit,
    NewJob, NewMessage, RecentCheck, Retention, Session, SignedHead, StoreError, StoredCheck, WEBHOOKS_EACH_MAX, Webhook,
};

use domain::{Clock, CorpusName, Digest, Profile, digest_of};
use infer::Models;
use score::verify::graph::{Extract, Patterns};
use score::verify::{Budget, Policy};
use search::Index;
use sources::Registry;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use store::Store;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Version of the hashed configuration.
const CONFIG_VERSION: u32 = 1;

/// What every workflow needs.
pub struct Engine {
    store: Arc<dyn Store>,
    models: Arc<Models>,
    policy: Policy,
    clock: Arc<dyn Clock>,
    index_dir: PathBuf,
    indexes: Mutex<HashMap<CorpusName, Index>>,
    counsellor: Option<verify::Counsellor>,
    gate: intake::Gate,
    extractor: Arc<dyn Extract>,
    registry: Arc<Registry>,
    reach: Option<verify::Reach>,
    budget: Budget,
    /// One writes into the indexes of this process at a time; others wait for their turn.
    writing: Semaphore,
}

/// What an engine is put together from.
pub struct Parts {
    /// Where things are kept.
    pub store: Arc<dyn Store>,
    /// The models.
    pub models: Arc<Models>,
    /// The settings.
    pub policy: Policy,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Directory of the search indexes, one below it for each corpus.
    pub index_dir: PathBuf,
}

impl Engine {
    /// Puts an engine together.
    pub fn new(parts: Parts) -> Self {
        let Parts { store, models, policy, clock, index_dir } = parts;
        Self {
            store,
            models,
            policy,
            clock,
            index_dir,
            indexes: Mutex::default(),
            extractor: Arc::new(Patterns),
            registry: Registry::built_in(),
            counsellor: None,
            gate: intake::Gate::built_in(),
            reach: None,
            budget: Budget::default(),
            writing: Semaphore::new(1),
        }
    }

    /// Gives orders that ask for it a way to the web.
    #[must_use]
    pub fn reaching(self, reach: Option<verify::Reach>) -> Self {
        Self { reach, ..self }
    }

    /// Keeps answers for other times than the usual ones.
    #[must_use]
    pub fn keeping(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Waits until nobody else in this process writes into an index.
    pub(crate) async fn turn_to_write(&self) -> Option<SemaphorePermit<'_>> {
        // Nobody ever closes it.
        self.writing.acquire().await.ok()
    }

    /// Puts another gate in the place of the built-in one.
    #[must_use]
    pub fn with_gate(mut self, gate: intake::Gate) -> Self {
        self.gate = gate;
        self
    }

    /// Reads facts for the entity graph in another way than by patterns.
    pub fn reading_with(self, extractor: Arc<dyn Extract>) -> Self {
        Self { extractor, ..self }
    }

    /// Believes another registry than the one that comes with Probity, such as one with an operator's overrides.
    pub fn believing(self, registry: Arc<Registry>) -> Self {
        Self { registry, ..self }
    }

    /// Returns what web sources are worth.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Returns the store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns the models.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// Returns the settings.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the whole effective configuration of a verdict, as it is stored and hashed.
    pub fn config(&self, profile: Profile) -> serde_json::Value {
        serde_json::json!({
            "policy": self.policy,
            "profile": profile,
            "nli_temperature": self.models.cross_encoder.temperature(),
            // What is read and by whom makes other readings of the same page, and so another answer.
            "reading": {
                "candidates": verify::CANDIDATES_MAX,
                "pairs": score::verify::PAIRS_PER_CLAIM,
                "second_judge": {
                    "share": infer::SECOND_SHARE,
                    "asked_below_neutral": infer::SETTLED_NEUTRAL,
                    "tokens": infer::SECOND_TOKENS_MAX,
                },
            },
            "rules": score::verify::RULES_VERSION,
            "intake": { "rules": self.gate.patterns().hash(), "thresholds": self.gate.thresholds() },
            "registry": self.registry.digest(),
        })
    }

    /// Returns the fingerprint of that configuration.
    pub fn config_hash(&self, profile: Profile) -> Digest {
        digest_of(CONFIG_VERSION, &self.config(profile))
    }

    /// Returns the fingerprints of the models, by role.
    pub fn model_hashes(&self) -> BTreeMap<String, Digest> {
        let hashes = self.models.hashes();
        BTreeMap::from([
            ("embedder".to_owned(), hashes.embedder.clone()),
            ("intake".to_owned(), self.gate.model().hash().clone()),
            ("nli".to_owned(), hashes.cross_encoder.clone()),
            ("tokenizer".to_owned(), hashes.tokenizer.clone()),
        ])
    }

    /// Returns the index of a corpus, opening it on first use.
    pub(crate) fn index(&self, corpus: &CorpusName) -> Result<Index, EngineError> {
        let mut open = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = open.get(corpus) {
            return Ok(index.clone());
        }
        let index = Index::open(&self.index_dir.join(corpus.as_str()))?;
        open.insert(corpus.clone(), index.clone());
        Ok(index)
    }
}
