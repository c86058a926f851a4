//! Where a claim was looked for, and how that was decided.

use domain::{Check, CorpusName, Verdict};
use std::path::PathBuf;

/// A corpus to look in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// Which one.
    pub corpus: CorpusName,
    /// How it came to be that one.
    pub by: By,
}

/// How a corpus was decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// Somebody named it.
    Name,
    /// Somebody named the directory or file that it was read from.
    Path(PathBuf),
    /// Nobody said anything.
    Custom,
}

impl Looked {
    /// Says where, for people; where that did not suffice, also where else they could look.
    pub fn told(&self, check: &Check) -> String {
        let is_open = check.claims.iter().any(|claim| claim.verdict == Verdict::InsufficientEvidence);
        match (self.corpus.as_str(), &self.by) {
            (_, By::Path(path)) => path.display().to_string(),
            (CorpusName::NOTES, _) => "the starter notes, which are no source of record".to_owned(),
            (CorpusName::LIBRARY, By::Custom) if is_open => "your library; the starter notes: --corpus notes".to_owned(),
            (CorpusName::LIBRARY, _) => "your library".to_owned(),
            (name, _) => format!("the corpus {name}"),
        }
    }
}
