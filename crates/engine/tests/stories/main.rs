//! The stories of `engine`, told with the real models and a store of their own.

// Helpers of tests fail like tests.
#![allow(clippy::unwrap_used)]

mod audit;
mod counsel;
mod eval;
mod forgotten;
mod ingest;
mod intake;
mod multihop;
mod orders;
mod oversight;
mod replay;
mod syndication;
mod web;

use engine::{Engine, Parts};
use infer::{Locations, Models};
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use store_sqlite::SqliteStore;

static MODELS: LazyLock<Arc<Models>> = LazyLock::new(|| match Models::open(&locations()) {
    Ok(models) => Arc::new(models),
    Err(e) => panic!("{e}\nthe models for the tests come with `./test`; run it once, or set PROBITY_MODELS"),
});

/// Where `./test` puts MiniLM, and where the repository keeps the cross-encoder.
fn locations() -> Locations {
    let home = || PathBuf::from(std::env::var("HOME").expect("HOME is set")).join(".cache/probity/models");
    let models = std::env::var_os("PROBITY_MODELS").map_or_else(home, PathBuf::from);
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models");
    Locations { minilm: models.join("minilm"), nli: repository.join("nli") }
}

/// It is always noon on the same day.
struct Noon;

impl domain::Clock for Noon {
    fn now(&self) -> Timestamp {
        "2026-11-15T12:00:00Z".parse().unwrap()
    }
}

/// A room of its own with an engine in it.
struct Room {
    dir: tempfile::TempDir,
    engine: Engine,
}

impl Room {
    async fn open() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("probity.db")).await.unwrap();
        let engine = Engine::new(Parts {
            store: Arc::new(store),
            models: Arc::clone(&MODELS),
            policy: score::verify::Policy::default(),
            clock: Arc::new(Noon),
            index_dir: dir.path().join("index"),
        });
        Self { dir, engine }
    }

    /// Writes a file and returns where it lies.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

/// A file of the shared data, or nothing where there is none.
fn shared(path: &str) -> Option<PathBuf> {
    let found =
        std::env::var_os("PROBITY_SHARED").map(|shared| Path::new(&shared).join("data").join(path)).filter(|path| path.exists());
    if found.is_none() {
        eprintln!("skipped, no data: {path}");
    }
    found
}
