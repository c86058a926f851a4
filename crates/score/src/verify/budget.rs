//! What one claim may cost on the web, and how long its answer keeps (decisions S1-24, S1-25).
//!
//! These numbers decide what is looked at, never how it is judged, so they stand apart from the policy.

use super::policy::{Knob, PolicyError};
use super::shelf_life::ClaimKind;
use serde::{Deserialize, Serialize};

/// The effective budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(non_snake_case, reason = "one word serves file, environment and code, as in the policy")]
#[allow(missing_docs, reason = "each knob tells its meaning below")]
pub struct Budget {
    pub WEB_QUERIES_PER_CLAIM: f64,
    pub WEB_URLS_PER_QUERY: f64,
    pub WEB_PAGES_PER_CLAIM: f64,
    pub WEB_BYTES_PER_CLAIM: f64,
    pub WEB_SECONDS_PER_CLAIM: f64,
    pub WEB_PAGE_TTL_HOURS: f64,
    pub VERDICT_TTL_VOLATILE_HOURS: f64,
    pub VERDICT_TTL_DEFAULT_HOURS: f64,
    pub VERDICT_TTL_SETTLED_HOURS: f64,
}

const fn whole(name: &'static str, default: f64, min: f64, max: f64, meaning: &'static str) -> Knob {
    Knob { name, meaning, default, min, max, is_whole: true }
}

/// A year, in hours.
const YEAR_HOURS: f64 = 8_760.0;

impl Budget {
    /// Every knob, in the order of the fields.
    pub const KNOBS: &'static [Knob] = &[
        whole("WEB_QUERIES_PER_CLAIM", 6.0, 1.0, 50.0, "Most queries sent to each search provider for one claim."),
        whole("WEB_URLS_PER_QUERY", 5.0, 1.0, 20.0, "Most pages visited for one query."),
        whole("WEB_PAGES_PER_CLAIM", 12.0, 1.0, 100.0, "Most pages visited for one claim."),
        whole("WEB_BYTES_PER_CLAIM", 16_777_216.0, 65_536.0, 1_073_741_824.0, "Most bytes fetched for one claim."),
        whole("WEB_SECONDS_PER_CLAIM", 60.0, 1.0, 3_600.0, "Most seconds spent on the web for one claim."),
        whole("WEB_PAGE_TTL_HOURS", 72.0, 0.0, YEAR_HOURS, "How long a stored page is used before it is fetched again."),
        whole("VERDICT_TTL_VOLATILE_HOURS", 6.0, 0.0, YEAR_HOURS, "How long an answer about how things stand now is reused."),
        whole("VERDICT_TTL_DEFAULT_HOURS", 168.0, 0.0, YEAR_HOURS, "How long any other answer is reused; 0 for never."),
        whole("VERDICT_TTL_SETTLED_HOURS", 720.0, 0.0, YEAR_HOURS, "How long an answer about what is past is reused."),
    ];

    /// Returns the value of a knob by name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.clone().slot(name).copied()
    }

    /// Turns one knob, within its range.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), PolicyError> {
        let unknown = || PolicyError::unknown(name, Self::KNOBS.iter());
        let knob = Self::KNOBS.iter().find(|knob| knob.name == name).ok_or_else(unknown)?;
        *self.slot(name).ok_or_else(unknown)? = knob.accept(value)?;
        Ok(())
    }

    /// Returns how long the answer to a claim of this kind is reused, in hours; zero for never.
    pub fn ttl_hours(&self, kind: ClaimKind) -> f64 {
        match kind {
            ClaimKind::Volatile => self.VERDICT_TTL_VOLATILE_HOURS,
            ClaimKind::Other => self.VERDICT_TTL_DEFAULT_HOURS,
            ClaimKind::Settled => self.VERDICT_TTL_SETTLED_HOURS,
        }
    }

    /// Returns how old a stored page may be that speaks to a claim of this kind, in hours: no older than an answer about how
    /// things stand now, when the claim is about that.
    pub fn page_ttl_hours(&self, kind: ClaimKind) -> f64 {
        match kind {
            ClaimKind::Volatile => self.WEB_PAGE_TTL_HOURS.min(self.VERDICT_TTL_VOLATILE_HOURS),
            ClaimKind::Other | ClaimKind::Settled => self.WEB_PAGE_TTL_HOURS,
        }
    }

    fn slot(&mut self, name: &str) -> Option<&mut f64> {
        match name {
            "WEB_QUERIES_PER_CLAIM" => Some(&mut self.WEB_QUERIES_PER_CLAIM),
            "WEB_URLS_PER_QUERY" => Some(&mut self.WEB_URLS_PER_QUERY),
            "WEB_PAGES_PER_CLAIM" => Some(&mut self.WEB_PAGES_PER_CLAIM),
            "WEB_BYTES_PER_CLAIM" => Some(&mut self.WEB_BYTES_PER_CLAIM),
            "WEB_SECONDS_PER_CLAIM" => Some(&mut self.WEB_SECONDS_PER_CLAIM),
            "WEB_PAGE_TTL_HOURS" => Some(&mut self.WEB_PAGE_TTL_HOURS),
            "VERDICT_TTL_VOLATILE_HOURS" => Some(&mut self.VERDICT_TTL_VOLATILE_HOURS),
            "VERDICT_TTL_DEFAULT_HOURS" => Some(&mut self.VERDICT_TTL_DEFAULT_HOURS),
            "VERDICT_TTL_SETTLED_HOURS" => Some(&mut self.VERDICT_TTL_SETTLED_HOURS),
            _ => None,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        let mut budget = Self {
            WEB_QUERIES_PER_CLAIM: 0.0,
            WEB_URLS_PER_QUERY: 0.0,
            WEB_PAGES_PER_CLAIM: 0.0,
            WEB_BYTES_PER_CLAIM: 0.0,
            WEB_SECONDS_PER_CLAIM: 0.0,
            WEB_PAGE_TTL_HOURS: 0.0,
            VERDICT_TTL_VOLATILE_HOURS: 0.0,
            VERDICT_TTL_DEFAULT_HOURS: 0.0,
            VERDICT_TTL_SETTLED_HOURS: 0.0,
        };
        for knob in Self::KNOBS {
            *budget.slot(knob.name).expect("every knob has a slot") = knob.default;
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_has_a_slot_and_a_default_in_range() {
        let mut budget = Budget::default();
        for knob in Budget::KNOBS {
            assert_eq!(budget.get(knob.name), Some(knob.default), "{}", knob.name);
            assert!((knob.min..=knob.max).contains(&knob.default), "{}", knob.name);
            budget.set(knob.name, knob.max).unwrap();
            assert_eq!(budget.get(knob.name), Some(knob.max));
            assert!(budget.set(knob.name, knob.max + 1.0).is_err());
            assert!(budget.set(knob.name, f64::NAN).is_err());
        }
        assert_eq!(serde_json::to_value(&budget).unwrap().as_object().unwrap().len(), Budget::KNOBS.len());
    }
}
