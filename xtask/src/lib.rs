//! The invariants of the house, as checks over `cargo metadata` and over the text of the tracked files.
//!
//! Each finding names a place and says what to do. `cargo xtask tidy` prints them; `tests/tidy.rs` fails on them.

pub mod graph;
pub mod rules;
pub mod text;

use std::fmt;
use std::path::{Path, PathBuf};

/// One broken invariant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the root, or the crate.
    pub place: String,
    /// The line, counted from one; zero when it is about the whole.
    pub line: usize,
    /// What is wrong and what to do about it.
    pub advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.place, self.advice),
            line => write!(f, "{}:{line}: {}", self.place, self.advice),
        }
    }
}

/// Returns the root of the workspace.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Checks every invariant.
pub fn tidy(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let mut found = graph::Graph::read(root)?.findings();
    for file in text::tracked(root)? {
        found.extend(rules::findings(&file));
    }
    found.sort();
    Ok(found)
}
