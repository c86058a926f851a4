//! What a corpus's index does while documents come, change and go.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod graph;
mod lexical;
mod semantic;
mod story;
mod trouble;

use domain::{Credibility, Digest, Document, DocumentId, DocumentKind, PassageId, Span, digest_bytes};
use search::{Batch, Index, Position, Shelved, vector};
use std::path::PathBuf;
use tempfile::TempDir;

/// A place for one index, swept away at the end.
struct Site {
    directory: TempDir,
    seq: std::cell::Cell<u64>,
}

impl Site {
    fn start() -> Self {
        Self { directory: tempfile::tempdir().unwrap(), seq: std::cell::Cell::default() }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("library")
    }

    fn open(&self) -> Index {
        Index::open(&self.path()).unwrap()
    }

    /// Follows one portion of the feed in a writer of its own.
    fn follow(&self, index: &Index, upserted: &[Document], removed: &[&str]) {
        self.seq.set(self.seq.get() + 1);
        let position = Position { origin: "store".to_owned(), seq: self.seq.get() };
        let removed: Vec<DocumentId> = removed.iter().map(|name| id(name)).collect();
        let mut writer = index.writer().unwrap();
        writer.apply(Batch { upserted, removed: &removed, position: &position }).unwrap();
        writer.finish().unwrap();
    }

    /// Shelves vectors that point where the documents' names say.
    fn shelve(&self, index: &Index, documents: &[Document]) {
        let shelved: Vec<Shelved> = documents.iter().map(shelved).collect();
        let mut writer = index.writer().unwrap();
        writer.shelve(&model(), &shelved).unwrap();
        writer.finish().unwrap();
    }
}

fn id(name: &str) -> DocumentId {
    DocumentId::new(name).unwrap()
}

fn model() -> Digest {
    digest_bytes(b"model")
}

fn document(name: &str, title: &str, sentences: &[&str]) -> Document {
    let mut text = String::new();
    let mut spans = Vec::new();
    for sentence in sentences {
        let start = text.len();
        text.push_str(sentence);
        spans.push(Span::new(start, text.len()));
        text.push(' ');
    }
    Document {
        id: id(name),
        title: title.to_owned(),
        content: digest_bytes(format!("{title}\n{text}").as_bytes()),
        text,
        sentences: spans,
        url: None,
        source: "test".to_owned(),
        author: None,
        published: None,
        kind: DocumentKind::Note,
        credibility: Credibility::ONE,
        language: "en".to_owned(),
        fetched: None,
    }
}

/// A direction made from a word: the same word, the same direction; another word, nearly at a right angle.
fn direction(word: &str) -> vector::Vector {
    let mut state =
        word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let values: Vec<f32> = (0..vector::DIMENSIONS)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
        })
        .collect();
    vector::quantise(&values).unwrap()
}

fn shelved(document: &Document) -> Shelved {
    let passages = document.passages().into_iter().map(|passage| {
        let rows: Vec<vector::Vector> = passage.sentences.iter().map(|sentence| direction(sentence)).collect();
        vector::to_bytes(&rows)
    });
    Shelved { document: document.id.clone(), passages: passages.collect() }
}

fn found(index: &Index, text: &str) -> Vec<String> {
    let hits = index.reader().lexical(text, 10).unwrap();
    hits.iter().map(|hit| hit.passage.document.to_string()).collect()
}

fn near(index: &Index, word: &str) -> Vec<PassageId> {
    let hits = index.reader().semantic(&direction(word), 10);
    hits.into_iter().filter(|hit| hit.score > 0.3).map(|hit| hit.passage).collect()
}
