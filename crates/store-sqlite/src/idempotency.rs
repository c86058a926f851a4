//! Answers kept under idempotency keys. They are written in `along`.

use crate::SqliteStore;
use crate::column::{bytes, digest, moment};
use crate::error::translated;
use async_trait::async_trait;
use domain::ActorId;
use store::{Idempotency, NewAnswer, StoreError};

#[async_trait]
impl Idempotency for SqliteStore {
    async fn kept_answer(&self, actor: ActorId, key: &str) -> Result<Option<NewAnswer>, StoreError> {
        let id = bytes(actor.uuid());
        let row =
            sqlx::query!("SELECT key, fingerprint, status, body, at_us FROM kept_answers WHERE actor = ? AND key = ?", id, key);
        let Some(row) = row.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        let status = u16::try_from(row.status).map_err(|_| StoreError::Corrupt(format!("{} is no status", row.status)))?;
        Ok(Some(NewAnswer {
            actor,
            key: row.key,
            fingerprint: digest(&row.fingerprint)?,
            status,
            body: row.body,
            at: moment(row.at_us)?,
        }))
    }
}
