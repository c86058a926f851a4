//! The weekly accounts of agreement.

use crate::error::translated;
use crate::rejections::{reviewer_in, time_in, when};
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::Digest;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};
use store::{
    Acknowledgement, Along, MethodologyDecision, MethodologyOutcome, NewSnapshot, SNAPSHOTS_MAX, SnapshotKey, Snapshots,
    StoreError, StoredSnapshot, canonical,
};

/// Version of the stored account.
const BODY_VERSION: u32 = 1;

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
                let insert = "INSERT INTO snapshots (week, version, taken_at_us, input_hash, body) VALUES (?, ?, ?, ?, ?)";
                let insert = sqlx::query(insert).bind(&new.week).bind(version).bind(new.taken_at.as_microsecond());
                let insert = insert.bind(new.input_hash.as_str()).bind(body);
                insert.execute(&mut *connection).await.map_err(translated)?;
                along::write(connection, &along).await?;
                Ok(SnapshotKey { week: new.week, version })
            })
        })
        .await
    }

    async fn snapshots(&self, limit: u32) -> Result<Vec<StoredSnapshot>, StoreError> {
        let query = "SELECT * FROM snapshots AS s WHERE version = (SELECT MAX(version) FROM snapshots WHERE week = s.week)
            ORDER BY week DESC LIMIT ?";
        let rows = sqlx::query(query).bind(limit.min(SNAPSHOTS_MAX)).fetch_all(&self.readers).await.map_err(translated)?;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            found.push(self.filled(row).await?);
        }
        Ok(found)
    }

    async fn snapshot(&self, week: &str, version: Option<u32>) -> Result<Option<StoredSnapshot>, StoreError> {
        let query = "SELECT * FROM snapshots WHERE week = ?1 AND (?2 IS NULL OR version = ?2) ORDER BY version DESC LIMIT 1";
        let row = sqlx::query(query).bind(week).bind(version).fetch_optional(&self.readers).await.map_err(translated)?;
        match row {
            Some(row) => self.filled(&row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn acknowledge_snapshot(&self, key: &SnapshotKey, seen: &Acknowledgement, along: Along) -> Result<bool, StoreError> {
        let (key, seen) = (key.clone(), seen.clone());
        self.write(move |connection| {
            Box::pin(async move {
                let insert = "INSERT INTO snapshot_acknowledgements (week, version, by, at_us) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING";
                let insert = sqlx::query(insert).bind(&key.week).bind(key.version).bind(seen.by.as_str());
                let insert = insert.bind(seen.at.as_microsecond());
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
                let insert =
                    "INSERT INTO snapshot_decisions (week, version, by, at_us, outcome, rationale) VALUES (?, ?, ?, ?, ?, ?)";
                let insert = sqlx::query(insert).bind(&key.week).bind(key.version).bind(decision.by.as_str());
                let insert = insert.bind(decision.at.as_microsecond()).bind(decision.outcome.word()).bind(&decision.rationale);
                insert.execute(&mut *connection).await.map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }
}

/// Returns the latest version of a week, the hash of what it was made from, and its text.
async fn last_version(connection: &mut SqliteConnection, week: &str) -> Result<Option<(u32, String, String)>, StoreError> {
    let last = "SELECT version, input_hash, body FROM snapshots WHERE week = ? ORDER BY version DESC LIMIT 1";
    let last = sqlx::query(last).bind(week).fetch_optional(connection).await.map_err(translated)?;
    let read = |row: SqliteRow| Ok((row.try_get("version")?, row.try_get("input_hash")?, row.try_get("body")?));
    last.map(read).transpose().map_err(translated)
}

impl SqliteStore {
    async fn filled(&self, row: &SqliteRow) -> Result<StoredSnapshot, StoreError> {
        let week: String = row.try_get("week").map_err(translated)?;
        let version: u32 = row.try_get("version").map_err(translated)?;
        let (hash, body): (String, String) =
            (row.try_get("input_hash").map_err(translated)?, row.try_get("body").map_err(translated)?);
        let seen = "SELECT by, at_us FROM snapshot_acknowledgements WHERE week = ? AND version = ?";
        let seen = sqlx::query(seen).bind(&week).bind(version).fetch_optional(&self.readers).await.map_err(translated)?;
        let decided = "SELECT by, at_us, outcome, rationale FROM snapshot_decisions WHERE week = ? AND version = ? ORDER BY key";
        let decided = sqlx::query(decided).bind(&week).bind(version).fetch_all(&self.readers).await.map_err(translated)?;
        let seen = seen.map(|row| Ok(Acknowledgement { by: reviewer_in(&row, "by")?, at: time_in(&row, "at_us")? }));
        Ok(StoredSnapshot {
            key: SnapshotKey { week, version },
            taken_at: time_in(row, "taken_at_us")?,
            input_hash: Digest::parse(&hash).ok_or_else(|| StoreError::Corrupt("the hash of a snapshot".to_owned()))?,
            body: canonical::decode(BODY_VERSION.into(), BODY_VERSION, &body)?,
            acknowledgement: seen.transpose()?,
            decisions: decided.iter().map(decision).collect::<Result<_, StoreError>>()?,
        })
    }
}

fn decision(row: &SqliteRow) -> Result<MethodologyDecision, StoreError> {
    let outcome: String = row.try_get("outcome").map_err(translated)?;
    let outcome: MethodologyOutcome = outcome.parse().map_err(StoreError::Corrupt)?;
    let rationale = row.try_get("rationale").map_err(translated)?;
    Ok(MethodologyDecision { by: reviewer_in(row, "by")?, at: time_in(row, "at_us")?, outcome, rationale })
}
