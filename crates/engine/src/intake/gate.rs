//! The live rules and the model, and the file that the rules may come from.

use score::intake::{Model, Patterns, Rules, RulesError, Thresholds};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

/// Largest file of rules.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// Why a file of rules is not used.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// It cannot be read.
    #[error("the intake rules {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is too large to be one.
    #[error("the intake rules {} have {bytes} bytes, more than any rule set has: name the right file", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// What it says is wrong.
    #[error("the intake rules {} are wrong:\n{source}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// All that is wrong.
        source: RulesError,
    },
}

/// What is let in, decided by rules that may change while we run.
#[derive(Debug)]
pub struct Gate {
    model: Arc<Model>,
    thresholds: Thresholds,
    file: Option<PathBuf>,
    live: Mutex<Live>,
}

#[derive(Debug)]
struct Live {
    patterns: Arc<Patterns>,
    /// When the file was last looked at as it is; a file that turned out wrong is not read again until it changes.
    seen: Option<SystemTime>,
}

impl Gate {
    /// A gate with the rules that ship.
    pub fn built_in() -> Self {
        static BUILT_IN: LazyLock<Arc<Patterns>> = LazyLock::new(|| Arc::new(Patterns::new(Rules::built_in())));
        Self::with(Arc::clone(&BUILT_IN), None, None)
    }

    /// A gate with the rules of a file, which are read again whenever the file changes.
    pub fn following(path: &Path) -> Result<Self, GateError> {
        let patterns = Patterns::new(read(path)?);
        Ok(Self::with(Arc::new(patterns), Some(path.to_owned()), changed_at(path)))
    }

    fn with(patterns: Arc<Patterns>, file: Option<PathBuf>, seen: Option<SystemTime>) -> Self {
        let live = Mutex::new(Live { patterns, seen });
        static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| Arc::new(Model::built_in()));
        Self { model: Arc::clone(&MODEL), thresholds: Thresholds::default(), file, live }
    }

    /// Returns the live rules, read again when their file changed. A file that turned out wrong changes nothing.
    pub fn patterns(&self) -> Arc<Patterns> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &self.file else { return Arc::clone(&live.patterns) };
        let now = changed_at(path);
        if now.is_some() && now != live.seen {
            live.seen = now;
            match read(path) {
                Ok(rules) => live.patterns = Arc::new(Patterns::new(rules)),
                Err(error) => tracing::warn!(%error, "the intake rules stay at {}", live.patterns.hash().short()),
            }
        }
        Arc::clone(&live.patterns)
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns where the cascade turns.
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds
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

impl Gate {
    /// Reads a file of rules without putting it to use.
    pub fn read_rules(path: &Path) -> Result<Rules, GateError> {
        read(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn rule(word: &str) -> String {
        format!(
            "version = \"{word}\"\n[[rule]]\nid = \"r\"\ncategory = \"weapons\"\nanchors = [\"{word}\"]\npattern = '{word}'\n"
        )
    }

    fn write(path: &Path, text: &str, second: u64) {
        std::fs::write(path, text).unwrap();
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
    }

    #[test]
    fn rules_follow_their_file_and_a_broken_file_changes_nothing() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("rules.toml");
        write(&path, &rule("alpha"), 1);
        let gate = Gate::following(&path).unwrap();
        assert_eq!(gate.patterns().rules().label(), "alpha");
        write(&path, "version = ", 2);
        assert_eq!(gate.patterns().rules().label(), "alpha");
        write(&path, &rule("beta"), 3);
        assert_eq!(gate.patterns().rules().label(), "beta");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(gate.patterns().rules().label(), "beta");
    }

    #[test]
    fn a_gate_does_not_open_on_rules_that_are_wrong() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("rules.toml");
        assert!(Gate::following(&path).unwrap_err().to_string().contains("cannot be read"));
        write(&path, "version = \"x\"\n", 1);
        assert!(Gate::following(&path).unwrap_err().to_string().contains("no [[rule]]"));
    }
}
