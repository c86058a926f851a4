//! Bringing documents in, a batch at a time: what is committed stays, so a stopped run goes on where it was.

use crate::verify::Stage;
use crate::{Engine, EngineError};
use domain::{CorpusName, Document, DocumentId};
use sources::{Options, Outcome, Skipped};
use std::collections::HashSet;
use std::path::PathBuf;
use store::{Added, Along, Tell};

/// Documents committed at a time.
const BATCH: usize = 64;
/// Documents after which the index catches up, so that they can be found while more come in.
const FIND_EVERY: usize = 2_048;

/// Somebody watching work under way, who may ask it to stop.
pub trait Watch: Sync {
    /// Something of `total` is `done`.
    fn at(&self, what: &str, done: u64, total: u64);

    /// The claim behind `done` others of `total` has come to a stage.
    fn stage(&self, _stage: Stage, _done: u64, _total: u64) {}

    /// Whether to stop at the next safe place.
    fn is_stopping(&self) -> bool {
        false
    }
}

impl Watch for () {
    fn at(&self, _: &str, _: u64, _: u64) {}
}

/// What an ingest did.
#[derive(Debug, Default)]
pub struct Ingested {
    /// Documents that were not there before.
    pub new: u64,
    /// Documents that were there already.
    pub same: u64,
    /// Documents that took the place of an earlier version.
    pub replaced: u64,
    /// Documents that say exactly what another says.
    pub duplicates: u64,
    /// Documents among the new and replaced ones that tell, nearly word for word, what another document tells.
    pub near_duplicates: u64,
    /// Sentences of what is new or replaced.
    pub sentences: u64,
    /// Bytes read.
    pub bytes: u64,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
}

impl Engine {
    /// Brings documents from files into a corpus and makes them findable by their words; vectors come with
    /// [`Engine::fill_vectors`].
    pub async fn ingest(&self, paths: &[PathBuf], options: &Options, watch: &dyn Watch) -> Result<Ingested, EngineError> {
        self.ingest_telling(paths, options, watch, &|_| Along::default()).await
    }

    /// Brings documents in like [`ingest`](Self::ingest); each batch that changed anything commits with what is told of it.
    pub(super) async fn ingest_telling(
        &self,
        paths: &[PathBuf],
        options: &Options,
        watch: &dyn Watch,
        tell: Tell<'_>,
    ) -> Result<Ingested, EngineError> {
        let mut summary = Ingested::default();
        let mut batch: Vec<Document> = Vec::with_capacity(BATCH);
        let mut changed: Vec<DocumentId> = Vec::new();
        let mut findable = 0;
        for path in paths {
            let mut walk = sources::documents(path, options);
            while let Some(outcome) = walk.next() {
                match outcome {
                    Outcome::Document(document) => batch.push(*document),
                    Outcome::Skipped(skipped) => summary.skipped.push(skipped),
                }
                if batch.len() >= BATCH {
                    self.put(&options.corpus, &mut batch, &mut changed, &mut summary, tell).await?;
                    let progress = walk.progress();
                    watch.at("reading", progress.bytes_done, progress.bytes_total);
                }
                if changed.len() >= findable + FIND_EVERY {
                    self.follow(&options.corpus, watch).await?;
                    findable = changed.len();
                }
                if watch.is_stopping() {
                    self.put(&options.corpus, &mut batch, &mut changed, &mut summary, tell).await?;
                    return Err(EngineError::Stopped);
                }
            }
            summary.bytes += walk.progress().bytes_done;
        }
        self.put(&options.corpus, &mut batch, &mut changed, &mut summary, tell).await?;
        self.follow(&options.corpus, watch).await?;
        summary.near_duplicates = tokio::task::block_in_place(|| self.count_retellings(&options.corpus, &changed))?;
        Ok(summary)
    }

    /// Counts the documents that tell what an earlier one tells; of those that came together, the first by id is the original.
    fn count_retellings(&self, corpus: &CorpusName, changed: &[DocumentId]) -> Result<u64, EngineError> {
        let reader = self.index(corpus)?.reader();
        let new: HashSet<&DocumentId> = changed.iter().collect();
        let mut count = 0;
        for document in changed {
            let others = reader.retold(document)?;
            count += u64::from(others.iter().any(|other| !new.contains(other) || other < document));
        }
        Ok(count)
    }

    async fn put(
        &self,
        corpus: &CorpusName,
        batch: &mut Vec<Document>,
        changed: &mut Vec<DocumentId>,
        summary: &mut Ingested,
        tell: Tell<'_>,
    ) -> Result<(), EngineError> {
        if batch.is_empty() {
            return Ok(());
        }
        let added = self.store.add_documents_telling(corpus, batch, tell).await?;
        for (document, added) in batch.iter().zip(added) {
            let sentences = document.sentences.len() as u64;
            if matches!(added, Added::New | Added::Replaced) {
                changed.push(document.id.clone());
            }
            match added {
                Added::New => (summary.new, summary.sentences) = (summary.new + 1, summary.sentences + sentences),
                Added::Replaced => (summary.replaced, summary.sentences) = (summary.replaced + 1, summary.sentences + sentences),
                Added::Same => summary.same += 1,
                Added::Duplicate { .. } => summary.duplicates += 1,
            }
        }
        batch.clear();
        Ok(())
    }
}
