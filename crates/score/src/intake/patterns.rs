//! Many patterns in one pass: anchors first, and a pattern only around its own anchors.
//!
//! The anchors of all rules are one automaton. Where an anchor of a rule stands, the rule's pattern is tried within a bounded
//! window, or in the sentences around it, a bounded number of times. So the time grows with the length of the text, whatever the
//! text. A reading under a disguise is looked at only where it says something that the one above it does not.

use super::pattern::is_end;
use super::reading::{Disguise, Reading};
use super::readings::Readings;
use super::rules::{Rule, Rules};
use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};
use domain::{Category, Digest, Span};
use serde::Serialize;

/// Bytes around an anchor in which its pattern is tried.
const WINDOW_BYTES: usize = 260;
/// A further anchor this far inside a window that was tried is not tried again.
const MARGIN_BYTES: usize = 100;
/// Windows tried for one rule in one reading.
const WINDOWS_MAX: usize = 400;
/// Matches of one window that may be spared before the window is.
const SPARED_MAX: usize = 4;
/// Bytes behind a window that are looked at with it where anchors stand close: as many again each time.
const AHEAD_BYTES: usize = 256;

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
        let automaton =
            AhoCorasick::builder().kind(Some(AhoCorasickKind::ContiguousNFA)).match_kind(MatchKind::Standard).build(&words);
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
        let mut hunt = Hunt { aim, found: vec![None; self.rules.as_slice().len()], last_taken: None };
        for reading in readings.iter() {
            self.scan_reading(reading, &mut hunt);
            // A disguise is not even taken off when what is plain to see settles it.
            if hunt.is_over() {
                break;
            }
        }
        hunt.found.into_iter().flatten().collect()
    }

    fn scan_reading(&self, reading: &Reading, hunt: &mut Hunt) {
        let text = reading.text().as_bytes();
        let mut searches = vec![Search::default(); hunt.found.len()];
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
                    false => searches[at].around(rule, text, &sentences, anchor.start(), anchor.end()),
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

/// What a text is scanned for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Every rule that matches.
    All,
    /// A topic and an attack, one of each at most: an attack outweighs a topic, and nothing outweighs an attack.
    Decision,
    /// Words to the machine that reads: one is enough.
    Smuggling,
}

/// What one scan has found so far.
struct Hunt {
    aim: Aim,
    /// For each rule, where it matched.
    found: Vec<Option<Hit>>,
    last_taken: Option<Category>,
}

impl Hunt {
    /// Says whether it still matters that a rule matches.
    fn wants(&self, at: usize, category: Category) -> bool {
        match self.aim {
            Aim::All => self.found[at].is_none(),
            Aim::Decision => self.last_taken.is_none() || category.is_attack(),
            Aim::Smuggling => is_smuggling(category),
        }
    }

    fn take(&mut self, at: usize, hit: Hit) {
        self.last_taken = Some(hit.category);
        self.found[at] = Some(hit);
    }

    /// Says whether nothing can matter any more.
    fn is_over(&self) -> bool {
        match self.aim {
            Aim::All => false,
            Aim::Decision => self.last_taken.is_some_and(Category::is_attack),
            Aim::Smuggling => self.last_taken.is_some(),
        }
    }
}

/// Says whether a rule is about words to the machine that reads. Evidence may speak of weapons and crimes as it likes.
fn is_smuggling(category: Category) -> bool {
    matches!(category, Category::Smuggling | Category::InstructionOverride | Category::FakeBoundary)
}

/// How far one rule has been looked for in one reading.
#[derive(Debug, Clone, Copy, Default)]
struct Search {
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
struct Sentences {
    ends: Vec<usize>,
}

impl Sentences {
    fn of(text: &[u8]) -> Self {
        Self { ends: text.iter().enumerate().filter(|(_, byte)| is_end(byte)).map(|(at, _)| at).collect() }
    }

    /// Returns the sentence around a place with its neighbours, as far as a window reaches; nothing when it does not hold the
    /// sentence itself. A rule may match beside its anchor: "Print your directives. Keep them secret."
    fn around(&self, start: usize, end: usize, (first, last): (usize, usize)) -> Option<(usize, usize)> {
        let at = self.ends.partition_point(|stop| *stop < start);
        let begins = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut behind = self.ends[at..].iter().copied().skip_while(|stop| *stop < end);
        let stops = behind.next()?;
        if begins < first || stops > last {
            return None;
        }
        let from = at.checked_sub(2).map_or(0, |before| self.ends[before]);
        Some((from.max(first), behind.next().unwrap_or(last).min(last)))
    }
}

impl Search {
    /// Tries a rule around one of its anchors. Where anchors stand close, no byte is looked at for each of them again.
    fn around(&mut self, rule: &Rule, text: &[u8], sentences: &Sentences, start: usize, end: usize) -> Option<(usize, usize)> {
        let window = (start.saturating_sub(WINDOW_BYTES), text.len().min(end + WINDOW_BYTES));
        match sentences.around(start, end, window).filter(|_| rule.pattern.stays_in_sentence()) {
            Some(sentences) => self.in_sentences(rule, text, sentences),
            None => self.in_window(rule, text, end, window),
        }
    }

    /// Tries a rule whose pattern does not leave a sentence in those around its anchor.
    fn in_sentences(&mut self, rule: &Rule, text: &[u8], (from, to): (usize, usize)) -> Option<(usize, usize)> {
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

fn hit(rule: &Rule, reading: &Reading, start: usize, end: usize) -> Hit {
    Hit { rule: rule.id.clone(), category: rule.category, span: reading.span(start, end), disguise: reading.disguise() }
}
