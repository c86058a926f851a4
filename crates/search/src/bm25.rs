//! BM25 over living passages, term at a time, in an order that does not depend on how the index was built.
//!
//! tantivy's own scorer counts deleted passages until they are merged away and estimates lengths after a merge, so that
//! the same corpus scores differently by its history. This one costs two numbers a passage and does not.

use crate::analysis;
use crate::fields::Fields;
use score::verify::graph::mentions;
use std::collections::{BTreeMap, BTreeSet};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Searcher, SegmentReader, Term};

/// Saturation of repeated words: the literature's default. On SciFact train 1.5 is 0.002 nDCG@10 lower.
const K1: f32 = 1.2;
/// How much length counts: the literature's default. On SciFact train 0.6 and 0.9 are within 0.0005 nDCG@10 of it.
const B: f32 = 0.75;
/// Most different words and pairs looked for.
pub const QUERY_TERMS_MAX: usize = 256;

/// What pairs of neighbours and names count beside plain words.
///
/// The defaults were chosen on SciFact train, where the differences are small: pairs at 0.10, 0.15 and 0.25 give 0.7063, 0.7071
/// and 0.7050 nDCG@10; names at 0.10, 0.25 and 0.50 give +0.001, +0.003 and +0.001 there, +0.001, +0.001 and −0.001 on
/// HealthVer, nothing on COVID-Fact. `eval retrieval --cross-validate` chooses them again without the claims it measures on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Of a pair of neighbours, where a word has one.
    pub pair: f32,
    /// How much more a word counts that is part of a name.
    pub name: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { pair: 0.15, name: 0.25 }
    }
}

/// What is looked for: each term with its weight, in a fixed order.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    words: Vec<(String, f32)>,
    pairs: Vec<(String, f32)>,
}

impl Query {
    /// Reads any text as a bag of words and pairs. No character has a meaning of its own.
    pub fn of(text: &str, weights: Weights) -> Self {
        let words = analysis::words(text);
        let telling: Vec<&String> = words.iter().filter(|word| !analysis::is_stop_word(word)).collect();
        let names: BTreeSet<String> =
            mentions(text).iter().filter_map(|name| name.span.of(text)).flat_map(analysis::words).collect();
        let mut counts = BTreeMap::new();
        let asked: Vec<&String> = if telling.is_empty() { words.iter().collect() } else { telling };
        for word in asked {
            if counts.len() < QUERY_TERMS_MAX || counts.contains_key(word) {
                *counts.entry(word.clone()).or_insert(0.0) += if names.contains(word) { 1.0 + weights.name } else { 1.0 };
            }
        }
        let pairs: BTreeMap<String, f32> =
            analysis::pairs(&words).take(QUERY_TERMS_MAX).map(|pair| (pair, weights.pair)).collect();
        Self { words: counts.into_iter().collect(), pairs: pairs.into_iter().collect() }
    }
}

/// Counts over all living passages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collection {
    /// How many passages there are.
    pub passages: u64,
    /// Their mean length in words.
    mean_length: f32,
}

impl Collection {
    /// Counts what a searcher sees.
    pub fn of(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let (mut passages, mut length) = (0, 0);
        for segment in searcher.segment_readers() {
            let lengths = segment.get_fieldnorms_reader(fields.words)?;
            for passage in segment.doc_ids_alive() {
                passages += 1;
                length += u64::from(lengths.fieldnorm(passage));
            }
        }
        Ok(Self { passages, mean_length: length as f32 / passages.max(1) as f32 })
    }

