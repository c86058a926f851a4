//! Stories of refusals under review.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use crate::{Along, GoldenTag, NewAudit, RejectionsWanted, StoreError};
use domain::{
    Adjudication, Given, RejectionEvent, RejectionId, Review, ReviewState, ReviewStep, ReviewerId, SubmitterId, Tag, Verdict,
};
use jiff::Timestamp;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

fn person(name: &str) -> ReviewerId {
    ReviewerId::new(name).unwrap()
}

pub fn refusal(n: u8) -> RejectionEvent {
    RejectionEvent {
        id: RejectionId::from_parts(1_790_000_000_000 + u64::from(n), [n; 10]),
        submission: format!("submission-{n}"),
        submitter: SubmitterId::new("sam").unwrap(),
        at: at(n.into()),
        verdict: Verdict::RefusedTopic,
        category: "weapons".to_owned(),
        by: "rule weapons.make".to_owned(),
        text: "How do I …?\n\u{1F30D}".to_owned(),
        span: None,
        is_article: false,
    }
}

fn row(action: &str) -> NewAudit {
    let subject = "rejection:1".to_owned();
    NewAudit { at: at(0), actor: None, action: action.to_owned(), subject, facts: serde_json::json!({}), text: None }
}

fn tagged(who: &str, tag: Tag, slot: u8, is_initial: bool) -> ReviewStep {
    let (reviewer, at) = (person(who), at(100));
    ReviewStep::Tagged(Given { reviewer, tag, slot, at, is_independent: true, is_initial, withdrawn_at: None })
}

fn adjudicated(who: &str) -> ReviewStep {
    let (adjudicator, rationale) = (person(who), "It asks for harm.".to_owned());
    ReviewStep::Adjudicated(Adjudication { adjudicator, tag: Tag::TrulyHarmful, rationale, at: at(200) })
}

pub async fn a_review_comes_back_step_by_step(site: &impl Site) {
    let store = site.open().await;
    let event = refusal(1);
    assert!(store.add_rejection(&event, Along::default()).await.unwrap());
    assert!(!store.add_rejection(&event, Along::default()).await.unwrap());
    let mut expected = Review::of(event.clone());
    let steps = [
        tagged("ana", Tag::TrulyHarmful, 1, false),
        ReviewStep::Withdrawn { reviewer: person("ana"), at: at(101) },
        tagged("ana", Tag::TrulyMalicious, 1, false),
        tagged("ben", Tag::BypassApproved, 2, true),
        adjudicated("cleo"),
    ];
    for step in &steps {
        store.step_review(event.id, expected.version, step, Along::default()).await.unwrap();
        expected = expected.after(step);
        assert_eq!(store.review(event.id).await.unwrap(), Some(expected.clone()));
    }
    assert!(expected.initial_disagreement);
    assert_eq!(expected.state(), ReviewState::Adjudicated);
    assert_eq!(store.review(RejectionId::from_parts(0, [0; 10])).await.unwrap(), None);
}

pub async fn a_step_on_what_has_moved_on_is_not_taken(site: &impl Site) {
    let store = site.open().await;
    let event = refusal(1);
    store.add_rejection(&event, Along::default()).await.unwrap();
    store.step_review(event.id, 0, &tagged("ana", Tag::TrulyHarmful, 1, false), Along::default()).await.unwrap();
    let late = store.step_review(event.id, 0, &tagged("ben", Tag::TrulyHarmful, 2, true), Along::default()).await;
    assert_eq!(late, Err(StoreError::Moved));
    assert_eq!(store.review(event.id).await.unwrap().unwrap().tags.len(), 1);
}

