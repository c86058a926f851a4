//! One pattern of a rule, compiled when it is first needed.
//!
//! Counted gaps ("at most seventy characters in between") make large automatons, whose states are built again and again on text
//! that comes close. So a pattern is asked twice: first without its counts, which says no to nearly every window and is quick,
//! and as it was written only where that says yes.

use regex::bytes::{Match, Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Capture, Class, Hir, HirKind, Repetition};
use std::sync::OnceLock;

/// Largest compiled pattern.
const PATTERN_BYTES_MAX: usize = 8 << 20;
/// Memory in which one thread keeps the states of one automaton.
const STATES_BYTES_MAX: usize = 2 << 20;
/// Counts up to this are kept: they cost little.
const COUNT_MAX: u32 = 4;

/// A regular expression over folded text.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    source: String,
    exact: OnceLock<Result<Regex, String>>,
    loose: OnceLock<Option<Regex>>,
    stays: OnceLock<bool>,
}

impl Pattern {
    pub(super) fn new(source: String) -> Self {
        Self { source, exact: OnceLock::new(), loose: OnceLock::new(), stays: OnceLock::new() }
    }

    /// Compiles for folded text, where every letter of interest is ASCII; linear time is the library's promise.
    pub(super) fn compiled(&self) -> &Result<Regex, String> {
        self.exact.get_or_init(|| compiled(&self.source))
    }

    /// The same without its counts: it matches whatever the exact one does, and more.
    fn loose(&self) -> Option<&Regex> {
        self.loose.get_or_init(|| uncounted(&self.source).and_then(|source| compiled(&source).ok())).as_ref()
    }

    /// Finds the first match from a place on. A pattern that is no pattern never gets into a rule set: `Rules::parse` turns it away.
    pub(super) fn find_at<'t>(&self, text: &'t [u8], from: usize) -> Option<Match<'t>> {
        self.compiled().as_ref().ok()?.find_at(text, from)
    }

    /// Returns an end that no match from a place on comes before; nothing when there is none to the end of the text.
    pub(super) fn earliest_end(&self, text: &[u8], from: usize) -> Option<usize> {
        self.loose().or_else(|| self.compiled().as_ref().ok())?.shortest_match_at(text, from)
    }

    /// Says whether what it matches never reaches over the end of a sentence, but may begin with that of the one before.
    pub(super) fn stays_in_sentence(&self) -> bool {
        *self.stays.get_or_init(|| parsed(&self.source).is_some_and(|parsed| !reaches_over(&parsed)))
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.earliest_end(text, 0).is_some() && self.find_at(text, 0).is_some()
    }
}

fn compiled(source: &str) -> Result<Regex, String> {
    RegexBuilder::new(source)
        .unicode(false)
        .size_limit(PATTERN_BYTES_MAX)
        .dfa_size_limit(STATES_BYTES_MAX)
        .build()
        .map_err(|error| error.to_string().lines().last().unwrap_or_default().trim().to_owned())
}

fn parsed(source: &str) -> Option<Hir> {
    ParserBuilder::new().unicode(false).utf8(false).build().parse(source).ok()
}

/// Says whether a byte ends a sentence.
pub(super) fn is_end(byte: &u8) -> bool {
    matches!(byte, b'.' | b'?' | b'!')
}

/// Says whether a part of a pattern can match the end of a sentence.
fn has_end(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.iter().any(is_end),
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).any(|b| is_end(&b)))
        }
        HirKind::Class(Class::Unicode(_)) => true,
        HirKind::Repetition(repetition) => has_end(&repetition.sub),
        HirKind::Capture(capture) => has_end(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(has_end),
    }
}

/// The same, anywhere but at the very beginning of what the part matches.
fn reaches_over(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => false,
        HirKind::Literal(literal) => literal.0.iter().skip(1).any(is_end),
        HirKind::Repetition(repetition) if repetition.max == Some(1) => reaches_over(&repetition.sub),
        HirKind::Repetition(repetition) => has_end(&repetition.sub),
        HirKind::Capture(capture) => reaches_over(&capture.sub),
        HirKind::Alternation(parts) => parts.iter().any(reaches_over),
        HirKind::Concat(parts) => {
            let mut wide = parts.iter().skip_while(|part| part.properties().maximum_len() == Some(0));
            wide.next().is_some_and(reaches_over) || wide.any(has_end)
        }
    }
}

/// Returns a pattern without the upper limits of its counts; nothing when it has none to take away.
fn uncounted(source: &str) -> Option<String> {
    let parsed = parsed(source)?;
    let loose = without_counts(&parsed);
    (loose != parsed).then(|| loose.to_string())
}

fn without_counts(part: &Hir) -> Hir {
    match part.kind() {
        HirKind::Repetition(repetition) => {
            let max = repetition.max.filter(|max| *max <= COUNT_MAX);
            let min = repetition.min.min(COUNT_MAX);
            let sub = Box::new(without_counts(&repetition.sub));
            Hir::repetition(Repetition { min, max, greedy: repetition.greedy, sub })
        }
        HirKind::Capture(capture) => {
            let sub = Box::new(without_counts(&capture.sub));
            Hir::capture(Capture { index: capture.index, name: capture.name.clone(), sub })
        }
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_counts).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(without_counts).collect()),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => part.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_its_counts_matches_all_that_it_did_and_the_counts_still_decide() {
        let counted = Pattern::new(r"\bmake\b[^.?!\n]{1,30}?\bbombs?\b".to_owned());
        assert!(counted.is_match(b"make me a bomb"));
        let far: &[u8] = b"make a chair and a table and another chair and then a bomb";
        assert!(counted.loose().unwrap().is_match(far));
        assert!(!counted.is_match(far), "thirty characters are thirty characters");
        assert!(!counted.is_match(b"make tea. a bomb"));
    }

    #[test]
    fn a_pattern_that_reaches_over_the_end_of_a_sentence_is_told_from_one_that_only_begins_there() {
        let stays = |source: &str| Pattern::new(source.to_owned()).stays_in_sentence();
        assert!(stays(r"\bmake\b[^.?!\n]{1,30}?\bbombs?\b"));
        assert!(stays(r"(?:^|[.?!:] ?|please )make\b[^.?!]*\bbombs?\b"));
        assert!(!stays(r"\bmake\b.{1,30}?\bbombs?\b"));
        assert!(!stays(r"\bmake (?:it|that)[.] ?now\b"));
        assert!(!stays("(bomb"));
    }

    #[test]
    fn a_pattern_without_counts_is_asked_once() {
        assert!(Pattern::new("bombs?".to_owned()).loose().is_none());
        assert!(Pattern::new("(bomb".to_owned()).loose().is_none());
    }
}
