//! Vectors that were computed before and travel with the texts they belong to.

use super::{FOLLOW_BATCH, Watch};
use crate::{Engine, EngineError};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use domain::{CorpusName, Digest, Document, DocumentId};
use search::vector::VECTOR_BYTES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::Embedded;

/// Sentence vectors by content: what is in here need not be embedded again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// The embedder that made them; to another they mean nothing.
    pub model: Digest,
    /// By the content of a document, the vectors of each of its passages in base64.
    documents: BTreeMap<Digest, Vec<String>>,
}

impl Prepared {
    /// Returns how many documents have vectors here.
    pub fn count(&self) -> usize {
        self.documents.len()
    }

    /// Whether these are the same vectors as others but for the rounding, which differs between processors.
    pub fn is_near(&self, others: &Self) -> bool {
        let near = |a: &u8, b: &u8| a.cast_signed().abs_diff(b.cast_signed()) <= 1;
        let alike = |(a, b): (&String, &String)| match (BASE64_STANDARD.decode(a), BASE64_STANDARD.decode(b)) {
            (Ok(a), Ok(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| near(a, b)),
            _ => false,
        };
        self.model == others.model
            && self.documents.len() == others.documents.len()
            && self.documents.iter().zip(&others.documents).all(|((content, ours), (other, theirs))| {
                content == other && ours.len() == theirs.len() && ours.iter().zip(theirs).all(alike)
            })
    }

    /// Returns the vectors of a document, when there are as many as it has sentences.
    fn of(&self, document: &Document) -> Option<Embedded> {
        let written = self.documents.get(&document.content)?;
        let expected = document.passages();
        if written.len() != expected.len() {
            return None;
        }
        let read = |(text, passage): (&String, &domain::Passage)| {
            let bytes = BASE64_STANDARD.decode(text).ok()?;
            (bytes.len() == passage.sentences.len() * VECTOR_BYTES).then_some(bytes)
        };
        let passages = written.iter().zip(&expected).map(read).collect::<Option<_>>()?;
        Some(Embedded { document: document.id.clone(), content: document.content.clone(), passages })
    }
}

impl Engine {
    /// Fills vectors in, taking those that were prepared and embedding only the rest.
    pub async fn fill_vectors_from(
        &self,
        prepared: &Prepared,
        corpus: &CorpusName,
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        if prepared.model == self.models.hashes().embedder {
            let mut after: Option<DocumentId> = None;
            while let ids = self.store.missing_embeddings(corpus, &prepared.model, after.as_ref(), FOLLOW_BATCH).await?
                && let Some(last) = ids.last()
            {
                let documents = self.store.documents(corpus, &ids).await?;
                let known: Vec<Embedded> = documents.iter().filter_map(|document| prepared.of(document)).collect();
                self.store.put_embeddings(corpus, &prepared.model, &known).await?;
                after = Some(last.clone());
            }
        }
        self.fill_vectors(corpus, watch).await
    }

    /// Returns the vectors of these documents as they are stored, to be taken along.
    pub async fn prepare_vectors(&self, corpus: &CorpusName, ids: &[DocumentId]) -> Result<Prepared, EngineError> {
        let model = self.models.hashes().embedder.clone();
        let stored = self.store.embeddings(corpus, &model, ids).await?;
        let written = |passages: &[Vec<u8>]| passages.iter().map(|bytes| BASE64_STANDARD.encode(bytes)).collect();
        let documents = stored.into_iter().map(|e| (e.content, written(&e.passages))).collect();
        Ok(Prepared { model, documents })
    }
}