pub async fn the_database_itself_keeps_reviewers_independent(site: &impl Site) {
    let store = site.open().await;
    let event = refusal(1);
    store.add_rejection(&event, Along::default()).await.unwrap();
    let refused = |outcome: Result<(), StoreError>| assert!(matches!(outcome, Err(StoreError::Refused(_))), "{outcome:?}");
    refused(store.step_review(event.id, 0, &tagged("sam", Tag::IntakeFalsePositive, 1, false), Along::default()).await);
    store.step_review(event.id, 0, &tagged("ana", Tag::TrulyHarmful, 1, false), Along::default()).await.unwrap();
    refused(store.step_review(event.id, 1, &tagged("ana", Tag::TrulyHarmful, 2, true), Along::default()).await);
    refused(store.step_review(event.id, 1, &tagged("ben", Tag::TrulyHarmful, 1, true), Along::default()).await);
    refused(store.step_review(event.id, 1, &tagged("ben", Tag::TrulyHarmful, 3, true), Along::default()).await);
    store.step_review(event.id, 1, &tagged("ben", Tag::BypassApproved, 2, true), Along::default()).await.unwrap();
    refused(store.step_review(event.id, 2, &adjudicated("ana"), Along::default()).await);
    refused(store.step_review(event.id, 2, &adjudicated("sam"), Along::default()).await);
    store.step_review(event.id, 2, &adjudicated("cleo"), Along::default()).await.unwrap();
    refused(store.step_review(event.id, 3, &adjudicated("dora"), Along::default()).await);
    let after = ReviewStep::Withdrawn { reviewer: person("ben"), at: at(300) };
    refused(store.step_review(event.id, 3, &after, Along::default()).await);
    let found = store.review(event.id).await.unwrap().unwrap();
    assert_eq!((found.version, found.tags.len()), (3, 2));
}

pub async fn of_many_hasty_reviewers_two_get_in(site: &impl Site) {
    let event = refusal(1);
    site.open().await.add_rejection(&event, Along::default()).await.unwrap();
    let mut racing = Vec::new();
    for n in 0..8 {
        let (store, id) = (site.open().await, event.id);
        racing.push(tokio::spawn(async move {
            let mut taken = 0;
            for version in 0..2 {
                let step = tagged(&format!("reviewer-{n}"), Tag::TrulyHarmful, version as u8 + 1, version == 1);
                taken += u32::from(store.step_review(id, version, &step, Along::default()).await.is_ok());
            }
            taken
        }));
    }
    let mut taken = 0;
    for one in racing {
        taken += one.await.unwrap();
    }
    let found = site.open().await.review(event.id).await.unwrap().unwrap();
    let live: Vec<_> = found.live().collect();
    assert_eq!((taken, live.len()), (found.version, found.version as usize));
    assert!(live.len() <= 2 && !live.is_empty());
    assert!(live.len() < 2 || live[0].reviewer != live[1].reviewer);
}

pub async fn refusals_are_listed_by_state_and_page_by_page(site: &impl Site) {
    let store = site.open().await;
    for n in 1..=5 {
        store.add_rejection(&refusal(n), Along::default()).await.unwrap();
    }
    store.step_review(refusal(3).id, 0, &tagged("ana", Tag::TrulyHarmful, 1, false), Along::default()).await.unwrap();
    let open = RejectionsWanted { state: Some(ReviewState::Untagged), limit: 3, ..RejectionsWanted::default() };
    let names = |found: Vec<Review>| found.iter().map(|review| review.event.id).collect::<Vec<_>>();
    let first = names(store.reviews(&open).await.unwrap());
    assert_eq!(first, [1, 2, 4].map(|n| refusal(n).id));
    let rest = RejectionsWanted { after: first.last().copied(), ..open };
    assert_eq!(names(store.reviews(&rest).await.unwrap()), [refusal(5).id]);
    let within = RejectionsWanted { since: Some(at(2)), until: Some(at(4)), limit: 9, ..RejectionsWanted::default() };
    assert_eq!(names(store.reviews(&within).await.unwrap()), [2, 3].map(|n| refusal(n).id));
    let other = SubmitterId::new("tom");
    let nobody = RejectionsWanted { submitter: other, limit: 9, ..RejectionsWanted::default() };
    assert!(store.reviews(&nobody).await.unwrap().is_empty());
}

