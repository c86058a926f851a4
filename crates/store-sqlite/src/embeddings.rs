//! Sentence vectors, one row a document and model.

use crate::SqliteStore;
use crate::documents::document_id;
use crate::error::translated;
use async_trait::async_trait;
use domain::{CorpusName, Digest, DocumentId};
use sqlx::SqliteConnection;
use std::collections::HashMap;
use store::{Embedded, Embeddings, MISSING_MAX, StoreError, canonical};

#[async_trait]
impl Embeddings for SqliteStore {
    async fn put_embeddings(&self, corpus: &CorpusName, model: &Digest, embedded: &[Embedded]) -> Result<u64, StoreError> {
        let (corpus, model) = (corpus.as_str(), model.as_str());
        let mut transaction = self.begin().await?;
        let mut kept = 0;
        for one in embedded {
            kept += put(&mut transaction, corpus, model, one).await?;
        }
        transaction.commit().await.map_err(translated)?;
        Ok(kept)
    }

    async fn embeddings(&self, corpus: &CorpusName, model: &Digest, ids: &[DocumentId]) -> Result<Vec<Embedded>, StoreError> {
        let (corpus, model, wanted) = (corpus.as_str(), model.as_str(), canonical::encode(&ids)?);
        let rows = sqlx::query!(
            "SELECT d.id, d.content, e.lengths, e.vectors
             FROM embeddings e JOIN documents d ON d.key = e.document JOIN corpora c ON c.key = d.corpus
             WHERE c.name = ? AND e.model = ? AND d.id IN (SELECT value FROM json_each(?))",
            corpus,
            model,
            wanted
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let mut found = HashMap::with_capacity(rows.len());
        for row in rows {
            let content = Digest::parse(&row.content).ok_or_else(|| StoreError::Corrupt(format!("fingerprint of {}", row.id)))?;
            let passages = cut(&row.lengths, &row.vectors)?;
            let document = document_id(row.id)?;
            found.insert(document.clone(), Embedded { document, content, passages });
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    async fn missing_embeddings(
        &self,
        corpus: &CorpusName,
        model: &Digest,
        after: Option<&DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        // No id is empty, so that every id comes after the empty text.
        let (corpus, model, after) = (corpus.as_str(), model.as_str(), after.map_or("", DocumentId::as_str));
        let limit = limit.min(MISSING_MAX);
        let ids = sqlx::query_scalar!(
            "SELECT d.id FROM documents d JOIN corpora c ON c.key = d.corpus
             WHERE c.name = ? AND d.id > ? AND NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.document = d.key AND e.model = ?)
             ORDER BY d.id LIMIT ?",
            corpus,
            after,
            model,
            limit
        );
        let ids = ids.fetch_all(&self.readers).await.map_err(translated)?;
        ids.into_iter().map(document_id).collect()
    }

    async fn missing_embeddings_count(&self, corpus: &CorpusName, model: &Digest) -> Result<u64, StoreError> {
        let (corpus, model) = (corpus.as_str(), model.as_str());
        let count = sqlx::query_scalar!(
            "SELECT count(*) FROM documents d JOIN corpora c ON c.key = d.corpus
             WHERE c.name = ? AND NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.document = d.key AND e.model = ?)",
            corpus,
            model
        );
        count.fetch_one(&self.readers).await.map(i64::cast_unsigned).map_err(translated)
    }
}

/// Drops the vectors of a document, whoever made them.
pub async fn forget(connection: &mut SqliteConnection, document: i64) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM embeddings WHERE document = ?", document).execute(connection).await.map(drop).map_err(translated)
}

async fn put(connection: &mut SqliteConnection, corpus: &str, model: &str, one: &Embedded) -> Result<u64, StoreError> {
    let (document, content) = (one.document.as_str(), one.content.as_str());
    let lengths: Vec<usize> = one.passages.iter().map(Vec::len).collect();
    let (lengths, vectors) = (canonical::encode(&lengths)?, one.passages.concat());
    let put = sqlx::query!(
        "INSERT OR REPLACE INTO embeddings (document, model, lengths, vectors)
         SELECT d.key, ?, ?, ? FROM documents d JOIN corpora c ON c.key = d.corpus
         WHERE c.name = ? AND d.id = ? AND d.content = ?",
        model,
        lengths,
        vectors,
        corpus,
        document,
        content
    );
    put.execute(connection).await.map(|done| done.rows_affected()).map_err(translated)
}

/// Cuts the bytes of a document into those of its passages.
fn cut(lengths: &str, vectors: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    let lengths: Vec<usize> = canonical::decode(0, 0, lengths)?;
    let mut rest = vectors;
    let mut passages = Vec::with_capacity(lengths.len());
    for length in lengths {
        let Some((passage, tail)) = rest.split_at_checked(length) else {
            return Err(StoreError::Corrupt("vectors end too early".to_owned()));
        };
        passages.push(passage.to_vec());
        rest = tail;
    }
    Ok(passages)
}
