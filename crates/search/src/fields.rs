//! How a passage stands in the full-text index.
//!
//! Title and sentences share one field with the title's words counted twice, which is BM25F with a title weight of two
//! (Robertson, Zaragoza & Taylor 2004). On SciFact train weights of one, two and
//! three give 0.700, 0.705 and 0.704 nDCG@10 and 0.905, 0.903 and 0.900 recall@50. The text itself
//! is not kept; it is in the store.

use crate::analysis;
use domain::{DocumentId, Passage, PassageId};
use score::verify::Fingerprint;
use score::verify::graph::Facts;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{TantivyDocument, Term};

/// How often a word of the title counts.
const TITLE_WEIGHT: usize = 2;

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// The document's id; what is deleted by.
    pub document: Field,
    /// Which passage of the document.
    pub ordinal: Field,
    /// Hash of the passage id: a total order for equal scores.
    pub tie: Field,
    /// The words.
    pub words: Field,
    /// Pairs of neighbouring words.
    pub pairs: Field,
    /// Keys of the story, on the first passage of a document.
    pub bands: Field,
    /// Fingerprint of the story, on the first passage of a document.
    pub story: Field,
    /// Keys of what the passage names.
    pub entities: Field,
    /// What it says of them.
    pub facts: Field,
}

impl Fields {
    /// Lays out the schema.
    pub fn schema() -> (Schema, Self) {
        let mut schema = Schema::builder();
        let counted =
            |has_lengths| TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs).set_fieldnorms(has_lengths);
        let fields = Self {
            document: schema.add_text_field("document", STRING | STORED),
            ordinal: schema.add_u64_field("ordinal", STORED),
            tie: schema.add_u64_field("tie", FAST),
            words: schema.add_text_field("words", TextOptions::default().set_indexing_options(counted(true))),
            pairs: schema.add_text_field("pairs", TextOptions::default().set_indexing_options(counted(false))),
            bands: schema.add_u64_field("bands", INDEXED),
            story: schema.add_bytes_field("story", STORED),
            entities: schema.add_text_field("entities", STRING),
            facts: schema.add_bytes_field("facts", STORED),
        };
        (schema.build(), fields)
    }

    /// Turns a passage into an entry of the index.
    pub fn entry(&self, passage: &Passage) -> TantivyDocument {
        let title = analysis::words(&passage.title);
        let mut words = repeated(title.iter().cloned());
        let mut pairs = repeated(analysis::pairs(&title));
        for sentence in &passage.sentences {
            let sentence = analysis::words(sentence);
            pairs.extend(analysis::pairs(&sentence));
            words.extend(sentence);
        }
        let mut entry = TantivyDocument::default();
        entry.add_text(self.document, passage.id.document.as_str());
        entry.add_u64(self.ordinal, u64::from(passage.id.ordinal));
        entry.add_u64(self.tie, tie(&passage.id));
        entry.add_pre_tokenized_text(self.words, tokenised(words));
        entry.add_pre_tokenized_text(self.pairs, tokenised(pairs));
        entry
    }

    /// Says on the first passage of a document which story the document tells.
    pub fn tell(&self, entry: &mut TantivyDocument, story: &Fingerprint) {
        for band in story.bands() {
            entry.add_u64(self.bands, band);
        }
        entry.add_bytes(self.story, &story.to_bytes());
    }

    /// Reads the story of an entry back.
    pub fn story_of(&self, entry: &TantivyDocument) -> Option<Fingerprint> {
        Fingerprint::from_bytes(entry.get_first(self.story)?.as_bytes()?)
    }

    /// Puts what a passage names, and what it says of that, into its entry.
    pub fn relate(&self, entry: &mut TantivyDocument, facts: &Facts) {
        // A passage that names nothing has no place in the graph.
        let Some(bytes) = serde_json::to_vec(facts).ok().filter(|_| !facts.is_empty()) else { return };
        for entity in facts.entities() {
            entry.add_text(self.entities, entity);
        }
        entry.add_bytes(self.facts, &bytes);
    }

    /// Reads what a passage says of what it names.
    pub fn facts_of(&self, entry: &TantivyDocument) -> Option<Facts> {
        serde_json::from_slice(entry.get_first(self.facts)?.as_bytes()?).ok()
    }

    /// The term that all passages of a document share.
    pub fn document_term(&self, id: &DocumentId) -> Term {
        Term::from_field_text(self.document, id.as_str())
    }

    /// Reads the passage id of an entry back.
    pub fn passage_id(&self, entry: &TantivyDocument) -> Option<PassageId> {
        let document = DocumentId::new(entry.get_first(self.document)?.as_str()?)?;
        let ordinal = u32::try_from(entry.get_first(self.ordinal)?.as_u64()?).ok()?;
        Some(PassageId { document, ordinal })
    }
}

fn repeated(words: impl Iterator<Item = String>) -> Vec<String> {
    words.flat_map(|word| std::iter::repeat_n(word, TITLE_WEIGHT)).collect()
}

fn tokenised(words: Vec<String>) -> PreTokenizedString {
    let token = |(position, text)| Token { offset_from: 0, offset_to: 0, position, text, position_length: 1 };
    PreTokenizedString { text: String::new(), tokens: words.into_iter().enumerate().map(token).collect() }
}

/// FNV-1a over the passage id: the same on every machine.
fn tie(id: &PassageId) -> u64 {
    let bytes = id.document.as_str().bytes().chain(id.ordinal.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
