//! Following the store: what was added, replaced or removed, and the vectors that come in behind.

use crate::fields::Fields;
use crate::shelf::file;
use crate::{Index, IndexError, Shelved, VectorShelf};
use domain::{Digest, Document, DocumentId};
use rayon::prelude::*;
use score::verify::fingerprint;
use score::verify::graph::{Extract, Patterns};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tantivy::{IndexWriter, TantivyDocument};

/// Version of the index: analysis, fields and payload. Another one is thrown away and built anew.
const INDEX_VERSION: u32 = 3;
/// Memory for postings that are not yet on disk.
const WRITER_BYTES: usize = 64 << 20;
/// Rows of removed documents that are tolerated in a file, beside as many as there are living ones.
const ROWS_DEAD_MIN: usize = 10_000;

/// A place in the change feed of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Which store; empty before anything was followed.
    pub origin: String,
    /// The last change that was applied.
    pub seq: u64,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    version: u32,
    position: Position,
}

impl Position {
    /// Reads the place that was committed last.
    pub(crate) fn read(index: &tantivy::Index) -> Result<Self, IndexError> {
        let meta = index.load_metas()?;
        let Some(payload) = meta.payload else {
            let is_fresh = meta.segments.is_empty();
            return if is_fresh {
                Ok(Self::default())
            } else {
                Err(IndexError::Damaged("its place in the feed is lost".to_owned()))
            };
        };
        let payload: Payload = serde_json::from_str(&payload).map_err(|error| IndexError::Damaged(error.to_string()))?;
        if payload.version == INDEX_VERSION {
            Ok(payload.position)
        } else {
            Err(IndexError::Damaged(format!("version {}, this one is {INDEX_VERSION}", payload.version)))
        }
    }
}

/// A portion of the change feed.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// Documents that were added or replaced, as they are.
    pub upserted: &'a [Document],
    /// Documents that are gone.
    pub removed: &'a [DocumentId],
    /// Where the feed stands after this portion.
    pub position: &'a Position,
}

/// Writes an index. Each call commits; readers handed out earlier keep answering as before.
pub struct Writer {
    index: Index,
    inner: IndexWriter,
    position: Position,
    shelf: VectorShelf,
    shelf_end: u64,
    extractor: Arc<dyn Extract>,
}

impl Writer {
    /// Reads facts for the entity graph in another way than by patterns.
    pub fn reading_with(self, extractor: Arc<dyn Extract>) -> Self {
        Self { extractor, ..self }
    }

    pub(crate) fn open(index: Index) -> Result<Self, IndexError> {
        let inner = index.tantivy().writer_with_num_threads(1, WRITER_BYTES)?;
        // Whoever held the writer before may have been another process.
        index.refresh()?;
        let reader = index.reader();
        let (position, shelf) = (reader.position().clone(), reader.vectors().as_ref().clone());
        let shelf_end = index.shelf_end();
        Ok(Self { index, inner, position, shelf, shelf_end, extractor: Arc::new(Patterns) })
    }

    /// Follows the feed by one portion. The portion may be applied again without harm.
    ///
    /// Documents lose their vectors when they change. A portion of another store empties the index first.
    pub fn apply(&mut self, batch: Batch<'_>) -> Result<(), IndexError> {
        if self.position.origin != batch.position.origin {
            self.clear()?;
        }
        let changed = batch.upserted.iter().map(|document| &document.id).chain(batch.removed);
        // The vectors go first: a document without them is noticed later, one with those of an earlier version is not.
        let unshelved: Vec<DocumentId> = changed.clone().filter(|id| self.shelf.holds(id)).cloned().collect();
        if !unshelved.is_empty() {
            self.shelf.remove(&unshelved);
            self.shelf_end = file::append_removal(&self.index.vectors_file(), self.shelf_end, unshelved)?;
        }
        let fields = self.index.fields();
        for id in batch.removed {
            self.inner.delete_term(fields.document_term(id));
        }
        let entries: Vec<Vec<TantivyDocument>> =
            batch.upserted.par_iter().map(|document| entries(fields, document, &*self.extractor)).collect();
        for (document, entries) in batch.upserted.iter().zip(entries) {
            self.inner.delete_term(fields.document_term(&document.id));
            for entry in entries {
                self.inner.add_document(entry)?;
            }
        }
        self.commit(batch.position)
    }

    /// Lays the vectors of documents on the shelf, in place of earlier ones.
    ///
    /// The first vectors of another model sweep the shelf; all documents are then without vectors of that model.
    pub fn shelve(&mut self, model: &Digest, documents: &[Shelved]) -> Result<(), IndexError> {
        let file = self.index.vectors_file();
        if self.shelf.model() != Some(model) {
            self.shelf = VectorShelf::new(model.clone());
            self.shelf_end = file::write(&file, &self.shelf)?;
        }
        let uneven = || IndexError::Unavailable("vectors of another size than the model's".to_owned());
        let block = self.shelf.shelve(documents).ok_or_else(uneven)?;
        self.shelf_end = file::append_documents(&file, self.shelf_end, documents, block.all_rows())?;
        self.index.publish(Arc::new(self.shelf.clone()), self.shelf_end)
    }

    /// Waits for background work and tidies the vector file when most of it belongs to nobody.
    pub fn finish(self) -> Result<(), IndexError> {
        let Self { index, inner, shelf, shelf_end, .. } = self;
        let rows_living = shelf.passages() + shelf.sentences();
        let rows_on_disk = shelf_end as usize / crate::vector::VECTOR_BYTES;
        if rows_on_disk > 2 * rows_living + ROWS_DEAD_MIN {
            let end = file::write(&index.vectors_file(), &shelf)?;
            index.publish(Arc::new(shelf), end)?;
        }
        inner.wait_merging_threads()?;
        Ok(())
    }

    fn clear(&mut self) -> Result<(), IndexError> {
        self.inner.delete_all_documents()?;
        self.shelf = VectorShelf::default();
        self.shelf_end = 0;
        file::remove(&self.index.vectors_file())?;
        Ok(())
    }

    fn commit(&mut self, position: &Position) -> Result<(), IndexError> {
        let payload = Payload { version: INDEX_VERSION, position: position.clone() };
        let payload = serde_json::to_string(&payload).map_err(|error| IndexError::Unavailable(error.to_string()))?;
        let mut commit = self.inner.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        self.position = position.clone();
        self.index.publish(Arc::new(self.shelf.clone()), self.shelf_end)
    }
}

fn entries(fields: &Fields, document: &Document, extractor: &dyn Extract) -> Vec<TantivyDocument> {
    let related = |passage: &domain::Passage| {
        let mut entry = fields.entry(passage);
        fields.relate(&mut entry, &extractor.read(&passage.sentences));
        entry
    };
    let mut entries: Vec<TantivyDocument> = document.passages().iter().map(related).collect();
    if let Some(first) = entries.first_mut() {
        fields.tell(first, &fingerprint(&document.text));
    }
    entries
}
