//! Weeks as operators meet them.

use super::*;
use crate::oversight::review::{adjudicate, tag};
use domain::{RejectionEvent, RejectionId, ReviewerId, SubmitterId, Verdict};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

const MONDAY: &str = "2026-11-16T00:00:00Z";

/// A refusal so many days before the Monday, and what ana and ben said of it.
fn refused(n: u32, days: i64, said: &[Tag]) -> Review {
    let monday: Timestamp = MONDAY.parse().unwrap();
    let at = monday - SignedDuration::from_hours(days * 24) - SignedDuration::from_secs(i64::from(n));
    let mut chance = [0; 10];
    chance[6..].copy_from_slice(&n.to_be_bytes());
    let mut review = Review::of(RejectionEvent {
        id: RejectionId::from_parts(1_000_000 + u64::from(n), chance),
        submission: format!("s{n}"),
        submitter: SubmitterId::new("sam").unwrap(),
        at,
        verdict: Verdict::RefusedTopic,
        category: "weapons".into(),
        by: "rule weapons.make".into(),
        text: "…".into(),
        span: None,
        is_article: false,
    });
    for (who, said) in ["ana", "ben"].into_iter().zip(said) {
        review = review.after(&tag(&review, &ReviewerId::new(who).unwrap(), *said, at).unwrap());
    }
    review
}

fn taken(reviews: &[Review], previous: Option<&Snapshot>) -> Snapshot {
    held_to(Floors::default(), reviews, previous)
}

fn held_to(floors: Floors, reviews: &[Review], previous: Option<&Snapshot>) -> Snapshot {
    let week = Week::of(MONDAY.parse().unwrap());
    snapshot(reviews, Terms { week, floors, previous }, |draw| {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        rng.set_stream(draw.into());
        rng
    })
}

/// Forty agreed refusals over all four tags, and some that differ by one step.
fn corpus(split: u32) -> Vec<Review> {
    let agreed = (0..40).map(|n| refused(n, 40, &[Tag::ALL[n as usize % 4]; 2]));
    let differing = (40..40 + split).map(|n| refused(n, 40, &[Tag::TrulyHarmful, Tag::TrulyMalicious]));
    agreed.chain(differing).collect()
}

#[test]
fn a_week_of_agreement_is_publishable() {
    let found = taken(&corpus(0), None);
    assert_eq!((found.week.to_string().as_str(), found.events, found.pairable), ("2026-W47", 40, 40));
    assert_eq!((found.ordinal.alpha, found.nominal.alpha, found.raw_agreement), (Some(1.0), Some(1.0), Some(1.0)));
    assert!(found.publishable && !found.requires_attention && found.severity.is_none());
    assert_eq!(found.tag_counts, [20; 4]);
}

#[test]
fn nominal_floors_break_first_and_the_binding_one_is_named() {
    let found = taken(&corpus(8), None);
    assert!(found.nominal.alpha.unwrap() < 0.85 && found.ordinal.alpha.unwrap() > 0.75, "{found:?}");
    assert_eq!((found.breached.as_slice(), found.severity), (&[Floor::PublicationNominal][..], Some(Severity::Publication)));
    assert_eq!(found.binding.unwrap().floor, Floor::PublicationNominal);
    assert!(found.requires_attention && !found.publishable);
    assert_eq!(found.consecutive_breaches, 1);
    let worse = taken(&corpus(30), None);
    assert_eq!(worse.severity, Some(Severity::Working));
}

#[test]
fn breaches_are_counted_week_after_week_without_gaps() {
    let mut last = taken(&corpus(8), None);
    last.week = last.week.previous();
    assert_eq!(taken(&corpus(8), Some(&last)).consecutive_breaches, 2);
    assert_eq!(taken(&corpus(0), Some(&last)).consecutive_breaches, 0);
    last.week = last.week.previous();
    assert_eq!(taken(&corpus(8), Some(&last)).consecutive_breaches, 1);
}

#[test]
fn nothing_to_compare_is_no_breach() {
    for reviews in [vec![], vec![refused(1, 5, &[Tag::TrulyHarmful])], vec![refused(1, 5, &[Tag::TrulyHarmful; 2])]] {
        let found = taken(&reviews, None);
        assert!(found.ordinal.alpha.is_none() && found.ordinal.undefined.is_some());
        assert!(!found.requires_attention && found.binding.is_none());
    }
    assert_eq!(taken(&[refused(1, 5, &[Tag::TrulyHarmful; 2])], None).nominal.undefined.unwrap(), "undefined_no_variation");
}

