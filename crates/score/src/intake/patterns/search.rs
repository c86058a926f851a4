//! Where one rule is looked for: in the sentence of an anchor, or in a window around it where sentences do not end.

use super::super::pattern::is_end;
use super::super::rules::Rule;

/// Bytes around an anchor in which its pattern is tried.
pub(super) const WINDOW_BYTES: usize = 260;
/// A further anchor this far inside a window that was tried is not tried again.
const MARGIN_BYTES: usize = 100;
/// Windows tried for one rule in one reading.
const WINDOWS_MAX: usize = 400;
/// Matches of one window that may be spared before the window is.
const SPARED_MAX: usize = 4;
/// Bytes behind a window that are looked at with it where anchors stand close: as many again each time.
const AHEAD_BYTES: usize = 256;

/// How far one rule has been looked for in one reading.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Search {
    /// Where the last window ended.
    tried_to: usize,
    /// How many windows were tried.
    windows: usize,
    /// No match ends up to here.
    clear_to: usize,
    /// How many bytes behind the next window are looked at with it.
    ahead_bytes: usize,
}

/// Where the sentences of a text end.
pub(super) struct Sentences {
    ends: Vec<usize>,
}

impl Sentences {
    pub(super) fn of(text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|(_, byte)| is_end(byte)).map(|(at, _)| at);
        Self { ends: ends.chain([text.len()]).collect() }
    }

    /// Returns the sentence around a place, with the end of the one before it; nothing where it reaches out of a window.
    fn around(&self, start: usize, end: usize, (first, last): (usize, usize)) -> Option<(usize, usize)> {
        let at = self.ends.partition_point(|stop| *stop < start);
        let begins = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let stops = self.ends[at..].iter().copied().find(|stop| *stop >= end)?;
        (begins >= first && stops <= last).then_some((begins, stops))
    }
}

impl Search {
    /// Tries a rule around one of its anchors. Where anchors stand close, no byte is looked at for each of them again.
    pub(super) fn around(
        &mut self,
        rule: &Rule,
        text: &[u8],
        sentences: &Sentences,
        (start, end): (usize, usize),
    ) -> Option<(usize, usize)> {
        let window = (start.saturating_sub(WINDOW_BYTES), text.len().min(end + WINDOW_BYTES));
        match sentences.around(start, end, window).filter(|_| rule.pattern.stays_in_sentence()) {
            Some(sentence) => self.in_sentence(rule, text, sentence),
            None => self.in_window(rule, text, end, window),
        }
    }

    /// Tries a rule whose pattern does not leave a sentence.
    fn in_sentence(&mut self, rule: &Rule, text: &[u8], (from, to): (usize, usize)) -> Option<(usize, usize)> {
        if to <= self.clear_to || self.windows >= WINDOWS_MAX {
            return None;
        }
        self.clear_to = to;
        rule.pattern.earliest_end(&text[..to], from)?;
        self.windows += 1;
        matched(rule, text, from, to)
    }

    fn in_window(&mut self, rule: &Rule, text: &[u8], end: usize, (from, to): (usize, usize)) -> Option<(usize, usize)> {
        if end + MARGIN_BYTES <= self.tried_to || self.windows >= WINDOWS_MAX {
            return None;
        }
        self.tried_to = to;
        if to <= self.clear_to {
            return None;
        }
        self.windows += 1;
        let seen_to = text.len().min(to + self.ahead_bytes);
        self.ahead_bytes = self.ahead_bytes * 2 + AHEAD_BYTES;
        match rule.pattern.earliest_end(&text[..seen_to], from) {
            None => self.clear_to = seen_to,
            Some(end) if end > to => self.clear_to = end - 1,
            Some(_) => return matched(rule, text, from, to),
        }
        None
    }
}

/// Tries a rule within a window of a text. What spares a match is looked for in its sentence, within the window; behind a match that is
/// spared there may be one that is not.
fn matched(rule: &Rule, text: &[u8], from: usize, to: usize) -> Option<(usize, usize)> {
    let is_spared = |start: usize, end: usize| {
        let around = sentence(&text[from..to], start - from, end - from);
        rule.unless.as_ref().is_some_and(|unless| unless.is_match(around))
    };
    let mut at = from;
    for _ in 0..SPARED_MAX {
        let found = rule.pattern.find_at(&text[..to], at)?;
        if !is_spared(found.start(), found.end()) {
            return Some((found.start(), found.end()));
        }
        at = found.end();
    }
    None
}

/// Returns the sentence or sentences that a match stands in: what spares it must be said there, not anywhere on the page.
fn sentence(window: &[u8], start: usize, end: usize) -> &[u8] {
    let from = window[..start].iter().rposition(is_end).map_or(0, |at| at + 1);
    let to = window[end..].iter().position(is_end).map_or(window.len(), |at| end + at + 1);
    &window[from..to]
}
