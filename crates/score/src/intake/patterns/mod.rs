//! Many patterns in one pass: anchors first, and a pattern only around its own anchors.
//!
//! The anchors of all rules are one automaton. Where an anchor of a rule stands, the rule's pattern is tried in its sentence, or
//! within a bounded window, a bounded number of times. So the time grows with the length of the text, whatever the text. A reading
//! under a disguise is looked at only where it says something that the one above it does not.

mod hunt;
mod search;

use self::hunt::{Aim, Hunt};
use self::search::{Search, Sentences, WINDOW_BYTES};
use super::reading::{Disguise, Reading};
use super::readings::Readings;
use super::rules::{Rule, Rules};
use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};
use domain::{Category, Digest, Span};
use serde::Serialize;

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
    /// How far from what is new in a reading an anchor may stand whose window reaches it.
    reach_bytes: usize,
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
        let reach_bytes = WINDOW_BYTES + words.iter().map(|word| word.len()).max().unwrap_or(0);
        let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).match_kind(MatchKind::Standard).build(&words);
        let automaton = automaton.expect("a few thousand short words fit any automaton");
        Self { automaton, owners, reach_bytes, rules }
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
        self.hunt(readings, Aim::All)
    }

    /// Finds what a decision rests on: the first topic, and the first attack, behind which nothing is read any more.
    pub fn settle(&self, readings: &Readings) -> Vec<Hit> {
        self.hunt(readings, Aim::Decision)
    }

    /// Finds the first words to the machine that reads.
    pub(super) fn smuggled(&self, readings: &Readings) -> Option<Hit> {
        self.hunt(readings, Aim::Smuggling).pop()
    }

    fn hunt(&self, readings: &Readings, aim: Aim) -> Vec<Hit> {
        let mut hunt = Hunt::new(aim, self.rules.as_slice().len());
        for reading in readings.iter() {
            self.scan_reading(reading, &mut hunt);
            // A disguise is not even taken off when what is plain to see settles it.
            if hunt.is_over() {
                break;
            }
        }
        hunt.into_hits()
    }

    fn scan_reading(&self, reading: &Reading, hunt: &mut Hunt) {
        let text = reading.text().as_bytes();
        let mut searches = vec![Search::default(); self.rules.as_slice().len()];
        let sentences = Sentences::of(text);
        for (from, to) in self.within_reach(reading) {
            for anchor in self.automaton.find_overlapping_iter(Input::new(text).range(from..to)) {
                let (at, is_squeezed) = self.owners[anchor.pattern().as_usize()];
                let rule = &self.rules.as_slice()[at];
                if !hunt.wants(at, rule.category) {
                    continue;
                }
                let matched = match is_squeezed {
                    true => Some((anchor.start(), anchor.end())),
                    false => searches[at].around(rule, text, &sentences, (anchor.start(), anchor.end())),
                };
                let Some((start, end)) = matched else { continue };
                hunt.take(at, hit(rule, reading, start, end));
                if hunt.is_over() {
                    return;
                }
            }
        }
    }

    /// Returns what is new in a reading with all that a window around it may hold, in order; what overlaps is one.
    fn within_reach(&self, reading: &Reading) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for (start, end) in reading.fresh() {
            let from = start.saturating_sub(self.reach_bytes);
            let to = reading.text().len().min(end + self.reach_bytes);
            match ranges.last_mut() {
                Some(last) if from <= last.1 => last.1 = to,
                _ => ranges.push((from, to)),
            }
        }
        ranges
    }
}

fn hit(rule: &Rule, reading: &Reading, start: usize, end: usize) -> Hit {
    Hit { rule: rule.id.clone(), category: rule.category, span: reading.span(start, end), disguise: reading.disguise() }
}
