//! Taking single documents out again.

use crate::{EngineError, Office, audit};
use domain::{ActorId, CorpusName, DocumentId};
use serde_json::json;

impl Office {
    /// Takes a document out of a corpus and writes down who did. False when it was not there. The index follows with the next
    /// search, which finds no evidence in a document that the store does not have.
    pub async fn remove_document(&self, corpus: &CorpusName, id: &DocumentId, by: Option<ActorId>) -> Result<bool, EngineError> {
        // The row names the document by its fingerprint: an id may be a person's name, and rows are not erased.
        let facts = json!({"removed": domain::digest_bytes(id.as_str().as_bytes()).short()});
        let along = audit::along(self, by, "corpus.changed", format!("corpus:{corpus}"), facts);
        Ok(self.store().remove_documents(corpus, std::slice::from_ref(id), along).await? > 0)
    }
}
