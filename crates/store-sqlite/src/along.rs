//! What commits together with a change.

use crate::SqliteStore;
use crate::column::bytes;
use crate::error::translated;
use crate::group::Writing;
use crate::{many, rejections, submissions};
use async_trait::async_trait;
use sqlx::query::Query;
use sqlx::{IntoArguments, Sqlite, SqliteConnection};
use store::{Along, Commits, Completion, NewAnswer, NewAudit, NewJob, NewMessage, StoreError, canonical};

#[async_trait]
impl Commits for SqliteStore {
    async fn commit(&self, along: Along) -> Result<(), StoreError> {
        match many::is_order(&along) {
            true => self.write_order(along).await,
            false => self.write(move |connection| Box::pin(async move { write(connection, &along).await })).await,
        }
    }
}

impl SqliteStore {
    /// Makes a change together with what goes along.
    pub(crate) async fn write_along<F>(&self, along: Along, change: F) -> Result<(), StoreError>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, ()> + Send + 'static,
    {
        let changed = self.change(along, move |connection| {
            Box::pin(async move {
                change(connection).await?;
                Ok(1)
            })
        });
        changed.await.map(drop)
    }

    /// Makes a change that tells how many rows it touched. When there were any, what goes along is written with it; when there
    /// were none, nothing is, and the answer is false.
    pub(crate) async fn change<F>(&self, along: Along, change: F) -> Result<bool, StoreError>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, u64> + Send + 'static,
    {
        self.write(move |connection| {
            Box::pin(async move {
                if change(&mut *connection).await? == 0 {
                    return Ok(false);
                }
                write(connection, &along).await.map(|()| true)
            })
        })
        .await
    }
}

/// Runs a statement and returns how many rows it touched.
pub async fn touched<'q, A>(connection: &mut SqliteConnection, query: Query<'q, Sqlite, A>) -> Result<u64, StoreError>
where
    A: 'q + Send + IntoArguments<Sqlite>,
{
    query.execute(connection).await.map(|done| done.rows_affected()).map_err(translated)
}

/// Writes what goes along with a change into the change's own transaction.
pub async fn write(connection: &mut SqliteConnection, along: &Along) -> Result<(), StoreError> {
    if let Some(answer) = &along.answer {
        keep(connection, answer).await?;
    }
    if let Some(completion) = &along.completion {
        complete(connection, completion).await?;
    }
    for job in &along.jobs {
        enqueue(connection, job).await?;
    }
    for message in &along.messages {
        post(connection, message).await?;
    }
    for row in &along.audit {
        tell(connection, row).await?;
    }
    for event in &along.refusals {
        rejections::insert(connection, event, None).await?;
    }
    for outcome in &along.assessed {
        submissions::insert(connection, outcome).await?;
    }
    Ok(())
}

async fn keep(connection: &mut SqliteConnection, answer: &NewAnswer) -> Result<(), StoreError> {
    let (actor, fingerprint, at_us) = (bytes(answer.actor.uuid()), answer.fingerprint.as_str(), answer.at.as_microsecond());
    let kept = sqlx::query!(
        "INSERT INTO kept_answers (actor, key, fingerprint, status, body, at_us) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        actor,
        answer.key,
        fingerprint,
        answer.status,
        answer.body,
        at_us
    );
    match kept.execute(connection).await.map_err(translated)?.rows_affected() {
        0 => Err(StoreError::KeyTaken),
        _ => Ok(()),
    }
}

/// Marks a job as done, or due again after its period, while its worker holds the lease.
async fn complete(connection: &mut SqliteConnection, done: &Completion) -> Result<(), StoreError> {
    let (id, at_us, result) = (bytes(done.job.uuid()), done.at.as_microsecond(), canonical::encode(&done.result)?);
    let completed = sqlx::query!(
        "UPDATE jobs SET result = ?1, finished_at_us = ?2, reason = NULL, leased_by = NULL, leased_until_us = NULL,
             state = iif(period_us IS NULL, 'done', 'waiting'),
             attempts = iif(period_us IS NULL, attempts, 0),
             run_at_us = iif(period_us IS NULL, run_at_us, max(run_at_us + period_us, ?2))
         WHERE id = ?3 AND state = 'running' AND leased_by = ?4",
        result,
        at_us,
        id,
        done.worker
    );
    match completed.execute(connection).await.map_err(translated)?.rows_affected() {
        0 => Err(StoreError::LeaseLost(done.job)),
        _ => Ok(()),
    }
}

async fn enqueue(connection: &mut SqliteConnection, job: &NewJob) -> Result<(), StoreError> {
    let (id, made_by) = (bytes(job.id.uuid()), job.made_by.map(|actor| bytes(actor.uuid())));
    let (payload, run_at_us, created_at_us) =
        (canonical::encode(&job.payload)?, job.run_at.as_microsecond(), job.created_at.as_microsecond());
    let period_us = job.period.map(|period| i64::try_from(period.as_micros()).unwrap_or(i64::MAX));
    sqlx::query!(
        "INSERT INTO jobs (id, kind, payload_version, payload, made_by, once, priority, run_at_us, period_us, attempts_max,
             created_at_us)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        id,
        job.kind,
        job.payload_version,
        payload,
        made_by,
        job.once,
        job.priority,
        run_at_us,
        period_us,
        job.attempts_max,
        created_at_us
    )
    .execute(connection)
    .await
    .map(drop)
    .map_err(translated)
}

async fn post(connection: &mut SqliteConnection, message: &NewMessage) -> Result<(), StoreError> {
    let (id, owner) = (bytes(message.id.uuid()), message.owner.map(|actor| bytes(actor.uuid())));
    let (payload, at_us) = (canonical::encode(&message.payload)?, message.at.as_microsecond());
    sqlx::query!(
        "INSERT INTO messages (id, kind, owner, payload, at_us) VALUES (?, ?, ?, ?, ?)",
        id,
        message.kind,
        owner,
        payload,
        at_us
    )
    .execute(connection)
    .await
    .map(drop)
    .map_err(translated)
}

async fn tell(connection: &mut SqliteConnection, row: &NewAudit) -> Result<(), StoreError> {
    let (at_us, actor) = (row.at.as_microsecond(), row.actor.map(|actor| bytes(actor.uuid())));
    let (facts, content) = (canonical::encode(&row.facts)?, row.text.as_ref().map(|text| text.digest().to_string()));
    let seq = sqlx::query!(
        "INSERT INTO audit_rows (at_us, actor, action, subject, facts, content) VALUES (?, ?, ?, ?, ?, ?)",
        at_us,
        actor,
        row.action,
        row.subject,
        facts,
        content
    );
    let seq = seq.execute(&mut *connection).await.map_err(translated)?.last_insert_rowid();
    let Some(text) = &row.text else { return Ok(()) };
    sqlx::query!("INSERT INTO audit_texts (seq, salt, text) VALUES (?, ?, ?)", seq, text.salt, text.text)
        .execute(connection)
        .await
        .map(drop)
        .map_err(translated)
}
