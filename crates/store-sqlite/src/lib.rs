//! The store on SQLite: one file, no server.
//!
//! Write-ahead log and full sync: what was acknowledged survives a power cut, and readers never wait for the writer. One
//! connection writes, with its transactions begun `IMMEDIATE`, so that two writers queue instead of failing half-way. Small
//! writes of many clients share one commit (`group`).

mod actors;
mod along;
mod audit;
mod checks;
mod column;
mod documents;
mod embeddings;
mod error;
mod group;
mod idempotency;
mod jobs;
mod many;
mod outbox;
mod overrulings;
mod people;
mod rejections;
mod snapshots;
mod submissions;
mod upkeep;
mod webhooks;

use error::translated;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, Transaction};
use std::path::Path;
use std::time::Duration;
use store::StoreError;
use tokio::sync::mpsc;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a writer waits for another one.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How often, and how far apart, a file is tried that somebody else is just making.
const CONNECT_TRIES: u32 = 20;
const CONNECT_PAUSE: Duration = Duration::from_millis(50);
/// Connections that only read.
const READERS_MAX: u32 = 4;
/// Bytes of a page of the database file.
const PAGE_BYTES: u64 = 4096;

/// Takes the write lock at once, so that a transaction never finds out half-way that another one was faster.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Everything Probity keeps, in one SQLite file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    pools: Pools,
    readers: SqlitePool,
    queue: mpsc::Sender<group::Write>,
}

/// The connection that writes, shared by whoever writes alone and by the task that commits for many.
#[derive(Debug, Clone)]
pub(crate) struct Pools {
    writer: SqlitePool,
}

impl SqliteStore {
    /// Opens the database file, making it when it does not exist, and brings its schema up to date.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        Self::open_as(file, SqliteConnectOptions::new()).await
    }

    /// Opens the database file like [`open`](Self::open) and never lets it grow beyond a budget.
    pub async fn open_within(file: &Path, budget_bytes: u64) -> Result<Self, StoreError> {
        let pages = (budget_bytes / PAGE_BYTES).to_string();
        Self::open_as(file, SqliteConnectOptions::new().pragma("max_page_count", pages)).await
    }

    async fn open_as(file: &Path, options: SqliteConnectOptions) -> Result<Self, StoreError> {
        error::probe(file)?;
        let options = options
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT);
        let writer = connected(&options).await?;
        migrate(&writer).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(READERS_MAX).acquire_timeout(BUSY_TIMEOUT).connect_lazy_with(options);
        let pools = Pools { writer };
        let (queue, writes) = group::queue();
        tokio::spawn(group::run(pools.clone(), writes));
        Ok(Self { pools, readers, queue })
    }

    /// Closes the file once everything under way is done.
    pub async fn close(&self) {
        self.readers.close().await;
        self.pools.writer.close().await;
    }

    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.pools.begin().await
    }
}

impl Pools {
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        match self.writer.begin_with(BEGIN).await {
            // SQLite rolls back by itself when the disk is full, and the driver then loses count of its transactions.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                let confused = self.writer.acquire().await.map_err(translated)?;
                confused.close().await.map_err(translated)?;
                self.writer.begin_with(BEGIN).await.map_err(translated)
            }
            begun => begun.map_err(translated),
        }
    }
}

/// Connects. SQLite waits for a writer, but not for somebody who turns a new file to its write-ahead log, so we do.
async fn connected(options: &SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    for _ in 1..CONNECT_TRIES {
        let pool = SqlitePoolOptions::new().max_connections(1).acquire_timeout(BUSY_TIMEOUT);
        match pool.connect_with(options.clone()).await.map_err(translated) {
            Err(StoreError::Locked) => tokio::time::sleep(CONNECT_PAUSE).await,
            done => return done,
        }
    }
    Err(StoreError::Locked)
}

/// Brings the schema up to date, all of it under the write lock: who comes second finds the work done.
async fn migrate(writer: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with(BEGIN).await.map_err(translated)?;
    MIGRATIONS.run_direct(None, &mut *transaction, false).await.map_err(error::of_migration)?;
    transaction.commit().await.map_err(translated)
}

/// The newest migration this program knows.
fn newest_known() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}
