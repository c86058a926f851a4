//! What the caller decides about documents that come in.

use crate::{Limits, Registry};
use domain::{CorpusName, Credibility};
use std::sync::Arc;

/// Whose word counts on what a document is worth (decision X11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighing {
    /// Everything is worth what the corpus declares: somebody chose these documents.
    Declared,
    /// The registry decides by address; what has no address is worth what the corpus declares.
    Registry,
}

/// How documents are read and weighed.
#[derive(Debug, Clone)]
pub struct Options {
    /// The corpus the documents are for. Rows without a publisher of their own speak in its name.
    pub corpus: CorpusName,
    /// What a document of this corpus is worth where no registry says otherwise.
    pub declared: Credibility,
    /// Who decides.
    pub weighing: Weighing,
    /// What web sources are worth.
    pub registry: Arc<Registry>,
    /// How much is let in.
    pub limits: Limits,
}

impl Options {
    /// What a closed corpus is worth unless its owner says otherwise.
    pub const DECLARED_DEFAULT: f64 = 0.90;

    /// Options for documents that somebody chose and trusts as they are.
    pub fn closed(corpus: CorpusName) -> Self {
        Self {
            corpus,
            declared: Credibility::clamped(Self::DECLARED_DEFAULT),
            weighing: Weighing::Declared,
            registry: Registry::built_in(),
            limits: Limits::default(),
        }
    }

    /// Options for pages from anywhere.
    pub fn open_web(corpus: CorpusName) -> Self {
        Self { weighing: Weighing::Registry, ..Self::closed(corpus) }
    }
}
