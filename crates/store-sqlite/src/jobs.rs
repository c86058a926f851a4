//! Jobs: leased, kept alive, failed, revived. They are added and completed in `along`.

use crate::SqliteStore;
use crate::along::touched;
use crate::column::{bytes, count, json, moment, moment_or_none, uuid};
use crate::error::translated;
use async_trait::async_trait;
use domain::{ActorId, JobId};
use jiff::{SignedDuration, Timestamp};
use sqlx::SqliteConnection;
use std::cmp::Reverse;
use store::{Along, Failed, JOBS_MAX, Job, JobCount, JobState, Jobs, LEASE_MAX, Lease, NewJob, StoreError, canonical};

#[async_trait]
impl Jobs for SqliteStore {
    async fn lease_jobs(&self, lease: &Lease) -> Result<Vec<Job>, StoreError> {
        // Most looks find nothing, and looking does not need the write lock.
        let (now_us, kinds) = (lease.now.as_microsecond(), canonical::encode(&lease.kinds)?);
        let is_due = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM json_each(?1) AS mine CROSS JOIN jobs ON kind = mine.value
                   WHERE state = 'waiting' AND run_at_us <= ?2)
               OR EXISTS (SELECT 1 FROM json_each(?1) AS mine CROSS JOIN jobs ON kind = mine.value
                   WHERE state = 'running' AND leased_until_us <= ?2) AS "is_due!: bool""#,
            kinds,
            now_us
        );
        if !is_due.fetch_one(&self.readers).await.map_err(translated)? {
            return Ok(Vec::new());
        }
        let lease = lease.clone();
        self.write(move |connection| Box::pin(async move { take(connection, &lease).await })).await
    }

    async fn heartbeat(&self, job: JobId, worker: &str, until: Timestamp) -> Result<bool, StoreError> {
        let (id, worker, until_us) = (bytes(job.uuid()), worker.to_owned(), until.as_microsecond());
        self.write(move |connection| {
            Box::pin(async move {
                let beat = sqlx::query!(
                    "UPDATE jobs SET leased_until_us = ? WHERE id = ? AND state = 'running' AND leased_by = ?",
                    until_us,
                    id,
                    worker
                );
                Ok(touched(connection, beat).await? > 0)
            })
        })
        .await
    }

    async fn fail_job(&self, failed: &Failed) -> Result<bool, StoreError> {
        let failed = failed.clone();
        self.write(move |connection| Box::pin(async move { fail(connection, &failed).await })).await
    }

    async fn expire_leases(&self, now: Timestamp) -> Result<u64, StoreError> {
        let now_us = now.as_microsecond();
        self.write(move |connection| {
            Box::pin(async move {
                let expired = sqlx::query!(
                    "UPDATE jobs SET leased_until_us = ?1 WHERE state <> 'waiting' AND state = 'running' AND leased_until_us > ?1",
                    now_us
                );
                touched(connection, expired).await
            })
        })
        .await
    }

    async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError> {
        let id = bytes(id.uuid());
        let row = sqlx::query_as!(Row, "SELECT * FROM jobs WHERE id = ?", id);
        row.fetch_optional(&self.readers).await.map_err(translated)?.map(Row::into_job).transpose()
    }

    async fn jobs_in(&self, state: JobState, before: Option<JobId>, limit: u32) -> Result<Vec<Job>, StoreError> {
        let (word, before, limit) = (state.as_str(), before.map(|id| bytes(id.uuid())), limit.min(JOBS_MAX));
        let rows = match state {
            JobState::Waiting => {
                let waiting = sqlx::query_as!(
                    Row,
                    "SELECT * FROM jobs WHERE state = 'waiting' AND (?1 IS NULL OR id < ?1) ORDER BY id DESC LIMIT ?2",
                    before,
                    limit
                );
                waiting.fetch_all(&self.readers).await
            }
            JobState::Running | JobState::Done | JobState::Dead => {
                let others = sqlx::query_as!(
                    Row,
                    "SELECT * FROM jobs WHERE state <> 'waiting' AND state = ?1 AND (?2 IS NULL OR id < ?2)
                     ORDER BY id DESC LIMIT ?3",
                    word,
                    before,
                    limit
                );
                others.fetch_all(&self.readers).await
            }
        };
        rows.map_err(translated)?.into_iter().map(Row::into_job).collect()
    }

    async fn revive_job(&self, id: JobId, now: Timestamp, along: Along) -> Result<bool, StoreError> {
        let (id, now_us) = (bytes(id.uuid()), now.as_microsecond());
        self.change(along, move |connection| {
            Box::pin(async move {
                let revived = sqlx::query!(
                    "UPDATE OR IGNORE jobs SET state = 'waiting', attempts = 0, run_at_us = ?, finished_at_us = NULL
                     WHERE id = ? AND state = 'dead'",
                    now_us,
                    id
                );
                touched(connection, revived).await
            })
        })
        .await
    }

    async fn count_jobs(&self) -> Result<Vec<JobCount>, StoreError> {
        let rows =
            sqlx::query!(r#"SELECT kind, state, count(*) AS "jobs!: i64" FROM jobs GROUP BY kind, state ORDER BY kind, state"#);
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        rows.into_iter()
            .map(|row| Ok(JobCount { kind: row.kind, state: state(&row.state)?, jobs: row.jobs.cast_unsigned() }))
            .collect()
    }
}

