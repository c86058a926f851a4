//! What evidence is found in: documents, and the passages they are searched by.

use crate::{Credibility, Digest, DocumentId, PassageId, Span};
use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What sort of source a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// A law, a statistic, a transcript: the thing itself.
    Primary,
    /// Reporting.
    News,
    /// An article about somebody else's claim.
    FactCheck,
    /// Research.
    Academic,
    /// Written by anybody.
    UserGenerated,
    /// Not meant to be believed.
    Satire,
    /// Reporting in the service of a side.
    Partisan,
    /// Known to mislead.
    Unreliable,
    /// Our own starter notes: not a source of record.
    Note,
    /// Nothing is known about it.
    Unknown,
}

/// A document of a corpus as it was ingested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Its id in the corpus.
    pub id: DocumentId,
    /// Its headline; empty when it has none.
    pub title: String,
    /// The whole text.
    pub text: String,
    /// The sentences, in order, as spans of `text`.
    pub sentences: Vec<Span>,
    /// Where it can be read.
    pub url: Option<String>,
    /// Who speaks: a registrable domain, a publisher's name or the corpus's own name.
    pub source: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// When it was published.
    pub published: Option<Date>,
    /// What sort of source it is.
    pub kind: DocumentKind,
    /// What its corpus or the registry says it is worth.
    pub credibility: Credibility,
    /// ISO 639-1 code of its language.
    pub language: String,
    /// Fingerprint of title and text.
    pub content: Digest,
    /// When it was fetched, for what came from the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched: Option<Timestamp>,
}

/// A run of sentences of one document: the unit of search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Which one it is.
    pub id: PassageId,
    /// The document's title.
    pub title: String,
    /// The sentences, each as its own text, in order.
    pub sentences: Vec<String>,
    /// Index of the first sentence within the document.
    pub first_sentence: u32,
}

impl Document {
    /// Most sentences in one passage.
    pub const PASSAGE_SENTENCES_MAX: usize = 16;
    /// Most bytes in one passage, unless a single sentence is longer.
    pub const PASSAGE_BYTES_MAX: usize = 2_400;

    /// Cuts the document into passages. Every sentence is in exactly one.
    pub fn passages(&self) -> Vec<Passage> {
        let mut passages: Vec<Passage> = Vec::new();
        let mut run: Vec<String> = Vec::new();
        let mut first = 0;
        let mut bytes = 0;
        for (at, span) in self.sentences.iter().enumerate() {
            let Some(sentence) = span.of(&self.text) else { continue };
            let is_full = run.len() >= Self::PASSAGE_SENTENCES_MAX || bytes + sentence.len() > Self::PASSAGE_BYTES_MAX;
            if !run.is_empty() && is_full {
                passages.push(self.passage(passages.len(), first, std::mem::take(&mut run)));
                first = at;
                bytes = 0;
            }
            bytes += sentence.len();
            run.push(sentence.to_owned());
        }
        if !run.is_empty() {
            passages.push(self.passage(passages.len(), first, run));
        }
        passages
    }

    fn passage(&self, ordinal: usize, first: usize, sentences: Vec<String>) -> Passage {
        let id = PassageId { document: self.id.clone(), ordinal: ordinal as u32 };
        Passage { id, title: self.title.clone(), sentences, first_sentence: first as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(sentences: usize) -> Document {
        let text = "Ten bytes.".repeat(sentences);
        Document {
            id: DocumentId::new("d").unwrap(),
            title: "T".into(),
            sentences: (0..sentences).map(|n| Span::new(n * 10, n * 10 + 10)).collect(),
            text,
            url: None,
            source: "test".into(),
            author: None,
            published: None,
            kind: DocumentKind::Note,
            credibility: Credibility::ONE,
            language: "en".into(),
            fetched: None,
            content: crate::digest_bytes(b""),
        }
    }

    #[test]
    fn every_sentence_is_in_exactly_one_passage() {
        for count in [0, 1, 16, 17, 33] {
            let passages = document(count).passages();
            let held: usize = passages.iter().map(|p| p.sentences.len()).sum();
            assert_eq!(held, count);
            let mut next = 0;
            for passage in &passages {
                assert_eq!(passage.first_sentence as usize, next);
                next += passage.sentences.len();
            }
        }
    }
}
