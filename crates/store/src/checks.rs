//! The checks that were made, each with everything needed to make it again.

use crate::{Along, StoreError, canonical};
use async_trait::async_trait;
use domain::{ActorId, Assessment, Check, CheckId, CorpusName, Digest, SCHEMA_VERSION, Snapshot, Summary, claim_key};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Most checks listed at once.
pub const RECENT_MAX: u32 = 500;

/// A check and what it was made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredCheck {
    /// The answer.
    pub check: Check,
    /// The text that was submitted.
    pub text: String,
    /// The corpus that was searched.
    pub corpus: CorpusName,
    /// What each claim was judged on, in the order of the claims.
    pub snapshots: Vec<Snapshot>,
    /// The whole effective configuration.
    pub config: serde_json::Value,
}

impl StoredCheck {
    /// Returns the canonical JSON it is stored as.
    pub fn to_canonical(&self) -> Result<String, StoreError> {
        canonical::encode(self)
    }

    /// Reads it back from its canonical JSON.
    pub fn from_canonical(version: i64, text: &str) -> Result<Self, StoreError> {
        canonical::decode(version, SCHEMA_VERSION, text)
    }
}

/// One claim of a stored check.
#[derive(Debug, Clone, PartialEq)]
pub struct AnsweredClaim {
    /// The check.
    pub stored: StoredCheck,
    /// Which of its claims, counted from zero.
    pub place: usize,
}

/// Returns the claims under which an answer may be found again: those that were answered with a direction, and not by
/// looking up an earlier answer, so that no answer outlives its time by being repeated.
pub fn reusable(check: &Check) -> Vec<(usize, Digest)> {
    let is_own = |claim: &Assessment| claim.expansion.as_ref().is_none_or(|expansion| expansion.answered_from.is_none());
    let claims = check.claims.iter().enumerate().filter(|(_, claim)| claim.verdict.is_directional() && is_own(claim));
    claims.map(|(place, claim)| (place, claim_key(&claim.text))).collect()
}

/// A line in the list of checks.
#[derive(Debug, Clone, PartialEq)]
pub struct RecentCheck {
    /// Which check.
    pub id: CheckId,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// The text that was submitted.
    pub text: String,
    /// The corpus that was searched.
    pub corpus: CorpusName,
    /// How it came out.
    pub summary: Summary,
}

/// Keeps checks. A check is written once and never changed.
#[async_trait]
pub trait Checks: Send + Sync {
    /// Stores a check together with what goes along; one with the same id is an error and stays as it is.
    async fn save_check(&self, stored: &StoredCheck, along: Along) -> Result<(), StoreError>;

    /// Stores a check for whoever asked, together with what goes along.
    async fn save_check_for(&self, stored: &StoredCheck, maker: ActorId, along: Along) -> Result<(), StoreError>;

    /// Returns who asked for a check; nobody when it was asked at the command line.
    async fn check_maker(&self, id: CheckId) -> Result<Option<ActorId>, StoreError>;

    /// Returns up to `limit` checks of one maker, latest first, that were asked before the given one.
    async fn checks_of(&self, maker: ActorId, before: Option<CheckId>, limit: u32) -> Result<Vec<RecentCheck>, StoreError>;

    /// Returns the check with this id.
    async fn check(&self, id: CheckId) -> Result<Option<StoredCheck>, StoreError>;

    /// Returns the latest answer to a claim, by its [`claim_key`], under a configuration, asked at or after `since`.
    async fn answered(&self, claim: &Digest, config: &Digest, since: Timestamp) -> Result<Option<AnsweredClaim>, StoreError>;

    /// Returns up to `limit` checks, latest first, that were asked before the given one.
    async fn recent_checks(&self, before: Option<CheckId>, limit: u32) -> Result<Vec<RecentCheck>, StoreError>;
}
