//! How often what somebody handed in was adversarial (seed S0, decisions S0-13, S0-14, S0-16).
//!
//! Shown beside a refusal, and a secondary sort key of the queue of refusals. Nothing that judges can reach it.

use domain::Tag;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Days that a record looks back.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(90 * 24);

/// What became of one submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It was refused; the tag is the one that stands, where one does.
    Refused(Option<Tag>),
    /// It got a verdict with a direction.
    Directional,
    /// It got another verdict.
    Open,
}

/// One submission of somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// Its name.
    pub submission: String,
    /// When.
    pub at: Timestamp,
    /// What became of it.
    pub fate: Fate,
}

/// A record over the last 90 days.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TrackRecord {
    /// Submissions that were refused, or found harmful or malicious.
    pub adversarial_event_count: u64,
    /// Submissions with a directional verdict.
    pub legitimate_claim_count: u64,
    /// Share of the adversarial; absent without history.
    pub ratio: Option<f64>,
    /// 95 % Wilson interval of the share.
    pub interval: Option<[f64; 2]>,
}

/// Counts distinct submissions of the 90 days before a moment.
///
/// A false positive leaves the count; a bypass counts on neither side. When one submission has several fates, an adversarial
/// one stands before a legitimate one.
pub fn track_record(submitted: &[Submitted], now: Timestamp) -> TrackRecord {
    let mut sides: BTreeMap<&str, bool> = BTreeMap::new();
    for one in submitted.iter().filter(|one| (now - WINDOW..=now).contains(&one.at)) {
        let is_adversarial = match one.fate {
            Fate::Refused(Some(Tag::IntakeFalsePositive | Tag::BypassApproved)) | Fate::Open => continue,
            Fate::Refused(Some(Tag::TrulyHarmful | Tag::TrulyMalicious) | None) => true,
            Fate::Directional => false,
        };
        *sides.entry(&one.submission).or_default() |= is_adversarial;
    }
    let adversarial = sides.values().filter(|is_adversarial| **is_adversarial).count() as u64;
    let all = sides.len() as u64;
    TrackRecord {
        adversarial_event_count: adversarial,
        legitimate_claim_count: all - adversarial,
        ratio: (all > 0).then(|| adversarial as f64 / all as f64),
        interval: wilson(adversarial, all),
    }
}

/// Wilson's 95 % score interval of a share (1927); nothing of nothing.
pub fn wilson(part: u64, all: u64) -> Option<[f64; 2]> {
    const Z: f64 = 1.959_963_984_540_054;
    if all == 0 {
        return None;
    }
    let (n, p) = (all as f64, part as f64 / all as f64);
    let spread = Z * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
    let (middle, scale) = (p + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    let low = if part == 0 { 0.0 } else { (middle - spread) / scale };
    let high = if part == all { 1.0 } else { (middle + spread) / scale };
    Some([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, days: i64, fate: Fate) -> Submitted {
        let at = now() - SignedDuration::from_hours(24 * days);
        Submitted { submission: name.into(), at, fate }
    }

    fn now() -> Timestamp {
        "2026-11-16T00:00:00Z".parse().unwrap()
    }

    #[test]
    fn five_clean_ones_are_zero_and_five_attacks_are_one() {
        let clean: Vec<Submitted> = (0..5).map(|n| one(&n.to_string(), n, Fate::Directional)).collect();
        assert_eq!(track_record(&clean, now()).ratio, Some(0.0));
        let attacks: Vec<Submitted> = (0..5).map(|n| one(&n.to_string(), n, Fate::Refused(None))).collect();
        let record = track_record(&attacks, now());
        assert_eq!((record.ratio, record.adversarial_event_count), (Some(1.0), 5));
        assert!((record.interval.unwrap()[0] - 0.5655).abs() < 1e-3);
    }

    #[test]
    fn nobody_without_history_has_a_ratio() {
        let record = track_record(&[one("a", 91, Fate::Directional), one("b", 1, Fate::Open)], now());
        assert_eq!((record.ratio, record.interval), (None, None));
    }

    #[test]
    fn what_reviewers_say_takes_refusals_out() {
        let told = [
            one("a", 1, Fate::Refused(Some(Tag::IntakeFalsePositive))),
            one("b", 1, Fate::Refused(Some(Tag::BypassApproved))),
            one("c", 1, Fate::Refused(Some(Tag::TrulyHarmful))),
            one("c", 2, Fate::Refused(None)),
            one("d", 3, Fate::Directional),
        ];
        let record = track_record(&told, now());
        assert_eq!((record.adversarial_event_count, record.legitimate_claim_count, record.ratio), (1, 1, Some(0.5)));
    }

    #[test]
    fn wilson_comes_out_as_tabulated() {
        let [low, high] = wilson(10, 40).unwrap();
        assert!((low - 0.1419).abs() < 1e-3 && (high - 0.4019).abs() < 1e-3, "{low} {high}");
        assert_eq!(wilson(0, 0), None);
        assert_eq!((wilson(0, 9).unwrap()[0], wilson(9, 9).unwrap()[1]), (0.0, 1.0));
    }
}
