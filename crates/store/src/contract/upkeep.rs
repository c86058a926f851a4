//! Stories of forgetting, copying and putting back.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{actor_id, at, job, job_id, message, message_id, row, take};
use super::rejections::refusal;
use super::samples::{check, corpus, document};
use crate::{Along, Completion, Forgotten, NewAnswer, Retention, StoreError};
use domain::{Given, ReviewStep, ReviewerId, Tag, digest_bytes};

pub async fn what_is_old_is_forgotten_and_the_audit_log_is_not(site: &impl Site) {
    let store = site.open().await;
    let (old, new) = (check(1_000, "Old."), check(9_000_000_000_000, "New."));
    store.save_check_for(&old, actor_id(1), Along::audit(row(1, None))).await.unwrap();
    store.save_check_for(&new, actor_id(1), Along::default()).await.unwrap();
    let answer = NewAnswer {
        actor: actor_id(1),
        key: "k".to_owned(),
        fingerprint: digest_bytes(b""),
        status: 200,
        body: String::new(),
        at: at(1),
    };
    store.commit(Along { messages: vec![message(1), message(2)], answer: Some(answer), ..Along::default() }).await.unwrap();
    store.relay_messages(&[message_id(1)], at(1), Along { jobs: vec![job(1), job(2)], ..Along::default() }).await.unwrap();
    take(&*store, "ana", 1).await.unwrap();
    let completion = Completion { job: job_id(1), worker: "ana".to_owned(), result: serde_json::Value::Null, at: at(2) };
    store.commit(Along { completion: Some(completion), ..Along::default() }).await.unwrap();
    assert_eq!(store.forget(&Retention::default(), at(0)).await, Ok(Forgotten::default()));
    let before = Some(at(10));
    let retention = Retention {
        checks_before: before,
        jobs_before: before,
        messages_before: before,
        answers_before: before,
        sessions_before: before,
    };
    let forgotten = store.forget(&retention, at(10)).await.unwrap();
    assert_eq!(forgotten, Forgotten { checks: 1, jobs: 1, messages: 1, answers: 1, ..Forgotten::default() });
    assert_eq!(store.check(old.check.id).await, Ok(None));
    assert_eq!(store.erased_check(old.check.id).await, Ok(Some(at(10))));
    assert!(store.check(new.check.id).await.unwrap().is_some());
    assert!(store.job(job_id(2)).await.unwrap().is_some(), "what waits is not old");
    assert!(store.message(message_id(2)).await.unwrap().is_some(), "what nobody relayed is not old");
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1);
}

pub async fn the_texts_of_old_refusals_are_forgotten_and_what_was_said_of_them_is_not(site: &impl Site) {
    let store = site.open().await;
    let (old, new, golden) = (refusal(1), refusal(200), refusal(2));
    for event in [&old, &new] {
        assert!(store.add_rejection(event, Along::default()).await.unwrap());
    }
    assert!(store.add_golden(&golden, Tag::TrulyHarmful, Along::default()).await.unwrap());
    let given = Given {
        reviewer: ReviewerId::new("ana").unwrap(),
        tag: Tag::TrulyHarmful,
        slot: 1,
        at: old.at,
        is_independent: true,
        is_initial: false,
        withdrawn_at: None,
    };
    store.step_review(old.id, 0, &ReviewStep::Tagged(given), Along::default()).await.unwrap();
    let retention = Retention { checks_before: Some(new.at), ..Retention::default() };
    assert_eq!(store.forget(&retention, new.at).await.unwrap().refusals, 1);
    assert_eq!(store.forget(&retention, new.at).await.unwrap().refusals, 0, "what is forgotten is not forgotten twice");
    let kept = store.review(old.id).await.unwrap().unwrap();
    assert_eq!((kept.event.text.as_str(), kept.tags.len(), kept.event.category.as_str()), ("", 1, "weapons"));
    assert_eq!(store.review(new.id).await.unwrap().unwrap().event, new);
    assert_eq!(store.review(golden.id).await.unwrap().unwrap().event, golden, "a known-answer item is nobody's submission");
}

pub async fn a_copy_made_while_running_puts_everything_back(site: &impl Site) {
    let store = site.open().await;
    let room = site.spare_file();
    store.add_documents(&corpus(), &[document("a", "One.")]).await.unwrap();
    store.commit(Along { audit: vec![row(1, None)], ..Along::job(job(1)) }).await.unwrap();
    store.back_up(&room).await.unwrap();
    assert_eq!(store.back_up(&room).await, Err(StoreError::Exists(room.display().to_string())));
    store.add_documents(&corpus(), &[document("b", "Two.")]).await.unwrap();
    store.commit(Along::job(job(2))).await.unwrap();
    let origin = store.origin().await.unwrap();
    store.restore(&room).await.unwrap();
    assert_eq!(store.count_documents(&corpus()).await, Ok(1));
    assert!(store.job(job_id(1)).await.unwrap().is_some());
    assert_eq!(store.job(job_id(2)).await, Ok(None));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1);
    assert_ne!(store.origin().await.unwrap(), origin, "indexes that went further must be built anew");
    store.commit(Along::job(job(3))).await.unwrap();
}

pub async fn what_is_no_copy_is_not_put_back(site: &impl Site) {
    let store = site.open().await;
    let room = site.spare_file();
    store.commit(Along::job(job(1))).await.unwrap();
    assert!(matches!(store.restore(&room).await, Err(StoreError::NoBackup { .. })));
    std::fs::write(&room, "Dear diary, I am no copy of anything. ".repeat(50)).unwrap();
    assert!(matches!(store.restore(&room).await, Err(StoreError::NoBackup { .. })));
    assert!(store.job(job_id(1)).await.unwrap().is_some());
    store.commit(Along::job(job(2))).await.unwrap();
}
