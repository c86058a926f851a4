//! Everything a verdict was made from, after the models had spoken.
//!
//! A snapshot and a configuration give the same verdict to the bit, on any machine, for ever.

use crate::{
    Basis, Claim, Counsel, Credibility, Digest, DocumentKind, Expansion, PassageId, Profile, Rarity, Refusal, SCHEMA_VERSION,
    StanceScores,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A passage that retrieval brought up, with what retrieval measured on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Which passage.
    pub passage: PassageId,
    /// The document's title.
    pub title: String,
    /// The passage's sentences.
    pub sentences: Vec<String>,
    /// Index of the first of them within the document.
    pub first_sentence: u32,
    /// Who speaks.
    pub source: String,
    /// Where it can be read.
    pub url: Option<String>,
    /// When it was published.
    pub published: Option<Date>,
    /// What sort of source it is.
    pub kind: DocumentKind,
    /// What the source is worth.
    pub credibility: Credibility,
    /// Documents that tell the same story, word for word or nearly, share a cluster and count once.
    pub cluster: Digest,
    /// BM25 score for the claim, as the index gave it; zero when the lexical search did not bring it.
    pub lexical: Basis,
    /// Cosine of the passage to the claim; zero when no vector is known.
    pub semantic: Basis,
    /// The retriever's fused relevance, 0..1: what the ranker normalises as its semantic signal.
    pub relevance: Basis,
    /// Score of the entity graph; zero when the graph did not bring it.
    pub graph: Basis,
    /// Cosine of each sentence to each part of the claim, and to the whole of several: `similarity[subclaim][sentence]`.
    pub similarity: Vec<Vec<Basis>>,
    /// Neither search put it among the first; it fills a place that the entity graph may give.
    pub is_backfill: bool,
}

/// What the NLI judge said when it read one sentence window against one part of the claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Index into the snapshot's candidates.
    pub candidate: u32,
    /// Which part of the claim, counted from zero; the number of parts stands for the claim as a whole.
    pub subclaim: u32,
    /// Index of the sentence within the candidate's passage.
    pub sentence: u32,
    /// It was read with the sentences around it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_window: bool,
    /// The three probabilities.
    pub scores: StanceScores,
}

/// A passage that speaks to the machine reading it instead of stating facts: it was not allowed to decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Which passage.
    pub passage: PassageId,
    /// The document's title.
    pub title: String,
    /// The intake rule that found it out.
    pub rule: String,
}

/// The whole of what one claim was judged on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Version of this shape.
    pub schema_version: u32,
    /// The claim.
    pub claim: Claim,
    /// The day the question was asked: recency and "now" are measured from it.
    pub asked_on: Date,
    /// How much corroboration is required.
    pub profile: Profile,
    /// What the claim's words weigh in the corpus that was searched; empty where they are equal.
    #[serde(default, skip_serializing_if = "Rarity::is_empty")]
    pub rarity: Rarity,
    /// What retrieval brought.
    pub candidates: Vec<Candidate>,
    /// What the judge read.
    pub readings: Vec<Reading>,
    /// What was done on the web to find it; absent when nobody asked for the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansion: Option<Expansion>,
    /// What a language model said of the answer, where one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counsel: Option<Counsel>,
    /// Why it was turned away at intake, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// Passages that were not allowed to decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAside>,
}

impl Snapshot {
    /// Opens the snapshot of a question, with nothing found yet.
    pub fn blank(claim: Claim, asked_on: Date, profile: Profile) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            claim,
            asked_on,
            profile,
            rarity: Rarity::default(),
            candidates: vec![],
            readings: vec![],
            expansion: None,
            counsel: None,
            refusal: None,
            set_aside: vec![],
        }
    }
}