    /// The inverse document frequency (Robertson–Spärck Jones, with the one that keeps it positive).
    fn idf(&self, passages_with: u64) -> f32 {
        let (all, with) = (self.passages as f32, passages_with as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    /// The length-dependent part of the denominator, for each of the 256 lengths an index tells apart.
    fn length_terms(&self) -> [f32; 256] {
        std::array::from_fn(|id| {
            let length = FieldNormReader::id_to_fieldnorm(id as u8) as f32;
            K1 * (1.0 - B + B * length / self.mean_length.max(1.0))
        })
    }
}

/// A passage and its score.
#[derive(Debug, Clone, Copy)]
pub struct Scored {
    /// BM25.
    pub score: f32,
    /// Place in the order of equal scores.
    pub tie: u64,
    /// Where the passage stands.
    pub address: DocAddress,
}

/// Returns the best passages, best first.
pub fn search(
    searcher: &Searcher,
    fields: &Fields,
    collection: &Collection,
    query: &Query,
    limit: usize,
) -> tantivy::Result<Vec<Scored>> {
    let mut terms = Vec::with_capacity(query.words.len() + query.pairs.len());
    for (field, asked) in [(fields.words, &query.words), (fields.pairs, &query.pairs)] {
        for (text, weight) in asked {
            let term = Term::from_field_text(field, text);
            let passages_with = living_with(searcher, &term)?;
            if passages_with > 0 {
                terms.push((term, weight * collection.idf(passages_with) * (K1 + 1.0)));
            }
        }
    }
    let length_terms = collection.length_terms();
    let mut best = Best::new(limit);
    for (ordinal, segment) in searcher.segment_readers().iter().enumerate() {
        let mut scores = vec![0.0f32; segment.max_doc() as usize];
        let lengths = segment.get_fieldnorms_reader(fields.words)?;
        for (term, weight) in &terms {
            if let Some(postings) = postings(segment, term)? {
                accumulate(&mut scores, postings, &lengths, &length_terms, *weight);
            }
        }
        let ties = segment.fast_fields().u64("tie")?;
        for (passage, &score) in scores.iter().enumerate() {
            let passage = passage as u32;
            if best.admits(score) && !segment.is_deleted(passage) {
                let tie = ties.first(passage).unwrap_or_default();
                best.push(Scored { score, tie, address: DocAddress::new(ordinal as u32, passage) });
            }
        }
    }
    Ok(best.finish())
}

fn accumulate(
    scores: &mut [f32],
    mut postings: BlockSegmentPostings,
    lengths: &FieldNormReader,
    length_terms: &[f32; 256],
    weight: f32,
) {
    while postings.block_len() > 0 {
        for (&passage, &count) in postings.docs().iter().zip(postings.freqs()) {
            let count = count as f32;
            let length_term = length_terms[usize::from(lengths.fieldnorm_id(passage))];
            scores[passage as usize] += weight * count / (count + length_term);
        }
        postings.advance();
    }
}

/// Returns how much a word tells, 0..1; of several words in one, the rarest speaks.
pub fn rarity(searcher: &Searcher, fields: &Fields, collection: &Collection, word: &str) -> tantivy::Result<f64> {
    let mut rarest = 0.0f64;
    for stem in analysis::words(word) {
        rarest = rarest.max(rarity_of(searcher, collection, &Term::from_field_text(fields.words, &stem))?);
    }
    Ok(rarest)
}

/// Returns how much a term tells, 0..1: nothing when every passage has it, all when none has.
pub fn rarity_of(searcher: &Searcher, collection: &Collection, term: &Term) -> tantivy::Result<f64> {
    let share = collection.idf(living_with(searcher, term)?) / collection.idf(0);
    Ok(f64::from(share).clamp(0.0, 1.0).sqrt())
}

/// Counts the living passages with a term.
fn living_with(searcher: &Searcher, term: &Term) -> tantivy::Result<u64> {
    let mut count = 0;
    for segment in searcher.segment_readers() {
        let Some(mut postings) = postings(segment, term)? else { continue };
        if !segment.has_deletes() {
            count += u64::from(postings.doc_freq());
            continue;
        }
        while postings.block_len() > 0 {
            count += postings.docs().iter().filter(|passage| !segment.is_deleted(**passage)).count() as u64;
            postings.advance();
        }
    }
    Ok(count)
}

fn postings(segment: &SegmentReader, term: &Term) -> tantivy::Result<Option<BlockSegmentPostings>> {
    let index = segment.inverted_index(term.field())?;
    Ok(index.read_block_postings(term, IndexRecordOption::WithFreqs)?)
}

/// The best so far, kept loosely and sorted once at the end.
struct Best {
    limit: usize,
    floor: f32,
    kept: Vec<Scored>,
}

impl Best {
    fn new(limit: usize) -> Self {
        Self { limit, floor: f32::MIN_POSITIVE, kept: Vec::new() }
    }

    fn admits(&self, score: f32) -> bool {
        score >= self.floor
    }

    fn push(&mut self, scored: Scored) {
        self.kept.push(scored);
        if self.kept.len() >= 2 * self.limit + 1024 {
            self.trim();
        }
    }

    fn trim(&mut self) {
        if self.kept.len() > self.limit {
            self.kept.select_nth_unstable_by(self.limit, order);
            self.kept.truncate(self.limit);
            self.floor = self.kept.iter().map(|scored| scored.score).fold(f32::INFINITY, f32::min);
        }
    }

    fn finish(mut self) -> Vec<Scored> {
        self.trim();
        self.kept.sort_unstable_by(order);
        self.kept
    }
}

fn order(a: &Scored, b: &Scored) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.tie.cmp(&b.tie)).then(a.address.cmp(&b.address))
}
