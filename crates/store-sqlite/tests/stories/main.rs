//! The store on SQLite passes the contract, and copes with what only files can do.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod trouble;

use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use store::contract::Site;
use store_sqlite::SqliteStore;
use tempfile::TempDir;

struct SqliteSite {
    directory: TempDir,
}

impl SqliteSite {
    fn file(&self) -> PathBuf {
        self.directory.path().join("data/probity.db")
    }
}

#[async_trait]
impl Site for SqliteSite {
    async fn start() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(&self.file()).await.unwrap())
    }

    fn spare_file(&self) -> PathBuf {
        self.directory.path().join("copy.db")
    }
}

store::contract::suite!(SqliteSite);
