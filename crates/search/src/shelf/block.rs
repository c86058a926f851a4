//! A run of rows and the passages they belong to.

use crate::vector::{self, Probe, VECTOR_BYTES};
use domain::{DocumentId, PassageId};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// One passage: where its rows stand. The first row is the mean, the others are the sentences; the only sentence of a passage
/// is its own mean and stands once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub passage: PassageId,
    pub first_row: usize,
    pub sentences: u32,
}

/// Returns how many rows a passage with so many sentences takes.
pub fn rows_for(sentences: u32) -> usize {
    if sentences == 1 { 1 } else { 1 + sentences as usize }
}

/// Rows of many passages. The rows are shared by every snapshot; the entries say which of them live.
#[derive(Debug, Clone, Default)]
pub struct Block {
    rows: Arc<Vec<[u8; VECTOR_BYTES]>>,
    inverse_lengths: Arc<Vec<f32>>,
    entries: Vec<Entry>,
    by_document: HashMap<DocumentId, Range<usize>>,
}

impl Block {
    /// A block over rows that are already in memory.
    pub fn new(rows: Vec<[u8; VECTOR_BYTES]>, entries: Vec<Entry>) -> Self {
        let inverse_lengths = rows.par_iter().map(vector::inverse_length).collect();
        let (rows, inverse_lengths) = (Arc::new(rows), Arc::new(inverse_lengths));
        let mut block = Self { rows, inverse_lengths, entries, by_document: HashMap::new() };
        block.file_entries();
        block
    }

    /// Both blocks in one, without the rows that nobody points at.
    pub fn merged(a: &Self, b: &Self) -> Self {
        let mut rows = Vec::with_capacity(a.rows.len() + b.rows.len());
        let mut entries = Vec::with_capacity(a.entries.len() + b.entries.len());
        for block in [a, b] {
            for entry in &block.entries {
                entries.push(Entry { first_row: rows.len(), ..entry.clone() });
                rows.extend_from_slice(block.rows(entry));
            }
        }
        Self::new(rows, entries)
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Every row, those of removed passages included.
    pub fn all_rows(&self) -> &[[u8; VECTOR_BYTES]] {
        &self.rows
    }

    pub fn bytes(&self) -> usize {
        self.rows.len() * VECTOR_BYTES
    }

    pub fn holds(&self, document: &DocumentId) -> bool {
        self.by_document.contains_key(document)
    }

    /// The rows of a passage: its mean, then its sentences; only one when they are the same.
    pub fn rows(&self, entry: &Entry) -> &[[u8; VECTOR_BYTES]] {
        let end = entry.first_row + rows_for(entry.sentences);
        self.rows.get(entry.first_row..end).unwrap_or_default()
    }

    /// One over the length of each row of a passage.
    fn inverse_lengths(&self, entry: &Entry) -> &[f32] {
        let end = entry.first_row + rows_for(entry.sentences);
        self.inverse_lengths.get(entry.first_row..end).unwrap_or_default()
    }

    /// The cosine of each row of a passage with a probe.
    pub fn cosines(&self, entry: &Entry, probe: &Probe) -> impl Iterator<Item = f32> {
        self.rows(entry).iter().zip(self.inverse_lengths(entry)).map(|(row, inverse_length)| probe.cosine(row, *inverse_length))
    }

    /// The entry of a passage.
    pub fn find(&self, passage: &PassageId) -> Option<&Entry> {
        let range = self.by_document.get(&passage.document)?;
        self.entries.get(range.clone())?.iter().find(|entry| entry.passage.ordinal == passage.ordinal)
    }

    /// The entries in portions for several threads.
    pub fn tasks(&self, entries_max: usize) -> impl Iterator<Item = (&Self, &[Entry])> {
        self.entries.chunks(entries_max).map(move |entries| (self, entries))
    }

    /// Forgets documents; their rows stay until blocks are merged.
    pub fn remove(&mut self, documents: &[DocumentId]) {
        let removed = documents.iter().filter(|document| self.by_document.remove(document).is_some()).count();
        if removed > 0 {
            let by_document = &self.by_document;
            self.entries.retain(|entry| by_document.contains_key(&entry.passage.document));
            self.file_entries();
        }
    }

    /// Entries of one document stand together.
    fn file_entries(&mut self) {
        self.by_document.clear();
        for (at, entry) in self.entries.iter().enumerate() {
            let range = self.by_document.entry(entry.passage.document.clone()).or_insert(at..at);
            range.end = at + 1;
        }
    }
}

/// Lays out the rows of documents: for each passage the mean, then the sentences, as [`rows_for`] counts them. `None` when
/// bytes do not come out even.
pub fn lay_out(documents: &[super::Shelved]) -> Option<Block> {
    let mut rows = Vec::new();
    let mut entries = Vec::new();
    for document in documents {
        for (ordinal, bytes) in document.passages.iter().enumerate() {
            let (sentences, rest) = bytes.as_chunks::<VECTOR_BYTES>();
            if !rest.is_empty() {
                return None;
            }
            let passage = PassageId { document: document.document.clone(), ordinal: ordinal as u32 };
            entries.push(Entry { passage, first_row: rows.len(), sentences: sentences.len() as u32 });
            if sentences.len() != 1 {
                rows.push(vector::mean(sentences).map(i8::cast_unsigned));
            }
            rows.extend_from_slice(sentences);
        }
    }
    Some(Block::new(rows, entries))
}
