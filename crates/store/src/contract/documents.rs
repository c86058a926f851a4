//! Stories of documents and their change feed.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{at, job_id, row};
use super::samples::{corpus, document, id, ids};
use crate::{Added, Along, Change, ChangeKind, Completion, Corpus, DOCUMENT_BYTES_MAX, Store, StoreError};
use domain::CorpusName;
use std::sync::Arc;

async fn feed(store: &Arc<dyn Store>, after: u64) -> Vec<(String, ChangeKind)> {
    let changes = store.changes(&corpus(), after, 100).await.unwrap();
    changes.into_iter().map(|change| (change.document.to_string(), change.kind)).collect()
}

pub async fn a_document_comes_back_as_it_was_added(site: &impl Site) {
    let store = site.open().await;
    let added = document("ä/1 \u{1F30D}", "Water boils. \"Ice\" melts.\u{0}");
    assert_eq!(store.add_documents(&corpus(), std::slice::from_ref(&added)).await, Ok(vec![Added::New]));
    assert_eq!(store.documents(&corpus(), std::slice::from_ref(&added.id)).await, Ok(vec![added]));
}

pub async fn a_document_added_twice_is_kept_once(site: &impl Site) {
    let store = site.open().await;
    let water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    let latest = store.latest_change(&corpus()).await.unwrap();
    assert_eq!(store.add_documents(&corpus(), &[water]).await, Ok(vec![Added::Same]));
    assert_eq!(store.count_documents(&corpus()).await, Ok(1));
    assert_eq!(store.latest_change(&corpus()).await, Ok(latest));
}

pub async fn documents_commit_with_what_is_told_of_them(site: &impl Site) {
    let store = site.open().await;
    let batch = [document("water", "Water boils."), document("ice", "Ice melts.")];
    let tell = |added: &[Added]| Along::audit(row(added.len() as u8, None));
    store.add_documents_telling(&corpus(), &batch, &tell).await.unwrap();
    let told = store.audit_rows(0, 10).await.unwrap();
    assert_eq!(told.iter().map(|(row, _)| row.subject.as_str()).collect::<Vec<_>>(), ["check:2"]);
    store.add_documents_telling(&corpus(), &batch, &tell).await.unwrap();
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1, "nothing happened, so nothing is told");
    let taken = Completion { job: job_id(9), worker: "ana".to_owned(), result: serde_json::json!({}), at: at(1) };
    let impossible = |_: &[Added]| Along { completion: Some(taken.clone()), ..Along::default() };
    let refused = store.add_documents_telling(&corpus(), &[document("steam", "Steam rises.")], &impossible).await;
    assert_eq!(refused, Err(StoreError::LeaseLost(job_id(9))));
    assert_eq!(store.count_documents(&corpus()).await, Ok(2), "what cannot be told does not happen");
}

pub async fn a_document_with_other_metadata_is_replaced(site: &impl Site) {
    let store = site.open().await;
    let mut water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    let latest = store.latest_change(&corpus()).await.unwrap();
    water.author = Some("Ana".to_owned());
    assert_eq!(store.add_documents(&corpus(), std::slice::from_ref(&water)).await, Ok(vec![Added::Replaced]));
    assert_eq!(feed(&store, latest).await, [("water".to_owned(), ChangeKind::Upserted)]);
    assert_eq!(store.documents(&corpus(), &ids(&["water"])).await, Ok(vec![water]));
}

pub async fn the_same_words_under_another_id_are_kept_once(site: &impl Site) {
    let store = site.open().await;
    let batch = [document("first", "Water boils."), document("second", "Water boils.")];
    let duplicate = Added::Duplicate { of: id("first") };
    assert_eq!(store.add_documents(&corpus(), &batch).await, Ok(vec![Added::New, duplicate.clone()]));
    assert_eq!(store.add_documents(&corpus(), &batch).await, Ok(vec![Added::Same, duplicate]));
    assert_eq!(store.count_documents(&corpus()).await, Ok(1));
    assert_eq!(feed(&store, 0).await, [("first".to_owned(), ChangeKind::Upserted)]);
}

