//! What the judge is given to read: a sentence with what it needs to be understood.

use super::abbreviations::spell_out;
use super::polarity::{asks, opens_an_answer};
use super::unheard::is_unheard;
use super::window::window;
use super::words::{content_stems, words};
use domain::Candidate;

/// Returns what the judge reads: the title, and the sentence with the one before it when it leans on that.
///
/// A title that asks says nothing, and a judge hears its words as if they were said: what stands by itself is read without it. A window
/// is the title and the sentences around.
pub fn premise(candidate: &Candidate, sentence: usize, is_window: bool) -> String {
    if let Some(window) = is_window.then(|| window(candidate, sentence)).flatten() {
        return window;
    }
    let text = candidate.sentences.get(sentence).map_or("", String::as_str);
    if !is_read_alone(&candidate.title, text) {
        return setting(candidate, sentence);
    }
    let read = before(candidate, sentence).map_or_else(|| text.to_owned(), |before| format!("{before} {text}"));
    spell_out(&read).into_owned()
}

/// The title asks, and the sentence has matter enough to be understood without it: "6th of 189" has not.
pub fn is_read_alone(title: &str, sentence: &str) -> bool {
    asks(title) && content_stems(sentence).len() >= READ_ALONE_MIN
}

/// Words that carry matter from which an answer is read without its question.
const READ_ALONE_MIN: usize = 3;

/// Returns what a sentence is about: it stands under its title, and an answer under its question. Under a title that asks, the yes or
/// no that opens the passage goes with every sentence.
pub(super) fn setting(candidate: &Candidate, sentence: usize) -> String {
    let answer = candidate.sentences.first().filter(|first| sentence > 0 && opens_an_answer(&candidate.title, first));
    let before = before(candidate, sentence).filter(|_| sentence > 1 || answer.is_none());
    let mut setting = String::new();
    if !candidate.title.is_empty() {
        let title = candidate.title.trim_end().trim_end_matches('.');
        setting.push_str(title);
        setting.push_str(if title.ends_with(['?', '!']) { " " } else { ". " });
    }
    for context in answer.map(String::as_str).into_iter().chain(before) {
        setting.push_str(context);
        setting.push(' ');
    }
    setting.push_str(candidate.sentences.get(sentence).map_or("", String::as_str));
    spell_out(&setting).into_owned()
}

/// The sentence before one that leans on it, unless the judge is to see nothing of it.
fn before(candidate: &Candidate, sentence: usize) -> Option<&str> {
    let text = candidate.sentences.get(sentence)?;
    let leans = words(text)
        .first()
        .is_some_and(|w| ["it", "they", "this", "these", "he", "she", "such", "that"].contains(&w.lower.as_str()));
    let before = sentence.checked_sub(1).filter(|_| leans).and_then(|at| candidate.sentences.get(at)).map(String::as_str);
    before.filter(|before| !is_unheard(before))
}
