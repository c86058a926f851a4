//! A snapshot of an index: what was committed when it was taken, for as long as it is held.

use crate::bm25::{self, Collection, Query, Weights};
use crate::fields::Fields;
use crate::vector::Vector;
use crate::writer::Position;
use crate::{IndexError, VectorHit, VectorShelf};
use domain::{Digest, DocumentId, PassageId};
use std::sync::Arc;
use tantivy::schema::IndexRecordOption;
use tantivy::{IndexReader, Searcher, SegmentReader};

/// Most hits of one search.
pub const HITS_MAX: usize = 1_000;

/// A passage that shares words with what was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Which passage.
    pub passage: PassageId,
    /// BM25: above zero, without an upper end.
    pub score: f32,
}

/// An index at one moment.
pub struct Reader {
    searcher: Searcher,
    fields: Fields,
    collection: Collection,
    shelf: Arc<VectorShelf>,
    position: Position,
}

impl Reader {
    pub(crate) fn new(
        index: &tantivy::Index,
        lexical: &IndexReader,
        fields: Fields,
        shelf: Arc<VectorShelf>,
    ) -> Result<Self, IndexError> {
        let position = Position::read(index)?;
        let searcher = lexical.searcher();
        let collection = Collection::of(&searcher, &fields)?;
        Ok(Self { searcher, fields, collection, shelf, position })
    }

    pub(crate) fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    pub(crate) fn collection(&self) -> &Collection {
        &self.collection
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Returns how much each of these words tells, 0..1: the root of its inverse document frequency, over that of a word
    /// nobody uses. A word that falls into several tells as much as the rarest of them.
    pub fn rarity(&self, words: &[&str]) -> Result<Vec<f64>, IndexError> {
        words.iter().map(|word| Ok(bm25::rarity(&self.searcher, &self.fields, &self.collection, word)?)).collect()
    }

    /// Returns how far the change feed had been followed.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of passages that can be found by their words.
    pub fn passages(&self) -> u64 {
        self.collection.passages
    }

    /// Returns the passages that share words with a text, best first. Any text will do.
    pub fn lexical(&self, text: &str, limit: usize) -> Result<Vec<Hit>, IndexError> {
        self.lexical_by(Weights::default(), text, limit)
    }

    /// Searches like [`Reader::lexical`] with other weights.
    pub fn lexical_by(&self, weights: Weights, text: &str, limit: usize) -> Result<Vec<Hit>, IndexError> {
        let query = Query::of(text, weights);
        let best = bm25::search(&self.searcher, &self.fields, &self.collection, &query, limit.min(HITS_MAX))?;
        let mut hits = Vec::with_capacity(best.len());
        for scored in best {
            let entry = self.searcher.doc(scored.address)?;
            let passage =
                self.fields.passage_id(&entry).ok_or_else(|| IndexError::Damaged("an entry without an id".to_owned()))?;
            hits.push(Hit { passage, score: scored.score });
        }
        Ok(hits)
    }

    /// Returns the passages nearest in meaning to a vector, nearest first.
    pub fn semantic(&self, query: &Vector, limit: usize) -> Vec<VectorHit> {
        self.shelf.search(query, limit.min(HITS_MAX))
    }

    /// Returns the vectors of this moment.
    pub fn vectors(&self) -> &Arc<VectorShelf> {
        &self.shelf
    }

    /// Returns up to `limit` documents, by id and after the given one, that cannot yet be found by this model's vectors.
    pub fn without_vectors(
        &self,
        model: &Digest,
        after: Option<&DocumentId>,
        limit: usize,
    ) -> Result<Vec<DocumentId>, IndexError> {
        let is_other_model = self.shelf.model() != Some(model);
        let mut found = Vec::new();
        for segment in self.searcher.segment_readers() {
            self.missing_in(segment, after, limit, |id| is_other_model || !self.shelf.holds(id), &mut found)?;
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(limit);
        Ok(found)
    }

    fn missing_in(
        &self,
        segment: &SegmentReader,
        after: Option<&DocumentId>,
        limit: usize,
        is_missing: impl Fn(&DocumentId) -> bool,
        found: &mut Vec<DocumentId>,
    ) -> Result<(), IndexError> {
        let index = segment.inverted_index(self.fields.document)?;
        let mut documents = index.terms().range().gt(after.map_or("", DocumentId::as_str)).into_stream()?;
        let mut left = limit;
        while left > 0
            && let Some((id, info)) = documents.next()
        {
            let id = String::from_utf8(id.to_vec()).ok().and_then(DocumentId::new);
            let Some(id) = id.filter(&is_missing) else { continue };
            let mut passages = index.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
            let mut is_alive = false;
            while !is_alive && passages.block_len() > 0 {
                is_alive = passages.docs().iter().any(|passage| !segment.is_deleted(*passage));
                passages.advance();
            }
            if is_alive {
                found.push(id);
                left -= 1;
            }
        }
        Ok(())
    }
}
