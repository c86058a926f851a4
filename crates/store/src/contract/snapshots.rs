//! Stories of weekly accounts and of what became of submissions.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use crate::{Acknowledgement, Along, Assessed, MethodologyDecision, MethodologyOutcome, NewSnapshot};
use domain::{Digest, ReviewerId, SubmitterId, digest_bytes};
use jiff::Timestamp;
use serde_json::{Value, json};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

fn account(week: &str, taken_at: Timestamp, input_hash: &Digest, body: Value) -> NewSnapshot {
    NewSnapshot { week: week.to_owned(), taken_at, input_hash: input_hash.clone(), body }
}

pub async fn a_rerun_of_a_week_is_a_new_version_with_its_own_acknowledgement(site: &impl Site) {
    let store = site.open().await;
    let (one, other) = (digest_bytes(b"one"), digest_bytes(b"other"));
    let first =
        store.save_snapshot(&account("2026-W46", at(1), &one, json!({"alpha": 0.1 + 0.2})), Along::default()).await.unwrap();
    let again =
        store.save_snapshot(&account("2026-W46", at(2), &one, json!({"alpha": 0.1 + 0.2})), Along::default()).await.unwrap();
    assert_eq!((first.version, &again), (1, &first));
    let seen = Acknowledgement { by: ReviewerId::new("ana").unwrap(), at: at(3) };
    assert!(store.acknowledge_snapshot(&first, &seen, Along::default()).await.unwrap());
    assert!(!store.acknowledge_snapshot(&first, &seen, Along::default()).await.unwrap());
    let second = store.save_snapshot(&account("2026-W46", at(4), &other, json!({"alpha": 0.5})), Along::default()).await.unwrap();
    assert_eq!(second.version, 2);
    let latest = store.snapshot("2026-W46", None).await.unwrap().unwrap();
    assert_eq!((latest.key, latest.acknowledgement, latest.input_hash), (second, None, other));
    let kept = store.snapshot("2026-W46", Some(1)).await.unwrap().unwrap();
    assert_eq!((kept.acknowledgement, kept.body, kept.taken_at), (Some(seen), json!({"alpha": 0.1 + 0.2}), at(1)));
    assert_eq!(store.snapshot("2026-W01", None).await.unwrap(), None);
}

pub async fn weeks_come_latest_first_with_what_was_decided(site: &impl Site) {
    let store = site.open().await;
    let hash = digest_bytes(b"input");
    for week in ["2026-W45", "2026-W47", "2026-W46"] {
        let key = store.save_snapshot(&account(week, at(1), &hash, json!({})), Along::default()).await.unwrap();
        let decision = MethodologyDecision {
            by: ReviewerId::new("mia").unwrap(),
            at: at(2),
            outcome: MethodologyOutcome::TrainReviewers,
            rationale: "Harmful and malicious are mixed up.".to_owned(),
        };
        store.decide_snapshot(&key, &decision, Along::default()).await.unwrap();
        assert_eq!(store.snapshot(week, None).await.unwrap().unwrap().decisions, [decision]);
    }
    let weeks: Vec<String> = store.snapshots(2).await.unwrap().into_iter().map(|stored| stored.key.week).collect();
    assert_eq!(weeks, ["2026-W47", "2026-W46"]);
}

pub async fn what_became_of_a_submission_is_kept_once(site: &impl Site) {
    let store = site.open().await;
    let (sam, tom) = (SubmitterId::new("sam").unwrap(), SubmitterId::new("tom").unwrap());
    let one =
        |second, is_directional| Assessed { submission: "s1".to_owned(), submitter: sam.clone(), at: at(second), is_directional };
    for outcome in [one(1, false), one(2, true)] {
        store.commit(Along { assessed: vec![outcome], ..Along::default() }).await.unwrap();
    }
    assert_eq!(store.assessed_since(&sam, at(0)).await.unwrap(), [one(2, true)]);
    assert!(store.assessed_since(&sam, at(3)).await.unwrap().is_empty());
    assert!(store.assessed_since(&tom, at(0)).await.unwrap().is_empty());
}
