//! Corpora of evaluations: kept apart from everybody's library, named by their content, embedded once.

use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{CorpusName, digest_bytes};
use sources::Options;
use std::io::BufRead as _;
use std::path::Path;

impl Engine {
    /// Brings a corpus file in, unless it is there already, and makes it findable by words and by meaning.
    pub(super) async fn shelve_corpus(&self, file: &Path, watch: &dyn Watch) -> Result<CorpusName, EngineError> {
        let unreadable = |source| EngineError::Unreadable { path: file.into(), source };
        let bytes = std::fs::read(file).map_err(unreadable)?;
        let corpus = corpus_of(&bytes);
        let rows =
            super::rows::open(file)?.lines().filter(|line| line.as_ref().is_ok_and(|l| !l.trim().is_empty())).count() as u64;
        if self.store.count_documents(&corpus).await? != rows {
            let summary = self.ingest(&[file.to_owned()], &Options::closed(corpus.clone()), watch).await?;
            if let Some(skipped) = summary.skipped.first() {
                let line = skipped.line.unwrap_or(1) as usize;
                return Err(EngineError::Malformed { path: file.into(), line, why: skipped.why.to_string() });
            }
        }
        self.ready(&corpus, watch).await?;
        Ok(corpus)
    }

    /// Makes a corpus findable by words and by meaning.
    pub(super) async fn ready(&self, corpus: &CorpusName, watch: &dyn Watch) -> Result<(), EngineError> {
        self.follow(corpus, watch).await?;
        self.fill_vectors(corpus, watch).await
    }
}

/// The same content is the same corpus, wherever it lies.
pub(super) fn corpus_of(content: &[u8]) -> CorpusName {
    CorpusName::new(&format!("eval-{}", digest_bytes(content).short())).expect("made of plain characters")
}
