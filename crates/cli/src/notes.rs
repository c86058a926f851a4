//! The starter notes that this binary carries, so that the first question has something to be checked against.

use domain::{CorpusName, Digest};
use engine::Engine;
use sources::Options;
use std::io;
use std::path::Path;

/// Remembers which starter notes were brought in.
pub const MARK: &str = "notes.sha256";

include!(concat!(env!("OUT_DIR"), "/notes.rs"));

/// Returns the fingerprint of all notes: another one means that they have to be brought in again.
pub fn fingerprint() -> Digest {
    domain::digest_of(1, &NOTES)
}

/// Writes the notes as files into a directory.
pub fn lay_out(dir: &Path) -> io::Result<()> {
    NOTES.iter().try_for_each(|(name, text)| std::fs::write(dir.join(name), text))
}

/// Brings the notes in when they are not there, or when this binary carries others.
pub async fn bring_in(engine: &Engine, data: &Path) -> Result<(), String> {
    let (corpus, mark, ours) = (CorpusName::notes(), data.join(MARK), fingerprint());
    let count = engine.store().count_documents(&corpus).await.map_err(|error| error.to_string())?;
    if count > 0 && std::fs::read_to_string(&mark).is_ok_and(|found| found.trim() == ours.as_str()) {
        return Ok(());
    }
    let room = tempfile::tempdir().map_err(|error| error.to_string())?;
    lay_out(room.path()).map_err(|error| error.to_string())?;
    let paths = [room.path().to_owned()];
    engine.ingest(&paths, &Options::closed(corpus.clone()), &()).await.map_err(|error| error.to_string())?;
    engine.fill_vectors(&corpus, &()).await.map_err(|error| error.to_string())?;
    std::fs::write(&mark, ours.as_str()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_carries_its_notes() {
        assert!((60..=120).contains(&NOTES.len()), "{} notes", NOTES.len());
        let room = tempfile::tempdir().unwrap();
        lay_out(room.path()).unwrap();
        assert_eq!(std::fs::read_dir(room.path()).unwrap().count(), NOTES.len());
    }
}
