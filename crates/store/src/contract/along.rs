//! Stories of what commits together: messages, idempotent answers, many writers at once.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{actor_id, at, job, job_id, message, message_id, row};
use super::samples::check;
use crate::{Along, NewAnswer, StoreError};
use domain::digest_bytes;

fn answer(key: &str, body: &str) -> NewAnswer {
    NewAnswer {
        actor: actor_id(1),
        key: key.to_owned(),
        fingerprint: digest_bytes(body.as_bytes()),
        status: 202,
        body: body.to_owned(),
        at: at(0),
    }
}

pub async fn a_message_waits_until_it_is_relayed(site: &impl Site) {
    let store = site.open().await;
    store.commit(Along { messages: vec![message(2), message(1)], ..Along::default() }).await.unwrap();
    assert_eq!(store.unrelayed_messages(10).await, Ok(vec![message(1), message(2)]));
    store.relay_messages(&[message_id(1)], at(1), Along::job(job(1))).await.unwrap();
    assert_eq!(store.unrelayed_messages(10).await, Ok(vec![message(2)]));
    assert_eq!(store.message(message_id(1)).await, Ok(Some(message(1))), "kept for replay");
    assert!(store.job(job_id(1)).await.unwrap().is_some());
}

pub async fn an_answer_is_kept_under_its_key_and_its_owner(site: &impl Site) {
    let store = site.open().await;
    store.commit(Along { answer: Some(answer("k", "one")), ..Along::default() }).await.unwrap();
    assert_eq!(store.kept_answer(actor_id(1), "k").await, Ok(Some(answer("k", "one"))));
    assert_eq!(store.kept_answer(actor_id(2), "k").await, Ok(None));
    assert_eq!(store.kept_answer(actor_id(1), "l").await, Ok(None));
}

pub async fn a_key_that_is_taken_keeps_everything_from_happening(site: &impl Site) {
    let store = site.open().await;
    store.commit(Along { answer: Some(answer("k", "one")), ..Along::default() }).await.unwrap();
    let second = Along { answer: Some(answer("k", "two")), ..Along::job(job(1)) };
    assert_eq!(store.commit(second.clone()).await, Err(StoreError::KeyTaken));
    assert_eq!(store.job(job_id(1)).await, Ok(None));
    let stored = check(1, "Water is wet.");
    assert_eq!(store.save_check_for(&stored, actor_id(1), second).await, Err(StoreError::KeyTaken));
    assert_eq!(store.check(stored.check.id).await, Ok(None));
}

pub async fn a_check_commits_with_its_maker_and_its_row(site: &impl Site) {
    let store = site.open().await;
    let (mine, theirs) = (check(1, "Mine."), check(2, "Theirs."));
    store.save_check_for(&mine, actor_id(1), Along::audit(row(1, Some("Mine.")))).await.unwrap();
    store.save_check_for(&theirs, actor_id(2), Along::default()).await.unwrap();
    store.save_check(&check(3, "Nobody's."), Along::default()).await.unwrap();
    assert_eq!(store.check_maker(mine.check.id).await, Ok(Some(actor_id(1))));
    assert_eq!(store.check_maker(check(3, "").check.id).await, Ok(None));
    let listed = store.checks_of(actor_id(1), None, 10).await.unwrap();
    assert_eq!(listed.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["Mine."]);
    assert_eq!(store.checks_of(actor_id(1), Some(mine.check.id), 10).await, Ok(vec![]));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1);
    let again = store.save_check_for(&mine, actor_id(2), Along::audit(row(2, None))).await;
    assert_eq!(again, Err(StoreError::AlreadyStored(mine.check.id)));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1);
}

pub async fn many_writers_at_once_lose_nothing_and_fail_alone(site: &impl Site) {
    let (store, other) = (site.open().await, site.open().await);
    let mut writers = Vec::new();
    for number in 1..=100_u8 {
        let store = if number % 2 == 0 { std::sync::Arc::clone(&store) } else { std::sync::Arc::clone(&other) };
        // Every tenth writer shares its key with another one, and exactly one of the two gets it.
        let key = format!("key {}", if number % 10 == 0 { number - 1 } else { number });
        let along = Along { answer: Some(answer(&key, "x")), audit: vec![row(number, None)], ..Along::job(job(number)) };
        writers.push(tokio::spawn(async move { store.commit(along).await }));
    }
    let mut taken = 0;
    for writer in writers {
        match writer.await.unwrap() {
            Ok(()) => {}
            Err(error) => {
                assert_eq!(error, StoreError::KeyTaken);
                taken += 1;
            }
        }
    }
    assert_eq!(taken, 10);
    assert_eq!(store.count_jobs().await.unwrap()[0].jobs, 90);
    assert_eq!(other.audit_rows(0, 1_000).await.unwrap().len(), 90);
}

pub async fn many_orders_at_once_are_each_taken_once(site: &impl Site) {
    let (store, other) = (site.open().await, site.open().await);
    store.commit(Along { answer: Some(answer("key 7", "before")), ..Along::default() }).await.unwrap();
    let mut writers = Vec::new();
    for number in 1..=120_u8 {
        let store = if number % 3 == 0 { std::sync::Arc::clone(&other) } else { std::sync::Arc::clone(&store) };
        // Three at a time share a key, every fifth has none, and one key was taken before any of them came.
        let key = (number % 5 != 0).then(|| answer(&format!("key {}", number / 3), "\0 \u{1F30D}"));
        let along = Along { answer: key, ..Along::job(job(number)) };
        writers.push(tokio::spawn(async move { (number, store.commit(along).await) }));
    }
    let mut accepted = Vec::new();
    for writer in writers {
        match writer.await.unwrap() {
            (number, Ok(())) => accepted.push(number),
            (_, Err(error)) => assert_eq!(error, StoreError::KeyTaken),
        }
    }
    for number in 1..=120_u8 {
        assert_eq!(other.job(job_id(number)).await.unwrap().is_some(), accepted.contains(&number), "job {number}");
    }
    let with_key = |place: u8| accepted.iter().filter(|number| *number / 3 == place && *number % 5 != 0).count();
    for place in 0..=40 {
        let rivals = (1..=120_u8).filter(|number| number / 3 == place && number % 5 != 0).count();
        assert_eq!(with_key(place), usize::from(place != 7 && rivals > 0), "key {place}");
    }
    assert_eq!(accepted.iter().filter(|number| *number % 5 == 0).count(), 24, "whoever has no key has no rival");
    let asked = store.job(job_id(accepted[0])).await.unwrap().unwrap().asked;
    assert_eq!(asked, job(accepted[0]));
}
