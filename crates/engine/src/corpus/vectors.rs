//! Vectors fill in behind: what can be found by its words now can be found by its meaning a little later.

use super::{EMBED_BATCH, Watch};
use crate::{Engine, EngineError};
use domain::{CorpusName, Document};
use infer::Embedding;
use search::{Shelved, vector};
use store::Embedded;

impl Engine {
    /// Embeds every document that has no vectors yet and puts all known vectors on the shelf.
    pub async fn fill_vectors(&self, corpus: &CorpusName, watch: &dyn Watch) -> Result<(), EngineError> {
        let model = self.models.hashes().embedder.clone();
        let total = self.store.missing_embeddings_count(corpus, &model).await?;
        let mut done = 0;
        while let ids = self.store.missing_embeddings(corpus, &model, None, EMBED_BATCH as u32).await?
            && !ids.is_empty()
        {
            let documents = self.store.documents(corpus, &ids).await?;
            let embedded = tokio::task::block_in_place(|| self.embed(&documents));
            self.store.put_embeddings(corpus, &model, &embedded).await?;
            done += ids.len() as u64;
            watch.at("embedding", done.min(total), total);
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        self.shelve(corpus).await
    }

    /// Brings the index to where the store is: it may be lost, of an older make, or behind. Nothing is embedded for that, and
    /// while somebody else writes into the index it is taken as it is.
    pub async fn catch_up(&self, corpus: &CorpusName, watch: &dyn Watch) -> Result<(), EngineError> {
        if self.store.count_documents(corpus).await? == 0 {
            return Ok(());
        }
        let done = match self.follow(corpus, watch).await {
            Ok(()) => self.shelve(corpus).await,
            behind => behind,
        };
        match done {
            Err(EngineError::Index(search::IndexError::Busy)) => Ok(()),
            other => other,
        }
    }

    /// Lays vectors that the store has and the index lacks on the shelf.
    async fn shelve(&self, corpus: &CorpusName) -> Result<(), EngineError> {
        let model = self.models.hashes().embedder.clone();
        let index = self.index(corpus)?;
        let mut after = None;
        let mut writer = None;
        if index.reader().without_vectors(&model, None, 1)?.is_empty() {
            return Ok(());
        }
        let _turn = self.turn_to_write().await;
        loop {
            let ids = index.reader().without_vectors(&model, after.as_ref(), super::FOLLOW_BATCH as usize)?;
            let Some(last) = ids.last().cloned() else { break };
            let known = self.store.embeddings(corpus, &model, &ids).await?;
            let shelved: Vec<Shelved> =
                known.into_iter().map(|e| Shelved { document: e.document, passages: e.passages }).collect();
            let writer = match &mut writer {
                Some(open) => open,
                none => none.insert(index.writer()?),
            };
            tokio::task::block_in_place(|| writer.shelve(&model, &shelved))?;
            after = Some(last);
        }
        if let Some(writer) = writer {
            tokio::task::block_in_place(|| writer.finish())?;
        }
        Ok(())
    }

    fn embed(&self, documents: &[Document]) -> Vec<Embedded> {
        let passages: Vec<Vec<domain::Passage>> = documents.iter().map(Document::passages).collect();
        let texts: Vec<&str> = passages.iter().flatten().flat_map(|p| &p.sentences).map(String::as_str).collect();
        let mut vectors = self.models.embedder.embed(&texts).into_iter();
        let mut next = || vectors.next().map_or([0; vector::DIMENSIONS], |e| quantised(&e));
        documents
            .iter()
            .zip(&passages)
            .map(|(document, passages)| Embedded {
                document: document.id.clone(),
                content: document.content.clone(),
                passages: passages
                    .iter()
                    .map(|p| vector::to_bytes(&p.sentences.iter().map(|_| next()).collect::<Vec<_>>()))
                    .collect(),
            })
            .collect()
    }
}

/// An embedding in the index's steps; one without direction is nowhere near anything.
pub(crate) fn quantised(embedding: &Embedding) -> vector::Vector {
    vector::quantise(embedding.as_slice()).unwrap_or([0; vector::DIMENSIONS])
}
