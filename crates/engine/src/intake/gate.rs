//! The live rules and the model, and the file that the rules may come from.

use super::followed::{self, Followed};
use super::shadow::Shadow;
use score::intake::{Hit, Model, Patterns, Readings, Rules, RulesError, Tagged, Thresholds};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

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
    live: Live,
    shadow: Option<Shadow>,
}

/// Where the live rules come from.
#[derive(Debug)]
enum Live {
    BuiltIn(Arc<Patterns>),
    File(Followed),
}

impl Gate {
    /// A gate with the rules that ship.
    pub fn built_in() -> Self {
        Self::with(Live::BuiltIn(built_in()))
    }

    /// A gate with the rules of a file, which are read again whenever the file changes.
    pub fn following(path: &Path) -> Result<Self, GateError> {
        Ok(Self::with(Live::File(Followed::open(path)?)))
    }

    fn with(live: Live) -> Self {
        static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| Arc::new(Model::built_in()));
        Self { model: Arc::clone(&MODEL), thresholds: Thresholds::default(), live, shadow: None }
    }

    /// Lets the rules of another file, once it is there, see everything that comes without refusing anything.
    #[must_use]
    pub fn shadowed_by(self, path: &Path) -> Self {
        Self { shadow: Some(Shadow::of(path)), ..self }
    }

    /// Returns the live rules, read again when their file changed. A file that turned out wrong changes nothing.
    pub fn patterns(&self) -> Arc<Patterns> {
        match &self.live {
            Live::BuiltIn(patterns) => Arc::clone(patterns),
            Live::File(followed) => followed.patterns().unwrap_or_else(built_in),
        }
    }

    /// Shows a text to the rules in shadow, when there are any.
    pub(super) fn show_shadow(&self, live: &Patterns, readings: &Readings, hits: &[Hit]) {
        if let Some(shadow) = &self.shadow {
            shadow.observe(live, readings, hits);
        }
    }

    /// Tells how the rules in shadow do against tagged texts and against those who came; nothing when there are none.
    pub fn shadow_report(&self, tagged: &[Tagged]) -> Option<Value> {
        self.shadow.as_ref()?.report(&self.patterns(), tagged)
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns where the cascade turns.
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    /// Reads a file of rules without putting it to use.
    pub fn read_rules(path: &Path) -> Result<Rules, GateError> {
        followed::read(path)
    }
}

fn built_in() -> Arc<Patterns> {
    static BUILT_IN: LazyLock<Arc<Patterns>> = LazyLock::new(|| Arc::new(Patterns::new(Rules::built_in())));
    Arc::clone(&BUILT_IN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Tag;
    use std::time::{Duration, SystemTime};

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

    #[test]
    fn rules_in_shadow_are_counted_and_measured_and_refuse_nothing() {
        let room = tempfile::tempdir().unwrap();
        let (live, next) = (room.path().join("rules.toml"), room.path().join("next.toml"));
        write(&live, &rule("alpha"), 1);
        let gate = Gate::following(&live).unwrap().shadowed_by(&next);
        let come = |text: &str| {
            let (live, readings) = (gate.patterns(), Readings::of(text));
            let hits = live.settle(&readings);
            gate.show_shadow(&live, &readings, &hits);
            hits.len()
        };
        assert_eq!(come("beta"), 0);
        assert_eq!(gate.shadow_report(&[]), None, "nothing is in shadow yet");
        write(&next, &rule("beta"), 2);
        assert_eq!(["alpha", "beta", "gamma", "alpha beta"].map(come), [1, 0, 0, 1]);
        let row = |text: &str, tag| Tagged { text: text.into(), tag, first: vec![] };
        let tagged = [row("beta", Tag::TrulyHarmful), row("a beta", Tag::IntakeFalsePositive), row("alpha", Tag::TrulyHarmful)];
        let report = gate.shadow_report(&tagged).unwrap();
        assert_eq!((&report["shadow"]["precision"], &report["shadow"]["recall"]), (&0.5.into(), &0.5.into()));
        assert_eq!((&report["live"]["precision"], &report["shadow"]["version"]), (&1.0.into(), &"beta".into()));
        let traffic = |report: &Value| {
            ["screened", "refused_by_live_only", "refused_by_shadow_only", "refused_by_both"]
                .map(|name| report["traffic"][name].as_u64().unwrap())
        };
        assert_eq!(traffic(&report), [4, 1, 1, 1]);
        write(&next, &rule("gamma"), 3);
        assert_eq!(traffic(&gate.shadow_report(&tagged).unwrap()), [0; 4], "another set is counted afresh");
        std::fs::remove_file(&next).unwrap();
        assert_eq!(gate.shadow_report(&tagged), None);
    }
}
