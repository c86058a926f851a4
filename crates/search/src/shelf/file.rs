//! The shelf on disk: one file of frames that only grows, until it is written anew without what was removed.
//!
//! A frame is a line of JSON (what it says) and rows (the vectors), with a checksum over both. A torn tail is cut off at
//! the next write; the documents it held are then without vectors and get them again from the store.

use super::block::{Block, Entry, rows_for};
use super::{Shelved, VectorShelf};
use crate::vector::{DIMENSIONS, VECTOR_BYTES};
use domain::{Digest, DocumentId, PassageId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Version of this file's format; another one is read as an empty shelf.
const VERSION: u32 = 2;
/// Bytes in front of each frame: length of the JSON, number of rows, checksum.
const FRAME_HEAD_BYTES: usize = 12;
/// Longest line of JSON in a frame.
const FRAME_JSON_BYTES_MAX: u32 = 1 << 30;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Frame {
    /// The first frame.
    Opening { version: u32, dimensions: usize, model: Digest },
    /// Documents, each with the number of sentences in each passage.
    Shelve(Vec<(DocumentId, Vec<u32>)>),
    /// Documents that are gone.
    Remove(Vec<DocumentId>),
}

/// A shelf as it was found on disk.
#[derive(Debug, Default)]
pub struct Found {
    /// What it holds.
    pub shelf: VectorShelf,
    /// Bytes of the file that make sense.
    pub end: u64,
}

/// Reads a shelf. A missing, foreign or damaged file is an empty shelf or the part of one that makes sense.
pub fn load(path: &Path) -> io::Result<Found> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::default()),
        Err(error) => return Err(error),
    };
    let mut left = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut rows = Vec::with_capacity(left as usize / VECTOR_BYTES);
    let Some((Frame::Opening { version, dimensions, model }, mut end)) = read_frame(&mut file, &mut rows, &mut left)? else {
        return Ok(Found::default());
    };
    if (version, dimensions) != (VERSION, DIMENSIONS) {
        return Ok(Found::default());
    }
    let mut living = Living::default();
    while let Some((frame, bytes)) = read_frame(&mut file, &mut rows, &mut left)? {
        living.follow(frame);
        end += bytes;
    }
    let entries = living.entries();
    let mut shelf = VectorShelf::new(model);
    if !entries.is_empty() {
        shelf.push(Block::new(rows, entries));
    }
    Ok(Found { shelf, end })
}

/// Writes a shelf anew and returns its length. The old file stays until the new one is whole.
pub fn write(path: &Path, shelf: &VectorShelf) -> io::Result<u64> {
    let Some(model) = shelf.model().cloned() else { return remove(path).map(|()| 0) };
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    let mut end = write_frame(&mut file, &Frame::Opening { version: VERSION, dimensions: DIMENSIONS, model }, &[])?;
    for block in shelf.blocks() {
        let mut documents: Vec<(DocumentId, Vec<u32>)> = Vec::new();
        let mut rows = Vec::new();
        for entry in block.entries() {
            rows.extend_from_slice(block.rows(entry));
            match documents.last_mut() {
                Some((document, sentences)) if *document == entry.passage.document => sentences.push(entry.sentences),
                _ => documents.push((entry.passage.document.clone(), vec![entry.sentences])),
            }
        }
        end += write_frame(&mut file, &Frame::Shelve(documents), &rows)?;
    }
    file.sync_all()?;
    fs::rename(beside, path)?;
    Ok(end)
}

/// Adds documents after `end` and returns the new end.
pub fn append_documents(path: &Path, end: u64, documents: &[Shelved], rows: &[[u8; VECTOR_BYTES]]) -> io::Result<u64> {
    let sentences = |passage: &Vec<u8>| (passage.len() / VECTOR_BYTES) as u32;
    let line = |one: &Shelved| (one.document.clone(), one.passages.iter().map(sentences).collect());
    append(path, end, &Frame::Shelve(documents.iter().map(line).collect()), rows)
}

/// Notes after `end` that documents are gone and returns the new end.
pub fn append_removal(path: &Path, end: u64, documents: Vec<DocumentId>) -> io::Result<u64> {
    append(path, end, &Frame::Remove(documents), &[])
}