#[test]
fn the_window_is_ninety_days_and_ends_before_monday() {
    let monday: Timestamp = MONDAY.parse().unwrap();
    let mut late = refused(3, 0, &[Tag::TrulyHarmful; 2]);
    late.event.at = monday;
    let mut early = refused(4, 0, &[Tag::TrulyHarmful; 2]);
    early.event.at = monday - WINDOW;
    assert_eq!(taken(&[refused(1, 91, &[]), refused(2, 89, &[]), late, early], None).events, 2);
}

#[test]
fn two_of_four_do_not_trip_the_alarm_and_a_sixth_of_twelve_does() {
    let some = |wrong: u32, all: u32| -> Vec<Review> {
        let said = |n| if n < wrong { Tag::IntakeFalsePositive } else { Tag::TrulyHarmful };
        (0..all).map(|n| refused(n, 10, &[said(n); 2])).collect()
    };
    assert_eq!(taken(&some(2, 4), None).false_positives.state, RateState::InsufficientSample);
    let breach = taken(&some(2, 12), None);
    assert_eq!((breach.false_positives.state, breach.requires_attention), (RateState::Breach, true));
    assert_eq!(taken(&some(3, 20), None).false_positives.state, RateState::Calibrated);
    let mut half = some(2, 10);
    half.extend((20..30).map(|n| refused(n, 10, &[Tag::TrulyHarmful])));
    half.push(refused(31, 40, &[Tag::IntakeFalsePositive; 2]));
    let found = taken(&half, None).false_positives;
    assert_eq!((found.refusals, found.tagged, found.rate, found.rate_of_all), (20, 10, Some(0.2), Some(0.1)));
}

#[test]
fn an_adjudication_moves_the_rate_and_not_alpha() {
    let mut reviews = corpus(0);
    reviews.push(refused(90, 3, &[Tag::IntakeFalsePositive, Tag::TrulyMalicious]));
    let open = taken(&reviews, None);
    let last = reviews.last_mut().unwrap();
    let cleo = ReviewerId::new("cleo").unwrap();
    *last = last.after(&adjudicate(last, &cleo, Tag::IntakeFalsePositive, "a quotation", last.event.at).unwrap());
    let closed = taken(&reviews, None);
    assert_eq!((open.ordinal, open.nominal), (closed.ordinal, closed.nominal));
    assert_eq!((open.false_positives.tagged, closed.false_positives.false_positives), (0, 1));
    assert_ne!(open.input_hash, closed.input_hash);
}

#[test]
fn the_same_corpus_in_another_order_is_the_same_snapshot() {
    let mut reviews = corpus(5);
    let one = taken(&reviews, None);
    reviews.reverse();
    assert_eq!(one, taken(&reviews, None));
}

#[test]
fn turning_any_setting_changes_what_is_flagged() {
    let wrong = |count: u32, all: u32| -> Vec<Review> {
        let said = |n| if n < count { Tag::IntakeFalsePositive } else { Tag::TrulyHarmful };
        (0..all).map(|n| refused(n, 10, &[said(n); 2])).collect()
    };
    let cases = [
        ("AGREEMENT_FLOOR_WORKING_ORDINAL", 0.99, corpus(8)),
        ("AGREEMENT_FLOOR_WORKING_NOMINAL", 0.99, corpus(8)),
        ("AGREEMENT_FLOOR_PUBLICATION_ORDINAL", 0.99, corpus(8)),
        ("AGREEMENT_FLOOR_PUBLICATION_NOMINAL", 0.50, corpus(8)),
        ("INTAKE_FALSE_POSITIVE_RATE_MAX", 0.20, wrong(2, 12)),
        ("INTAKE_FALSE_POSITIVE_EVENTS_MIN", 4.0, wrong(2, 4)),
    ];
    assert!(cases.iter().map(|case| case.0).eq(Floors::KNOBS.iter().map(|knob| knob.name)), "every setting has its case");
    for (name, value, reviews) in cases {
        let mut floors = Floors::default();
        floors.set(name, value).unwrap();
        let (usual, other) = (taken(&reviews, None), held_to(floors, &reviews, None));
        let flagged = |found: &Snapshot| (found.breached.clone(), found.false_positives.state);
        assert_ne!(flagged(&usual), flagged(&other), "{name}");
        assert_ne!(usual.input_hash, other.input_hash, "{name}: other floors are another account");
        assert_eq!((usual.ordinal, usual.nominal), (other.ordinal, other.nominal), "{name} moves no figure");
    }
}