/// Buries those whose attempts are used up and takes the most urgent of the rest.
async fn take(connection: &mut SqliteConnection, lease: &Lease) -> Result<Vec<Job>, StoreError> {
    let now_us = lease.now.as_microsecond();
    let silent = sqlx::query!(
        "UPDATE jobs SET state = 'dead', finished_at_us = ?1, leased_by = NULL, leased_until_us = NULL,
             reason = 'the worker fell silent on attempt ' || attempts || coalesce('; before that: ' || reason, '')
         WHERE state <> 'waiting' AND state = 'running' AND leased_until_us <= ?1 AND attempts >= attempts_max",
        now_us
    );
    touched(connection, silent).await?;
    let limit = lease.limit.min(LEASE_MAX);
    let mut due = Vec::new();
    for kind in &lease.kinds {
        due.extend(most_urgent(connection, kind, now_us, limit).await?);
    }
    due.sort_by_key(|due| (Reverse(due.priority), due.run_at_us, due.id.clone()));
    due.truncate(limit as usize);
    let until_us = now_us.saturating_add(lease.for_ms.saturating_mul(1_000));
    let mut jobs = Vec::with_capacity(due.len());
    for Due { id, .. } in due {
        let leased = sqlx::query_as!(
            Row,
            r#"UPDATE jobs SET state = 'running', attempts = attempts + 1, leased_by = ?1, leased_until_us = ?2 WHERE id = ?3
             RETURNING id, kind, payload_version, payload, made_by AS "made_by?", once AS "once?", priority, run_at_us,
                 period_us AS "period_us?", attempts_max, created_at_us, state, attempts, leased_by AS "leased_by?",
                 leased_until_us AS "leased_until_us?", reason AS "reason?", result AS "result?",
                 finished_at_us AS "finished_at_us?""#,
            lease.worker,
            until_us,
            id
        );
        jobs.push(leased.fetch_one(&mut *connection).await.map_err(translated)?.into_job()?);
    }
    Ok(jobs)
}

struct Due {
    id: Vec<u8>,
    priority: i64,
    run_at_us: i64,
}

/// The most urgent of a kind, read off the index: those whose time has come and those whose worker fell silent.
async fn most_urgent(connection: &mut SqliteConnection, kind: &str, now_us: i64, limit: u32) -> Result<Vec<Due>, StoreError> {
    let due = sqlx::query_as!(
        Due,
        r#"SELECT id AS "id!", priority AS "priority!", run_at_us AS "run_at_us!" FROM (
               SELECT id, priority, run_at_us FROM jobs WHERE kind = ?1 AND state = 'waiting' AND run_at_us <= ?2
               ORDER BY priority DESC, run_at_us, id LIMIT ?3)
           UNION ALL SELECT id, priority, run_at_us FROM (
               SELECT id, priority, run_at_us FROM jobs WHERE kind = ?1 AND state = 'running' AND leased_until_us <= ?2
               ORDER BY priority DESC, run_at_us, id LIMIT ?3)"#,
        kind,
        now_us,
        limit
    );
    due.fetch_all(connection).await.map_err(translated)
}

async fn fail(connection: &mut SqliteConnection, failed: &Failed) -> Result<bool, StoreError> {
    let (id, at_us) = (bytes(failed.job.uuid()), failed.at.as_microsecond());
    let retry_at_us = failed.retry_at.map(Timestamp::as_microsecond);
    let told = sqlx::query!(
        "UPDATE jobs SET reason = ?1, leased_by = NULL, leased_until_us = NULL,
             state = iif(?2 IS NULL OR attempts >= attempts_max, 'dead', 'waiting'),
             finished_at_us = iif(?2 IS NULL OR attempts >= attempts_max, ?3, NULL),
             run_at_us = coalesce(?2, run_at_us)
         WHERE id = ?4 AND state = 'running' AND leased_by = ?5",
        failed.reason,
        retry_at_us,
        at_us,
        id,
        failed.worker
    );
    Ok(touched(connection, told).await? > 0)
}

fn state(word: &str) -> Result<JobState, StoreError> {
    JobState::parse(word).ok_or_else(|| StoreError::Corrupt(format!("{word:?} is no state of a job")))
}

struct Row {
    id: Vec<u8>,
    kind: String,
    payload_version: i64,
    payload: String,
    made_by: Option<Vec<u8>>,
    once: Option<String>,
    priority: i64,
    run_at_us: i64,
    period_us: Option<i64>,
    attempts_max: i64,
    created_at_us: i64,
    state: String,
    attempts: i64,
    leased_by: Option<String>,
    leased_until_us: Option<i64>,
    reason: Option<String>,
    result: Option<String>,
    finished_at_us: Option<i64>,
}

impl Row {
    fn into_job(self) -> Result<Job, StoreError> {
        let priority = i32::try_from(self.priority).map_err(|_| StoreError::Corrupt("a priority out of range".to_owned()))?;
        Ok(Job {
            asked: NewJob {
                id: JobId::from_uuid(uuid(&self.id)?),
                kind: self.kind,
                payload: json(&self.payload)?,
                payload_version: count(self.payload_version)?,
                made_by: self.made_by.map(|id| uuid(&id).map(ActorId::from_uuid)).transpose()?,
                once: self.once,
                priority,
                run_at: moment(self.run_at_us)?,
                period: self.period_us.map(SignedDuration::from_micros),
                attempts_max: count(self.attempts_max)?,
                created_at: moment(self.created_at_us)?,
            },
            state: state(&self.state)?,
            attempts: count(self.attempts)?,
            leased_by: self.leased_by,
            leased_until: moment_or_none(self.leased_until_us)?,
            reason: self.reason,
            result: self.result.map(|text| json(&text)).transpose()?,
            finished_at: moment_or_none(self.finished_at_us)?,
        })
    }
}
