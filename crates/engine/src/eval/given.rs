//! Evidence that comes with the question: candidates made by hand, read and judged like any others.

use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{
    Assessment, Basis, Candidate, Claim, Credibility, DocumentId, DocumentKind, PassageId, Profile, Snapshot, digest_bytes,
};
use infer::Embedding;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use score::verify::{assess, is_read_alone, uncheckable};
use sources::Options;

/// One piece of given evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    /// What it stands under: an article, a question.
    pub(super) title: String,
    /// What it says.
    pub(super) text: String,
    /// Where it can be read.
    pub(super) url: Option<String>,
}

impl Engine {
    /// Today, as the clock that was handed in has it.
    pub(super) fn today(&self) -> Date {
        self.clock.now().to_zoned(TimeZone::UTC).date()
    }

    /// Opens the snapshot of a claim in a closed corpus, with nothing found yet.
    pub(super) fn blank(&self, claim: &str, asked_on: Date) -> Snapshot {
        let text = claim.split_whitespace().collect::<Vec<_>>().join(" ");
        Snapshot::blank(Claim::whole(text), asked_on, Profile::ClosedCorpus)
    }

    /// Judges a claim by given evidence, as if a search had brought all of it.
    pub(super) fn judge_given(&self, claim: &str, asked_on: Date, given: &[Given]) -> (Snapshot, Assessment) {
        let mut snapshot = self.blank(claim, asked_on);
        if uncheckable(&snapshot.claim.text, asked_on.year(), false).is_none() {
            snapshot.candidates = self.candidates_given(&snapshot.claim.text, given);
            self.read(&mut snapshot);
        }
        let assessment = assess(&snapshot, &self.policy);
        (snapshot, assessment)
    }

    /// Makes a candidate of each piece; each is a document of its own.
    pub(super) fn candidates_given(&self, claim: &str, given: &[Given]) -> Vec<Candidate> {
        let parts = score::verify::parts(claim);
        let split: Vec<Vec<String>> = given.iter().map(|piece| sentences_of(&piece.text)).collect();
        let asked = std::iter::once(claim).chain(parts.iter().map(|part| part.text.as_str()));
        // "Yes." means something only under its question, so what is compared is what the judge reads.
        let told: Vec<String> =
            given.iter().zip(&split).flat_map(|(piece, sentences)| sentences.iter().map(|s| titled(piece, s))).collect();
        let embedded = self.models.embedder.embed(&asked.chain(told.iter().map(String::as_str)).collect::<Vec<_>>());
        let (asked, mut told) = embedded.split_at(parts.len() + 1);
        let mut candidates = Vec::with_capacity(given.len());
        for (at, (piece, sentences)) in given.iter().zip(split).enumerate() {
            let (mine, rest) = told.split_at(sentences.len());
            told = rest;
            if !sentences.is_empty() {
                candidates.push(candidate(at, piece, sentences, asked, mine));
            }
        }
        candidates
    }
}

fn titled(piece: &Given, sentence: &str) -> String {
    let is_alone = piece.title.is_empty() || is_read_alone(&piece.title, sentence);
    if is_alone { sentence.to_owned() } else { format!("{} {sentence}", piece.title) }
}

/// The sentences of a text; a text without any end mark is one.
fn sentences_of(text: &str) -> Vec<String> {
    domain::sentences(text)
        .into_iter()
        .filter_map(|span| span.of(text))
        .map(|s| s.trim().to_owned())
        .filter(|s| !s.is_empty())
        .collect()
}

fn candidate(at: usize, piece: &Given, sentences: Vec<String>, asked: &[Embedding], told: &[Embedding]) -> Candidate {
    let near = |meaning: &Embedding| -> Vec<Basis> { told.iter().map(|t| Basis::take(meaning.similarity(t))).collect() };
    let document = DocumentId::new(format!("given-{at}")).expect("made of plain characters");
    let says = format!("{} {}", piece.title, piece.text);
    Candidate {
        passage: PassageId { document, ordinal: 0 },
        title: piece.title.clone(),
        sentences,
        first_sentence: 0,
        source: piece.url.as_deref().and_then(domain::registrable_domain).unwrap_or_else(|| piece.title.clone()),
        url: piece.url.clone(),
        published: None,
        kind: DocumentKind::Unknown,
        credibility: Credibility::clamped(Options::DECLARED_DEFAULT),
        cluster: digest_bytes(says.as_bytes()),
        lexical: Basis::ZERO,
        semantic: near(&asked[0]).into_iter().max().unwrap_or(Basis::ZERO),
        relevance: Basis::ONE,
        graph: Basis::ZERO,
        // Behind the parts of several stands the whole.
        similarity: asked[1..].iter().chain((asked.len() > 2).then_some(&asked[0])).map(near).collect(),
        is_backfill: false,
    }
}

/// Tells how far a task is, and stops it when somebody wants that.
pub(super) fn step(watch: &dyn Watch, what: &str, done: usize, total: usize) -> Result<(), EngineError> {
    watch.at(what, done as u64, total as u64);
    if watch.is_stopping() { Err(EngineError::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_an_end_mark_is_one_sentence() {
        assert_eq!(sentences_of("No experience"), ["No experience"]);
        assert_eq!(sentences_of("Yes. It was in 1989."), ["Yes.", "It was in 1989."]);
        assert!(sentences_of("  ").is_empty());
    }
}
