//! Finding what speaks of a claim: two searches, fused, and the passages behind the hits.

use crate::corpus::quantised;
use crate::{Engine, EngineError};
use domain::{Basis, Candidate, CorpusName, Document, DocumentId, Passage, PassageId, Rarity};
use score::verify::graph::{ENTITIES_PER_CLAIM_MAX, Known, Trail, mentions, trails};
use score::verify::words::{content_stems, words};
use score::verify::{Found, clusters, fingerprint, fuse, spell_out};
use search::vector::Vector;
use search::{Reader, Weights};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Hits taken from each search.
const HITS_EACH: usize = 100;
/// Candidates a claim is ranked among, copies of a story aside.
pub const CANDIDATES_MAX: usize = 30;

/// Places kept for passages that only the entity graph leads to.
pub(super) const GRAPH_PLACES_MAX: usize = 6;

/// What the two searches brought for one text.
#[derive(Debug, Clone)]
pub struct Hits {
    /// By words.
    pub lexical: Vec<Found<PassageId>>,
    /// By meaning.
    pub vector: Vec<Found<PassageId>>,
    /// Both.
    pub fused: Vec<Found<PassageId>>,
}

/// Searches one corpus at one moment.
pub struct Finder<'a> {
    engine: &'a Engine,
    corpus: &'a CorpusName,
    reader: Arc<Reader>,
    has_graph: bool,
}

impl<'a> Finder<'a> {
    /// Opens a snapshot of a corpus for searching.
    pub fn open(engine: &'a Engine, corpus: &'a CorpusName) -> Result<Self, EngineError> {
        Ok(Self { engine, corpus, reader: engine.index(corpus)?.reader(), has_graph: true })
    }

    /// Leaves the entity graph out, to see what it adds.
    pub fn without_graph(self) -> Self {
        Self { has_graph: false, ..self }
    }

    /// Follows the entity graph from what a claim names.
    pub fn trails(&self, claim: &str) -> Result<Vec<Trail>, EngineError> {
        if !self.has_graph {
            return Ok(Vec::new());
        }
        let mut names: BTreeMap<String, Known> = BTreeMap::new();
        for mention in mentions(claim) {
            if names.len() < ENTITIES_PER_CLAIM_MAX && !names.contains_key(&mention.entity) {
                let known = self.reader.known(&mention.entity)?;
                names.insert(mention.entity, known);
            }
        }
        Ok(trails(&names, &content_stems(claim)))
    }

    /// Embeds texts in the index's steps.
    pub fn embed(&self, texts: &[&str]) -> Vec<Vector> {
        self.engine.meanings(texts)
    }

    /// Runs both searches for a text.
    pub fn hits(&self, text: &str, meaning: &Vector) -> Result<Hits, EngineError> {
        let lexical = self.lexical(Weights::default(), text)?;
        let vector: Vec<_> = self
            .reader
            .semantic(meaning, HITS_EACH)
            .into_iter()
            .map(|h| Found { key: h.passage, score: f64::from(h.score) })
            .collect();
        let fused = fuse(&lexical, &vector);
        Ok(Hits { lexical, vector, fused })
    }

    /// Searches by words alone.
    pub fn lexical(&self, weights: Weights, text: &str) -> Result<Vec<Found<PassageId>>, EngineError> {
        let hits = self.reader.lexical_by(weights, text, HITS_EACH)?;
        Ok(hits.into_iter().map(|h| Found { key: h.passage, score: f64::from(h.score) }).collect())
    }

    /// Weighs the words of a claim by how rare they are in the corpus.
    pub fn rarity(&self, claim: &str) -> Result<Rarity, EngineError> {
        let words: Vec<_> = words(&spell_out(claim)).into_iter().filter(|word| !word.is_stop).collect();
        let plain: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
        let weights = self.reader.rarity(&plain)?;
        Ok(Rarity::new(words.iter().map(|word| word.stem.clone()).zip(weights.into_iter().map(Basis::take))))
    }

