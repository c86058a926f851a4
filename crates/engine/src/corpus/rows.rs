//! Documents that come as rows, over a wire instead of from a file.

use super::Ingested;
use crate::{Engine, EngineError, Office, audit};
use domain::{ActorId, CorpusName, digest_bytes};
use serde_json::json;
use sources::Options;
use std::path::Path;
use std::sync::Arc;
use store::Added;

impl Engine {
    /// Brings JSON Lines into a corpus for somebody, with their vectors, as `ingest` does with a file of them. What changed is
    /// written down in the transaction that changes it.
    pub async fn ingest_rows(
        &self,
        office: &Office,
        by: ActorId,
        corpus: &CorpusName,
        lines: &str,
    ) -> Result<Ingested, EngineError> {
        let digest = digest_bytes(lines.as_bytes());
        let file = self.index_dir.join(format!("incoming-{}.jsonl", digest.short()));
        let unreadable = |source| EngineError::Unreadable { path: file.clone(), source };
        std::fs::create_dir_all(&self.index_dir).map_err(unreadable)?;
        std::fs::write(&file, lines).map_err(unreadable)?;
        let _swept = Swept(&file);
        let options = Options { registry: Arc::clone(&self.registry), ..Options::closed(corpus.clone()) };
        let tell = |added: &[Added]| {
            let count = |is: Added| added.iter().filter(|added| **added == is).count();
            let facts = json!({"new": count(Added::New), "replaced": count(Added::Replaced)});
            audit::along(office, Some(by), "corpus.changed", format!("corpus:{corpus}"), facts)
        };
        let ingested = self.ingest_telling(std::slice::from_ref(&file), &options, &(), &tell).await?;
        self.fill_vectors(corpus, &()).await?;
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
