//! The sentences around a sentence: those that people are shown with it, and those that the judge reads with it.

use super::abbreviations::spell_out;
use super::polarity::asks;
use super::unheard::is_unheard;
use domain::Candidate;
use std::ops::Range;

/// Characters that are shown, at least, where the passage has them (decision S4-2).
const SHOWN_CHARS_MIN: usize = 400;

/// The sentence with its neighbours, grown on both sides until it is long enough to be understood.
pub(super) fn around(sentences: &[String], at: usize) -> Range<usize> {
    let (mut from, mut to) = (at, at + 1);
    let length = |from: usize, to: usize| sentences[from..to].iter().map(|s| s.chars().count() + 1).sum::<usize>();
    while length(from, to) < SHOWN_CHARS_MIN && (from > 0 || to < sentences.len()) {
        from = from.saturating_sub(1);
        to = (to + 1).min(sentences.len());
    }
    from..to
}

/// The sentence and the two beside it: in a list of facts those farther off speak of something else.
pub(super) fn beside(sentences: &[String], at: usize) -> Range<usize> {
    at.saturating_sub(1)..(at + 2).min(sentences.len())
}

/// Returns the window as the judge reads it, under its title; nothing where the sentence is all there is, or answers a question and is
/// read with that.
pub(super) fn window(candidate: &Candidate, at: usize) -> Option<String> {
    let range = beside(&candidate.sentences, at);
    if range.len() < 2 || asks(&candidate.title) {
        return None;
    }
    let told = candidate.sentences[range].iter().filter(|sentence| !is_unheard(sentence)).map(|sentence| sentence.trim());
    let title = candidate.title.trim_end().trim_end_matches('.');
    let mut text = if title.is_empty() { String::new() } else { format!("{title}.") };
    for sentence in told {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(sentence);
    }
    Some(spell_out(&text).into_owned())
}
