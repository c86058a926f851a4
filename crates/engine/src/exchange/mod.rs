//! Other people's files: claims and corpora in, answers out, in FEVER's, SciFact's and schema.org's formats.
//!
//! A format is one file with its two directions. What comes in is either a list of claims ([`claims()`]) or documents
//! ([`Holding`]); what goes out is made from stored checks, one line a claim, or where people overturned them one line a sentence
//! that was misread ([`Lessons`]).

mod claim_review;
mod claims;
mod fever;
mod scifact;
mod training;

pub use claim_review::claim_reviews;
pub use claims::{BATCH_CLAIMS_MAX, Posed, claims};
pub use fever::prediction as fever_prediction;
pub use scifact::prediction as scifact_prediction;
pub use training::Lessons;

use crate::eval::rows;
use crate::{Engine, EngineError};
use domain::{Check, CheckId};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// What a file of a collection holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Holding {
    /// Claims to be checked.
    Claims(Vec<Posed>),
    /// Documents to look in, one row each in the shape that `ingest` reads.
    Documents(Vec<Value>),
}

/// Reads a file of FEVER's: its claims, or a file of its Wikipedia pages.
pub fn fever(path: &Path) -> Result<Holding, EngineError> {
    holding(path, "lines", fever::page)
}

/// Reads a file of SciFact's: its claims, or its corpus.
pub fn scifact(path: &Path) -> Result<Holding, EngineError> {
    holding(path, "abstract", |row| Some(row.clone()))
}

/// Rows that have the field only documents have are documents; all others are claims.
fn holding(path: &Path, mark: &str, document: fn(&Value) -> Option<Value>) -> Result<Holding, EngineError> {
    let first: Vec<Value> = rows::json_lines(path, Some(1))?;
    if first.first().is_none_or(|row| row.get(mark).is_none()) {
        return claims(path).map(Holding::Claims);
    }
    let all: Vec<(usize, Value)> = rows::numbered_json_lines(path, None)?;
    let read = |(line, row): &(usize, Value)| {
        let why = format!("a row of this file has an id and {mark}");
        document(row).ok_or(EngineError::Malformed { path: path.into(), line: *line, why })
    };
    all.iter().map(read).collect::<Result<Vec<Value>, _>>().map(Holding::Documents)
}

/// Checks listed at a time while looking for a text.
const LISTED: u32 = 200;

impl Engine {
    /// Returns a stored check.
    pub async fn stored_check(&self, id: CheckId) -> Result<Check, EngineError> {
        Ok(self.stored(id).await?.check)
    }

    /// Returns the latest check of each claim that was asked in these very words, in the order of the claims; nothing for
    /// a claim that never was.
    pub async fn latest_checks(&self, posed: &[Posed]) -> Result<Vec<Option<Check>>, EngineError> {
        let mut wanted: HashMap<String, Option<CheckId>> =
            posed.iter().map(|posed| (posed.claim.trim().to_owned(), None)).collect();
        let mut missing = wanted.len();
        let mut before = None;
        while missing > 0 {
            let listed = self.store.recent_checks(before, LISTED).await?;
            let Some(last) = listed.last() else { break };
            before = Some(last.id);
            for recent in &listed {
                if let Some(found @ None) = wanted.get_mut(recent.text.trim()) {
                    *found = Some(recent.id);
                    missing -= 1;
                }
            }
        }
        let mut checks = Vec::with_capacity(posed.len());
        for posed in posed {
            checks.push(match wanted.get(posed.claim.trim()).copied().flatten() {
                Some(id) => Some(self.stored_check(id).await?),
                None => None,
            });
        }
        Ok(checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_page_is_named_by_its_line_of_the_file_behind_an_empty_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("wiki.jsonl");
        let pages = [r#"{"id": "Ice", "lines": "0\tIce floats."}"#, "", r#"{"id": "Sea", "lines": "first\tThe sea is wide."}"#];
        std::fs::write(&path, pages.join("\n")).unwrap();
        let error = fever(&path).unwrap_err().to_string();
        assert!(error.contains("wiki.jsonl:3: a row of this file has an id and lines"), "{error}");
    }
}
