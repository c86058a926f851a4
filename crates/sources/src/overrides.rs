//! What an operator says of a source against the registry, and the record of who said so, when and why.
//!
//! The record is a file of JSON lines that is only ever added to. Each line carries the fingerprint of the one before it, so
//! that a line taken out or changed afterwards is noticed. What holds is the last line of each place.

use crate::{Registry, RegistryError};
use domain::{Credibility, Digest, DocumentKind, digest_bytes};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Longest name, reason or place, in bytes.
const TEXT_BYTES_MAX: usize = 500;

/// What an operator says a place is worth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// How far it is to be believed.
    pub credibility: Credibility,
    /// What sort of source it is.
    pub kind: DocumentKind,
}

/// One change: a place is set to a worth, or given back to the registry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// A domain, with a path or without: example.org, example.org/blog.
    pub place: String,
    /// What it is worth from here on; nothing gives it back to the registry.
    pub worth: Option<Worth>,
    /// Who decided.
    pub who: String,
    /// Why.
    pub why: String,
    /// When.
    pub at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    change: Change,
    /// Fingerprint of the line before; of nothing for the first.
    after: Digest,
}

/// Why an override was not taken or its record not read.
#[derive(Debug, thiserror::Error)]
pub enum OverrideError {
    /// Who or why is missing or too long.
    #[error("{0} must be 1 to {TEXT_BYTES_MAX} bytes long")]
    Unsaid(&'static str),
    /// Somebody changed the record by hand.
    #[error("line {line} of {path} does not follow from the line before it: restore the file from a backup")]
    Broken {
        /// The record.
        path: PathBuf,
        /// Where it breaks.
        line: usize,
    },
    /// Nothing to give back.
    #[error("{0} is not overridden")]
    NotOverridden(String),
    /// The place is no domain.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The file cannot be read or written.
    #[error("{path} cannot be used: {source}")]
    File {
        /// The record.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// The record of an operator's overrides.
#[derive(Debug, Clone)]
pub struct Overrides {
    path: PathBuf,
    history: Vec<Change>,
    last: Digest,
}

impl Overrides {
    /// Reads the record; one that is not there is empty.
    pub fn open(path: &Path) -> Result<Self, OverrideError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(OverrideError::File { path: path.to_owned(), source }),
        };
        let mut found = Self { path: path.to_owned(), history: Vec::new(), last: digest_bytes(b"") };
        for (at, text) in text.lines().enumerate() {
            let line = serde_json::from_str::<Line>(text).ok().filter(|line| line.after == found.last);
            let line = line.ok_or_else(|| OverrideError::Broken { path: path.to_owned(), line: at + 1 })?;
            found.last = digest_bytes(text.as_bytes());
            found.history.push(line.change);
        }
        Ok(found)
    }

    /// Returns every change ever made, oldest first.
    pub fn history(&self) -> &[Change] {
        &self.history
    }

    /// Returns what holds, by place, each with the change that made it so.
    pub fn standing(&self) -> BTreeMap<&str, &Change> {
        let mut standing = BTreeMap::new();
        for change in &self.history {
            match change.worth {
                Some(_) => standing.insert(change.place.as_str(), change),
                None => standing.remove(change.place.as_str()),
            };
        }
        standing
    }

    /// Writes one change down, on disk before it is believed.
    pub fn record(&mut self, change: Change) -> Result<(), OverrideError> {
        for (name, text) in [("who decided", &change.who), ("the reason", &change.why), ("the place", &change.place)] {
            if text.trim().is_empty() || text.len() > TEXT_BYTES_MAX {
                return Err(OverrideError::Unsaid(name));
            }
        }
        let change = Change { place: change.place.trim().to_ascii_lowercase(), ..change };
        if change.worth.is_none() && !self.standing().contains_key(change.place.as_str()) {
            return Err(OverrideError::NotOverridden(change.place));
        }
        // A place that the registry would not take must not get into the record either.
        Registry::built_in().placing(&change.place, Worth { credibility: Credibility::ONE, kind: DocumentKind::Unknown })?;
        let line = Line { after: self.last.clone(), change };
        let text = serde_json::to_string(&line).expect("plain values become JSON");
        self.append(&text).map_err(|source| OverrideError::File { path: self.path.clone(), source })?;
        self.last = digest_bytes(text.as_bytes());
        self.history.push(line.change);
        Ok(())
    }

    fn append(&self, line: &str) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(format!("{line}\n").as_bytes())?;
        file.sync_all()
    }

    /// Lays what holds over a registry.
    pub fn over(&self, registry: &Registry) -> Result<Registry, OverrideError> {
        let mut whole = registry.clone();
        for (place, change) in self.standing() {
            if let Some(worth) = change.worth {
                whole = whole.placing(place, worth)?;
            }
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(place: &str, credibility: Option<f64>) -> Change {
        let worth = |value| Worth { credibility: Credibility::clamped(value), kind: DocumentKind::Unreliable };
        Change {
            place: place.to_owned(),
            worth: credibility.map(worth),
            who: "ana".to_owned(),
            why: "three retractions in a year".to_owned(),
            at: "2026-11-16T00:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn an_override_holds_until_it_is_given_back_and_both_are_remembered() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("overrides.jsonl");
        let mut overrides = Overrides::open(&path).unwrap();
        overrides.record(change("BBC.co.uk", Some(0.3))).unwrap();
        let again = Overrides::open(&path).unwrap();
        let registry = again.over(&Registry::built_in()).unwrap();
        let standing = registry.lookup("https://news.bbc.co.uk/x");
        assert_eq!((standing.credibility.get(), standing.rule.to_string().as_str()), (0.3, "bbc.co.uk (operator)"));
        assert_ne!(registry.digest(), Registry::built_in().digest());

        overrides.record(change("bbc.co.uk", None)).unwrap();
        let again = Overrides::open(&path).unwrap();
        assert_eq!(again.over(&Registry::built_in()).unwrap().digest(), Registry::built_in().digest());
        assert_eq!(again.history().len(), 2);
        assert!(again.standing().is_empty());
    }

    #[test]
    fn a_change_without_a_reason_a_place_or_anything_to_give_back_leaves_no_trace() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("overrides.jsonl");
        let mut overrides = Overrides::open(&path).unwrap();
        let refuse = |overrides: &mut Overrides, change| overrides.record(change).unwrap_err().to_string();
        assert!(refuse(&mut overrides, Change { why: " ".to_owned(), ..change("a.org", Some(0.1)) }).contains("the reason"));
        assert!(refuse(&mut overrides, change("nodots", Some(0.1))).contains("not a domain"));
        assert!(refuse(&mut overrides, change("a.org", None)).contains("not overridden"));
        assert!(!path.exists() && overrides.history().is_empty());
    }

    #[test]
    fn a_record_changed_by_hand_is_noticed() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("overrides.jsonl");
        let mut overrides = Overrides::open(&path).unwrap();
        overrides.record(change("a.org", Some(0.3))).unwrap();
        overrides.record(change("b.org", Some(0.4))).unwrap();
        let text = std::fs::read_to_string(&path).unwrap().replacen("three", "four", 1);
        std::fs::write(&path, text).unwrap();
        assert!(matches!(Overrides::open(&path), Err(OverrideError::Broken { line: 2, .. })));
    }
}
