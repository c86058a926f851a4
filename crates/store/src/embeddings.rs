//! The sentence vectors of documents, so that no sentence is embedded twice by the same model.
//!
//! The store takes them as bytes; `search::vector` knows what they mean.

use crate::StoreError;
use async_trait::async_trait;
use domain::{CorpusName, Digest, DocumentId};

/// Most documents named as missing at once.
pub const MISSING_MAX: u32 = 10_000;

/// The vectors of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedded {
    /// Which document.
    pub document: DocumentId,
    /// The content that was embedded: vectors of an earlier version are turned away.
    pub content: Digest,
    /// The sentence vectors of each passage, in the order of `Document::passages`.
    pub passages: Vec<Vec<u8>>,
}

/// Keeps sentence vectors, by the model that made them.
#[async_trait]
pub trait Embeddings: Send + Sync {
    /// Stores vectors, all or none, in place of earlier ones of the same model, and returns how many documents took theirs.
    ///
    /// Vectors of documents that were replaced or removed meanwhile are quietly left out.
    async fn put_embeddings(&self, corpus: &CorpusName, model: &Digest, embedded: &[Embedded]) -> Result<u64, StoreError>;

    /// Returns the vectors of these documents, in the order asked for; those without are left out.
    async fn embeddings(&self, corpus: &CorpusName, model: &Digest, ids: &[DocumentId]) -> Result<Vec<Embedded>, StoreError>;

    /// Returns up to `limit` documents, by id and after the given one, that this model has not embedded.
    async fn missing_embeddings(
        &self,
        corpus: &CorpusName,
        model: &Digest,
        after: Option<&DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentId>, StoreError>;

    /// Returns how many documents this model has not embedded.
    async fn missing_embeddings_count(&self, corpus: &CorpusName, model: &Digest) -> Result<u64, StoreError>;
}
