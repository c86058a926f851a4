//! Documents that come as rows, over a wire instead of from a file.

use super::{Ingested, Watch};
use crate::{Engine, EngineError};
use domain::{CorpusName, digest_bytes};
use sources::Options;
use std::path::Path;
use std::sync::Arc;

impl Engine {
    /// Brings JSON Lines into a corpus, with their vectors, as `ingest` does with a file of them.
    pub async fn ingest_rows(&self, corpus: &CorpusName, lines: &str, watch: &dyn Watch) -> Result<Ingested, EngineError> {
        let digest = digest_bytes(lines.as_bytes());
        let file = self.index_dir.join(format!("incoming-{}.jsonl", digest.short()));
        let unreadable = |source| EngineError::Unreadable { path: file.clone(), source };
        std::fs::create_dir_all(&self.index_dir).map_err(unreadable)?;
        std::fs::write(&file, lines).map_err(unreadable)?;
        let _swept = Swept(&file);
        let options = Options { registry: Arc::clone(&self.registry), ..Options::closed(corpus.clone()) };
        let ingested = self.ingest(std::slice::from_ref(&file), &options, watch).await?;
        self.fill_vectors(corpus, watch).await?;
        Ok(ingested)
    }
}

/// Takes the file away however the story ends.
struct Swept<'a>(&'a Path);

impl Drop for Swept<'_> {
    fn drop(&mut self) {
        // What cannot be removed is written over by the next one of the same name.
        let _ = std::fs::remove_file(self.0);
    }
}
