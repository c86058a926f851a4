//! A file of rules, read again whenever it changes.

use super::GateError;
use score::intake::{Patterns, Rules};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Largest file of rules.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// A file of rules and what it last said.
#[derive(Debug)]
pub(super) struct Followed {
    file: PathBuf,
    last: Mutex<Last>,
}

#[derive(Debug, Default)]
struct Last {
    patterns: Option<Arc<Patterns>>,
    /// When the file was last looked at as it is; a file that turned out wrong is not read again until it changes.
    seen: Option<SystemTime>,
}

impl Followed {
    /// Follows a file that is there and sound.
    pub(super) fn open(file: &Path) -> Result<Self, GateError> {
        let patterns = Some(Arc::new(Patterns::new(read(file)?)));
        Ok(Self { file: file.to_owned(), last: Mutex::new(Last { patterns, seen: changed_at(file) }) })
    }

    /// Follows a file that need not be there yet.
    pub(super) fn awaited(file: &Path) -> Self {
        Self { file: file.to_owned(), last: Mutex::default() }
    }

    /// Says whether the file is there.
    pub(super) fn is_there(&self) -> bool {
        changed_at(&self.file).is_some()
    }

    /// Returns the rules, read again when the file changed. A file that turned out wrong, or is gone, changes nothing.
    pub(super) fn patterns(&self) -> Option<Arc<Patterns>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = changed_at(&self.file);
        if now.is_some() && now != last.seen {
            last.seen = now;
            match read(&self.file) {
                Ok(rules) => last.patterns = Some(Arc::new(Patterns::new(rules))),
                Err(error) => tracing::warn!(%error, "rules that changed are not used; those before them stay"),
            }
        }
        last.patterns.clone()
    }
}

fn changed_at(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Reads a file of rules.
pub(super) fn read(path: &Path) -> Result<Rules, GateError> {
    let unreadable = |source| GateError::Unreadable { path: path.into(), source };
    let bytes = std::fs::metadata(path).map_err(unreadable)?.len();
    if bytes > FILE_BYTES_MAX {
        return Err(GateError::TooLarge { path: path.into(), bytes });
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    Rules::parse(&text).map_err(|source| GateError::Wrong { path: path.into(), source })
}
