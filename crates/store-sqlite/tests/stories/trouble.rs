//! Stories of files that are full, damaged, newer, or not ours to write.

use crate::SqliteSite;
use domain::{CorpusName, Credibility, Document, DocumentId, DocumentKind, JobId, digest_bytes};
use jiff::Timestamp;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::fs;
use store::contract::Site;
use store::{ATTEMPTS_MAX, Along, Commits as _, Documents, Jobs as _, NewJob, StoreError};
use store_sqlite::SqliteStore;

fn document(name: &str, bytes: usize) -> Document {
    let text = name.repeat(bytes / name.len());
    Document {
        id: DocumentId::new(name).unwrap(),
        title: name.to_owned(),
        content: digest_bytes(text.as_bytes()),
        text,
        sentences: Vec::new(),
        url: None,
        source: "test".to_owned(),
        author: None,
        published: None,
        kind: DocumentKind::Note,
        credibility: Credibility::ONE,
        language: "en".to_owned(),
        fetched: None,
    }
}

/// Runs SQL as some other program with the file open would.
async fn meddle(site: &SqliteSite, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(site.file());
    let pool = SqlitePool::connect_with(options).await.unwrap();
    sqlx::raw_sql(sql).execute(&pool).await.unwrap();
    pool.close().await;
}

#[tokio::test]
async fn a_full_disk_keeps_what_was_there_and_nothing_of_the_batch() {
    let site = SqliteSite::start().await;
    let library = CorpusName::library();
    let store = SqliteStore::open_within(&site.file(), 400_000).await.unwrap();
    store.add_documents(&library, &[document("small", 1_000)]).await.unwrap();
    let batch = [document("medium", 50_000), document("large", 1_000_000)];
    assert_eq!(store.add_documents(&library, &batch).await, Err(StoreError::Full));
    assert_eq!(store.count_documents(&library).await, Ok(1));
    store.add_documents(&library, &batch[..1]).await.unwrap();
    assert_eq!(store.count_documents(&library).await, Ok(2));
}

/// An order that needs some room.
fn order(number: u8) -> Along {
    Along::job(NewJob {
        id: JobId::from_parts(u64::from(number), [number; 10]),
        kind: "verify".to_owned(),
        payload: serde_json::json!({"claim": "x".repeat(20_000)}),
        payload_version: 1,
        made_by: None,
        once: None,
        priority: 0,
        run_at: Timestamp::UNIX_EPOCH,
        period: None,
        attempts_max: ATTEMPTS_MAX,
        created_at: Timestamp::UNIX_EPOCH,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_full_disk_every_order_that_was_acknowledged_is_there_and_no_other() {
    let site = SqliteSite::start().await;
    let store = SqliteStore::open_within(&site.file(), 1_000_000).await.unwrap();
    let orders: Vec<_> = (1..=60)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { (number, store.commit(order(number)).await) })
        })
        .collect();
    let mut refused = 0;
    for ordered in orders {
        let (number, outcome) = ordered.await.unwrap();
        let is_there = store.job(JobId::from_parts(u64::from(number), [number; 10])).await.unwrap().is_some();
        assert_eq!(is_there, outcome.is_ok(), "order {number}: {outcome:?}");
        if let Err(error) = outcome {
            assert_eq!(error, StoreError::Full);
            refused += 1;
        }
    }
    assert!(refused > 0, "sixty times twenty thousand bytes do not fit");
}

#[tokio::test]
async fn a_database_of_a_newer_probity_is_left_alone() {
    let site = SqliteSite::start().await;
    SqliteStore::open(&site.file()).await.unwrap().close().await;
    meddle(
        &site,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of the future', 1, x'00', 0)",
    )
    .await;
    let error = SqliteStore::open(&site.file()).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 9999, known } if known < 9999), "{error:?}");
    assert!(error.to_string().contains("update Probity or choose another --data directory"));
}

#[tokio::test]
async fn a_check_of_a_newer_probity_is_not_guessed_at() {
    let site = SqliteSite::start().await;
    let store = site.open().await;
    meddle(
        &site,
        "INSERT INTO checks (id, asked_at_us, corpus, text, summary, schema_version, body)
         VALUES (x'01890000000070008000000000000001', 0, 'notes', 'x', '{}', 77, '{}')",
    )
    .await;
    let id = "01890000-0000-7000-8000-000000000001".parse().unwrap();
    assert_eq!(store.check(id).await, Err(StoreError::Newer { found: 77, known: 1 }));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_reported_and_not_overwritten() {
    let site = SqliteSite::start().await;
    fs::create_dir_all(site.file().parent().unwrap()).unwrap();
    let letter = "Dear diary, today I was mistaken for a database. ".repeat(100);
    fs::write(site.file(), &letter).unwrap();
    assert!(matches!(SqliteStore::open(&site.file()).await, Err(StoreError::Corrupt(_))));
    assert_eq!(fs::read_to_string(site.file()).unwrap(), letter);
}

#[tokio::test]
async fn a_directory_that_cannot_be_written_is_called_so() {
    let site = SqliteSite::start().await;
    let directory = site.file().parent().unwrap().to_owned();
    fs::create_dir_all(&directory).unwrap();
    let mut permissions = fs::metadata(&directory).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&directory, permissions).unwrap();
    // The administrator may write anywhere, so there is nothing to see as such.
    if fs::write(directory.join("probe"), "").is_err() {
        assert_eq!(SqliteStore::open(&site.file()).await.unwrap_err(), StoreError::ReadOnly);
    }
}

#[tokio::test]
async fn a_file_where_a_directory_should_be_is_reported() {
    let site = SqliteSite::start().await;
    fs::write(site.file().parent().unwrap(), "not a directory").unwrap();
    assert!(matches!(SqliteStore::open(&site.file()).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_processes_may_meet_on_a_fresh_file() {
    let site = SqliteSite::start().await;
    let open = || {
        let file = site.file();
        tokio::spawn(async move { SqliteStore::open(&file).await.map(drop) })
    };
    for opened in [open(), open(), open(), open()] {
        assert_eq!(opened.await.unwrap(), Ok(()));
    }
}
