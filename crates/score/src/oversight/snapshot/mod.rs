//! The weekly account of how reliable refusals are (seed S0, decisions S0-1 to S0-5, S0-11, S0-18).
//!
//! ISO weeks, Monday 00:00 UTC, over the trailing 90 days. A snapshot says what was found and which floors it breaks;
//! nothing ever changes by itself.

mod false_positives;
mod floors;
mod week;

pub use false_positives::{FalsePositives, RateState};
pub use floors::{Binding, Floor, Floors, Severity};
pub use week::Week;

use super::agreement::{Level, Rating, Ratings, Scale, Undefined, agreement, intervals};
use super::review::initial_pair;
use crate::eval::Interval;
use domain::{Digest, Review, Tag, digest_of};
use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// Days that a snapshot looks back.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Version of the shape of a snapshot and of what is hashed of its input.
pub const SNAPSHOT_VERSION: u32 = 2;
/// Draws of the intervals.
const DRAWS: u32 = 1_000;

/// α at one level, as a snapshot tells it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlphaFigure {
    /// α; absent when undefined.
    pub alpha: Option<f64>,
    /// Why it is undefined.
    pub undefined: Option<String>,
    /// 95 % bootstrap interval.
    pub interval: Option<[f64; 2]>,
}

/// One week's account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The week, as in 2026-W46.
    pub week: Week,
    /// The Monday it was taken for; events before it count.
    pub as_of: Timestamp,
    /// Refusals in the window.
    pub events: u64,
    /// Refusals with two independent tags.
    pub pairable: u64,
    /// How often each tag was given in those, in the order of [`Tag::ALL`].
    pub tag_counts: [u64; 4],
    /// Share of the pairs that are equal.
    pub raw_agreement: Option<f64>,
    /// The primary signal.
    pub ordinal: AlphaFigure,
    /// The cross-check.
    pub nominal: AlphaFigure,
    /// What it was held to.
    #[serde(default)]
    pub floors: Floors,
    /// The floors that are broken.
    pub breached: Vec<Floor>,
    /// The floor that is nearest to being broken, or broken furthest.
    pub binding: Option<Binding>,
    /// The worst of the breaches.
    pub severity: Option<Severity>,
    /// Somebody must look at it.
    pub requires_attention: bool,
    /// No publication floor is broken.
    pub publishable: bool,
    /// Weeks in a row, this one among them, that required attention.
    pub consecutive_breaches: u32,
    /// How many refusals of the last 30 days should not have been.
    pub false_positives: FalsePositives,
    /// Fingerprint of everything it was made from.
    pub input_hash: Digest,
}

/// What a snapshot is made with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms<'a> {
    /// The week.
    pub week: Week,
    /// The floors.
    pub floors: Floors,
    /// The snapshot of the week before, where there is one.
    pub previous: Option<&'a Snapshot>,
}

/// Takes a snapshot of reviews. Those outside of the window are passed over, so the caller may bring more.
pub fn snapshot<R: Rng>(reviews: &[Review], terms: Terms<'_>, dice: impl Fn(u32) -> R + Sync) -> Snapshot {
    let as_of = terms.week.monday();
    let from = as_of - WINDOW;
    let mut within: Vec<&Review> = reviews.iter().filter(|r| (from..as_of).contains(&r.event.at)).collect();
    within.sort_by_key(|review| review.event.id);
    let ratings = ratings_of(&within);
    let found = ratings.as_ref().map(agreement);
    let spread = ratings.as_ref().map_or([None; 4], |ratings| intervals(ratings, DRAWS, dice));
    let figure = |level: Level| {
        let alpha = found.as_ref().map_or(Err(Undefined::NoPairs), |found| found.alpha(level));
        let interval = spread[level as usize].map(|Interval { low, high }| [low, high]);
        AlphaFigure { alpha: alpha.ok(), undefined: alpha.err().map(|why| why.word().to_owned()), interval }
    };
    let (ordinal, nominal) = (figure(Level::Ordinal), figure(Level::Nominal));
    let breached = terms.floors.breached(ordinal.alpha, nominal.alpha);
    let false_positives = FalsePositives::of(reviews, as_of, &terms.floors);
    // The rate is one of the floors that flag drift, beside the four of α (seed S0).
    let requires_attention = !breached.is_empty() || false_positives.state == RateState::Breach;
    let before = terms.previous.filter(|previous| previous.week.next() == terms.week);
    let before = before.map_or(0, |previous| previous.consecutive_breaches);
    Snapshot {
        week: terms.week,
        as_of,
        events: within.len() as u64,
        pairable: found.as_ref().map_or(0, |found| found.units_pairable),
        tag_counts: found.as_ref().map_or([0; 4], |found| std::array::from_fn(|at| found.counts[at])),
        raw_agreement: found.as_ref().and_then(|found| found.raw_agreement),
        floors: terms.floors,
        binding: terms.floors.binding(ordinal.alpha, nominal.alpha),
        severity: breached.iter().map(|floor| floor.severity()).max(),
        publishable: breached.iter().all(|floor| floor.severity() != Severity::Publication),
        consecutive_breaches: if requires_attention { before + 1 } else { 0 },
        requires_attention,
        breached,
        ordinal,
        nominal,
        false_positives,
        input_hash: input_hash(&within, &terms.floors),
    }
}

/// The two independent tags of each refusal; nothing when no refusal has both.
fn ratings_of(reviews: &[&Review]) -> Option<Ratings> {
    let pairs: Vec<_> = reviews.iter().filter_map(|review| initial_pair(review)).collect();
    let mut names: Vec<&str> = pairs.iter().flatten().map(|given| given.reviewer.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let rows = (0..).zip(&pairs).flat_map(|(unit, pair)| pair.iter().map(move |given| (unit, *given)));
    let coder = |name: &str| names.binary_search(&name).expect("every reviewer is among the names") as u32;
    let rows = rows.map(|(unit, given)| Rating { unit, coder: coder(given.reviewer.as_str()), value: given.tag as u32 });
    Ratings::new(Scale::Ordered(Tag::ALL.len()), pairs.len(), names.len(), rows.collect()).ok()
}

/// Everything that the account depends on: the floors, and the reviews in the order of the events.
fn input_hash(reviews: &[&Review], floors: &Floors) -> Digest {
    let row = |review: &&Review| {
        let pair = initial_pair(review).map(|pair| pair.map(|given| given.tag.word()));
        let standing = super::review::effective_tag(review).map(Tag::word);
        (review.event.id.to_string(), review.event.at.as_microsecond(), pair, standing)
    };
    digest_of(SNAPSHOT_VERSION, &(floors, reviews.iter().map(row).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests;
