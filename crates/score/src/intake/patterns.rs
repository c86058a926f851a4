//! Many patterns in one pass: anchors first, and a pattern only around its own anchors.
//!
//! The anchors of all rules are one automaton. Where an anchor of a rule stands, the rule's pattern is tried within a bounded
//! window, a bounded number of times. So the time grows with the length of the text, whatever the text.

use super::reading::{Disguise, Reading};
use super::readings::Readings;
use super::rules::{Rule, Rules};
use aho_corasick::{AhoCorasick, MatchKind};
use domain::{Category, Digest, Span};
use serde::Serialize;

/// Bytes around an anchor in which its pattern is tried.
const WINDOW_BYTES: usize = 260;
/// A further anchor this far inside a window that was tried is not tried again.
const MARGIN_BYTES: usize = 100;
/// Windows tried for one rule in one reading.
const WINDOWS_MAX: usize = 400;

/// Where a rule matched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The rule.
    pub rule: String,
    /// What it is about.
    pub category: Category,
    /// Where, in the submitted text.
    pub span: Span,
    /// How it was disguised.
    pub disguise: Disguise,
}

/// A rule set, compiled.
#[derive(Debug, Clone)]
pub struct Patterns {
    rules: Rules,
    automaton: AhoCorasick,
    /// For each anchor of the automaton, the rules it belongs to, and whether it is a whole squeezed phrase.
    owners: Vec<(usize, bool)>,
}

impl Patterns {
    /// Compiles a rule set.
    pub fn new(rules: Rules) -> Self {
        let mut words: Vec<&str> = Vec::new();
        let mut owners = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            words.extend(rule.anchors.iter().map(String::as_str));
            owners.extend(rule.anchors.iter().map(|_| (at, false)));
            words.extend(rule.squeezed.iter().map(String::as_str));
            owners.extend(rule.squeezed.iter().map(|_| (at, true)));
        }
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&words);
        let automaton = automaton.expect("a few thousand short words fit any automaton");
        Self { automaton, owners, rules }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the fingerprint of the rule set.
    pub fn hash(&self) -> &Digest {
        self.rules.hash()
    }

    /// Finds which rules match, each once, at its first place; in the order of the rule set.
    pub fn scan(&self, readings: &Readings) -> Vec<Hit> {
        let mut found: Vec<Option<Hit>> = vec![None; self.rules.as_slice().len()];
        for reading in readings.iter() {
            self.scan_reading(reading, &mut found);
        }
        found.into_iter().flatten().collect()
    }

    fn scan_reading(&self, reading: &Reading, found: &mut [Option<Hit>]) {
        let text = reading.text().as_bytes();
        // Where the last window of each rule ended, and how many there were.
        let mut tried: Vec<(usize, usize)> = vec![(0, 0); found.len()];
        for anchor in self.automaton.find_overlapping_iter(text) {
            let (at, is_squeezed) = self.owners[anchor.pattern().as_usize()];
            if found[at].is_some() {
                continue;
            }
            let rule = &self.rules.as_slice()[at];
            if is_squeezed {
                found[at] = Some(hit(rule, reading, anchor.start(), anchor.end()));
                continue;
            }
            let (end, count) = tried[at];
            if anchor.end() + MARGIN_BYTES <= end || count >= WINDOWS_MAX {
                continue;
            }
            let from = anchor.start().saturating_sub(WINDOW_BYTES);
            let to = text.len().min(anchor.end() + WINDOW_BYTES);
            tried[at] = (to, count + 1);
            found[at] = matched(rule, text, from, to).map(|(start, end)| hit(rule, reading, start, end));
        }
    }
}

/// Tries a rule within a window of a text. What spares a match is looked for in the whole window.
fn matched(rule: &Rule, text: &[u8], from: usize, to: usize) -> Option<(usize, usize)> {
    let window = &text[from..to];
    let found = rule.pattern.find(window)?;
    let is_spared = rule.unless.as_ref().is_some_and(|unless| unless.is_match(sentence(window, found.start(), found.end())));
    (!is_spared).then(|| (from + found.start(), from + found.end()))
}

/// Returns the sentence or sentences that a match stands in: what spares it must be said there, not anywhere on the page.
fn sentence(window: &[u8], start: usize, end: usize) -> &[u8] {
    let is_end = |byte: &u8| matches!(byte, b'.' | b'?' | b'!' | b'\n');
    let from = window[..start].iter().rposition(is_end).map_or(0, |at| at + 1);
    let to = window[end..].iter().position(is_end).map_or(window.len(), |at| end + at + 1);
    &window[from..to]
}

fn hit(rule: &Rule, reading: &Reading, start: usize, end: usize) -> Hit {
    Hit { rule: rule.id.clone(), category: rule.category, span: reading.span(start, end), disguise: reading.disguise() }
}