pub async fn a_document_that_became_a_duplicate_takes_its_old_version_with_it(site: &impl Site) {
    let store = site.open().await;
    let batch = [document("first", "Water boils."), document("second", "Ice melts.")];
    store.add_documents(&corpus(), &batch).await.unwrap();
    let copied = store.add_documents(&corpus(), &[document("second", "Water boils.")]).await;
    assert_eq!(copied, Ok(vec![Added::Duplicate { of: id("first") }]));
    assert_eq!(store.documents(&corpus(), &ids(&["second"])).await, Ok(vec![]));
    assert_eq!(feed(&store, 0).await, [("first".to_owned(), ChangeKind::Upserted), ("second".to_owned(), ChangeKind::Removed)]);
}

pub async fn the_same_id_twice_in_a_batch_ends_as_the_later_one(site: &impl Site) {
    let store = site.open().await;
    let batch = [document("water", "Water boils."), document("water", "Water freezes.")];
    assert_eq!(store.add_documents(&corpus(), &batch).await, Ok(vec![Added::New, Added::Replaced]));
    assert_eq!(store.documents(&corpus(), &ids(&["water"])).await.unwrap()[0].text, "Water freezes.");
}

pub async fn documents_come_back_in_the_order_asked_for(site: &impl Site) {
    let store = site.open().await;
    let batch = [document("a", "One."), document("b", "Two."), document("c", "Three.")];
    store.add_documents(&corpus(), &batch).await.unwrap();
    let found = store.documents(&corpus(), &ids(&["c", "missing", "a", "c"])).await.unwrap();
    let found: Vec<&str> = found.iter().map(|document| document.id.as_str()).collect();
    assert_eq!(found, ["c", "a", "c"]);
}

pub async fn corpora_do_not_see_each_other(site: &impl Site) {
    let store = site.open().await;
    let notes = CorpusName::notes();
    let water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    assert_eq!(store.add_documents(&notes, &[water, document("ice", "Ice melts.")]).await, Ok(vec![Added::New, Added::New]));
    let all = [Corpus { name: corpus(), documents: 1 }, Corpus { name: notes.clone(), documents: 2 }];
    assert_eq!(store.corpora().await.unwrap(), all);

    assert_eq!(store.remove_documents(&corpus(), &ids(&["water", "ice"]), Along::default()).await, Ok(1));
    assert_eq!(store.corpora().await.unwrap(), all[1..]);
    assert_eq!(store.changes(&notes, 0, 100).await.unwrap().len(), 2);
}

pub async fn a_removal_is_told_when_there_was_something_to_remove(site: &impl Site) {
    let store = site.open().await;
    store.add_documents(&corpus(), &[document("water", "Water boils.")]).await.unwrap();
    let told = || Along::audit(row(1, None));
    assert_eq!(store.remove_documents(&corpus(), &ids(&["never"]), told()).await, Ok(0));
    assert!(store.audit_rows(0, 10).await.unwrap().is_empty());
    assert_eq!(store.remove_documents(&corpus(), &ids(&["water"]), told()).await, Ok(1));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 1, "both or neither");
}

pub async fn a_removed_document_is_gone(site: &impl Site) {
    let store = site.open().await;
    store.add_documents(&corpus(), &[document("water", "Water boils.")]).await.unwrap();
    assert_eq!(store.remove_documents(&corpus(), &ids(&["water", "never"]), Along::default()).await, Ok(1));
    assert_eq!(store.remove_documents(&corpus(), &ids(&["water"]), Along::default()).await, Ok(0));
    assert_eq!(store.count_documents(&corpus()).await, Ok(0));
    assert_eq!(feed(&store, 0).await, [("water".to_owned(), ChangeKind::Removed)]);
    assert_eq!(store.add_documents(&corpus(), &[document("water", "Water boils.")]).await, Ok(vec![Added::New]));
}

