//! Names of things. Two kinds of id are two types, so that one cannot stand in for the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

/// A document of a corpus: the corpus's own id when it has one, else made from the content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DocumentId(String);

impl DocumentId {
    /// Longest id accepted from outside, in bytes.
    pub const BYTES_MAX: usize = 512;

    /// Accepts a non-empty id without control characters.
    pub fn new(id: impl Into<String>) -> Option<Self> {
        let id = id.into();
        let fits = !id.trim().is_empty() && id.len() <= Self::BYTES_MAX && !id.chars().any(char::is_control);
        fits.then_some(Self(id))
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A passage: a run of sentences of one document, counted from zero.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PassageId {
    /// The document it is part of.
    pub document: DocumentId,
    /// Which of the document's passages it is.
    pub ordinal: u32,
}

impl fmt::Display for PassageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.document, self.ordinal)
    }
}

/// One check: a question asked once and its stored answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CheckId(Uuid);

impl CheckId {
    /// Makes an id from the time of asking and ten bytes of chance, both brought by the caller.
    pub fn from_parts(unix_ms: u64, chance: [u8; 10]) -> Self {
        Self(uuid::Builder::from_unix_timestamp_millis(unix_ms, &chance).into_uuid())
    }

    /// Returns the underlying UUID.
    pub fn uuid(self) -> Uuid {
        self.0
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for CheckId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self)
    }
}

/// One piece of evidence within one assessment: `e1`, `e2` … in the order of rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvidenceId(u32);

impl EvidenceId {
    /// The id of the `rank`-th piece, counted from one.
    pub fn ranked(rank: u32) -> Self {
        Self(rank)
    }

    /// Returns the rank, counted from one.
    pub fn rank(self) -> u32 {
        self.0
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl Serialize for EvidenceId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EvidenceId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let rank = text.strip_prefix('e').and_then(|n| n.parse().ok());
        rank.map(Self).ok_or_else(|| serde::de::Error::custom(format!("{text} is not an evidence id like e1")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_the_wire() {
        let id = CheckId::from_parts(1_700_000_000_000, [7; 10]);
        assert_eq!(id.to_string().parse::<CheckId>().unwrap(), id);
        let evidence: EvidenceId = serde_json::from_str("\"e3\"").unwrap();
        assert_eq!(serde_json::to_string(&evidence).unwrap(), "\"e3\"");
        assert!(serde_json::from_str::<EvidenceId>("\"3\"").is_err());
    }

    #[test]
    fn an_empty_or_endless_document_id_is_refused() {
        assert!(DocumentId::new("  ").is_none());
        assert!(DocumentId::new("x".repeat(513)).is_none());
        assert!(DocumentId::new("a\nb").is_none());
        assert!(DocumentId::new("4983").is_some());
    }
}
