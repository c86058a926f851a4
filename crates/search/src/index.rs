//! The index of one corpus on disk: opening it, starting it afresh, and handing out snapshots.

use crate::fields::Fields;
use crate::shelf::file::{self, Found};
use crate::writer::{Position, Writer};
use crate::{IndexError, Reader, VectorShelf};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use tantivy::directory::{Directory, MmapDirectory};
use tantivy::{IndexReader, ReloadPolicy};

/// Directory of the full-text index.
const LEXICAL: &str = "lexical";
/// File of the vectors.
const VECTORS: &str = "vectors.bin";
/// Up to this size every byte is checked on opening; larger indexes are taken at their word.
const CHECKED_BYTES_MAX: u64 = 64 << 20;

/// The search index of one corpus. Clones share it.
#[derive(Clone)]
pub struct Index(Arc<Inner>);

struct Inner {
    directory: PathBuf,
    tantivy: tantivy::Index,
    fields: Fields,
    lexical: IndexReader,
    state: RwLock<State>,
}

/// What is current.
struct State {
    reader: Arc<Reader>,
    shelf_end: u64,
}

impl Index {
    /// Opens the index in a directory, making it when there is none.
    ///
    /// One that is damaged or of another version is thrown away: it is derived, and [`followed`](Self::followed) then says
    /// that the change feed is to be followed from the start.
    pub fn open(directory: &Path) -> Result<Self, IndexError> {
        match Self::open_as_found(directory) {
            Err(IndexError::Damaged(_)) => {
                Self::discard(directory)?;
                Self::open_as_found(directory)
            }
            opened => opened,
        }
    }

    /// Throws an index away.
    pub fn discard(directory: &Path) -> Result<(), IndexError> {
        file::remove(&directory.join(VECTORS))?;
        match fs::remove_dir_all(directory.join(LEXICAL)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Returns how far the change feed of a store has been followed; zero when this index followed another store's.
    pub fn followed(&self, origin: &str) -> u64 {
        let reader = self.reader();
        if reader.position().origin == origin { reader.position().seq } else { 0 }
    }

    /// Returns a snapshot of what is committed.
    pub fn reader(&self) -> Arc<Reader> {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner).reader.clone()
    }

    /// Returns the writer; there is one at a time, over all processes.
    pub fn writer(&self) -> Result<Writer, IndexError> {
        Writer::open(self.clone())
    }

    /// Takes up what another process has committed since.
    pub fn refresh(&self) -> Result<(), IndexError> {
        let shelf_end = self.0.state.read().unwrap_or_else(PoisonError::into_inner).shelf_end;
        let length = fs::metadata(self.vectors_file()).map_or(0, |file| file.len());
        if length == shelf_end {
            let shelf = self.reader().vectors().clone();
            return self.publish(shelf, shelf_end);
        }
        let Found { shelf, end } = file::load(&self.vectors_file())?;
        self.publish(Arc::new(shelf), end)
    }

    /// Makes what is committed, and this shelf, what new readers see.
    pub(crate) fn publish(&self, shelf: Arc<VectorShelf>, shelf_end: u64) -> Result<(), IndexError> {
        self.0.lexical.reload()?;
        let reader = Arc::new(Reader::new(&self.0.tantivy, &self.0.lexical, self.0.fields, shelf)?);
        *self.0.state.write().unwrap_or_else(PoisonError::into_inner) = State { reader, shelf_end };
        Ok(())
    }

    pub(crate) fn shelf_end(&self) -> u64 {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner).shelf_end
    }

    pub(crate) fn vectors_file(&self) -> PathBuf {
        self.0.directory.join(VECTORS)
    }

    pub(crate) fn tantivy(&self) -> &tantivy::Index {
        &self.0.tantivy
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.0.fields
    }

    fn open_as_found(directory: &Path) -> Result<Self, IndexError> {
        let lexical = directory.join(LEXICAL);
        fs::create_dir_all(&lexical)?;
        let (schema, fields) = Fields::schema();
        let files: Box<dyn Directory> = Box::new(MmapDirectory::open(&lexical).map_err(tantivy::TantivyError::from)?);
        let tantivy = tantivy::Index::open_or_create(files, schema)?;
        Position::read(&tantivy)?;
        validate(&tantivy, &lexical)?;
        let lexical: IndexReader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let Found { shelf, end } = file::load(&directory.join(VECTORS))?;
        let reader = Arc::new(Reader::new(&tantivy, &lexical, fields, Arc::new(shelf))?);
        let state = RwLock::new(State { reader, shelf_end: end });
        Ok(Self(Arc::new(Inner { directory: directory.to_owned(), tantivy, fields, lexical, state })))
    }
}

fn validate(index: &tantivy::Index, lexical: &Path) -> Result<(), IndexError> {
    let mut bytes = 0;
    for file in fs::read_dir(lexical)? {
        bytes += file?.metadata().map_or(0, |file| file.len());
    }
    if bytes > CHECKED_BYTES_MAX {
        return Ok(());
    }
    match index.validate_checksum()?.iter().next() {
        Some(file) => Err(IndexError::Damaged(format!("{} has a wrong checksum", file.display()))),
        None => Ok(()),
    }
}
