//! Checks, written once.

use crate::column::{bytes, uuid};
use crate::error::translated;
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::{ActorId, CheckId, CorpusName, Digest, SCHEMA_VERSION};
use jiff::Timestamp;
use sqlx::SqliteConnection;
use store::{Along, AnsweredClaim, Checks, RECENT_MAX, RecentCheck, StoreError, StoredCheck, canonical, reusable};

#[async_trait]
impl Checks for SqliteStore {
    async fn save_check(&self, stored: &StoredCheck, along: Along) -> Result<(), StoreError> {
        let row = New::of(stored)?;
        self.write(move |connection| {
            Box::pin(async move {
                insert(&mut *connection, &row).await?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn save_check_for(&self, stored: &StoredCheck, maker: ActorId, along: Along) -> Result<(), StoreError> {
        let (row, maker) = (New::of(stored)?, bytes(maker.uuid()));
        self.write(move |connection| {
            Box::pin(async move {
                insert(&mut *connection, &row).await?;
                let id = bytes(row.check.uuid());
                sqlx::query!("INSERT INTO makers (check_id, actor) VALUES (?, ?)", id, maker)
                    .execute(&mut *connection)
                    .await
                    .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn check_maker(&self, id: CheckId) -> Result<Option<ActorId>, StoreError> {
        let id = bytes(id.uuid());
        let maker = sqlx::query_scalar!("SELECT actor FROM makers WHERE check_id = ?", id);
        let maker = maker.fetch_optional(&self.readers).await.map_err(translated)?;
        maker.map(|id| uuid(&id).map(ActorId::from_uuid)).transpose()
    }

    async fn checks_of(&self, maker: ActorId, before: Option<CheckId>, limit: u32) -> Result<Vec<RecentCheck>, StoreError> {
        let (maker, before, limit) = (bytes(maker.uuid()), before.map(|id| bytes(id.uuid())), limit.min(RECENT_MAX));
        let rows = sqlx::query_as!(
            Line,
            "SELECT c.id, c.asked_at_us, c.corpus, c.text, c.summary, c.schema_version
             FROM makers m JOIN checks c ON c.id = m.check_id
             WHERE m.actor = ?1 AND (?2 IS NULL OR m.check_id < ?2) ORDER BY m.check_id DESC LIMIT ?3",
            maker,
            before,
            limit
        );
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Line::into_recent).collect()
    }

    async fn check(&self, id: CheckId) -> Result<Option<StoredCheck>, StoreError> {
        let id = bytes(id.uuid());
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
        let (before, limit) = (before.map(|id| bytes(id.uuid())), limit.min(RECENT_MAX));
        let rows = sqlx::query_as!(
            Line,
            "SELECT id, asked_at_us, corpus, text, summary, schema_version FROM checks
             WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2",
            before,
            limit
        );
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Line::into_recent).collect()
    }
}

/// A check as its row will be.
struct New {
    check: CheckId,
    asked_at_us: i64,
    corpus: String,
    text: String,
    summary: String,
    schema_version: u32,
    body: String,
    config: String,
    reusable: Vec<(usize, String)>,
}

impl New {
    fn of(stored: &StoredCheck) -> Result<Self, StoreError> {
        let check = &stored.check;
        Ok(Self {
            check: check.id,
            asked_at_us: check.asked_at.as_microsecond(),
            corpus: stored.corpus.to_string(),
            text: stored.text.clone(),
            summary: canonical::encode(&check.summary)?,
            schema_version: check.schema_version,
            body: stored.to_canonical()?,
            config: check.config_hash.to_string(),
            reusable: reusable(check).into_iter().map(|(place, claim)| (place, claim.to_string())).collect(),
        })
    }
}

async fn insert(connection: &mut SqliteConnection, row: &New) -> Result<(), StoreError> {
    let id = bytes(row.check.uuid());
    let saved = sqlx::query!(
        "INSERT INTO checks (id, asked_at_us, corpus, text, summary, schema_version, body) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
        id,
        row.asked_at_us,
        row.corpus,
        row.text,
        row.summary,
        row.schema_version,
        row.body
    );
    if saved.execute(&mut *connection).await.map_err(translated)?.rows_affected() == 0 {
        return Err(StoreError::AlreadyStored(row.check));
    }
    for (place, claim) in &row.reusable {
        let place = *place as i64;
        let kept = sqlx::query!(
            "INSERT INTO answers (claim, config, asked_at_us, check_id, place) VALUES (?, ?, ?, ?, ?)",
            claim,
            row.config,
            row.asked_at_us,
            id,
            place
        );
        kept.execute(&mut *connection).await.map_err(translated)?;
    }
    Ok(())
}

struct Line {
    id: Vec<u8>,
    asked_at_us: i64,
    corpus: String,
    text: String,
    summary: String,
    schema_version: i64,
}

impl Line {
    fn into_recent(self) -> Result<RecentCheck, StoreError> {
        let damaged = || StoreError::Corrupt("a line in the list of checks".to_owned());
        Ok(RecentCheck {
            id: uuid(&self.id)?.to_string().parse().map_err(|_| damaged())?,
            asked_at: Timestamp::from_microsecond(self.asked_at_us).map_err(|_| damaged())?,
            text: self.text,
            corpus: CorpusName::new(&self.corpus).ok_or_else(damaged)?,
            summary: canonical::decode(self.schema_version, SCHEMA_VERSION, &self.summary)?,
        })
    }
}
