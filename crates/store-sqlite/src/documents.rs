//! Documents and their change feed.

use crate::error::translated;
use crate::{SqliteStore, along, embeddings};
use async_trait::async_trait;
use domain::{CorpusName, Document, DocumentId};
use sqlx::SqliteConnection;
use std::collections::HashMap;
use store::{
    Added, Along, CHANGES_MAX, Change, ChangeKind, Corpus, DOCUMENT_BYTES_MAX, DOCUMENT_VERSION, Documents, StoreError, Tell,
    canonical,
};

#[async_trait]
impl Documents for SqliteStore {
    async fn origin(&self) -> Result<String, StoreError> {
        sqlx::query_scalar!("SELECT name FROM origin").fetch_one(&self.readers).await.map_err(translated)
    }

    async fn add_documents_telling(
        &self,
        corpus: &CorpusName,
        documents: &[Document],
        tell: Tell<'_>,
    ) -> Result<Vec<Added>, StoreError> {
        let mut transaction = self.begin().await?;
        let corpus = open_corpus(&mut transaction, corpus).await?;
        let mut added = Vec::with_capacity(documents.len());
        for document in documents {
            added.push(add(&mut transaction, corpus, document).await?);
        }
        if added.iter().any(|added| *added != Added::Same) {
            along::write(&mut transaction, &tell(&added)).await?;
        }
        transaction.commit().await.map_err(translated)?;
        Ok(added)
    }

