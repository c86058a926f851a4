//! The shelf a document stands on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a corpus: lower-case letters, digits, `-`, `_` and `.`, at most 64.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct CorpusName(String);

impl CorpusName {
    /// Where `probity ingest` puts things unless told otherwise.
    pub const LIBRARY: &'static str = "library";
    /// The starter notes that come with Probity.
    pub const NOTES: &'static str = "notes";

    /// Pages that were brought from the web.
    pub const WEB: &'static str = "web";

    /// Accepts a well-formed name.
    pub fn new(name: &str) -> Option<Self> {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.');
        let fits = (1..=64).contains(&name.len()) && name.bytes().all(is_plain) && !name.starts_with('.');
        fits.then(|| Self(name.to_owned()))
    }

    /// The default corpus.
    pub fn library() -> Self {
        Self(Self::LIBRARY.to_owned())
    }

    /// The corpus of starter notes.
    pub fn notes() -> Self {
        Self(Self::NOTES.to_owned())
    }

    /// The corpus of pages from the web.
    pub fn web() -> Self {
        Self(Self::WEB.to_owned())
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CorpusName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for CorpusName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Self::new(&name).ok_or_else(|| format!("{name:?} is not a corpus name like my-notes"))
    }
}

impl From<CorpusName> for String {
    fn from(name: CorpusName) -> Self {
        name.0
    }
}
