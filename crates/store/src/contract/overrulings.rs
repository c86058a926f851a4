//! Stories of words against the registry.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use crate::{Along, NewAudit};
use domain::{Credibility, DocumentKind, Overruling, Worth};

fn word(place: &str, credibility: Option<f64>) -> Overruling {
    let worth = |value| Worth { credibility: Credibility::clamped(value), kind: DocumentKind::News };
    Overruling {
        place: place.to_owned(),
        worth: credibility.map(worth),
        who: "ana".to_owned(),
        why: "a \"story\"".to_owned(),
        at: "2026-11-16T00:00:00.000001Z".parse().unwrap(),
    }
}

pub async fn words_against_the_registry_are_kept_in_order_with_their_rows(site: &impl Site) {
    let store = site.open().await;
    let said = [word("b.example", Some(0.3)), word("a.example/blog", Some(0.1 + 0.2)), word("b.example", None)];
    for word in &said {
        let row = NewAudit {
            at: word.at,
            actor: None,
            action: "registry.overruled".to_owned(),
            subject: word.place.clone(),
            facts: serde_json::json!({}),
            text: None,
        };
        store.overrule(word, Along::audit(row)).await.unwrap();
    }
    assert_eq!(site.open().await.overrulings().await.unwrap(), said);
    let rows = store.audit_rows(0, 10).await.unwrap();
    assert_eq!(
        rows.iter().map(|(row, _)| row.subject.as_str()).collect::<Vec<_>>(),
        ["b.example", "a.example/blog", "b.example"]
    );
}
