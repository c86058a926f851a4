//! A text read as a person would read it, with the way back to what was sent.
//!
//! [`Reading::of`] folds a text: compatibility forms, look-alike letters, accents and case go; what cannot be seen is left
//! out; white space is one space. Every byte of the result knows which bytes of the original it came from, so that a match
//! is reported where the submitter wrote it.

use super::confusable::{is_invisible, is_mark, latin, tagged};
use domain::Span;
use unicode_normalization::char::decompose_compatible;

/// Characters that one character may unfold into; ligatures that hold whole sentences are no letters.
const UNFOLDED_CHARS_MAX: usize = 4;

/// How a reading was got from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disguise {
    /// It stands there as it is.
    None,
    /// Digits and signs stand for letters.
    Leetspeak,
    /// The letters are spaced out.
    Spaced,
    /// It is encoded: base64, hexadecimal, URL or HTML escapes, to any depth.
    Encoded,
    /// Every letter is moved by thirteen places.
    Rot13,
}

/// A text with the place of each of its bytes in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    text: String,
    /// For each byte of the text, the first and the last-but-one byte of the original it stands for.
    origins: Vec<(u32, u32)>,
    disguise: Disguise,
}

impl Reading {
    /// Takes a text as it is: each byte stands for its own character.
    pub fn raw(text: &str) -> Self {
        if text.is_ascii() {
            let origins = (0..text.len() as u32).map(|at| (at, at + 1)).collect();
            return Self { text: text.to_owned(), origins, disguise: Disguise::None };
        }
        let mut raw = Self::empty(Disguise::None, text.len());
        for (at, character) in text.char_indices() {
            raw.push(character, (at as u32, (at + character.len_utf8()) as u32));
        }
        raw
    }

    /// Folds a text as described above.
    pub fn of(text: &str) -> Self {
        Self::raw(text).folded()
    }

    pub(super) fn empty(disguise: Disguise, capacity: usize) -> Self {
        Self { text: String::with_capacity(capacity), origins: Vec::with_capacity(capacity), disguise }
    }

    /// Returns the text of this reading.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns how it was got.
    pub fn disguise(&self) -> Disguise {
        self.disguise
    }

    pub(super) fn disguised(mut self, disguise: Disguise) -> Self {
        self.disguise = disguise;
        self
    }

    /// Returns where a range of this reading stands in the original.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let Some(covered) = self.origins.get(start..end).filter(|covered| !covered.is_empty()) else {
            return Span::new(0, 0);
        };
        // Decoded pieces map to the whole run they came from, so neither end need be at an edge.
        let from = covered.iter().map(|origin| origin.0).min().unwrap_or(0);
        let to = covered.iter().map(|origin| origin.1).max().unwrap_or(0);
        Span::new(from as usize, to as usize)
    }

    pub(super) fn origin(&self, at: usize) -> (u32, u32) {
        self.origins[at]
    }

    pub(super) fn push(&mut self, character: char, origin: (u32, u32)) {
        self.text.push(character);
        self.origins.resize(self.text.len(), origin);
    }

    pub(super) fn push_str(&mut self, text: &str, origin: (u32, u32)) {
        self.text.push_str(text);
        self.origins.resize(self.text.len(), origin);
    }

    /// Copies a range of another reading.
    pub(super) fn copy(&mut self, other: &Self, start: usize, end: usize) {
        self.text.push_str(&other.text[start..end]);
        self.origins.extend_from_slice(&other.origins[start..end]);
    }

    /// Folds this reading.
    pub(super) fn folded(&self) -> Self {
        let mut folded = Self::empty(self.disguise, self.text.len());
        for (at, character) in self.text.char_indices() {
            let origin = self.origins[at];
            if character.is_ascii() {
                folded.fold_ascii(character, origin);
            } else {
                folded.fold_other(character, origin);
            }
        }
        folded
    }

    fn fold_ascii(&mut self, character: char, origin: (u32, u32)) {
        if character.is_ascii_whitespace() || character.is_ascii_control() {
            return self.space(origin);
        }
        self.text.push(character.to_ascii_lowercase());
        self.origins.push(origin);
    }

    fn fold_other(&mut self, character: char, origin: (u32, u32)) {
        if let Some(hidden) = tagged(character) {
            return self.fold_ascii(hidden, origin);
        }
        if is_invisible(character) || is_mark(character) {
            return;
        }
        if character.is_whitespace() {
            return self.space(origin);
        }
        if let Some(letter) = latin(character) {
            return self.push(letter, origin);
        }
        if let Some(quote) = plain_sign(character) {
            return self.push(quote, origin);
        }
        let mut unfolded = 0;
        decompose_compatible(character, |_| unfolded += 1);
        if unfolded > UNFOLDED_CHARS_MAX {
            return self.space(origin);
        }
        decompose_compatible(character, |part| self.fold_part(part, origin));
    }

    /// Folds one character of a decomposition, which does not decompose any further.
    fn fold_part(&mut self, part: char, origin: (u32, u32)) {
        if part.is_ascii() {
            return self.fold_ascii(part, origin);
        }
        if is_mark(part) || is_invisible(part) {
            return;
        }
        match latin(part) {
            Some(letter) => self.push(letter, origin),
            None => part.to_lowercase().for_each(|lower| self.push(lower, origin)),
        }
    }

    fn space(&mut self, origin: (u32, u32)) {
        if !self.text.ends_with(' ') {
            self.push(' ', origin);
        }
    }
}

/// Returns the plain form of typographic quotes and dashes.
fn plain_sign(character: char) -> Option<char> {
    match character {
        '‘' | '’' | '‚' | '‛' | '′' | 'ʼ' => Some('\''),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => Some('"'),
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => Some('-'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_accents_and_the_invisible_go_and_the_span_leads_back() {
        let sent = "Ign\u{200b}оrе  Ａll prévious";
        let read = Reading::of(sent);
        assert_eq!(read.text(), "ignore all previous");
        let at = read.text().find("ignore").unwrap();
        assert_eq!(read.span(at, at + 6).of(sent), Some("Ign\u{200b}оrе"));
        let at = read.text().find("previous").unwrap();
        assert_eq!(read.span(at, at + 8).of(sent), Some("prévious"));
    }

    #[test]
    fn direction_marks_and_tag_characters_hide_nothing() {
        assert_eq!(Reading::of("a\u{202e}b\u{2066}c").text(), "abc");
        let hidden: String = "say hi".chars().map(|c| char::from_u32(0xe0000 + u32::from(c)).unwrap()).collect();
        assert_eq!(Reading::of(&hidden).text(), "say hi");
    }

    #[test]
    fn a_letter_that_holds_a_sentence_is_a_space() {
        assert_eq!(Reading::of("x\u{fdfa}y").text(), "x y");
        assert_eq!(Reading::of("ﬁne").text(), "fine");
    }
}
