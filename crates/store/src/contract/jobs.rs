//! Stories of jobs.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{at, enqueue, job, job_id, message, message_id, row, take};
use crate::{ATTEMPTS_MAX, Along, Completion, Failed, Job, JobState, Lease, NewJob, StoreError};
use jiff::SignedDuration;
use serde_json::json;

fn done(number: u8, worker: &str, seconds: i64) -> Along {
    let completion = Completion { job: job_id(number), worker: worker.to_owned(), result: json!({"ok": true}), at: at(seconds) };
    Along { completion: Some(completion), ..Along::default() }
}

fn failed(number: u8, worker: &str, seconds: i64, retry: Option<i64>) -> Failed {
    let reason = format!("attempt at {seconds} s failed");
    Failed { job: job_id(number), worker: worker.to_owned(), reason, retry_at: retry.map(at), at: at(seconds) }
}

pub async fn a_job_is_leased_by_one_worker_and_done_once(site: &impl Site) {
    let (store, other) = (site.open().await, site.open().await);
    enqueue(&*store, job(1)).await;
    let leased = take(&*store, "ana", 1).await.unwrap();
    assert_eq!((leased.asked.clone(), leased.attempts), (job(1), 1));
    assert_eq!(take(&*other, "ben", 2).await, None);
    store.commit(done(1, "ana", 3)).await.unwrap();
    let kept = other.job(job_id(1)).await.unwrap().unwrap();
    assert_eq!((kept.state, kept.result, kept.finished_at), (JobState::Done, Some(json!({"ok": true})), Some(at(3))));
    assert_eq!(take(&*other, "ben", 4).await, None);
}

pub async fn urgent_jobs_go_first_and_nobody_starts_early(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, NewJob { run_at: at(8), priority: 9, ..job(1) }).await;
    enqueue(&*store, job(2)).await;
    enqueue(&*store, NewJob { priority: 5, ..job(3) }).await;
    enqueue(&*store, NewJob { kind: "other".to_owned(), priority: 99, ..job(4) }).await;
    let first = take(&*store, "ana", 1).await.unwrap();
    let second = take(&*store, "ana", 1).await.unwrap();
    assert_eq!((first.asked.id, second.asked.id), (job_id(3), job_id(2)));
    assert_eq!(take(&*store, "ana", 7).await, None);
    assert_eq!(take(&*store, "ana", 8).await.unwrap().asked.id, job_id(1));
}

pub async fn a_worker_that_falls_silent_loses_its_job(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, job(1)).await;
    take(&*store, "ana", 0).await.unwrap();
    assert_eq!(take(&*store, "ben", 9).await, None);
    assert_eq!(store.heartbeat(job_id(1), "ana", at(25)).await, Ok(true));
    assert_eq!(take(&*store, "ben", 20).await, None, "she is alive");
    let again = take(&*store, "ben", 25).await.unwrap();
    assert_eq!((again.attempts, again.leased_by.as_deref()), (2, Some("ben")));
    assert_eq!(store.heartbeat(job_id(1), "ana", at(60)).await, Ok(false));
    assert_eq!(store.fail_job(&failed(1, "ana", 26, None)).await, Ok(false));
}

pub async fn when_nobody_who_worked_lives_nobody_is_waited_for(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, job(1)).await;
    enqueue(&*store, NewJob { attempts_max: 1, ..job(2) }).await;
    enqueue(&*store, NewJob { run_at: at(50), ..job(3) }).await;
    take(&*store, "ana", 0).await.unwrap();
    take(&*store, "ana", 0).await.unwrap();
    assert_eq!(take(&*store, "ben", 1).await, None);
    assert_eq!(store.expire_leases(at(1)).await, Ok(2));
    assert_eq!(store.expire_leases(at(1)).await, Ok(0));
    let again = take(&*store, "ben", 1).await.unwrap();
    assert_eq!((again.asked.id, again.attempts), (job_id(1), 2), "the attempt that was cut off counts");
    assert_eq!(store.job(job_id(2)).await.unwrap().unwrap().state, JobState::Dead, "it has had its only attempt");
    assert_eq!(take(&*store, "ben", 9).await, None, "what waits for its time goes on waiting");
}

