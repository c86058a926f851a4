//! What a check needs to look beyond its corpus.

use crate::EngineError;
use score::verify::Budget;
use sources::web::Fetcher;
use sources::web::search::SearchProvider;
use sources::{Options, Registry};
use std::sync::Arc;

/// The way to the web: who is asked, who fetches, what it may cost. Copies share the fetcher and its manners.
#[derive(Clone)]
pub struct Reach {
    providers: Vec<Arc<dyn SearchProvider>>,
    fetcher: Arc<Fetcher>,
    budget: Budget,
    registry: Arc<Registry>,
    may_reuse: bool,
}

impl Reach {
    /// Puts it together. Without anybody to ask there is no way to the web.
    pub fn new(providers: Vec<Arc<dyn SearchProvider>>, fetcher: Fetcher, budget: Budget) -> Result<Self, EngineError> {
        if providers.is_empty() {
            return Err(EngineError::NoProvider);
        }
        Ok(Self { providers, fetcher: Arc::new(fetcher), budget, registry: Registry::built_in(), may_reuse: true })
    }

    /// Looks afresh, whatever was answered before.
    #[must_use]
    pub fn afresh(mut self) -> Self {
        self.may_reuse = false;
        self
    }

    /// Weighs sources by another registry than the built-in one.
    #[must_use]
    pub fn weighing_by(mut self, registry: Arc<Registry>) -> Self {
        self.registry = registry;
        self
    }

    /// An earlier answer may stand in for a new one.
    pub(super) fn may_reuse(&self) -> bool {
        self.may_reuse
    }

    pub(super) fn providers(&self) -> &[Arc<dyn SearchProvider>] {
        &self.providers
    }

    pub(super) fn fetcher(&self) -> &Fetcher {
        &self.fetcher
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How pages are read and weighed: by the registry, as anybody's.
    pub(super) fn options(&self) -> Options {
        Options { registry: Arc::clone(&self.registry), ..Options::open_web(domain::CorpusName::web()) }
    }

    /// What the configuration of a check says about the web.
    pub(super) fn config(&self) -> serde_json::Value {
        let providers: Vec<&str> = self.providers.iter().map(|provider| provider.name()).collect();
        serde_json::json!({"budget": self.budget, "providers": providers})
    }
}
