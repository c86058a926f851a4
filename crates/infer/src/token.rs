//! Text into word pieces, as BERT's uncased tokenizer cuts them.
//!
//! Lean on purpose: it reads the vocabulary in a few milliseconds, keeps no offsets, and stops at the limit, so that a
//! hundred kilobytes cost what the first tokens cost. Tests hold it equal to the `tokenizers` crate, with one deliberate
//! setting: `[SEP]` or `[CLS]` written in a text are plain text, so a source cannot forge the border between evidence and claim.

mod normal;

use serde::Deserialize;
use std::collections::HashMap;

const CLS: &str = "[CLS]";
const SEP: &str = "[SEP]";
/// Marks a piece that goes on inside a word.
const INSIDE: &str = "##";
/// A longer word is unknown, whatever it is made of.
const WORD_CHARS_MAX: usize = 100;

/// The token ids of one text or one pair. Tokens from `second` on belong to the second segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoding {
    /// Ids, special tokens included.
    pub ids: Vec<u32>,
    /// Where the second segment starts; the length when there is none.
    pub second: usize,
}

/// Why a `tokenizer.json` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenizerError {
    /// Not the JSON we expect.
    #[error("not a tokenizer description: {0}")]
    Json(#[from] serde_json::Error),
    /// A token without which nothing can be encoded.
    #[error("the vocabulary has no {0}")]
    NoSpecial(String),
    /// An id beyond the table of word vectors.
    #[error("token id {0} lies beyond the table of word vectors")]
    IdTooLarge(u32),
}

/// BERT's uncased WordPiece.
#[derive(Debug)]
pub struct Tokenizer {
    starts: HashMap<String, u32>,
    insides: HashMap<String, u32>,
    piece_bytes_max: usize,
    cls: u32,
    sep: u32,
    unknown: u32,
}

#[derive(Deserialize)]
struct File {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    unk_token: String,
    vocab: HashMap<String, u32>,
}

impl Tokenizer {
    /// Reads the vocabulary out of a `tokenizer.json`.
    pub fn from_json(bytes: &[u8]) -> Result<Self, TokenizerError> {
        let Model { unk_token, vocab } = serde_json::from_slice::<File>(bytes)?.model;
        let special = |name: &str| vocab.get(name).copied().ok_or_else(|| TokenizerError::NoSpecial(name.into()));
        let (cls, sep, unknown) = (special(CLS)?, special(SEP)?, special(&unk_token)?);
        if let Some(&id) = vocab.values().find(|id| **id as usize >= crate::encoder::VOCABULARY) {
            return Err(TokenizerError::IdTooLarge(id));
        }
        let piece_bytes_max = vocab.keys().map(String::len).max().unwrap_or(0);
        let mut insides = HashMap::new();
        let mut starts = HashMap::with_capacity(vocab.len());
        for (piece, id) in vocab {
            match piece.strip_prefix(INSIDE) {
                Some(inside) if !inside.is_empty() => insides.insert(inside.to_owned(), id),
                _ => starts.insert(piece, id),
            };
        }
        Ok(Self { starts, insides, piece_bytes_max, cls, sep, unknown })
    }

    /// Encodes one text into at most `tokens_max` tokens: `[CLS] text [SEP]`.
    pub fn encode(&self, text: &str, tokens_max: usize) -> Encoding {
        let mut ids = vec![self.cls];
        self.append(text, tokens_max - 1, &mut ids);
        ids.push(self.sep);
        Encoding { second: ids.len(), ids }
    }

    /// Encodes a pair into at most `tokens_max` tokens: `[CLS] first [SEP] second [SEP]`.
    ///
    /// When both do not fit, the longer gives way until they are equal, then both do. Reading stops at the limit, so of two
    /// texts that are each beyond it, the second counts as the longer.
    pub fn encode_pair(&self, first: &str, second: &str, tokens_max: usize) -> Encoding {
        let room = tokens_max - 3;
        let mut ids = vec![self.cls];
        self.append(first, 1 + room, &mut ids);
        let mut other = Vec::new();
        self.append(second, room, &mut other);
        let (keep_first, keep_second) = fit(ids.len() - 1, other.len(), room);
        ids.truncate(1 + keep_first);
        ids.push(self.sep);
        let border = ids.len();
        ids.extend_from_slice(&other[..keep_second]);
        ids.push(self.sep);
        Encoding { ids, second: border }
    }

    /// Appends the pieces of a text until `ids` holds `len_max`.
    fn append(&self, text: &str, len_max: usize, ids: &mut Vec<u32>) {
        normal::each_word(text, WORD_CHARS_MAX, |word| {
            match word {
                Some(word) => self.append_word(word, ids),
                None => ids.push(self.unknown),
            }
            ids.len() < len_max
        });
        ids.truncate(len_max);
    }

    /// Takes the longest known piece again and again; a word with an unknown part is unknown as a whole.
    fn append_word(&self, word: &str, ids: &mut Vec<u32>) {
        let mark = ids.len();
        let mut rest = word;
        let mut known = &self.starts;
        while !rest.is_empty() {
            let Some((len, id)) = self.longest(known, rest) else {
                ids.truncate(mark);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = &rest[len..];
            known = &self.insides;
        }
    }

    fn longest(&self, known: &HashMap<String, u32>, rest: &str) -> Option<(usize, u32)> {
        let from = rest.len().min(self.piece_bytes_max);
        (1..=from).rev().filter(|len| rest.is_char_boundary(*len)).find_map(|len| known.get(&rest[..len]).map(|id| (len, *id)))
    }
}

/// Splits `room` between two lengths, the longer giving way first.
fn fit(first: usize, second: usize, room: usize) -> (usize, usize) {
    let half = room / 2;
    match (first, second) {
        _ if first + second <= room => (first, second),
        _ if first <= half => (first, room - first),
        _ if second <= half => (room - second, second),
        _ if first > second => (room - half, half),
        _ => (half, room - half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_text_gives_way_first() {
        assert_eq!(fit(10, 20, 40), (10, 20));
        assert_eq!(fit(100, 20, 40), (20, 20));
        assert_eq!(fit(100, 10, 41), (31, 10));
        assert_eq!(fit(10, 100, 41), (10, 31));
        assert_eq!(fit(100, 90, 41), (21, 20));
        assert_eq!(fit(90, 100, 41), (20, 21));
    }

    #[test]
    fn a_vocabulary_without_its_special_tokens_is_refused() {
        let error = Tokenizer::from_json(br#"{"model":{"unk_token":"[UNK]","vocab":{"[CLS]":0}}}"#).unwrap_err();
        assert_eq!(error.to_string(), "the vocabulary has no [SEP]");
        assert!(matches!(Tokenizer::from_json(b"{"), Err(TokenizerError::Json(_))));
    }
}