/// Takes the file away, if there is one.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn append(path: &Path, end: u64, frame: &Frame, rows: &[[u8; VECTOR_BYTES]]) -> io::Result<u64> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.set_len(end)?;
    file.seek(SeekFrom::End(0))?;
    let bytes = write_frame(&mut file, frame, rows)?;
    file.sync_data()?;
    Ok(end + bytes)
}

fn write_frame(file: &mut File, frame: &Frame, rows: &[[u8; VECTOR_BYTES]]) -> io::Result<u64> {
    let json = serde_json::to_vec(frame)?;
    let rows_flat = rows.as_flattened();
    let mut head = Vec::with_capacity(FRAME_HEAD_BYTES + json.len());
    head.extend_from_slice(&(json.len() as u32).to_le_bytes());
    head.extend_from_slice(&(rows.len() as u32).to_le_bytes());
    head.extend_from_slice(&checksum(&json, rows_flat).to_le_bytes());
    head.extend_from_slice(&json);
    file.write_all(&head)?;
    file.write_all(rows_flat)?;
    Ok((head.len() + rows_flat.len()) as u64)
}

/// Reads the next frame and appends its rows; nothing when what is left is not a whole, sound frame.
fn read_frame(file: &mut impl Read, rows: &mut Vec<[u8; VECTOR_BYTES]>, left: &mut u64) -> io::Result<Option<(Frame, u64)>> {
    let mut head = [[0u8; 4]; FRAME_HEAD_BYTES / 4];
    if *left < FRAME_HEAD_BYTES as u64 {
        return Ok(None);
    }
    file.read_exact(head.as_flattened_mut())?;
    let [json_bytes, row_count, sum] = head.map(u32::from_le_bytes);
    let bytes = FRAME_HEAD_BYTES as u64 + u64::from(json_bytes) + u64::from(row_count) * VECTOR_BYTES as u64;
    if bytes > *left || json_bytes > FRAME_JSON_BYTES_MAX {
        return Ok(None);
    }
    let mut json = vec![0; json_bytes as usize];
    file.read_exact(&mut json)?;
    let before = rows.len();
    rows.resize(before + row_count as usize, [0; VECTOR_BYTES]);
    file.read_exact(rows[before..].as_flattened_mut())?;
    let frame = serde_json::from_slice(&json).ok().filter(|_| checksum(&json, rows[before..].as_flattened()) == sum);
    let Some(frame) = frame else {
        rows.truncate(before);
        return Ok(None);
    };
    *left -= bytes;
    Ok(Some((frame, bytes)))
}

fn checksum(json: &[u8], rows: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(json);
    hasher.update(rows);
    hasher.finalize()
}

/// Who is on the shelf after some frames, in the order of the rows.
#[derive(Default)]
struct Living {
    shelved: Vec<Option<(DocumentId, Vec<u32>, usize)>>,
    places: HashMap<DocumentId, usize>,
    rows: usize,
}

impl Living {
    fn follow(&mut self, frame: Frame) {
        match frame {
            Frame::Opening { .. } => {}
            Frame::Remove(documents) => documents.iter().for_each(|document| self.remove(document)),
            Frame::Shelve(documents) => documents.into_iter().for_each(|(document, sentences)| self.shelve(document, sentences)),
        }
    }

    fn shelve(&mut self, document: DocumentId, sentences: Vec<u32>) {
        self.remove(&document);
        let first_row = self.rows;
        self.rows += sentences.iter().map(|count| rows_for(*count)).sum::<usize>();
        self.places.insert(document.clone(), self.shelved.len());
        self.shelved.push(Some((document, sentences, first_row)));
    }

    fn remove(&mut self, document: &DocumentId) {
        if let Some(place) = self.places.remove(document) {
            self.shelved[place] = None;
        }
    }

    fn entries(self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (document, passages, mut first_row) in self.shelved.into_iter().flatten() {
            for (ordinal, sentences) in passages.into_iter().enumerate() {
                let passage = PassageId { document: document.clone(), ordinal: ordinal as u32 };
                entries.push(Entry { passage, first_row, sentences });
                first_row += rows_for(sentences);
            }
        }
        entries
    }
}
