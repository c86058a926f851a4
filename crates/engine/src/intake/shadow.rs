//! Rules in shadow: they see everything that comes to the gate and refuse nothing.
//!
//! Two questions before they go live: what they would do to those who come now, which is counted, and how they do against
//! what reviewers settled on, which is precision and recall (seed S0).

use super::followed::Followed;
use domain::Digest;
use score::intake::{Comparison, Hit, Patterns, Readings, Standing, Tagged, compare};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A rule set that waits to go live.
#[derive(Debug)]
pub(super) struct Shadow {
    rules: Followed,
    traffic: Mutex<Traffic>,
}

/// What rules in shadow would have done to those who came, since either set last changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// The live set and the one in shadow.
    #[serde(skip)]
    sets: Option<(Digest, Digest)>,
    /// Texts that came.
    pub screened: u64,
    /// Texts that both sets refuse.
    pub refused_by_both: u64,
    /// Texts that only the live set refuses.
    pub refused_by_live_only: u64,
    /// Texts that only the set in shadow would refuse.
    pub refused_by_shadow_only: u64,
    /// How often each rule in shadow matched.
    pub by_rule: BTreeMap<String, u64>,
}

impl Shadow {
    /// Waits for a file of rules, which need not be there yet.
    pub(super) fn of(file: &Path) -> Self {
        Self { rules: Followed::awaited(file), traffic: Mutex::default() }
    }

    /// Returns the rules in shadow, while their file is there.
    pub(super) fn patterns(&self) -> Option<Arc<Patterns>> {
        self.rules.is_there().then(|| self.rules.patterns()).flatten()
    }

    /// Counts what the rules in shadow would do to a text.
    pub(super) fn observe(&self, live: &Patterns, readings: &Readings, hits: &[Hit]) {
        let Some(shadow) = self.patterns() else { return };
        let would = shadow.scan(readings);
        let sets = Some((live.hash().clone(), shadow.hash().clone()));
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        if traffic.sets != sets {
            *traffic = Traffic { sets, ..Traffic::default() };
        }
        traffic.screened += 1;
        match (hits.is_empty(), would.is_empty()) {
            (false, false) => traffic.refused_by_both += 1,
            (false, true) => traffic.refused_by_live_only += 1,
            (true, false) => traffic.refused_by_shadow_only += 1,
            (true, true) => {}
        }
        for hit in would {
            *traffic.by_rule.entry(hit.rule).or_default() += 1;
        }
    }

    /// Tells how the rules in shadow do against tagged texts, and what they would have done to those who came.
    pub(super) fn report(&self, live: &Patterns, tagged: &[Tagged]) -> Option<Value> {
        let shadow = self.patterns()?;
        let mut told = comparison(live, &shadow, tagged, &compare(live, &shadow, tagged));
        let traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = traffic.sets == Some((live.hash().clone(), shadow.hash().clone()));
        told["traffic"] = json!(if is_current { traffic.clone() } else { Traffic::default() });
        Some(told)
    }
}

/// Tells how two rule sets do against the same tagged texts.
pub fn comparison(live: &Patterns, shadow: &Patterns, tagged: &[Tagged], found: &Comparison) -> Value {
    json!({
        "n": tagged.len(),
        "alpha": found.alpha,
        "live": told(&found.live, live),
        "shadow": told(&found.shadow, shadow),
        "by_rule": found.by_rule.iter().map(|(id, standing)| (id.clone(), figures(standing))).collect::<Map<_, _>>(),
        "newly_refused": found.newly_refused,
        "newly_passed": found.newly_passed,
    })
}

fn told(standing: &Standing, patterns: &Patterns) -> Value {
    let mut object = figures(standing);
    object["version"] = patterns.rules().label().into();
    object["hash"] = patterns.hash().as_str().into();
    object
}

fn figures(standing: &Standing) -> Value {
    let mut object = json!(standing);
    object["precision"] = json!(standing.precision());
    object["recall"] = json!(standing.recall());
    object["f1"] = json!(standing.f1());
    object
}
