//! Forgetting, erasing, copying and putting back.

use crate::column::{bytes, moment_or_none};
use crate::error::translated;
use crate::{MIGRATIONS, SqliteStore, along, rejections};
use async_trait::async_trait;
use domain::CheckId;
use jiff::Timestamp;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use std::path::Path;
use store::{Along, Forgotten, Retention, StoreError, Upkeep};

#[async_trait]
impl Upkeep for SqliteStore {
    async fn forget(&self, retention: &Retention, now: Timestamp) -> Result<Forgotten, StoreError> {
        let retention = *retention;
        self.write(move |connection| Box::pin(async move { forget(connection, &retention, now).await })).await
    }

    async fn erase_check(&self, id: CheckId, at: Timestamp, along: Along) -> Result<bool, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if !erase(&mut *connection, id, at).await? {
                    return Ok(false);
                }
                along::write(connection, &along).await.map(|()| true)
            })
        })
        .await
    }

    async fn erased_check(&self, id: CheckId) -> Result<Option<Timestamp>, StoreError> {
        let id = bytes(id.uuid());
        let at = sqlx::query_scalar!("SELECT erased_at_us FROM erased_checks WHERE id = ?", id);
        moment_or_none(at.fetch_optional(&self.readers).await.map_err(translated)?)
    }

    async fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Exists(to.display().to_string()));
        }
        // VACUUM INTO reads one snapshot; writers go on meanwhile.
        let target = to.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO ?").bind(target).execute(&self.readers).await.map(drop).map_err(translated)
    }

    async fn restore(&self, from: &Path) -> Result<(), StoreError> {
        let refused = |why: String| StoreError::NoBackup { file: from.display().to_string(), why };
        if !from.is_file() {
            return Err(refused("there is no such file".to_owned()));
        }
        let mut connection = self.pools.writer.acquire().await.map_err(translated)?;
        let file = from.to_string_lossy().into_owned();
        sqlx::query("ATTACH ? AS copy").bind(file).execute(&mut *connection).await.map_err(|e| refused(e.to_string()))?;
        // Tables are replaced one after the other; only the whole satisfies the references between them.
        sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *connection).await.map_err(translated)?;
        let restored = put_back(&mut connection).await;
        let guarded = sqlx::query("PRAGMA foreign_keys = ON").execute(&mut *connection).await;
        let detached = sqlx::query("DETACH copy").execute(&mut *connection).await;
        restored.map_err(refused)?;
        guarded.map_err(translated)?;
        detached.map(drop).map_err(translated)
    }
}

async fn forget(connection: &mut SqliteConnection, retention: &Retention, now: Timestamp) -> Result<Forgotten, StoreError> {
    let before = |moment: Option<Timestamp>| moment.map_or(i64::MIN, Timestamp::as_microsecond);
    let mut forgotten = Forgotten::default();
    let checks_us = before(retention.checks_before);
    let old = sqlx::query_scalar!("SELECT id FROM checks WHERE asked_at_us < ?", checks_us);
    for id in old.fetch_all(&mut *connection).await.map_err(translated)? {
        let id = crate::column::uuid(&id)?.to_string().parse().map_err(|_| StoreError::Corrupt("a check's id".to_owned()))?;
        forgotten.checks += u64::from(erase(&mut *connection, id, now).await?);
    }
    // Those whose check is gone were erased with it; others came from elsewhere.
    forgotten.refusals = rejections::forget_texts(&mut *connection, checks_us).await?;
    let jobs_us = before(retention.jobs_before);
    let jobs = sqlx::query!("DELETE FROM jobs WHERE state = 'done' AND finished_at_us < ?", jobs_us);
    forgotten.jobs = jobs.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    let messages_us = before(retention.messages_before);
    let messages = sqlx::query!("DELETE FROM messages WHERE relayed_at_us < ?", messages_us);
    forgotten.messages = messages.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    let deliveries = sqlx::query!("DELETE FROM deliveries WHERE at_us < ?", messages_us);
    forgotten.messages += deliveries.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    let answers_us = before(retention.answers_before);
    let answers = sqlx::query!("DELETE FROM kept_answers WHERE at_us < ?", answers_us);
    forgotten.answers = answers.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    let sessions_us = before(retention.sessions_before);
    let sessions = sqlx::query!("DELETE FROM sessions WHERE expires_at_us < ?", sessions_us);
    forgotten.sessions = sessions.execute(&mut *connection).await.map_err(translated)?.rows_affected();
    let invitations = sqlx::query!("DELETE FROM invitations WHERE expires_at_us < ?", sessions_us);
    forgotten.sessions += invitations.execute(connection).await.map_err(translated)?.rows_affected();
    Ok(forgotten)
}

