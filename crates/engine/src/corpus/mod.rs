//! Documents on their way in: ingest into the store, follow the store with the index, fill vectors in behind.

mod follow;
mod ingest;
mod prepared;
mod remove;
mod rows;
mod vectors;

pub(crate) use vectors::quantised;

pub use ingest::{Ingested, Watch};
pub use prepared::Prepared;

use domain::CorpusName;

/// Documents taken from the store at a time while following it.
pub(crate) const FOLLOW_BATCH: u32 = 256;
/// Documents embedded between two commits.
pub(crate) const EMBED_BATCH: usize = 32;

/// How the name of a corpus begins that was read from a directory somebody pointed at. Nobody gave it that name.
pub const OF_PATH: &str = "dir-";

/// Names the corpus of a directory somebody points at: the same directory is the same corpus.
pub fn corpus_of_path(path: &std::path::Path) -> CorpusName {
    let name: String = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' })
        .take(24)
        .collect();
    let digest = domain::digest_bytes(path.to_string_lossy().as_bytes());
    CorpusName::new(&format!("{OF_PATH}{}-{}", name.trim_matches('-'), digest.short())).expect("made of plain characters")
}
