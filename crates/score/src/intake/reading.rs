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

/// Where the bytes of a reading come from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origins {
    /// Each character stands for itself, where it is.
    Own,
    /// For each byte of the text, the first byte of the original it stands for and the one behind the last.
    Traced(Vec<(u32, u32)>),
}

/// A text with the place of each of its bytes in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    text: String,
    origins: Origins,
    /// What the reading it was got from does not say, in order: the rest was read there already.
    fresh: Vec<(usize, usize)>,
    disguise: Disguise,
}

impl Reading {
    /// Takes a text as it is: each byte stands for its own character.
    pub fn raw(text: &str) -> Self {
        Self { text: text.to_owned(), origins: Origins::Own, fresh: vec![(0, text.len())], disguise: Disguise::None }
    }

    /// Folds a text as described above.
    pub fn of(text: &str) -> Self {
        Self::raw(text).folded()
    }

    pub(super) fn empty(disguise: Disguise, capacity: usize) -> Self {
        let origins = Origins::Traced(Vec::with_capacity(capacity));
        Self { text: String::with_capacity(capacity), origins, fresh: Vec::new(), disguise }
    }

    /// Returns the text of this reading.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns how it was got.
    pub fn disguise(&self) -> Disguise {
        self.disguise
    }

    /// Returns the ranges, in order, that the reading it was got from does not have.
    pub(super) fn fresh(&self) -> &[(usize, usize)] {
        &self.fresh
    }

    /// Says that what was added since a place is new; what follows another new piece at once is part of it.
    pub(super) fn freshen(&mut self, start: usize) {
        let end = self.text.len();
        match self.fresh.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => self.fresh.push((start, end)),
        }
    }

    /// Returns where a range of this reading stands in the original.
    pub fn span(&self, start: usize, end: usize) -> Span {
        if start >= end || end > self.text.len() {
            return Span::new(0, 0);
        }
        let Origins::Traced(origins) = &self.origins else {
            return Span::new(self.text.floor_char_boundary(start), self.text.ceil_char_boundary(end));
        };
        // Decoded pieces map to the whole run they came from, so neither end need be at an edge.
        let covered = &origins[start..end];
        let from = covered.iter().map(|origin| origin.0).min().unwrap_or(0);
        let to = covered.iter().map(|origin| origin.1).max().unwrap_or(0);
        Span::new(from as usize, to as usize)
    }

    pub(super) fn origin(&self, at: usize) -> (u32, u32) {
        match &self.origins {
            Origins::Own => (self.text.floor_char_boundary(at) as u32, self.text.ceil_char_boundary(at + 1) as u32),
            Origins::Traced(origins) => origins[at],
        }
    }

    pub(super) fn push(&mut self, character: char, origin: (u32, u32)) {
        self.text.push(character);
        self.trace(origin);
    }

    pub(super) fn push_str(&mut self, text: &str, origin: (u32, u32)) {
        self.text.push_str(text);
        self.trace(origin);
    }

    /// Gives what was just added its origin.
    fn trace(&mut self, origin: (u32, u32)) {
        if let Origins::Traced(origins) = &mut self.origins {
            origins.resize(self.text.len(), origin);
        }
    }

    /// Copies a range of another reading.
    pub(super) fn copy(&mut self, other: &Self, start: usize, end: usize) {
        let copied = &other.text[start..end];
        self.text.push_str(copied);
        let Origins::Traced(origins) = &mut self.origins else { return };
        match &other.origins {
            Origins::Traced(others) => origins.extend_from_slice(&others[start..end]),
            Origins::Own if copied.is_ascii() => origins.extend((start as u32..end as u32).map(|at| (at, at + 1))),
            Origins::Own => origins.extend((start..end).map(|at| other.origin(at))),
        }
    }

    /// Folds this reading; what is new in it stays new.
    pub(super) fn folded(&self) -> Self {
        let mut folded = Self::empty(self.disguise, self.text.len());
        for (stretch, is_fresh) in stretches(&self.fresh, self.text.len()) {
            let start = folded.text.len();
            folded.fold(self, stretch);
            if is_fresh {
                // A piece that folds to nothing is news too: it brings together what it stood between.
                folded.freshen(start);
            }
        }
        folded.text.make_ascii_lowercase();
        folded
    }

    /// Folds a stretch of another reading but for the case of plain letters.
    fn fold(&mut self, other: &Self, (mut at, end): (usize, usize)) {
        while at < end {
            let plain = plain_end(&other.text.as_bytes()[..end], at, self.text.ends_with(' '));
            if plain > at {
                self.copy(other, at, plain);
                at = plain;
                continue;
            }
            let Some(character) = other.text[at..].chars().next() else { return };
            let origin = other.origin(at);
            if character.is_ascii() {
                self.fold_ascii(character, origin)
            } else {
                self.fold_other(character, origin)
            }
            at += character.len_utf8();
        }
    }

    fn fold_ascii(&mut self, character: char, origin: (u32, u32)) {
        if character.is_ascii_whitespace() || character.is_ascii_control() {
            return self.space(origin);
        }
        self.push(character.to_ascii_lowercase(), origin);
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

/// Parts a text into what is new in it and what is not, in order.
fn stretches(fresh: &[(usize, usize)], length: usize) -> impl Iterator<Item = ((usize, usize), bool)> {
    let starts = std::iter::once(0).chain(fresh.iter().map(|range| range.1));
    let ends = fresh.iter().map(|range| range.0).chain([length]);
    let known = starts.zip(ends).map(|range| (range, false));
    let mut fresh = fresh.iter().map(|range| (*range, true));
    known.flat_map(move |known| [Some(known), fresh.next()].into_iter().flatten())
}

/// Returns the end of the printable ASCII that begins here and has no space behind another.
fn plain_end(bytes: &[u8], start: usize, mut was_space: bool) -> usize {
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        let is_space = *byte == b' ';
        if !matches!(byte, b' '..=b'~') || is_space && was_space {
            return at;
        }
        was_space = is_space;
    }
    bytes.len()
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
