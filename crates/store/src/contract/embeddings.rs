//! Stories of sentence vectors.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::samples::{corpus, document, embedded, id, ids, model};
use crate::{Along, Store};
use domain::Document;
use std::sync::Arc;

async fn embed(store: &Arc<dyn Store>, document: &Document, filling: u8) -> u64 {
    store.put_embeddings(&corpus(), &model("mini"), &[embedded(document, filling)]).await.unwrap()
}

async fn missing(store: &Arc<dyn Store>) -> Vec<String> {
    let page = store.missing_embeddings(&corpus(), &model("mini"), None, 100).await.unwrap();
    assert_eq!(store.missing_embeddings_count(&corpus(), &model("mini")).await, Ok(page.len() as u64));
    page.iter().map(ToString::to_string).collect()
}

pub async fn vectors_come_back_as_they_were_put(site: &impl Site) {
    let store = site.open().await;
    let long = document("long", &"Again and again.".repeat(20));
    let short = document("short", "Once.");
    store.add_documents(&corpus(), &[long.clone(), short.clone()]).await.unwrap();
    assert_eq!(missing(&store).await, ["long", "short"]);
    let after = store.missing_embeddings(&corpus(), &model("mini"), Some(&id("long")), 100).await;
    assert_eq!(after, Ok(ids(&["short"])));

    let all = [embedded(&long, 1), embedded(&short, 2)];
    assert!(all[0].passages.len() > 1);
    assert_eq!(store.put_embeddings(&corpus(), &model("mini"), &all).await, Ok(2));
    let found = store.embeddings(&corpus(), &model("mini"), &ids(&["short", "missing", "long"])).await;
    assert_eq!(found, Ok(vec![all[1].clone(), all[0].clone()]));
    assert!(missing(&store).await.is_empty());
}

pub async fn a_replaced_document_loses_its_vectors(site: &impl Site) {
    let store = site.open().await;
    let water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    embed(&store, &water, 1).await;
    store.add_documents(&corpus(), &[document("water", "Water freezes.")]).await.unwrap();
    assert_eq!(store.embeddings(&corpus(), &model("mini"), &ids(&["water"])).await, Ok(vec![]));
    assert_eq!(missing(&store).await, ["water"]);
}

pub async fn a_document_with_another_date_keeps_its_vectors(site: &impl Site) {
    let store = site.open().await;
    let mut water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    embed(&store, &water, 1).await;
    water.published = None;
    store.add_documents(&corpus(), &[water]).await.unwrap();
    assert!(missing(&store).await.is_empty());
}

pub async fn a_removed_document_loses_its_vectors(site: &impl Site) {
    let store = site.open().await;
    let water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    embed(&store, &water, 1).await;
    store.remove_documents(&corpus(), &ids(&["water"]), Along::default()).await.unwrap();
    store.add_documents(&corpus(), &[water]).await.unwrap();
    assert_eq!(missing(&store).await, ["water"]);
}

pub async fn vectors_of_an_earlier_version_are_turned_away(site: &impl Site) {
    let store = site.open().await;
    let earlier = document("water", "Water boils.");
    store.add_documents(&corpus(), &[document("water", "Water freezes.")]).await.unwrap();
    assert_eq!(embed(&store, &earlier, 1).await, 0);
    assert_eq!(embed(&store, &document("never", "Never."), 1).await, 0);
    assert_eq!(missing(&store).await, ["water"]);
}

pub async fn vectors_of_two_models_stand_side_by_side(site: &impl Site) {
    let store = site.open().await;
    let water = document("water", "Water boils.");
    store.add_documents(&corpus(), std::slice::from_ref(&water)).await.unwrap();
    embed(&store, &water, 1).await;
    embed(&store, &water, 2).await;
    store.put_embeddings(&corpus(), &model("large"), &[embedded(&water, 3)]).await.unwrap();
    let mini = store.embeddings(&corpus(), &model("mini"), &ids(&["water"])).await;
    assert_eq!(mini, Ok(vec![embedded(&water, 2)]));
    let large = store.embeddings(&corpus(), &model("large"), &ids(&["water"])).await;
    assert_eq!(large, Ok(vec![embedded(&water, 3)]));
}

pub async fn a_document_without_sentences_is_not_missing_for_ever(site: &impl Site) {
    let store = site.open().await;
    let silent = document("silent", "no sentence");
    store.add_documents(&corpus(), std::slice::from_ref(&silent)).await.unwrap();
    assert_eq!(missing(&store).await, ["silent"]);
    embed(&store, &silent, 1).await;
    assert!(missing(&store).await.is_empty());
}