pub async fn changes_are_seen_in_order_and_only_once(site: &impl Site) {
    let store = site.open().await;
    assert_eq!(store.latest_change(&corpus()).await, Ok(0));
    for number in 0..7 {
        let batch = [document(&number.to_string(), &format!("Number {number}."))];
        store.add_documents(&corpus(), &batch).await.unwrap();
    }
    store.add_documents(&corpus(), &[document("0", "Nought.")]).await.unwrap();
    let (mut after, mut seen) = (0, Vec::new());
    loop {
        let page: Vec<Change> = store.changes(&corpus(), after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.len() <= 3 && page.windows(2).all(|pair| pair[0].seq < pair[1].seq) && page[0].seq > after);
        after = last.seq;
        seen.extend(page.into_iter().map(|change| change.document.to_string()));
    }
    assert_eq!(seen, ["1", "2", "3", "4", "5", "6", "0"]);
    assert_eq!(store.latest_change(&corpus()).await, Ok(after));
}

pub async fn a_place_in_the_feed_is_never_used_twice(site: &impl Site) {
    let store = site.open().await;
    let mut latest = 0;
    for _ in 0..3 {
        store.add_documents(&corpus(), &[document("water", "Water boils.")]).await.unwrap();
        store.remove_documents(&corpus(), &ids(&["water"]), Along::default()).await.unwrap();
        let now = store.latest_change(&corpus()).await.unwrap();
        assert!(now > latest);
        latest = now;
    }
    assert_eq!(store.origin().await, site.open().await.origin().await);
}

pub async fn nothing_of_a_failed_batch_is_kept(site: &impl Site) {
    let store = site.open().await;
    store.add_documents(&corpus(), &[document("kept", "Kept.")]).await.unwrap();
    let latest = store.latest_change(&corpus()).await.unwrap();
    let mut huge = document("huge", "Huge.");
    huge.text = "x".repeat(DOCUMENT_BYTES_MAX);
    let batch = [document("water", "Water boils."), document("kept", "Changed."), huge];
    assert!(matches!(store.add_documents(&corpus(), &batch).await, Err(StoreError::TooLarge { .. })));
    assert_eq!(store.count_documents(&corpus()).await, Ok(1));
    assert_eq!(store.documents(&corpus(), &ids(&["kept"])).await.unwrap()[0].text, "Kept.");
    assert_eq!(store.latest_change(&corpus()).await, Ok(latest));
    assert_eq!(store.add_documents(&corpus(), &batch[..1]).await, Ok(vec![Added::New]));
}

pub async fn two_writers_lose_nothing(site: &impl Site) {
    let (one, other) = tokio::join!(site.open(), site.open());
    let write = |store: Arc<dyn Store>, name: &'static str| {
        tokio::spawn(async move {
            for number in 0..20 {
                let batch = [
                    document(&format!("{name}{number}"), &format!("{name} says {number}.")),
                    document("shared", &format!("{name}{number}.")),
                ];
                store.add_documents(&corpus(), &batch).await.unwrap();
            }
        })
    };
    let (ana, ben) = tokio::join!(write(one.clone(), "ana"), write(other, "ben"));
    ana.unwrap();
    ben.unwrap();
    assert_eq!(one.count_documents(&corpus()).await, Ok(41));
    let changes = one.changes(&corpus(), 0, 100).await.unwrap();
    assert_eq!(changes.len(), 41);
    assert!(changes.windows(2).all(|pair| pair[0].seq < pair[1].seq));
}

pub async fn what_is_added_is_there_after_reopening(site: &impl Site) {
    let water = document("water", "Water boils.");
    let store = site.open().await;
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    drop(store);
    let store = site.open().await;
    assert_eq!(store.documents(&corpus(), &ids(&["water"])).await, Ok(vec![water]));
}