/// Destroys a check and every text and salt kept about it. Also what jobs and messages remember of it.
async fn erase(connection: &mut SqliteConnection, id: CheckId, at: Timestamp) -> Result<bool, StoreError> {
    let (key, at_us, subject) = (bytes(id.uuid()), at.as_microsecond(), format!("check:{id}"));
    let gone = sqlx::query!("DELETE FROM checks WHERE id = ?", key);
    if gone.execute(&mut *connection).await.map_err(translated)?.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("DELETE FROM makers WHERE check_id = ?", key).execute(&mut *connection).await.map_err(translated)?;
    sqlx::query!("INSERT OR REPLACE INTO erased_checks (id, erased_at_us) VALUES (?, ?)", key, at_us)
        .execute(&mut *connection)
        .await
        .map_err(translated)?;
    sqlx::query!(
        "UPDATE audit_texts SET salt = NULL, text = NULL, erased_at_us = ?
         WHERE erased_at_us IS NULL AND seq IN (SELECT seq FROM audit_rows WHERE subject = ?)",
        at_us,
        subject
    )
    .execute(&mut *connection)
    .await
    .map_err(translated)?;
    let text = id.to_string();
    rejections::erase_text(&mut *connection, &text).await?;
    sqlx::query!("UPDATE jobs SET payload = '{}' WHERE state IN ('done', 'dead') AND payload ->> 'check' = ?", text)
        .execute(connection)
        .await
        .map(drop)
        .map_err(translated)
        .map(|()| true)
}

/// Replaces every table by the copy's, in one transaction. The origin gets another name, so that every index is built anew.
async fn put_back(connection: &mut SqliteConnection) -> Result<(), String> {
    let told = |error: sqlx::Error| error.to_string();
    let schema: Vec<i64> = sqlx::query_scalar("SELECT version FROM copy._sqlx_migrations ORDER BY version")
        .fetch_all(&mut *connection)
        .await
        .map_err(|_| "it is no database of Probity".to_owned())?;
    let ours: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
    if schema != ours {
        return Err("it was written by another version of Probity".to_owned());
    }
    let health: String = sqlx::query_scalar("PRAGMA copy.quick_check(1)").fetch_one(&mut *connection).await.map_err(told)?;
    if health != "ok" {
        return Err(format!("it is damaged: {health}"));
    }
    let mut transaction = connection.begin_with(crate::BEGIN).await.map_err(told)?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM copy.sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence')
             AND name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut *transaction)
    .await
    .map_err(told)?;
    // The names come from our own schema, which was compared above. All are emptied before the first is filled: what is put
    // back is not held against what came later.
    let empty = tables.iter().map(|table| format!("DELETE FROM main.\"{table}\""));
    let fill = tables.iter().map(|table| format!("INSERT INTO main.\"{table}\" SELECT * FROM copy.\"{table}\""));
    for sql in empty.chain(fill) {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *transaction).await.map_err(told)?;
    }
    sqlx::query("UPDATE origin SET name = lower(hex(randomblob(16)))").execute(&mut *transaction).await.map_err(told)?;
    transaction.commit().await.map_err(told)
}
