//! Stories of checks.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::samples::check;
use crate::{Along, StoreError, StoredCheck};
use domain::{CheckId, Expansion, Verdict, claim_key};
use jiff::Timestamp;

fn text_of(stored: &StoredCheck) -> String {
    stored.to_canonical().unwrap()
}

pub async fn a_check_comes_back_to_the_byte(site: &impl Site) {
    let store = site.open().await;
    let asked = check(1_700_000_000_123, "Water boils at 100 °C.");
    store.save_check(&asked, Along::default()).await.unwrap();
    let found = store.check(asked.check.id).await.unwrap().unwrap();
    assert_eq!(text_of(&found), text_of(&asked));
    assert_eq!(found, asked);
}

pub async fn a_check_is_stored_only_once(site: &impl Site) {
    let store = site.open().await;
    let first = check(1, "First.");
    store.save_check(&first, Along::default()).await.unwrap();
    let second = StoredCheck { text: "Second.".to_owned(), ..first.clone() };
    assert_eq!(store.save_check(&second, Along::default()).await, Err(StoreError::AlreadyStored(first.check.id)));
    assert_eq!(store.check(first.check.id).await, Ok(Some(first)));
}

pub async fn an_unknown_check_is_absent(site: &impl Site) {
    let store = site.open().await;
    assert_eq!(store.check(CheckId::from_parts(1, [1; 10])).await, Ok(None));
    assert_eq!(store.recent_checks(None, 10).await, Ok(vec![]));
}

pub async fn recent_checks_come_latest_first_and_page_by_page(site: &impl Site) {
    let store = site.open().await;
    for number in [2, 4, 1, 3, 5] {
        store.save_check(&check(number, &format!("Number {number}.")), Along::default()).await.unwrap();
    }
    let (mut before, mut seen) = (None, Vec::new());
    loop {
        let page = store.recent_checks(before, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        seen.extend(page.into_iter().map(|line| line.text));
    }
    assert_eq!(seen, ["Number 5.", "Number 4.", "Number 3.", "Number 2.", "Number 1."]);
    let line = store.recent_checks(None, 1).await.unwrap().remove(0);
    let asked = check(5, "Number 5.");
    assert_eq!((line.asked_at, line.corpus, line.summary), (asked.check.asked_at, asked.corpus, asked.check.summary));
}

pub async fn an_answer_is_found_again_by_its_claim_and_configuration(site: &impl Site) {
    let store = site.open().await;
    let (first, second) = (check(1_000, "Water boils."), check(2_000, "water  boils"));
    let mut open = check(3_000, "Water boils.");
    open.check.claims[0].verdict = Verdict::InsufficientEvidence;
    let mut repeated = check(4_000, "Water boils.");
    repeated.check.claims[0].expansion = Some(Expansion::from_earlier(second.check.id));
    for stored in [&first, &second, &open, &repeated] {
        store.save_check(stored, Along::default()).await.unwrap();
    }
    let (key, config) = (claim_key("WATER boils"), first.check.config_hash.clone());
    let at = |ms| Timestamp::from_millisecond(ms).unwrap();
    let found = store.answered(&key, &config, at(0)).await.unwrap().unwrap();
    assert_eq!((found.stored, found.place), (second, 0), "the latest that has an answer of its own");
    assert_eq!(store.answered(&key, &config, at(2_001)).await, Ok(None), "too old");
    assert_eq!(store.answered(&claim_key("Water freezes."), &config, at(0)).await, Ok(None));
    assert_eq!(store.answered(&key, &key, at(0)).await, Ok(None), "under another configuration");
}