    async fn documents(&self, corpus: &CorpusName, ids: &[DocumentId]) -> Result<Vec<Document>, StoreError> {
        let (corpus, wanted) = (corpus.as_str(), canonical::encode(&ids)?);
        let rows = sqlx::query!(
            "SELECT d.schema_version, d.body FROM documents d JOIN corpora c ON c.key = d.corpus
             WHERE c.name = ? AND d.id IN (SELECT value FROM json_each(?))",
            corpus,
            wanted
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let mut found = HashMap::with_capacity(rows.len());
        for row in rows {
            let document: Document = canonical::decode(row.schema_version, DOCUMENT_VERSION, &row.body)?;
            found.insert(document.id.clone(), document);
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    async fn remove_documents(&self, corpus: &CorpusName, ids: &[DocumentId], along: Along) -> Result<u64, StoreError> {
        let mut transaction = self.begin().await?;
        let corpus = open_corpus(&mut transaction, corpus).await?;
        let mut removed = 0;
        for id in ids {
            removed += remove(&mut transaction, corpus, id).await?;
        }
        if removed > 0 {
            along::write(&mut transaction, &along).await?;
        }
        transaction.commit().await.map_err(translated)?;
        Ok(removed)
    }

    async fn count_documents(&self, corpus: &CorpusName) -> Result<u64, StoreError> {
        let corpus = corpus.as_str();
        let count =
            sqlx::query_scalar!("SELECT count(*) FROM documents d JOIN corpora c ON c.key = d.corpus WHERE c.name = ?", corpus);
        count.fetch_one(&self.readers).await.map(i64::cast_unsigned).map_err(translated)
    }

    async fn corpora(&self) -> Result<Vec<Corpus>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT c.name AS "name!", count(*) AS "documents!: i64" FROM documents d JOIN corpora c ON c.key = d.corpus
               GROUP BY c.key ORDER BY c.name"#
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let corpus = |name: String| CorpusName::new(&name).ok_or_else(|| StoreError::Corrupt(format!("corpus name {name:?}")));
        rows.into_iter().map(|row| Ok(Corpus { name: corpus(row.name)?, documents: row.documents.cast_unsigned() })).collect()
    }

    async fn changes(&self, corpus: &CorpusName, after_seq: u64, limit: u32) -> Result<Vec<Change>, StoreError> {
        let (corpus, after, limit) = (corpus.as_str(), after_seq.cast_signed(), limit.min(CHANGES_MAX));
        let rows = sqlx::query!(
            "SELECT f.seq, f.document, f.is_removal FROM changes f JOIN corpora c ON c.key = f.corpus
             WHERE c.name = ? AND f.seq > ? ORDER BY f.seq LIMIT ?",
            corpus,
            after,
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let change = |seq: i64, document: String, is_removal: i64| {
            let kind = if is_removal == 0 { ChangeKind::Upserted } else { ChangeKind::Removed };
            Ok(Change { seq: seq.cast_unsigned(), document: document_id(document)?, kind })
        };
        rows.into_iter().map(|row| change(row.seq, row.document, row.is_removal)).collect()
    }

    async fn latest_change(&self, corpus: &CorpusName) -> Result<u64, StoreError> {
        let corpus = corpus.as_str();
        let latest = sqlx::query_scalar!(
            r#"SELECT coalesce(max(f.seq), 0) AS "seq!: i64" FROM changes f JOIN corpora c ON c.key = f.corpus WHERE c.name = ?"#,
            corpus
        );
        latest.fetch_one(&self.readers).await.map(i64::cast_unsigned).map_err(translated)
    }
}

/// Reads a stored document id.
pub fn document_id(id: String) -> Result<DocumentId, StoreError> {
    DocumentId::new(id).ok_or_else(|| StoreError::Corrupt("an empty document id".to_owned()))
}

async fn open_corpus(connection: &mut SqliteConnection, name: &CorpusName) -> Result<i64, StoreError> {
    let name = name.as_str();
    sqlx::query!("INSERT INTO corpora (name) VALUES (?) ON CONFLICT DO NOTHING", name)
        .execute(&mut *connection)
        .await
        .map_err(translated)?;
    sqlx::query_scalar!("SELECT key FROM corpora WHERE name = ?", name).fetch_one(connection).await.map_err(translated)
}

async fn add(connection: &mut SqliteConnection, corpus: i64, document: &Document) -> Result<Added, StoreError> {
    let bytes = document.title.len() + document.text.len();
    if bytes > DOCUMENT_BYTES_MAX {
        return Err(StoreError::TooLarge { document: document.id.clone(), bytes, bytes_max: DOCUMENT_BYTES_MAX });
    }
    let (id, content, body) = (document.id.as_str(), document.content.as_str(), canonical::encode(document)?);
    let earlier = sqlx::query!("SELECT key, schema_version, body FROM documents WHERE corpus = ? AND id = ?", corpus, id);
    let earlier = earlier.fetch_optional(&mut *connection).await.map_err(translated)?;
    if earlier.as_ref().is_some_and(|earlier| earlier.body == body) {
        return Ok(Added::Same);
    }
    let twin = sqlx::query_scalar!("SELECT id FROM documents WHERE corpus = ? AND content = ? AND id <> ?", corpus, content, id);
    if let Some(twin) = twin.fetch_optional(&mut *connection).await.map_err(translated)? {
        remove(connection, corpus, &document.id).await?;
        return Ok(Added::Duplicate { of: document_id(twin)? });
    }
    let Some(earlier) = earlier else {
        insert(connection, corpus, document, &body).await?;
        return Ok(Added::New);
    };
    let before: Document = canonical::decode(earlier.schema_version, DOCUMENT_VERSION, &earlier.body)?;
    // Vectors are of sentences; a new date or author leaves them as good as they were.
    if (&before.content, &before.sentences) != (&document.content, &document.sentences) {
        embeddings::forget(connection, earlier.key).await?;
    }
    sqlx::query!(
        "UPDATE documents SET content = ?, schema_version = ?, body = ? WHERE key = ?",
        content,
        DOCUMENT_VERSION,
        body,
        earlier.key
    )
    .execute(&mut *connection)
    .await
    .map_err(translated)?;
    record(connection, corpus, id, false).await?;
    Ok(Added::Replaced)
}

async fn insert(connection: &mut SqliteConnection, corpus: i64, document: &Document, body: &str) -> Result<(), StoreError> {
    let (id, content) = (document.id.as_str(), document.content.as_str());
    sqlx::query!(
        "INSERT INTO documents (corpus, id, content, schema_version, body) VALUES (?, ?, ?, ?, ?)",
        corpus,
        id,
        content,
        DOCUMENT_VERSION,
        body
    )
    .execute(&mut *connection)
    .await
    .map_err(translated)?;
    record(connection, corpus, id, false).await
}

async fn remove(connection: &mut SqliteConnection, corpus: i64, id: &DocumentId) -> Result<u64, StoreError> {
    let id = id.as_str();
    let removed = sqlx::query!("DELETE FROM documents WHERE corpus = ? AND id = ?", corpus, id);
    let removed = removed.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    if removed > 0 {
        record(connection, corpus, id, true).await?;
    }
    Ok(removed)
}

/// Moves a document to the end of the feed.
async fn record(connection: &mut SqliteConnection, corpus: i64, id: &str, is_removal: bool) -> Result<(), StoreError> {
    sqlx::query!("INSERT OR REPLACE INTO changes (corpus, document, is_removal) VALUES (?, ?, ?)", corpus, id, is_removal)
        .execute(connection)
        .await
        .map(drop)
        .map_err(translated)
}