    /// Finds candidates for a claim by the claim and by each of its parts.
    pub async fn candidates(&self, claim: &str, parts: &[&str]) -> Result<Vec<Candidate>, EngineError> {
        let spelled = spell_out(claim);
        let texts = looked_for(&spelled, claim, parts);
        let meanings = tokio::task::block_in_place(|| self.embed(&texts));
        let mut best: BTreeMap<PassageId, (f64, f64)> = BTreeMap::new();
        for (text, meaning) in texts.iter().zip(&meanings) {
            // A document may write it short or long.
            let both = if **text == *spelled && *spelled != *claim {
                Cow::Owned(format!("{claim} {spelled}"))
            } else {
                Cow::Borrowed(*text)
            };
            let hits = tokio::task::block_in_place(|| self.hits(&both, meaning))?;
            let words: HashMap<&PassageId, f64> = hits.lexical.iter().map(|h| (&h.key, h.score)).collect();
            for hit in &hits.fused {
                let lexical = words.get(&hit.key).copied().unwrap_or(0.0);
                let held = best.entry(hit.key.clone()).or_default();
                *held = (held.0.max(hit.score), held.1.max(lexical));
            }
        }
        let mut order: Vec<(PassageId, (f64, f64))> = best.into_iter().collect();
        order.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
        let mut rest = order.split_off(order.len().min(CANDIDATES_MAX));
        // Ten sites that repeat one page take no place from the three that looked for themselves.
        let copies = self.copies(&order)?.min(rest.len());
        order.extend(rest.drain(..copies));
        let trails = tokio::task::block_in_place(|| self.trails(claim))?;
        let searched = order.len();
        order.extend(led_to(&trails, &order, &rest));
        // Behind the parts of several stands the whole.
        let mut asked = meanings.clone();
        asked.rotate_left(1);
        let mut candidates = self.gather(&order, &meanings[0], &asked).await?;
        let backfill: HashSet<&PassageId> = order[searched..].iter().map(|(passage, _)| passage).collect();
        let scores: HashMap<&PassageId, f64> = trails.iter().map(|trail| (&trail.passage, trail.score)).collect();
        for candidate in &mut candidates {
            candidate.is_backfill = backfill.contains(&candidate.passage);
            candidate.graph = scores.get(&candidate.passage).map_or(Basis::ZERO, |score| Basis::take(*score));
        }
        Ok(candidates)
    }

    /// How many of the passages stand in a document that tells again what a better one has told.
    fn copies(&self, order: &[(PassageId, (f64, f64))]) -> Result<usize, EngineError> {
        let (mut documents, mut stories): (Vec<&DocumentId>, Vec<_>) = (Vec::new(), Vec::new());
        for (passage, _) in order {
            if !documents.contains(&&passage.document) {
                documents.push(&passage.document);
                stories.push(self.reader.story(&passage.document)?);
            }
        }
        let known: Vec<(&DocumentId, _)> =
            documents.into_iter().zip(stories).filter_map(|(id, story)| Some((id, story?))).collect();
        let (ids, stories): (Vec<&DocumentId>, Vec<_>) = known.into_iter().unzip();
        let first = clusters(&stories);
        let again: HashSet<&DocumentId> = ids.iter().enumerate().filter(|(at, _)| first[*at] != *at).map(|(_, id)| *id).collect();
        Ok(order.iter().filter(|(passage, _)| again.contains(&passage.document)).count())
    }

    /// Takes every passage of these documents as a candidate, as when somebody says which documents to read.
    pub async fn candidates_in(
        &self,
        documents: &[DocumentId],
        claim: &str,
        parts: &[&str],
    ) -> Result<Vec<Candidate>, EngineError> {
        let found = self.engine.store.documents(self.corpus, documents).await?;
        let ids = found.iter().flat_map(|d| d.passages()).map(|p| (p.id, (1.0, 0.0))).collect::<Vec<_>>();
        let whole = tokio::task::block_in_place(|| self.embed(&[claim]));
        let mut asked = tokio::task::block_in_place(|| self.embed(parts));
        if parts.len() > 1 {
            asked.extend_from_slice(&whole);
        }
        self.gather(&ids, &whole[0], &asked).await
    }

