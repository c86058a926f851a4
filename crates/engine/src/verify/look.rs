//! Looking into several corpora at once, as one.

use super::find::{CANDIDATES_MAX, Finder, GRAPH_PLACES_MAX};
use super::stage::{Place, Stage};
use crate::{Engine, EngineError};
use domain::{Basis, Candidate, CorpusName, Document, DocumentId, PassageId, Profile, Snapshot};
use score::verify::{Found, clusters, fingerprint, fuse};
use std::collections::{BTreeMap, BTreeSet, HashMap};

impl Engine {
    /// Finds candidates in every corpus, ranks them as one list, and has the judge read the best.
    pub(super) async fn look(
        &self,
        corpora: &[CorpusName],
        snapshot: &mut Snapshot,
        place: Place<'_>,
    ) -> Result<(), EngineError> {
        place.reach(Stage::Retrieve);
        let parts = score::verify::parts(&snapshot.claim.text);
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let mut lists = Vec::new();
        for corpus in corpora {
            if self.store.count_documents(corpus).await? == 0 {
                continue;
            }
            let finder = Finder::open(self, corpus)?;
            // Words weigh what they weigh in the first corpus that has anything.
            if snapshot.rarity == domain::Rarity::default() {
                snapshot.rarity = tokio::task::block_in_place(|| finder.rarity(&snapshot.claim.text))?;
            }
            lists.push(finder.candidates(&snapshot.claim.text, &texts).await?);
        }
        let mut candidates = together(lists);
        if snapshot.profile == Profile::OpenWeb {
            let documents = self.behind(corpora, &candidates).await?;
            tokio::task::block_in_place(|| cluster(&mut candidates, &documents));
        }
        snapshot.candidates = candidates;
        snapshot.set_aside = tokio::task::block_in_place(|| self.set_aside(&mut snapshot.candidates));
        tokio::task::block_in_place(|| self.read_watched(snapshot, place));
        Ok(())
    }

    /// The documents behind the candidates.
    async fn behind(&self, corpora: &[CorpusName], candidates: &[Candidate]) -> Result<Vec<Document>, EngineError> {
        let ids: BTreeSet<DocumentId> = candidates.iter().map(|candidate| candidate.passage.document.clone()).collect();
        let ids: Vec<DocumentId> = ids.into_iter().collect();
        let mut found: BTreeMap<DocumentId, Document> = BTreeMap::new();
        for corpus in corpora {
            for document in self.store.documents(corpus, &ids).await? {
                found.entry(document.id.clone()).or_insert(document);
            }
        }
        Ok(found.into_values().collect())
    }
}

/// Makes one list of several. Each corpus measured relevance against its own best, which may be far from the claim, so the
/// fusion is done again over the whole list, from the scores as the searches gave them.
fn together(mut lists: Vec<Vec<Candidate>>) -> Vec<Candidate> {
    if lists.len() <= 1 {
        return lists.pop().unwrap_or_default();
    }
    let mut by_passage: BTreeMap<PassageId, Candidate> = BTreeMap::new();
    for candidate in lists.into_iter().flatten() {
        by_passage.entry(candidate.passage.clone()).or_insert(candidate);
    }
    let scored = |score: fn(&Candidate) -> f64| -> Vec<Found<PassageId>> {
        by_passage.values().map(|c| Found { key: c.passage.clone(), score: score(c) }).collect()
    };
    let fused = fuse(&scored(|c| c.lexical.get()), &scored(|c| c.semantic.get()));
    let mut best: Vec<Candidate> = fused
        .into_iter()
        .filter_map(|found| {
            let candidate = by_passage.get(&found.key)?.clone();
            Some(Candidate { relevance: Basis::take(found.score), ..candidate })
        })
        .collect();
    let rest = best.split_off(best.len().min(CANDIDATES_MAX));
    best.extend(rest.into_iter().filter(|candidate| candidate.is_backfill).take(GRAPH_PLACES_MAX));
    best
}

/// Gives every telling of one story the same cluster, so that ten sites that print one wire report count once (S1-24).
fn cluster(candidates: &mut [Candidate], documents: &[Document]) {
    let prints: Vec<_> = documents.iter().map(|document| fingerprint(&document.text)).collect();
    let firsts = clusters(&prints);
    let story: HashMap<&DocumentId, &domain::Digest> =
        documents.iter().zip(&firsts).map(|(document, first)| (&document.id, &documents[*first].content)).collect();
    for candidate in candidates {
        if let Some(content) = story.get(&candidate.passage.document) {
            candidate.cluster = (*content).clone();
        }
    }
}
