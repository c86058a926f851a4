//! The effective configuration and where each value comes from: defaults, file, environment, flags; the later wins.

mod file;
mod schema;
mod words;

pub use schema::{figure, schema};
pub use words::{WORDINGS, Wording};

use crate::failure::Failure;
use score::oversight::snapshot::Floors;
use score::verify::{Budget, Knob, Policy, PolicyError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    /// Nobody said otherwise.
    Default,
    /// A line of the configuration file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: usize,
    },
    /// A variable of the same name.
    Environment,
    /// `--set` on the command line.
    Flag,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Environment => f.write_str("environment"),
            Self::Flag => f.write_str("--set"),
        }
    }
}

/// What was said before anything is checked: one name, one value, one place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Said {
    name: String,
    value: String,
    origin: Origin,
}

/// Where the configuration is read from.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// A file that must exist.
    pub named: Option<PathBuf>,
    /// A file that is read when it exists.
    pub usual: Option<PathBuf>,
    /// The environment's variables.
    pub environment: BTreeMap<String, String>,
    /// `NAME=VALUE` pairs of the command line, in order.
    pub flags: Vec<String>,
}

/// The effective configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The numbers that the verification rules use.
    pub policy: Policy,
    /// What a claim may cost on the web, and how long its answer keeps.
    pub budget: Budget,
    /// What the weekly accounts of refusals are held to.
    pub floors: Floors,
    words: BTreeMap<&'static str, String>,
    origins: BTreeMap<&'static str, Origin>,
}

impl Settings {
    /// Reads every place in order and checks the values one by one and as a set.
    ///
    /// All that is wrong is told at once, so that a file is mended in one go.
    pub fn read(places: &Places) -> Result<Self, Failure> {
        let mut settings = Self {
            policy: Policy::default(),
            budget: Budget::default(),
            floors: Floors::default(),
            words: BTreeMap::new(),
            origins: BTreeMap::new(),
        };
        let mut wrong = Vec::new();
        for said in Self::said(places)? {
            if let Err(problem) = settings.apply(&said) {
                wrong.push(format!("{problem} ({})", said.origin));
            }
        }
        if wrong.is_empty() {
            wrong.extend(settings.policy.check().iter().chain(&settings.floors.check()).map(ToString::to_string));
        }
        match wrong.is_empty() {
            true => Ok(settings),
            false => Err(refusal(&wrong)),
        }
    }

    /// Returns where the value of a knob comes from.
    pub fn origin(&self, knob: &Knob) -> &Origin {
        self.origin_of(knob.name)
    }

    /// Returns where the value of a setting comes from, by its name.
    pub fn origin_of(&self, name: &str) -> &Origin {
        self.origins.get(name).unwrap_or(&Origin::Default)
    }

    /// Returns a setting in words; empty when it is off.
    pub fn word(&self, name: &str) -> &str {
        let default = || Wording::named(name).map_or("", |wording| wording.default);
        self.words.get(name).map_or_else(default, String::as_str)
    }

    /// Returns the value of a knob, wherever it belongs.
    pub fn value(&self, knob: &Knob) -> f64 {
        let others = || self.budget.get(knob.name).or_else(|| self.floors.get(knob.name));
        self.policy.get(knob.name).or_else(others).expect("every knob has a value")
    }

    /// Says which settings are laxer than advised.
    pub fn warnings(&self) -> Vec<String> {
        [self.policy.warnings(), self.floors.warnings()].concat()
    }

    /// Returns how many knobs were turned, wherever.
    pub fn turned(&self) -> usize {
        self.origins.len()
    }

    fn said(places: &Places) -> Result<Vec<Said>, Failure> {
        let mut all = match (&places.named, &places.usual) {
            (Some(path), _) => file::read(path)?,
            (None, Some(path)) if path.is_file() => file::read(path)?,
            _ => Vec::new(),
        };
        let from_environment = |name: &str| {
            let value = places.environment.get(name)?.clone();
            Some(Said { name: name.to_owned(), value, origin: Origin::Environment })
        };
        let names = knobs().map(|knob| knob.name).chain(WORDINGS.iter().map(|wording| wording.name));
        all.extend(names.filter_map(from_environment));
        for flag in &places.flags {
            all.push(pair(flag)?);
        }
        Ok(all)
    }

    fn apply(&mut self, said: &Said) -> Result<(), String> {
        if let Some(wording) = Wording::named(&said.name) {
            self.words.insert(wording.name, said.value.trim().to_owned());
            self.origins.insert(wording.name, said.origin.clone());
            return Ok(());
        }
        let Some(knob) = knobs().find(|knob| knob.name == said.name) else {
            return Err(PolicyError::unknown(&said.name, knobs()).to_string());
        };
        let value = number(knob, &said.value).ok_or_else(|| format!("{} = {:?} is not a number", said.name, said.value))?;
        let turned = match () {
            () if self.budget.get(knob.name).is_some() => self.budget.set(knob.name, value),
            () if self.floors.get(knob.name).is_some() => self.floors.set(knob.name, value),
            () => self.policy.set(knob.name, value),
        };
        turned.map_err(|error| error.to_string())?;
        self.origins.insert(knob.name, said.origin.clone());
        Ok(())
    }
}

/// Every number that may be turned: the policy's first, then the budget's and the floors'.
pub fn knobs() -> impl Iterator<Item = &'static Knob> {
    Policy::KNOBS.iter().chain(Budget::KNOBS).chain(&Floors::KNOBS)
}

/// A knob that is only off or on.
pub(crate) fn is_switch(knob: &Knob) -> bool {
    knob.is_whole && knob.min == 0.0 && knob.max == 1.0
}

fn number(knob: &Knob, text: &str) -> Option<f64> {
    match text.trim() {
        "true" if is_switch(knob) => Some(1.0),
        "false" if is_switch(knob) => Some(0.0),
        text => text.parse().ok(),
    }
}

fn pair(flag: &str) -> Result<Said, Failure> {
    let Some((name, value)) = flag.split_once('=') else {
        let what = format!("--set {flag} has no value");
        return Err(Failure::usage(what, "Write it as --set NAME=VALUE; `probity config show` lists the names."));
    };
    Ok(Said { name: name.trim().to_owned(), value: value.to_owned(), origin: Origin::Flag })
}

fn refusal(wrong: &[String]) -> Failure {
    let next = "Correct it and run again; `probity config show` lists every setting, `probity config schema` its range.";
    match wrong {
        [only] => Failure::usage(only, next),
        several => Failure::usage(format!("{} settings are wrong:\n  {}", several.len(), several.join("\n  ")), next),
    }
}

/// Returns the path of the usual configuration file in a data directory.
pub fn usual_file(data: &Path) -> PathBuf {
    data.join("probity.toml")
}

#[cfg(test)]
mod tests;
