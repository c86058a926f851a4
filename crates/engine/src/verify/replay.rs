//! The same verdict again, from what was stored: to the bit, or with the first difference named.

use crate::{Engine, EngineError};
use domain::{Assessment, CheckId, digest_of};
use jiff::tz::TimeZone;
use score::verify::{Policy, assess};
use serde::Serialize;
use store::StoredCheck;

/// Somewhere a replay came out otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Which claim, counted from zero.
    pub claim: usize,
    /// What differs, as a path into the JSON of the answer.
    pub at: String,
    /// What was stored.
    pub stored: serde_json::Value,
    /// What came out now.
    pub replayed: serde_json::Value,
}

/// What a replay found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    /// Which check.
    pub id: CheckId,
    /// The answers are the same to the bit.
    pub is_identical: bool,
    /// Rules that have changed since; empty when the same rules ran.
    pub notes: Vec<String>,
    /// Where they differ.
    pub differences: Vec<Difference>,
    /// Largest drift of what the judge read in 1e-4, when the models were asked again.
    pub model_drift_points: Option<i32>,
    /// Largest drift of a cosine in 1e-4, when the models were asked again.
    pub cosine_drift_points: Option<i32>,
}

/// Returns the settings a check was made with, unless they are of another version.
pub(crate) fn policy_of(stored: &StoredCheck) -> Result<Policy, serde_json::Error> {
    serde_json::from_value(stored.config["policy"].clone())
}

/// Most differences reported.
const DIFFERENCES_MAX: usize = 20;

impl Engine {
    /// Returns a stored check, or says that there is none or that it was erased.
    pub(crate) async fn stored(&self, id: CheckId) -> Result<StoredCheck, EngineError> {
        if let Some(stored) = self.store.check(id).await? {
            return Ok(stored);
        }
        Err(match self.store.erased_check(id).await? {
            Some(at) => EngineError::Erased { id, on: at.to_zoned(TimeZone::UTC).date() },
            None => EngineError::UnknownCheck(id),
        })
    }

    /// Recomputes a stored check from its snapshots and its own settings; with `with_models`, asks the models again too.
    pub async fn replay(&self, id: CheckId, with_models: bool) -> Result<Replay, EngineError> {
        let stored = self.stored(id).await?;
        let mut notes = Vec::new();
        let policy = match policy_of(&stored) {
            Ok(policy) => policy,
            Err(error) => {
                notes.push(format!("its settings are of another version ({error}); the defaults were used"));
                Policy::default()
            }
        };
        let rules = stored.config["rules"].as_u64();
        if rules != Some(u64::from(score::verify::RULES_VERSION)) {
            notes.push(format!(
                "it was made with rules version {}, this is {}",
                rules.unwrap_or(0),
                score::verify::RULES_VERSION
            ));
        }
        let answers: Vec<Assessment> =
            tokio::task::block_in_place(|| stored.snapshots.iter().map(|s| assess(s, &policy)).collect());
        let is_identical = digest_of(1, &answers) == digest_of(1, &stored.check.claims);
        let differences = if is_identical { Vec::new() } else { differences(&stored.check.claims, &answers) };
        let drift = with_models.then(|| tokio::task::block_in_place(|| self.drift(&stored)));
        if with_models && stored.check.model_hashes != self.model_hashes() {
            notes.push("the models are not the ones it was made with".to_owned());
        }
        let model_drift_points = drift.map(|drift| drift.reading_points);
        let cosine_drift_points = drift.map(|drift| drift.cosine_points);
        Ok(Replay { id, is_identical, notes, differences, model_drift_points, cosine_drift_points })
    }
}

fn differences(stored: &[Assessment], replayed: &[Assessment]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (claim, (a, b)) in stored.iter().zip(replayed).enumerate() {
        let json = |answer: &Assessment| serde_json::to_value(answer).expect("our own types always serialise");
        compare(claim, "", &json(a), &json(b), &mut found);
    }
    found
}

fn compare(claim: usize, at: &str, stored: &serde_json::Value, replayed: &serde_json::Value, found: &mut Vec<Difference>) {
    use serde_json::Value::{Array, Object};
    if stored == replayed || found.len() >= DIFFERENCES_MAX {
        return;
    }
    match (stored, replayed) {
        (Object(a), Object(b)) if a.len() == b.len() => {
            for (key, value) in a {
                compare(claim, &format!("{at}/{key}"), value, b.get(key).unwrap_or(&serde_json::Value::Null), found);
            }
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            for (n, (x, y)) in a.iter().zip(b).enumerate() {
                compare(claim, &format!("{at}/{n}"), x, y, found);
            }
        }
        _ => found.push(Difference { claim, at: at.to_owned(), stored: stored.clone(), replayed: replayed.clone() }),
    }
}
