//! The entity graph of a corpus: kept in the same index as the words, so that it comes, changes and goes with them.

use crate::{IndexError, Reader, bm25};
use score::verify::graph::Known;
use std::collections::BTreeSet;
use tantivy::Term;

/// Passages looked at for one entity.
pub const PASSAGES_PER_ENTITY_MAX: usize = 64;
/// Other names followed for one entity.
const ALIASES_MAX: usize = 3;

impl Reader {
    /// Returns what the corpus says of an entity, under this name and under others that its passages explain.
    pub fn known(&self, name: &str) -> Result<Known, IndexError> {
        let mut known = self.named(name)?;
        let aliases: BTreeSet<String> =
            known.passages.iter().flat_map(|(_, facts)| facts.also_known_as(name)).map(str::to_owned).collect();
        for alias in aliases.iter().take(ALIASES_MAX) {
            let held: BTreeSet<_> = known.passages.iter().map(|(passage, _)| passage.clone()).collect();
            let more = self.named(alias)?.passages.into_iter().filter(|(passage, _)| !held.contains(passage));
            known.passages.extend(more.map(|(passage, facts)| (passage, facts.renamed(alias, name))));
        }
        Ok(known)
    }

    fn named(&self, name: &str) -> Result<Known, IndexError> {
        let term = Term::from_field_text(self.fields().entities, name);
        let mut passages = Vec::new();
        for place in self.living(&term, PASSAGES_PER_ENTITY_MAX)? {
            let entry = self.searcher().doc(place)?;
            passages.extend(self.fields().passage_id(&entry).zip(self.fields().facts_of(&entry)));
        }
        Ok(Known { passages, rarity: bm25::rarity_of(self.searcher(), self.collection(), &term)? })
    }
}
