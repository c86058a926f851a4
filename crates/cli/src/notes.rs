//! The starter notes that this binary carries, so that the first question has something to be checked against.

use crate::failure::{Failure, OrNext};
use crate::workshop::told;
use domain::{CorpusName, Digest};
use engine::Engine;
use engine::corpus::{Prepared, Watch};
use sources::Options;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Remembers which starter notes were brought in.
const MARK: &str = "notes.sha256";

include!(concat!(env!("OUT_DIR"), "/notes.rs"));

/// Returns the fingerprint of all notes: another one means that they have to be brought in again.
fn fingerprint() -> Digest {
    domain::digest_of(1, &NOTES)
}

/// Writes the notes as files into a directory.
fn lay_out(dir: &Path) -> io::Result<()> {
    NOTES.iter().try_for_each(|(name, text)| std::fs::write(dir.join(name), text))
}

/// Returns the vectors of the notes that this binary carries, so that the first question need not wait for them.
fn prepared() -> Prepared {
    serde_json::from_str(include_str!("../../../notes/vectors.json")).expect("a test reads the same file")
}

/// Brings the notes in when they are not there, or when this binary carries others.
pub async fn bring_in(engine: &Engine, data: &Path, watch: &dyn Watch) -> Result<(), Failure> {
    let (corpus, mark, ours) = (CorpusName::notes(), data.join(MARK), fingerprint());
    let count = engine.store().count_documents(&corpus).await.map_err(|error| told(error.into()))?;
    if count > 0 && std::fs::read_to_string(&mark).is_ok_and(|found| found.trim() == ours.as_str()) {
        return Ok(());
    }
    let next = "Free some space, or set TMPDIR to another directory.";
    let room = tempfile::tempdir().or_next("no temporary directory can be made", next)?;
    lay_out(room.path()).or_next("the starter notes could not be written", next)?;
    let options = Options { registry: Arc::clone(engine.registry()), ..Options::closed(corpus.clone()) };
    engine.ingest(&[room.path().to_owned()], &options, watch).await.map_err(told)?;
    engine.fill_vectors_from(&prepared(), &corpus, watch).await.map_err(told)?;
    std::fs::write(&mark, ours.as_str()).or_next("the data directory cannot be written", next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::WallClock;
    use crate::models::Shelf;
    use crate::place::Place;
    use crate::workshop::{DATABASE, INDEX};
    use engine::Parts;
    use infer::Models;
    use std::sync::Mutex;
    use store_sqlite::SqliteStore;

    /// Remembers which stages were gone through.
    #[derive(Default)]
    struct Stages(Mutex<Vec<String>>);

    impl Watch for Stages {
        fn at(&self, what: &str, _: u64, _: u64) {
            self.0.lock().unwrap().push(what.to_owned());
        }
    }

    async fn engine_in(data: &Path) -> Engine {
        let place = Place::choose(Some(data), None, &std::env::vars().collect()).unwrap();
        let locations = Shelf::at(&place).locations().unwrap();
        Engine::new(Parts {
            store: Arc::new(SqliteStore::open(&data.join(DATABASE)).await.unwrap()),
            models: Arc::new(Models::open(&locations).unwrap()),
            policy: score::verify::Policy::default(),
            clock: Arc::new(WallClock),
            index_dir: data.join(INDEX),
        })
    }

    #[test]
    fn the_binary_carries_its_notes() {
        assert!((60..=120).contains(&NOTES.len()), "{} notes", NOTES.len());
        let room = tempfile::tempdir().unwrap();
        lay_out(room.path()).unwrap();
        assert_eq!(std::fs::read_dir(room.path()).unwrap().count(), NOTES.len());
    }
    /// Changed notes need new vectors: run this test with PROBITY_RENEW=1 and commit the file it writes.
    #[tokio::test(flavor = "multi_thread")]
    async fn the_vectors_are_what_the_embedder_makes_of_the_notes() {
        let room = tempfile::tempdir().unwrap();
        let engine = engine_in(room.path()).await;
        let corpus = CorpusName::notes();
        let notes = tempfile::tempdir().unwrap();
        lay_out(notes.path()).unwrap();
        engine.ingest(&[notes.path().to_owned()], &Options::closed(corpus.clone()), &()).await.unwrap();
        let model = &engine.models().hashes().embedder;
        let ids = engine.store().missing_embeddings(&corpus, model, None, 1000).await.unwrap();
        engine.fill_vectors(&corpus, &()).await.unwrap();
        let made = engine.prepare_vectors(&corpus, &ids).await.unwrap();
        if std::env::var_os("PROBITY_RENEW").is_some() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notes/vectors.json");
            std::fs::write(file, serde_json::to_string_pretty(&made).unwrap() + "\n").unwrap();
            return;
        }
        assert_eq!(made.count(), NOTES.len());
        let told = "the notes or the embedder changed: run this test with PROBITY_RENEW=1 and commit notes/vectors.json";
        assert!(made.is_near(&prepared()), "{told}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_first_question_finds_every_vector_there() {
        let room = tempfile::tempdir().unwrap();
        let engine = engine_in(room.path()).await;
        let stages = Stages::default();
        bring_in(&engine, room.path(), &stages).await.unwrap();
        assert!(!stages.0.lock().unwrap().iter().any(|stage| stage == "embedding"), "nothing is embedded that came along");
        let model = &engine.models().hashes().embedder;
        assert_eq!(engine.store().missing_embeddings_count(&CorpusName::notes(), model).await.unwrap(), 0);
    }
}
