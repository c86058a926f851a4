//! What became of submissions.

use crate::SqliteStore;
use crate::column::moment;
use crate::error::translated;
use async_trait::async_trait;
use domain::SubmitterId;
use jiff::Timestamp;
use sqlx::SqliteConnection;
use store::{Assessed, StoreError, Submissions};

#[async_trait]
impl Submissions for SqliteStore {
    async fn assessed_since(&self, submitter: &SubmitterId, since: Timestamp) -> Result<Vec<Assessed>, StoreError> {
        let (name, since_us) = (submitter.as_str(), since.as_microsecond());
        let rows = sqlx::query!(
            r#"SELECT submission, at_us, is_directional AS "is_directional: bool" FROM assessed_submissions
             WHERE submitter = ? AND at_us >= ? ORDER BY submission"#,
            name,
            since_us
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let assessed = rows.into_iter().map(|row| {
            let (submission, at, is_directional) = (row.submission, moment(row.at_us)?, row.is_directional);
            Ok(Assessed { submission, submitter: submitter.clone(), at, is_directional })
        });
        assessed.collect()
    }
}

/// Keeps the outcome of an assessment; a later one of the same submission takes its place.
pub(crate) async fn insert(connection: &mut SqliteConnection, assessed: &Assessed) -> Result<(), StoreError> {
    let (submitter, at_us) = (assessed.submitter.as_str(), assessed.at.as_microsecond());
    let insert = sqlx::query!(
        "INSERT INTO assessed_submissions (submission, submitter, at_us, is_directional) VALUES (?, ?, ?, ?)
         ON CONFLICT (submission) DO UPDATE SET at_us = excluded.at_us, is_directional = excluded.is_directional",
        assessed.submission,
        submitter,
        at_us,
        assessed.is_directional
    );
    insert.execute(connection).await.map(drop).map_err(translated)
}
