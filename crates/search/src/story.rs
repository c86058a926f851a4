//! The same story told by several documents: found through the keys that near texts share (decision S1-24).

use crate::{IndexError, Reader};
use domain::DocumentId;
use score::verify::{Fingerprint, are_near};
use std::collections::BTreeSet;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Term};

/// Most entries compared under one key: a line that every page of a site repeats must not make a search of the whole site.
const ENTRIES_PER_BAND_MAX: usize = 64;

impl Reader {
    /// Returns the fingerprint of a document, as it was taken when the document was indexed.
    pub fn story(&self, document: &DocumentId) -> Result<Option<Fingerprint>, IndexError> {
        let term = self.fields().document_term(document);
        let Some(first) = self.living(&term, 1)?.into_iter().next() else { return Ok(None) };
        Ok(self.fields().story_of(&self.searcher().doc(first)?))
    }

    /// Returns the other documents that tell a document's story, in order of id.
    pub fn retold(&self, document: &DocumentId) -> Result<Vec<DocumentId>, IndexError> {
        let Some(story) = self.story(document)? else { return Ok(Vec::new()) };
        let mut places: BTreeSet<DocAddress> = BTreeSet::new();
        for band in story.bands() {
            places.extend(self.living(&Term::from_field_u64(self.fields().bands, band), ENTRIES_PER_BAND_MAX)?);
        }
        let mut found = Vec::new();
        for place in places {
            let entry = self.searcher().doc(place)?;
            let is_near = self.fields().story_of(&entry).is_some_and(|other| are_near(&story, &other));
            found.extend(self.fields().passage_id(&entry).filter(|_| is_near).map(|id| id.document));
        }
        found.retain(|other| other != document);
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Returns the first living entries with a term.
    pub(crate) fn living(&self, term: &Term, limit: usize) -> Result<Vec<DocAddress>, IndexError> {
        let mut found = Vec::new();
        for (ordinal, segment) in self.searcher().segment_readers().iter().enumerate() {
            let index = segment.inverted_index(term.field())?;
            let Some(mut postings) = index.read_block_postings(term, IndexRecordOption::Basic)? else { continue };
            while postings.block_len() > 0 && found.len() < limit {
                let alive = postings.docs().iter().filter(|entry| !segment.is_deleted(**entry));
                found.extend(alive.map(|entry| DocAddress::new(ordinal as u32, *entry)).take(limit - found.len()));
                postings.advance();
            }
        }
        Ok(found)
    }
}