    async fn gather(
        &self,
        order: &[(PassageId, (f64, f64))],
        claim: &Vector,
        asked: &[Vector],
    ) -> Result<Vec<Candidate>, EngineError> {
        let mut ids: Vec<DocumentId> = order.iter().map(|(id, _)| id.document.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let documents = self.engine.store.documents(self.corpus, &ids).await?;
        let by_id: HashMap<&DocumentId, &Document> = documents.iter().map(|d| (&d.id, d)).collect();
        let mut candidates = Vec::with_capacity(order.len());
        for (id, (relevance, lexical)) in order {
            // A document that was removed since the index was read is no evidence any more.
            let Some(document) = by_id.get(&id.document) else { continue };
            let Some(passage) = document.passages().into_iter().nth(id.ordinal as usize) else { continue };
            candidates.push(self.candidate(document, passage, (*relevance, *lexical), claim, asked));
        }
        self.cluster(&documents, &mut candidates)?;
        Ok(candidates)
    }

    /// Puts documents that tell one story into one cluster, named after the first of them by id.
    fn cluster(&self, documents: &[Document], candidates: &mut [Candidate]) -> Result<(), EngineError> {
        let mut stories = Vec::with_capacity(documents.len());
        for document in documents {
            // The index may be a little behind the store.
            stories.push(self.reader.story(&document.id)?.unwrap_or_else(|| fingerprint(&document.text)));
        }
        let first = clusters(&stories);
        // A page and its later edition are alike but for what has changed: they are two.
        let teller =
            |at: usize| (first[at]..at).find(|k| first[*k] == first[at] && are_of_one_time(&documents[*k], &documents[at]));
        let story_of: HashMap<&DocumentId, &Document> =
            (0..documents.len()).map(|at| (&documents[at].id, &documents[teller(at).unwrap_or(at)])).collect();
        for candidate in candidates {
            if let Some(story) = story_of.get(&candidate.passage.document) {
                candidate.cluster = story.content.clone();
            }
        }
        Ok(())
    }

    fn candidate(
        &self,
        document: &Document,
        passage: Passage,
        (relevance, lexical): (f64, f64),
        claim: &Vector,
        asked: &[Vector],
    ) -> Candidate {
        let shelf = self.reader.vectors();
        let scores = |meaning: &Vector| -> Vec<Basis> {
            let known = shelf.sentence_scores(&passage.id, meaning).unwrap_or_default();
            known.into_iter().map(|score| Basis::take(f64::from(score))).collect()
        };
        let semantic = scores(claim).into_iter().max().unwrap_or(Basis::ZERO);
        let similarity = asked.iter().map(scores).collect();
        Candidate {
            similarity,
            semantic,
            passage: passage.id,
            title: passage.title,
            sentences: passage.sentences,
            first_sentence: passage.first_sentence,
            source: document.source.clone(),
            url: document.url.clone(),
            published: document.published,
            kind: document.kind,
            credibility: document.credibility,
            cluster: document.content.clone(),
            lexical: Basis::take(lexical),
            relevance: Basis::take(relevance),
            graph: Basis::ZERO,
            is_backfill: false,
        }
    }
}

impl Engine {
    /// Embeds texts in the index's steps.
    pub(super) fn meanings(&self, texts: &[&str]) -> Vec<Vector> {
        self.models.embedder.embed(texts).iter().map(quantised).collect()
    }
}

/// Days between two editions of a page from which the later one may have overtaken the earlier (step 6).
const EDITION_DAYS_MIN: i32 = 90;

/// Nothing says that so much time lies between the two that one is a later edition.
fn are_of_one_time(one: &Document, other: &Document) -> bool {
    let (Some(one), Some(other)) = (one.published, other.published) else { return true };
    one.since(other).map_or(0, |span| span.get_days().abs()) < EDITION_DAYS_MIN
}

/// The texts whose meaning a claim is looked for by: the claim with its short forms written out, then each of several parts.
pub(super) fn looked_for<'a>(spelled: &'a str, claim: &str, parts: &[&'a str]) -> Vec<&'a str> {
    let several = parts.iter().copied().filter(|part| parts.len() > 1 && *part != claim);
    std::iter::once(spelled).chain(several).collect()
}

/// The best passages that only the graph leads to. What neither search put among the first is as relevant as the last that
/// was, so that the scale of the others stays as it is.
fn led_to(trails: &[Trail], order: &[(PassageId, (f64, f64))], rest: &[(PassageId, (f64, f64))]) -> Vec<(PassageId, (f64, f64))> {
    let lowest = order.last().map_or(0.0, |(_, (relevance, _))| *relevance);
    let is_new = |trail: &&Trail| order.iter().all(|(passage, _)| *passage != trail.passage);
    let lexical = |passage: &PassageId| rest.iter().find(|(id, _)| id == passage).map_or(0.0, |(_, (_, lexical))| *lexical);
    let led = trails.iter().filter(is_new).take(GRAPH_PLACES_MAX);
    led.map(|trail| (trail.passage.clone(), (lowest, lexical(&trail.passage)))).collect()
}
