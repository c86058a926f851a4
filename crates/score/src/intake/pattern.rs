//! One pattern of a rule, compiled when it is first needed.

use regex::bytes::{Match, Regex, RegexBuilder};
use std::sync::OnceLock;

/// Largest compiled pattern.
const PATTERN_BYTES_MAX: usize = 8 << 20;

/// A regular expression over folded text.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    source: String,
    compiled: OnceLock<Result<Regex, String>>,
}

impl Pattern {
    pub(super) fn new(source: String) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// Compiles for folded text, where every letter of interest is ASCII; linear time is the library's promise.
    pub(super) fn compiled(&self) -> &Result<Regex, String> {
        self.compiled.get_or_init(|| {
            RegexBuilder::new(&self.source)
                .unicode(false)
                .size_limit(PATTERN_BYTES_MAX)
                .dfa_size_limit(PATTERN_BYTES_MAX)
                .build()
                .map_err(|error| error.to_string().lines().last().unwrap_or_default().trim().to_owned())
        })
    }

    /// Finds the first match. A pattern that is no pattern never gets into a rule set: `Rules::parse` turns it away.
    pub(super) fn find<'t>(&self, text: &'t [u8]) -> Option<Match<'t>> {
        self.compiled().as_ref().ok()?.find(text)
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.find(text).is_some()
    }
}
