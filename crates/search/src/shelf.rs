//! The vectors of a corpus, scanned exactly.
//!
//! A row is one byte a dimension; a passage is the mean of its sentences followed by the sentences, or its only sentence.
//! Rows stand in large blocks that snapshots share, so that shelving a document copies no more than the small blocks at the
//! end.

mod block;
pub mod file;

use crate::vector::{Probe, Vector};
pub(crate) use block::Block;
use block::{Entry, rows_for};
use domain::{Digest, DocumentId, PassageId};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// What the best sentence counts in the score of a passage; the mean of its sentences counts the rest.
const BEST_SENTENCE_WEIGHT: f32 = 0.5;
/// Passages scanned by one thread at a time.
const PASSAGES_PER_TASK: usize = 2_048;

/// The vectors of one document, ready to be shelved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelved {
    /// Which document.
    pub document: DocumentId,
    /// The sentence vectors of each passage, as [`crate::vector::to_bytes`] writes them.
    pub passages: Vec<Vec<u8>>,
}

/// A passage that is near in meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorHit {
    /// Which passage.
    pub passage: PassageId,
    /// Best sentence and mean of the passage, blended.
    pub score: f32,
    /// Index of the nearest sentence within the passage.
    pub best_sentence: u32,
    /// The cosine of each sentence.
    pub sentence_scores: Vec<f32>,
}

/// All vectors of a corpus at one moment.
#[derive(Debug, Clone, Default)]
pub struct VectorShelf {
    model: Option<Digest>,
    blocks: Vec<Arc<Block>>,
}

impl VectorShelf {
    /// An empty shelf for the vectors of a model.
    pub fn new(model: Digest) -> Self {
        Self { model: Some(model), blocks: Vec::new() }
    }

    /// Returns the model that made the vectors; nothing on a shelf that was never used.
    pub fn model(&self) -> Option<&Digest> {
        self.model.as_ref()
    }

    /// Tells whether a document has its vectors here.
    pub fn holds(&self, document: &DocumentId) -> bool {
        self.blocks.iter().any(|block| block.holds(document))
    }

    /// Returns the number of passages.
    pub fn passages(&self) -> usize {
        self.blocks.iter().map(|block| block.entries().len()).sum()
    }

    /// Returns the number of sentences.
    pub fn sentences(&self) -> usize {
        self.blocks.iter().flat_map(|block| block.entries()).map(|entry| entry.sentences as usize).sum()
    }

    /// Returns the bytes held in memory for vectors, those of removed documents included.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.bytes()).sum()
    }

    /// Returns the passages nearest to a vector, nearest first; equals are in the order of their ids.
    pub fn search(&self, query: &Vector, limit: usize) -> Vec<VectorHit> {
        let probe = Probe::new(query);
        let tasks: Vec<(&Block, &[Entry])> = self.blocks.iter().flat_map(|block| block.tasks(PASSAGES_PER_TASK)).collect();
        let found: Vec<Vec<Near>> = if tasks.len() > 1 {
            tasks.par_iter().map(|&(block, entries)| nearest(block, entries, &probe, limit)).collect()
        } else {
            tasks.iter().map(|&(block, entries)| nearest(block, entries, &probe, limit)).collect()
        };
        let mut near: Vec<(&Block, Near)> = Vec::new();
        for ((block, _), found) in tasks.iter().zip(found) {
            near.extend(found.into_iter().map(|one| (*block, one)));
        }
        near.sort_unstable_by(|(_, a), (_, b)| order(a, b));
        near.truncate(limit);
        near.into_iter().map(|(block, near)| hit(block, near.entry, near.score, &probe)).collect()
    }

    /// Returns the cosine of each sentence of a passage; nothing when its vectors are not here.
    pub fn sentence_scores(&self, passage: &PassageId, query: &Vector) -> Option<Vec<f32>> {
        self.passage(passage, query).map(|hit| hit.sentence_scores)
    }

    /// Returns what [`search`](Self::search) would say of one passage; nothing when its vectors are not here.
    pub fn passage(&self, passage: &PassageId, query: &Vector) -> Option<VectorHit> {
        let (block, entry) = self.blocks.iter().find_map(|block| Some((block, block.find(passage)?)))?;
        let probe = Probe::new(query);
        Some(hit(block, entry, score(block, entry, &probe), &probe))
    }

    /// Takes documents off the shelf.
    pub(crate) fn remove(&mut self, documents: &[DocumentId]) {
        for block in &mut self.blocks {
            if documents.iter().any(|document| block.holds(document)) {
                Arc::make_mut(block).remove(documents);
            }
        }
        self.blocks.retain(|block| !block.entries().is_empty());
    }

    /// Puts rows on the shelf. Blocks grow by doubling, so that a shelf has few of them and each row is copied seldom.
    pub(crate) fn push(&mut self, block: Block) {
        self.blocks.push(Arc::new(block));
        while let [.., before, last] = self.blocks.as_slice()
            && before.bytes() <= 2 * last.bytes()
        {
            let merged = Block::merged(before, last);
            self.blocks.truncate(self.blocks.len() - 2);
            self.blocks.push(Arc::new(merged));
        }
    }

    /// Lays documents on the shelf, in place of earlier vectors of theirs, and returns their rows for the file.
    pub(crate) fn shelve(&mut self, documents: &[Shelved]) -> Option<Arc<Block>> {
        let block = block::lay_out(documents)?;
        let ids: Vec<DocumentId> = documents.iter().map(|one| one.document.clone()).collect();
        self.remove(&ids);
        self.push(block.clone());
        Some(Arc::new(block))
    }

    pub(crate) fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }
}

struct Near<'a> {
    entry: &'a Entry,
    score: f32,
}

fn nearest<'a>(block: &Block, entries: &'a [Entry], probe: &Probe, limit: usize) -> Vec<Near<'a>> {
    let mut near: Vec<Near<'a>> = entries.iter().map(|entry| Near { entry, score: score(block, entry, probe) }).collect();
    if near.len() > limit {
        near.select_nth_unstable_by(limit, order);
        near.truncate(limit);
    }
    near
}

fn order(a: &Near<'_>, b: &Near<'_>) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| a.entry.passage.cmp(&b.entry.passage))
}

fn score(block: &Block, entry: &Entry, probe: &Probe) -> f32 {
    let mut cosines = block.cosines(entry, probe);
    let Some(mean) = cosines.next() else { return 0.0 };
    let best = cosines.reduce(f32::max).unwrap_or(mean);
    BEST_SENTENCE_WEIGHT * best + (1.0 - BEST_SENTENCE_WEIGHT) * mean
}

fn hit(block: &Block, entry: &Entry, score: f32, probe: &Probe) -> VectorHit {
    let sentence_scores: Vec<f32> =
        block.cosines(entry, probe).skip(rows_for(entry.sentences) - entry.sentences as usize).collect();
    let best = sentence_scores.iter().enumerate().max_by(|(i, a), (j, b)| a.total_cmp(b).then(j.cmp(i)));
    let best_sentence = best.map_or(0, |(at, _)| at as u32);
    VectorHit { passage: entry.passage.clone(), score, best_sentence, sentence_scores }
}
