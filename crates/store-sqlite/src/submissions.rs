//! What became of submissions.

use crate::SqliteStore;
use crate::error::translated;
use crate::rejections::time_in;
use async_trait::async_trait;
use domain::SubmitterId;
use jiff::Timestamp;
use sqlx::{Row as _, SqliteConnection};
use store::{Assessed, StoreError, Submissions};

#[async_trait]
impl Submissions for SqliteStore {
    async fn assessed_since(&self, submitter: &SubmitterId, since: Timestamp) -> Result<Vec<Assessed>, StoreError> {
        let query = "SELECT submission, at_us, is_directional FROM assessed_submissions
            WHERE submitter = ? AND at_us >= ? ORDER BY submission";
        let query = sqlx::query(query).bind(submitter.as_str()).bind(since.as_microsecond());
        let rows = query.fetch_all(&self.readers).await.map_err(translated)?;
        let assessed = |row: &sqlx::sqlite::SqliteRow| {
            Ok(Assessed {
                submission: row.try_get("submission").map_err(translated)?,
                submitter: submitter.clone(),
                at: time_in(row, "at_us")?,
                is_directional: row.try_get("is_directional").map_err(translated)?,
            })
        };
        rows.iter().map(assessed).collect()
    }
}

/// Keeps the outcome of an assessment; a later one of the same submission takes its place.
pub(crate) async fn insert(connection: &mut SqliteConnection, assessed: &Assessed) -> Result<(), StoreError> {
    let insert = "INSERT INTO assessed_submissions (submission, submitter, at_us, is_directional) VALUES (?, ?, ?, ?)
        ON CONFLICT (submission) DO UPDATE SET at_us = excluded.at_us, is_directional = excluded.is_directional";
    let insert = sqlx::query(insert).bind(&assessed.submission).bind(assessed.submitter.as_str());
    let insert = insert.bind(assessed.at.as_microsecond()).bind(assessed.is_directional);
    insert.execute(connection).await.map(drop).map_err(translated)
}
