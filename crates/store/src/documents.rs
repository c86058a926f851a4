//! The documents of every corpus, and the feed of what changed among them.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{CorpusName, Document, DocumentId};

/// Version of the stored shape of a document.
pub const DOCUMENT_VERSION: u32 = 1;
/// Largest title and text of one document together, in bytes.
pub const DOCUMENT_BYTES_MAX: usize = 16 << 20;
/// Most changes handed out at once.
pub const CHANGES_MAX: u32 = 10_000;

/// What became of a document that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// It was not there before.
    New,
    /// The same document was there already; nothing changed.
    Same,
    /// It took the place of an earlier version.
    Replaced,
    /// Another document of the corpus says exactly the same (equal title and text), so this one was left out.
    ///
    /// An earlier version under this id is removed: it no longer says what it said.
    Duplicate {
        /// The one that is kept.
        of: DocumentId,
    },
}

/// What happened to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was added or replaced.
    Upserted,
    /// It was taken away.
    Removed,
}

/// One entry of the change feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Place in the feed; grows with every change, is never used twice.
    pub seq: u64,
    /// Which document.
    pub document: DocumentId,
    /// What happened to it.
    pub kind: ChangeKind,
}

/// A corpus and its size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    /// Its name.
    pub name: CorpusName,
    /// How many documents it holds.
    pub documents: u64,
}

/// Says what goes along with documents, given what became of each.
pub type Tell<'a> = &'a (dyn Fn(&[Added]) -> Along + Send + Sync);

/// Keeps documents.
#[async_trait]
pub trait Documents: Send + Sync {
    /// Names this database. Places in the feed of one origin mean nothing in another.
    async fn origin(&self) -> Result<String, StoreError>;

    /// Adds documents in the order given, all or none, and tells what became of each.
    async fn add_documents(&self, corpus: &CorpusName, documents: &[Document]) -> Result<Vec<Added>, StoreError> {
        self.add_documents_telling(corpus, documents, &|_| Along::default()).await
    }

    /// Adds documents like [`add_documents`](Self::add_documents); what goes along is written when any of them changed
    /// anything.
    async fn add_documents_telling(
        &self,
        corpus: &CorpusName,
        documents: &[Document],
        tell: Tell<'_>,
    ) -> Result<Vec<Added>, StoreError>;

    /// Returns the documents with these ids, in the order asked for; those that do not exist are left out.
    async fn documents(&self, corpus: &CorpusName, ids: &[DocumentId]) -> Result<Vec<Document>, StoreError>;

    /// Takes documents away, all or none, and returns how many were there. What goes along is written when any was.
    async fn remove_documents(&self, corpus: &CorpusName, ids: &[DocumentId], along: Along) -> Result<u64, StoreError>;

    /// Returns the number of documents in a corpus; zero when there is no such corpus.
    async fn count_documents(&self, corpus: &CorpusName) -> Result<u64, StoreError>;

    /// Lists the corpora that hold at least one document, by name.
    async fn corpora(&self) -> Result<Vec<Corpus>, StoreError>;

    /// Returns up to `limit` changes after a place in the feed, oldest first.
    ///
    /// Each document appears at most once, at the place of its latest change: who follows the feed sees where things
    /// stand, not every step on the way.
    async fn changes(&self, corpus: &CorpusName, after_seq: u64, limit: u32) -> Result<Vec<Change>, StoreError>;

    /// Returns the place of the latest change; zero when there has been none.
    async fn latest_change(&self, corpus: &CorpusName) -> Result<u64, StoreError>;
}