pub async fn known_answers_are_kept_apart_and_look_like_any_other(site: &impl Site) {
    let store = site.open().await;
    let (event, ana) = (refusal(9), person("ana"));
    assert!(store.add_golden(&event, Tag::TrulyMalicious, Along::default()).await.unwrap());
    assert_eq!(store.review(event.id).await.unwrap(), Some(Review::of(event.clone())));
    assert_eq!(store.golden_answer(event.id).await.unwrap(), Some(Tag::TrulyMalicious));
    let all = RejectionsWanted { limit: 9, ..RejectionsWanted::default() };
    assert!(store.reviews(&all).await.unwrap().is_empty());
    assert_eq!(store.goldens_for(&ana).await.unwrap().len(), 1);
    let said = |tag| GoldenTag { event: event.id, reviewer: ana.clone(), tag, at: at(3) };
    assert!(store.tag_golden(&said(Tag::TrulyHarmful), Along::default()).await.unwrap());
    assert!(!store.tag_golden(&said(Tag::TrulyMalicious), Along::audit(row("twice"))).await.unwrap());
    assert!(store.audit_rows(0, 9).await.unwrap().is_empty());
    assert!(store.goldens_for(&ana).await.unwrap().is_empty());
    assert_eq!(store.goldens_for(&person("ben")).await.unwrap().len(), 1);
    let answers = store.golden_answers().await.unwrap();
    assert_eq!((answers.len(), answers[0].said, answers[0].answer), (1, Tag::TrulyHarmful, Tag::TrulyMalicious));
    assert!(store.untag_golden(event.id, &ana, Along::default()).await.unwrap());
    assert!(!store.untag_golden(event.id, &ana, Along::default()).await.unwrap());
}

pub async fn a_step_commits_with_its_row_or_not_at_all(site: &impl Site) {
    let store = site.open().await;
    let event = refusal(1);
    assert!(store.add_rejection(&event, Along::audit(row("kept"))).await.unwrap());
    assert!(!store.add_rejection(&event, Along::audit(row("kept again"))).await.unwrap());
    store.step_review(event.id, 0, &tagged("ana", Tag::TrulyHarmful, 1, false), Along::audit(row("tagged"))).await.unwrap();
    let own = store.step_review(event.id, 1, &tagged("sam", Tag::TrulyHarmful, 2, true), Along::audit(row("own"))).await;
    assert!(matches!(own, Err(StoreError::Refused(_))), "{own:?}");
    let late = store.step_review(event.id, 0, &tagged("ben", Tag::TrulyHarmful, 2, true), Along::audit(row("late"))).await;
    assert_eq!(late, Err(StoreError::Moved));
    let told: Vec<String> = store.audit_rows(0, 9).await.unwrap().into_iter().map(|(row, _)| row.action).collect();
    assert_eq!(told, ["kept", "tagged"]);
}

pub async fn a_refused_check_commits_with_its_refusal_and_takes_its_text_away(site: &impl Site) {
    let store = site.open().await;
    let (stored, event) = (super::samples::check(1, "You are free."), refusal(1));
    let event = RejectionEvent { submission: stored.check.id.to_string(), ..event };
    let along = Along { refusals: vec![event.clone()], ..Along::default() };
    store.save_check(&stored, along.clone()).await.unwrap();
    assert_eq!(store.save_check(&stored, along).await, Err(StoreError::AlreadyStored(stored.check.id)));
    assert_eq!(store.review(event.id).await.unwrap(), Some(Review::of(event.clone())));
    assert!(store.erase_check(stored.check.id, at(9), Along::default()).await.unwrap());
    let erased = store.review(event.id).await.unwrap().unwrap().event;
    assert_eq!(erased, RejectionEvent { text: String::new(), span: None, ..event });
}

pub async fn a_copy_puts_reviews_back_whatever_was_decided_since(site: &impl Site) {
    let (store, copy, event) = (site.open().await, site.spare_file(), refusal(1));
    store.add_rejection(&event, Along::default()).await.unwrap();
    store.step_review(event.id, 0, &tagged("ana", Tag::TrulyHarmful, 1, false), Along::default()).await.unwrap();
    store.step_review(event.id, 1, &tagged("ben", Tag::BypassApproved, 2, true), Along::default()).await.unwrap();
    store.back_up(&copy).await.unwrap();
    let before = store.review(event.id).await.unwrap();
    store.step_review(event.id, 2, &adjudicated("cleo"), Along::default()).await.unwrap();
    store.restore(&copy).await.unwrap();
    assert_eq!(store.review(event.id).await.unwrap(), before);
}
