//! Bringing documents in, a batch at a time: what is committed stays, so a stopped run goes on where it was.

use crate::{Engine, EngineError};
use domain::{CorpusName, Document};
use sources::{Options, Outcome, Skipped};
use std::path::PathBuf;
use store::Added;

/// Documents committed at a time.
const BATCH: usize = 64;

/// Somebody watching work under way, who may ask it to stop.
pub trait Watch: Sync {
    /// Something of `total` is `done`.
    fn at(&self, what: &str, done: u64, total: u64);

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
        let mut summary = Ingested::default();
        let mut batch: Vec<Document> = Vec::with_capacity(BATCH);
        for path in paths {
            let mut walk = sources::documents(path, options);
            while let Some(outcome) = walk.next() {
                match outcome {
                    Outcome::Document(document) => batch.push(*document),
                    Outcome::Skipped(skipped) => summary.skipped.push(skipped),
                }
                if batch.len() >= BATCH {
                    self.put(&options.corpus, &mut batch, &mut summary).await?;
                    let progress = walk.progress();
                    watch.at("reading", progress.bytes_done, progress.bytes_total);
                }
                if watch.is_stopping() {
                    self.put(&options.corpus, &mut batch, &mut summary).await?;
                    return Err(EngineError::Stopped);
                }
            }
            summary.bytes += walk.progress().bytes_done;
        }
        self.put(&options.corpus, &mut batch, &mut summary).await?;
        self.follow(&options.corpus, watch).await?;
        Ok(summary)
    }

    async fn put(&self, corpus: &CorpusName, batch: &mut Vec<Document>, summary: &mut Ingested) -> Result<(), EngineError> {
        if batch.is_empty() {
            return Ok(());
        }
        let added = self.store.add_documents(corpus, batch).await?;
        for (document, added) in batch.iter().zip(added) {
            let sentences = document.sentences.len() as u64;
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
