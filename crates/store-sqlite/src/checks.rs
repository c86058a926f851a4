//! Checks, written once.

use crate::SqliteStore;
use crate::error::translated;
use async_trait::async_trait;
use domain::{CheckId, CorpusName, Digest, SCHEMA_VERSION};
use jiff::Timestamp;
use store::{AnsweredClaim, Checks, RECENT_MAX, RecentCheck, StoreError, StoredCheck, canonical, reusable};

#[async_trait]
impl Checks for SqliteStore {
    async fn save_check(&self, stored: &StoredCheck) -> Result<(), StoreError> {
        let check = &stored.check;
        let (id, asked_at_us, corpus) =
            (check.id.uuid().into_bytes().to_vec(), check.asked_at.as_microsecond(), stored.corpus.as_str());
        let (summary, body) = (canonical::encode(&check.summary)?, stored.to_canonical()?);
        let mut transaction = self.begin().await?;
        let saved = sqlx::query!(
            "INSERT INTO checks (id, asked_at_us, corpus, text, summary, schema_version, body) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
            id,
            asked_at_us,
            corpus,
            stored.text,
            summary,
            check.schema_version,
            body
        );
        let saved = saved.execute(&mut *transaction).await.map_err(translated)?.rows_affected();
        if saved == 0 {
            return Err(StoreError::AlreadyStored(check.id));
        }
        let config = check.config_hash.as_str();
        for (place, claim) in reusable(check) {
            let (claim, place) = (claim.as_str(), place as i64);
            let kept = sqlx::query!(
                "INSERT INTO answers (claim, config, asked_at_us, check_id, place) VALUES (?, ?, ?, ?, ?)",
                claim,
                config,
                asked_at_us,
                id,
                place
            );
            kept.execute(&mut *transaction).await.map_err(translated)?;
        }
        transaction.commit().await.map_err(translated)
    }

    async fn check(&self, id: CheckId) -> Result<Option<StoredCheck>, StoreError> {
        let id = id.uuid().into_bytes().to_vec();
        let row = sqlx::query!("SELECT schema_version, body FROM checks WHERE id = ?", id);
        let row = row.fetch_optional(&self.readers).await.map_err(translated)?;
        row.map(|row| StoredCheck::from_canonical(row.schema_version, &row.body)).transpose()
    }

    async fn answered(&self, claim: &Digest, config: &Digest, since: Timestamp) -> Result<Option<AnsweredClaim>, StoreError> {
        let (claim, config, since_us) = (claim.as_str(), config.as_str(), since.as_microsecond());
        let row = sqlx::query!(
            "SELECT c.schema_version, c.body, a.place FROM answers a JOIN checks c ON c.id = a.check_id
             WHERE a.claim = ? AND a.config = ? AND a.asked_at_us >= ? ORDER BY a.asked_at_us DESC, a.check_id DESC LIMIT 1",
            claim,
            config,
            since_us
        );
        let Some(row) = row.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        let stored = StoredCheck::from_canonical(row.schema_version, &row.body)?;
        Ok(Some(AnsweredClaim { stored, place: usize::try_from(row.place).unwrap_or(usize::MAX) }))
    }

    async fn recent_checks(&self, before: Option<CheckId>, limit: u32) -> Result<Vec<RecentCheck>, StoreError> {
        let before = before.map(|id| id.uuid().into_bytes().to_vec());
        let limit = limit.min(RECENT_MAX);
        let rows = sqlx::query!(
            "SELECT id, asked_at_us, corpus, text, summary, schema_version FROM checks
             WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2",
            before,
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let mut recent = Vec::with_capacity(rows.len());
        for row in rows {
            let damaged = || StoreError::Corrupt("a line in the list of checks".to_owned());
            recent.push(RecentCheck {
                id: check_id(&row.id).ok_or_else(damaged)?,
                asked_at: Timestamp::from_microsecond(row.asked_at_us).map_err(|_| damaged())?,
                text: row.text,
                corpus: CorpusName::new(&row.corpus).ok_or_else(damaged)?,
                summary: canonical::decode(row.schema_version, SCHEMA_VERSION, &row.summary)?,
            });
        }
        Ok(recent)
    }
}

fn check_id(bytes: &[u8]) -> Option<CheckId> {
    uuid::Uuid::from_slice(bytes).ok()?.to_string().parse().ok()
}