pub async fn work_of_another_kind_is_not_walked_through(site: &impl Site) {
    let store = site.open().await;
    for number in 1..=40 {
        enqueue(&*store, NewJob { priority: i32::from(number % 3), ..job(number) }).await;
    }
    enqueue(&*store, NewJob { kind: "other".to_owned(), ..job(41) }).await;
    let lease = |kinds: &[&str], limit| Lease {
        worker: "ana".to_owned(),
        kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        now: at(1),
        for_ms: 10_000,
        limit,
    };
    let ids = |jobs: Vec<Job>| jobs.iter().map(|job| job.asked.id).collect::<Vec<_>>();
    assert_eq!(ids(store.lease_jobs(&lease(&["other"], 9)).await.unwrap()), [job_id(41)]);
    assert_eq!(ids(store.lease_jobs(&lease(&["verify", "other"], 3)).await.unwrap()), [job_id(2), job_id(5), job_id(8)]);
    let listed = |state| store.jobs_in(state, None, 100);
    assert_eq!(ids(listed(JobState::Running).await.unwrap()), [job_id(41), job_id(8), job_id(5), job_id(2)]);
    assert_eq!(listed(JobState::Waiting).await.unwrap().len(), 37);
    let older = store.jobs_in(JobState::Waiting, Some(job_id(4)), 100).await.unwrap();
    assert_eq!(ids(older), [job_id(3), job_id(1)]);
}

pub async fn what_a_lost_worker_did_does_not_happen(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, job(1)).await;
    take(&*store, "ana", 0).await.unwrap();
    take(&*store, "ben", 11).await.unwrap();
    let along = Along { messages: vec![message(1)], audit: vec![row(1, None)], ..done(1, "ana", 12) };
    assert_eq!(store.commit(along).await, Err(StoreError::LeaseLost(job_id(1))));
    assert_eq!(store.message(message_id(1)).await, Ok(None));
    assert!(store.audit_rows(0, 10).await.unwrap().is_empty());
    store.commit(Along { messages: vec![message(1)], ..done(1, "ben", 13) }).await.unwrap();
    assert_eq!(store.message(message_id(1)).await, Ok(Some(message(1))));
}

pub async fn a_job_is_tried_four_times_and_then_buried_with_its_reason(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, NewJob { run_at: at(100), ..job(1) }).await;
    for attempt in 1..=i64::from(ATTEMPTS_MAX) {
        let seconds = attempt * 100;
        assert_eq!(take(&*store, "ana", seconds - 1).await, None, "not before its time");
        assert_eq!(i64::from(take(&*store, "ana", seconds).await.unwrap().attempts), attempt);
        assert_eq!(store.fail_job(&failed(1, "ana", seconds, Some(seconds + 100))).await, Ok(true));
    }
    let dead = store.jobs_in(JobState::Dead, None, 10).await.unwrap().remove(0);
    assert_eq!(dead.reason.as_deref(), Some("attempt at 400 s failed"));
    assert_eq!(take(&*store, "ana", 9_999).await, None);
    assert_eq!(store.revive_job(job_id(1), at(500), Along::audit(row(1, None))).await, Ok(true));
    assert_eq!(store.revive_job(job_id(1), at(500), Along::audit(row(2, None))).await, Ok(false));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1, "what did not happen is not told");
    assert_eq!(take(&*store, "ana", 500).await.unwrap().attempts, 1);
}

pub async fn a_job_that_kills_every_worker_is_buried_too(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, NewJob { attempts_max: 2, ..job(1) }).await;
    take(&*store, "ana", 0).await.unwrap();
    take(&*store, "ben", 100).await.unwrap();
    assert_eq!(take(&*store, "eva", 200).await, None);
    let dead = store.job(job_id(1)).await.unwrap().unwrap();
    assert_eq!(dead.state, JobState::Dead);
    assert!(dead.reason.unwrap().contains("fell silent on attempt 2"));
}

pub async fn a_job_with_a_period_comes_back(site: &impl Site) {
    let store = site.open().await;
    enqueue(&*store, NewJob { period: Some(SignedDuration::from_secs(60)), ..job(1) }).await;
    take(&*store, "ana", 0).await.unwrap();
    store.commit(done(1, "ana", 1)).await.unwrap();
    assert_eq!(take(&*store, "ana", 59).await, None);
    assert_eq!(take(&*store, "ana", 60).await.unwrap().attempts, 1);
    store.commit(done(1, "ana", 500)).await.unwrap();
    assert_eq!(store.job(job_id(1)).await.unwrap().unwrap().asked.run_at, at(500), "missed turns are not made up for");
}

pub async fn the_same_work_is_not_queued_twice(site: &impl Site) {
    let store = site.open().await;
    let once = |number| NewJob { once: Some("relay".to_owned()), ..job(number) };
    enqueue(&*store, once(1)).await;
    enqueue(&*store, once(2)).await;
    assert_eq!(store.job(job_id(2)).await, Ok(None));
    take(&*store, "ana", 0).await.unwrap();
    store.commit(done(1, "ana", 1)).await.unwrap();
    enqueue(&*store, once(3)).await;
    assert_eq!(take(&*store, "ana", 2).await.unwrap().asked.id, job_id(3));
    let counts = store.count_jobs().await.unwrap();
    assert_eq!(counts.iter().map(|count| count.jobs).sum::<u64>(), 2);
}
