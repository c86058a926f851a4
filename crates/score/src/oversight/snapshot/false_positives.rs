//! How many refusals should not have been (decisions S0-3, S0-4, S0-5).

use super::Floors;
use crate::oversight::review::effective_tag;
use domain::{Review, Tag};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Days that the rate looks back.
const WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Parts of one in which the largest rate is compared.
const PARTS: f64 = 10_000.0;

/// What the rate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RateState {
    /// Within bounds.
    Calibrated,
    /// Priority work for the next methodology review.
    Breach,
    /// Too few to say.
    InsufficientSample,
}

/// The intake-false-positive rate of the last 30 days, by the time of the refusal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FalsePositives {
    /// Refusals in the window.
    pub refusals: u64,
    /// Of them, those with an effective tag.
    pub tagged: u64,
    /// Of those, the false positives.
    pub false_positives: u64,
    /// Share of the tagged.
    pub rate: Option<f64>,
    /// Share of all refusals.
    pub rate_of_all: Option<f64>,
    /// What it says.
    pub state: RateState,
}

impl FalsePositives {
    /// Counts the refusals of the 30 days before a moment.
    pub fn of(reviews: &[Review], as_of: Timestamp, floors: &Floors) -> Self {
        let within = |review: &&Review| (as_of - WINDOW..as_of).contains(&review.event.at);
        let tags: Vec<Option<Tag>> = reviews.iter().filter(within).map(effective_tag).collect();
        let tagged = tags.iter().flatten().count() as u64;
        let false_positives = tags.iter().flatten().filter(|tag| **tag == Tag::IntakeFalsePositive).count() as u64;
        let share = |of: u64| (of > 0).then(|| false_positives as f64 / of as f64);
        // Whole numbers, so that exactly 15 % is not above 15 %.
        let most = (floors.false_positive_rate_max * PARTS).round() as u64;
        let state = match () {
            () if (tagged as f64) < floors.false_positive_events_min => RateState::InsufficientSample,
            () if false_positives * PARTS as u64 > tagged * most => RateState::Breach,
            () => RateState::Calibrated,
        };
        let refusals = tags.len() as u64;
        Self { refusals, tagged, false_positives, rate: share(tagged), rate_of_all: share(refusals), state }
    }
}
