//! Paths into documents, one at a time, in the same order on every machine.

mod files;
mod rows;

use crate::{Options, Outcome, SkipReason, Skipped};
use files::{Found, find};
use rows::Rows;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Walks one path: a file, or a folder with everything below it.
pub fn documents(path: &Path, options: &Options) -> Documents {
    documents_in([path], options)
}

/// Walks several paths in the order given. Folders are searched at once, files are read as the walk goes on.
pub fn documents_in<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, options: &Options) -> Documents {
    let found = find(paths, &options.limits);
    let bytes_total = found.iter().map(|f| f.bytes).sum();
    Documents {
        options: Arc::new(options.clone()),
        files_total: found.len() as u64,
        files_done: 0,
        bytes_total,
        read: Arc::default(),
        done_bytes: 0,
        files: found.into_iter(),
        current: None,
        seen: HashSet::new(),
    }
}

/// How far a walk has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of all files found, as they lie on disk.
    pub bytes_total: u64,
    /// Bytes dealt with; never more than the total.
    pub bytes_done: u64,
    /// Files found.
    pub files_total: u64,
    /// Files finished.
    pub files_done: u64,
}

/// A walk under way. Each step is a document or something that was left out.
pub struct Documents {
    options: Arc<Options>,
    files: std::vec::IntoIter<Found>,
    files_total: u64,
    files_done: u64,
    bytes_total: u64,
    /// Bytes taken from the file at hand.
    read: Arc<AtomicU64>,
    /// Bytes of the files that are finished.
    done_bytes: u64,
    current: Option<Current>,
    /// Hashes of the ids met so far: the ids themselves would not fit for a large corpus.
    seen: HashSet<u64>,
}

struct Current {
    path: PathBuf,
    bytes: u64,
    rows: Rows,
    taken: u64,
}

impl Documents {
    /// Returns how far the walk has come.
    pub fn progress(&self) -> Progress {
        let in_hand = self.current.as_ref().map_or(0, |c| self.read.load(Ordering::Relaxed).min(c.bytes));
        Progress {
            bytes_total: self.bytes_total,
            bytes_done: self.done_bytes + in_hand,
            files_total: self.files_total,
            files_done: self.files_done,
        }
    }

    /// Opens the next file; what cannot be opened is an outcome of its own.
    fn advance(&mut self) -> Option<Option<Outcome>> {
        let found = self.files.next()?;
        self.read.store(0, Ordering::Relaxed);
        if let Some(why) = found.problem {
            self.files_done += 1;
            return Some(Some(Outcome::Skipped(Skipped { path: found.path, line: None, why })));
        }
        match Rows::open(&found.path, &self.options, &self.read) {
            Ok(rows) => {
                self.current = Some(Current { path: found.path, bytes: found.bytes, rows, taken: 0 });
                Some(None)
            }
            Err(why) => {
                self.files_done += 1;
                self.done_bytes += found.bytes;
                Some(Some(Outcome::Skipped(Skipped { path: found.path, line: None, why })))
            }
        }
    }

    fn close(&mut self) {
        if let Some(current) = self.current.take() {
            self.files_done += 1;
            self.done_bytes += current.bytes;
            self.read.store(0, Ordering::Relaxed);
        }
    }

    /// Takes the next row of the file at hand.
    fn step(&mut self) -> Option<Outcome> {
        let current = self.current.as_mut()?;
        let limit = self.options.limits.documents_per_file;
        let (line, result) = current.rows.next_row(&current.path, &self.options)?;
        let path = current.path.clone();
        if current.taken >= limit {
            self.close();
            return Some(Outcome::Skipped(Skipped { path, line, why: SkipReason::TooMany { limit } }));
        }
        let why = match result {
            Ok(document) if self.seen.insert(hash(document.id.as_str())) => {
                current.taken += 1;
                return Some(Outcome::Document(Box::new(document)));
            }
            Ok(document) => SkipReason::DuplicateId(document.id.to_string()),
            Err(why) => why,
        };
        Some(Outcome::Skipped(Skipped { path, line, why }))
    }
}

impl Iterator for Documents {
    type Item = Outcome;

    fn next(&mut self) -> Option<Outcome> {
        loop {
            if let Some(outcome) = self.step() {
                return Some(outcome);
            }
            self.close();
            if let Some(outcome) = self.advance()? {
                return Some(outcome);
            }
        }
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
