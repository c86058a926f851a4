//! Stories of a log that nobody can quietly edit.

use crate::Noon;
use domain::Dice;
use engine::audit::{AuditReport, Trouble, along};
use engine::{Office, SigningKey};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::path::PathBuf;
use std::sync::Arc;
use store_sqlite::SqliteStore;

/// Dice that always fall the same way: nothing here depends on them.
pub struct Sevens;

impl Dice for Sevens {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

/// An office with six decisions in its log, sealed.
struct Archive {
    room: tempfile::TempDir,
    office: Office,
}

impl Archive {
    async fn open() -> Self {
        let room = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&room.path().join("probity.db")).await.unwrap();
        let office = Office::new(Arc::new(store), Arc::new(Noon), Arc::new(Sevens));
        let archive = Self { room, office };
        for number in 1..=6 {
            archive.decide(number).await;
        }
        archive.office.seal_all(None).await.unwrap();
        archive
    }

    async fn decide(&self, number: u32) {
        let along = along(&self.office, None, "thing.decided", format!("thing:{number}"), json!({"number": number}));
        self.office.commit(along).await.unwrap();
    }

    fn file(&self) -> PathBuf {
        self.room.path().join("probity.db")
    }

    /// Edits the file behind our back and looks at the log again.
    async fn after(&self, sql: &'static str) -> AuditReport {
        let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(self.file())).await.unwrap();
        sqlx::raw_sql(sql).execute(&pool).await.unwrap();
        pool.close().await;
        self.office.verify_audit(&[]).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_log_says_so_and_names_what_is_not_sealed_yet() {
    let archive = Archive::open().await;
    archive.decide(7).await;
    let report = archive.office.verify_audit(&[]).await.unwrap();
    assert!(report.is_whole, "{report:?}");
    assert_eq!((report.sealed, report.unsealed), (6, vec![7]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_row_is_named() {
    let archive = Archive::open().await;
    let report = archive.after("UPDATE audit_rows SET subject = 'thing:999' WHERE seq = 3").await;
    assert_eq!(report.troubles, [Trouble::Changed { seq: 3 }]);
    assert!(!report.is_whole);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_row_is_named_also_at_the_end() {
    let archive = Archive::open().await;
    assert_eq!(archive.after("DELETE FROM audit_rows WHERE seq = 4").await.troubles, [Trouble::Missing { seq: 4 }]);
    let report = archive.after("DELETE FROM audit_rows WHERE seq = 6").await;
    assert_eq!(report.troubles, [Trouble::Missing { seq: 4 }, Trouble::Missing { seq: 6 }]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reordered_rows_are_named() {
    let archive = Archive::open().await;
    let swap = "UPDATE audit_rows SET seq = 100 WHERE seq = 2; UPDATE audit_rows SET seq = 2 WHERE seq = 5;
                UPDATE audit_rows SET seq = 5 WHERE seq = 100";
    let report = archive.after(swap).await;
    assert_eq!(report.troubles, [Trouble::Changed { seq: 2 }, Trouble::Changed { seq: 5 }]);
    let swap = "UPDATE audit_links SET seq = 100 WHERE place = 3; UPDATE audit_links SET seq = 3 WHERE place = 4;
                UPDATE audit_links SET seq = 4 WHERE place = 3";
    let report = archive.after(swap).await;
    assert!(report.troubles.contains(&Trouble::Reordered { seq: 3, place: 4 }), "{report:?}");
    assert!(report.troubles.contains(&Trouble::Broken { place: 3 }), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_was_rewritten_does_not_fit_the_heads_that_were_exported() {
    let archive = Archive::open().await;
    let key = SigningKey::from_bytes(&[9; 32]);
    let head = archive.office.sign_head(&key).await.unwrap().unwrap();
    assert!(engine::audit::is_signed(&head));
    assert_eq!(archive.office.verify_audit(std::slice::from_ref(&head)).await.unwrap().heads, 2, "kept and exported");
    // Somebody with the file in hand rewrites history, chain and all, and forgets nothing but our copy of the head.
    let forged = "UPDATE audit_rows SET subject = 'thing:0' WHERE seq = 2; DELETE FROM audit_links; DELETE FROM audit_heads";
    assert_eq!(archive.after(forged).await.unsealed, [1, 2, 3, 4, 5, 6]);
    archive.office.seal_all(None).await.unwrap();
    assert!(archive.office.verify_audit(&[]).await.unwrap().is_whole, "by itself it looks whole");
    let report = archive.office.verify_audit(std::slice::from_ref(&head)).await.unwrap();
    assert_eq!(report.troubles, [Trouble::HeadDiffers { place: 6 }]);
    let forged = engine::SignedHead { chain: report.head.unwrap().chain, ..head };
    let report = archive.office.verify_audit(&[forged]).await.unwrap();
    assert_eq!(report.troubles, [Trouble::BadSignature { place: 6 }]);
}
