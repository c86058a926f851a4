//! How much group commit gains: durable writes of 32 clients through the store, against the bare driver with one commit each,
//! in the same run on the same disk.
//!
//! ```sh
//! cargo run --profile ci -p store-sqlite --example group_commit
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a measurement; its output is the point")]

use domain::{JobId, digest_bytes};
use jiff::Timestamp;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{ATTEMPTS_MAX, Along, Commits as _, NewAudit, NewJob};
use store_sqlite::SqliteStore;

const CLIENTS: u32 = 32;
const FOR: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() {
    let room = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new()
        .filename(room.path().join("bare.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let bare = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    sqlx::raw_sql("CREATE TABLE jobs (id INTEGER PRIMARY KEY, payload TEXT NOT NULL)").execute(&bare).await.unwrap();
    let began = Instant::now();
    let mut alone = 0_u32;
    while began.elapsed() < FOR {
        sqlx::query("INSERT INTO jobs (payload) VALUES (?)").bind("{\"claim\": \"x\"}").execute(&bare).await.unwrap();
        alone += 1;
    }
    let alone = f64::from(alone) / began.elapsed().as_secs_f64();
    let store = Arc::new(SqliteStore::open(&room.path().join("probity.db")).await.unwrap());
    let began = Instant::now();
    let clients: Vec<_> = (0..CLIENTS).map(|client| tokio::spawn(write(Arc::clone(&store), client, began))).collect();
    let mut took = Vec::new();
    for client in clients {
        took.extend(client.await.unwrap());
    }
    let together = took.len() as f64 / began.elapsed().as_secs_f64();
    took.sort_unstable();
    let p99 = took[took.len() * 99 / 100].as_secs_f64() * 1e3;
    println!("bare driver, one commit each   {alone:8.0} writes/s");
    println!("store, {CLIENTS} clients, job + audit  {together:8.0} writes/s  p99 {p99:.1} ms  ratio {:.1}", together / alone);
}

/// Each write is a job and its audit row, on disk before the client goes on.
async fn write(store: Arc<SqliteStore>, client: u32, began: Instant) -> Vec<Duration> {
    let now = Timestamp::UNIX_EPOCH;
    let mut took = Vec::new();
    while began.elapsed() < FOR {
        let mut chance = [0; 10];
        let seed = digest_bytes(format!("{client}:{}", took.len()).as_bytes());
        chance.copy_from_slice(&seed.as_str().as_bytes()[..10]);
        let job = NewJob {
            id: JobId::from_parts(took.len() as u64, chance),
            kind: "verify".to_owned(),
            payload: serde_json::json!({"claim": "x"}),
            payload_version: 1,
            made_by: None,
            once: None,
            priority: 0,
            run_at: now,
            period: None,
            attempts_max: ATTEMPTS_MAX,
            created_at: now,
        };
        let row = NewAudit {
            at: now,
            actor: None,
            action: "job.accepted".to_owned(),
            subject: format!("job:{}", job.id),
            facts: serde_json::json!({}),
            text: None,
        };
        let start = Instant::now();
        store.commit(Along { audit: vec![row], ..Along::job(job) }).await.unwrap();
        took.push(start.elapsed());
    }
    took
}
