//! The weekly accounts of agreement: written once, acknowledged by people, decided on by people.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{Digest, ReviewerId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Most snapshots listed at once.
pub const SNAPSHOTS_MAX: u32 = 1_000;

/// Names one version of one week's account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SnapshotKey {
    /// The week, as in 2026-W46.
    pub week: String,
    /// Counted from one; a re-run is a new one.
    pub version: u32,
}

/// What the methodology maintainer decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MethodologyOutcome {
    /// Say more exactly what the tags mean.
    TightenDefinitions,
    /// Train reviewers.
    TrainReviewers,
    /// Move a floor.
    AdjustThreshold,
    /// Leave it as it is.
    NoChange,
}

impl MethodologyOutcome {
    /// All four.
    pub const ALL: [Self; 4] = [Self::TightenDefinitions, Self::TrainReviewers, Self::AdjustThreshold, Self::NoChange];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::TightenDefinitions => "tighten_definitions",
            Self::TrainReviewers => "train_reviewers",
            Self::AdjustThreshold => "adjust_threshold",
            Self::NoChange => "no_change",
        }
    }
}

impl std::str::FromStr for MethodologyOutcome {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let words = || Self::ALL.map(Self::word).join(", ");
        let same = |outcome: &Self| outcome.word() == word.replace('-', "_");
        Self::ALL.into_iter().find(same).ok_or_else(|| format!("{word:?} is none of {}", words()))
    }
}

/// Somebody has seen it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acknowledgement {
    /// Who.
    pub by: ReviewerId,
    /// When.
    pub at: Timestamp,
}

/// What was decided about it, and why. Nothing changes by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodologyDecision {
    /// Who.
    pub by: ReviewerId,
    /// When.
    pub at: Timestamp,
    /// What.
    pub outcome: MethodologyOutcome,
    /// Why.
    pub rationale: String,
}

/// An account to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSnapshot {
    /// The week, as in 2026-W46.
    pub week: String,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Fingerprint of what it was made from.
    pub input_hash: Digest,
    /// The account itself.
    pub body: Value,
}

/// A snapshot as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredSnapshot {
    /// Its name.
    pub key: SnapshotKey,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Fingerprint of what it was made from.
    pub input_hash: Digest,
    /// The account itself.
    pub body: Value,
    /// Who has seen it.
    pub acknowledgement: Option<Acknowledgement>,
    /// What was decided about it.
    pub decisions: Vec<MethodologyDecision>,
}

/// Keeps snapshots. A snapshot never changes; what people say of it stands beside it.
#[async_trait]
pub trait Snapshots: Send + Sync {
    /// Keeps an account of a week under the next version. The same account of the same input is kept once, and then nothing
    /// goes along.
    async fn save_snapshot(&self, new: &NewSnapshot, along: Along) -> Result<SnapshotKey, StoreError>;

    /// Returns the latest version of each week, latest week first.
    async fn snapshots(&self, limit: u32) -> Result<Vec<StoredSnapshot>, StoreError>;

    /// Returns one version of a week, or the latest.
    async fn snapshot(&self, week: &str, version: Option<u32>) -> Result<Option<StoredSnapshot>, StoreError>;

    /// Says that somebody has seen it. False when somebody has said so before, and then nothing goes along.
    async fn acknowledge_snapshot(&self, key: &SnapshotKey, seen: &Acknowledgement, along: Along) -> Result<bool, StoreError>;

    /// Records a decision about it.
    async fn decide_snapshot(&self, key: &SnapshotKey, decision: &MethodologyDecision, along: Along) -> Result<(), StoreError>;
}
