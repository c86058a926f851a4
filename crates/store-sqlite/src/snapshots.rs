//! The weekly accounts of agreement.

use crate::column::{count, digest, moment};
use crate::error::translated;
use crate::rejections::{reviewer_of, when};
use crate::{SqliteStore, along};
use async_trait::async_trait;
use sqlx::SqliteConnection;
use store::{
    Acknowledgement, Along, MethodologyDecision, MethodologyOutcome, NewSnapshot, SNAPSHOTS_MAX, SnapshotKey, Snapshots,
    StoreError, StoredSnapshot, canonical,
};

/// Version of the stored account.
const BODY_VERSION: u32 = 1;

/// An account as it is kept.
struct Row {
    week: String,
    version: i64,
    taken_at_us: i64,
    input_hash: String,
    body: String,
}

#[async_trait]
impl Snapshots for SqliteStore {
    async fn save_snapshot(&self, new: &NewSnapshot, along: Along) -> Result<SnapshotKey, StoreError> {
        let (new, body) = (new.clone(), canonical::encode(&new.body)?);
        self.write(move |connection| {
            Box::pin(async move {
                let version = match last_version(&mut *connection, &new.week).await? {
                    Some((version, hash, kept)) if hash == new.input_hash.as_str() && kept == body => {
                        return Ok(SnapshotKey { week: new.week, version });
                    }
                    last => last.map_or(1, |(version, ..)| version + 1),
                };
                let (taken_at_us, input_hash) = (new.taken_at.as_microsecond(), new.input_hash.as_str());
                sqlx::query!(
                    "INSERT INTO snapshots (week, version, taken_at_us, input_hash, body) VALUES (?, ?, ?, ?, ?)",
                    new.week,
                    version,
                    taken_at_us,
                    input_hash,
                    body
                )
                .execute(&mut *connection)
                .await
                .map_err(translated)?;
                along::write(connection, &along).await?;
                Ok(SnapshotKey { week: new.week, version })
            })
        })
        .await
    }

    async fn snapshots(&self, limit: u32) -> Result<Vec<StoredSnapshot>, StoreError> {
        let limit = limit.min(SNAPSHOTS_MAX);
        let rows = sqlx::query_as!(
            Row,
            "SELECT week, version, taken_at_us, input_hash, body FROM snapshots AS s
             WHERE version = (SELECT MAX(version) FROM snapshots WHERE week = s.week) ORDER BY week DESC LIMIT ?",
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            found.push(self.filled(row).await?);
        }
        Ok(found)
    }

    async fn snapshot(&self, week: &str, version: Option<u32>) -> Result<Option<StoredSnapshot>, StoreError> {
        let row = sqlx::query_as!(
            Row,
            "SELECT week, version, taken_at_us, input_hash, body FROM snapshots
             WHERE week = ?1 AND (?2 IS NULL OR version = ?2) ORDER BY version DESC LIMIT 1",
            week,
            version
        );
        match row.fetch_optional(&self.readers).await.map_err(translated)? {
            Some(row) => self.filled(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn acknowledge_snapshot(&self, key: &SnapshotKey, seen: &Acknowledgement, along: Along) -> Result<bool, StoreError> {
        let (key, seen) = (key.clone(), seen.clone());
        self.write(move |connection| {
            Box::pin(async move {
                let (by, at_us) = (seen.by.as_str(), seen.at.as_microsecond());
                let insert = sqlx::query!(
                    "INSERT INTO snapshot_acknowledgements (week, version, by, at_us) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    key.week,
                    key.version,
                    by,
                    at_us
                );
                let done = insert.execute(&mut *connection).await.map_err(translated)?.rows_affected();
                when(done == 1, connection, &along).await
            })
        })
        .await
    }

    async fn decide_snapshot(&self, key: &SnapshotKey, decision: &MethodologyDecision, along: Along) -> Result<(), StoreError> {
        let (key, decision) = (key.clone(), decision.clone());
        self.write(move |connection| {
            Box::pin(async move {
                let (by, at_us) = (decision.by.as_str(), decision.at.as_microsecond());
                let outcome = decision.outcome.word();
                sqlx::query!(
                    "INSERT INTO snapshot_decisions (week, version, by, at_us, outcome, rationale) VALUES (?, ?, ?, ?, ?, ?)",
                    key.week,
                    key.version,
                    by,
                    at_us,
                    outcome,
                    decision.rationale
                )
                .execute(&mut *connection)
                .await
                .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }
}

/// Returns the latest version of a week, the hash of what it was made from, and its text.
async fn last_version(connection: &mut SqliteConnection, week: &str) -> Result<Option<(u32, String, String)>, StoreError> {
    let last = sqlx::query!("SELECT version, input_hash, body FROM snapshots WHERE week = ? ORDER BY version DESC LIMIT 1", week);
    let last = last.fetch_optional(connection).await.map_err(translated)?;
    last.map(|row| Ok((count(row.version)?, row.input_hash, row.body))).transpose()
}

impl SqliteStore {
    async fn filled(&self, row: Row) -> Result<StoredSnapshot, StoreError> {
        let Row { week, version, taken_at_us, input_hash, body } = row;
        let seen = sqlx::query!("SELECT by, at_us FROM snapshot_acknowledgements WHERE week = ? AND version = ?", week, version);
        let seen = seen.fetch_optional(&self.readers).await.map_err(translated)?;
        let decided = sqlx::query!(
            "SELECT by, at_us, outcome, rationale FROM snapshot_decisions WHERE week = ? AND version = ? ORDER BY key",
            week,
            version
        );
        let decided = decided.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(|row| {
            let (by, at) = (reviewer_of(row.by)?, moment(row.at_us)?);
            let outcome: MethodologyOutcome = row.outcome.parse().map_err(StoreError::Corrupt)?;
            Ok(MethodologyDecision { by, at, outcome, rationale: row.rationale })
        });
        let seen = seen.map(|row| Ok(Acknowledgement { by: reviewer_of(row.by)?, at: moment(row.at_us)? }));
        Ok(StoredSnapshot {
            decisions: decided.collect::<Result<_, StoreError>>()?,
            acknowledgement: seen.transpose()?,
            key: SnapshotKey { week, version: count(version)? },
            taken_at: moment(taken_at_us)?,
            input_hash: digest(&input_hash)?,
            body: canonical::decode(BODY_VERSION.into(), BODY_VERSION, &body)?,
        })
    }
}
