//! One answer out of many labels: what the crowd said, and how far each of its members can be relied on.
//!
//! Every method reads the same [`Labels`] and gives the same [`Aggregated`]: a posterior over the classes for each task, a
//! skill for each worker. Nothing is left to chance, and sums run in a fixed order, so the result does not depend on how many
//! threads there are.

mod dawid_skene;
mod digamma;
mod glad;
mod grouped;
mod labels;
mod mace;
mod majority;
mod wawa;

pub use labels::{Aggregated, Label, Labels, LabelsError};

use std::fmt;
use std::str::FromStr;

/// How labels become one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// The commonest label; a worker's skill is how often it is the worker's.
    Majority,
    /// Worker agreement with aggregate: votes weighed by how often the worker is with the majority.
    Wawa,
    /// A confusion matrix for each worker (Dawid and Skene 1979).
    DawidSkene,
    /// Ability of workers and difficulty of tasks (Whitehill et al. 2009).
    Glad,
    /// Workers who know and workers who spam (Hovy et al. 2013).
    Mace,
}

impl Method {
    /// All of them, from the simplest on.
    pub const ALL: [Self; 5] = [Self::Majority, Self::Wawa, Self::DawidSkene, Self::Glad, Self::Mace];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Majority => "majority",
            Self::Wawa => "wawa",
            Self::DawidSkene => "dawid-skene",
            Self::Glad => "glad",
            Self::Mace => "mace",
        }
    }

    /// Returns what its skill of a worker means.
    pub fn skill_meaning(self) -> &'static str {
        match self {
            Self::Majority | Self::Wawa => "share of the worker's labels that are the majority's",
            Self::DawidSkene => "probability of the right label, classes as common as they are",
            Self::Glad => "ability: 0 guesses, larger is better, below 0 misleads",
            Self::Mace => "probability of knowing rather than guessing",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no method {0:?}: choose majority, wawa, dawid-skene, glad or mace")]
pub struct UnknownMethod(String);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|method| method.word() == word).ok_or_else(|| UnknownMethod(word.to_owned()))
    }
}

/// Aggregates a table.
pub fn aggregate(labels: &Labels, method: Method) -> Aggregated {
    match method {
        Method::Majority => majority::aggregate(labels),
        Method::Wawa => wawa::aggregate(labels),
        Method::DawidSkene => dawid_skene::aggregate(labels),
        Method::Glad => glad::aggregate(labels),
        Method::Mace => mace::aggregate(labels),
    }
}

#[cfg(test)]
mod tests;
