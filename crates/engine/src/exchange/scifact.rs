//! SciFact: predictions as its scorer reads them. Its claims and corpus are read as they are.

use super::Posed;
use domain::{Check, Stance};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Most sentences of one document that SciFact's scorer looks at.
const SENTENCES_MAX: usize = 3;

/// Returns the prediction for one claim: for each document that takes a side, which side and by which sentences.
pub fn prediction(posed: &Posed, check: &Check) -> Value {
    let mut by_document: BTreeMap<&str, (Stance, Vec<u32>)> = BTreeMap::new();
    let evidence = check.claims.first().map(|answer| answer.evidence.as_slice()).unwrap_or_default();
    for piece in evidence.iter().filter(|e| e.on_target && e.stance != Stance::Neutral) {
        let (stance, sentences) = by_document.entry(piece.document.as_str()).or_insert((piece.stance, Vec::new()));
        // A document speaks with its best sentence; one that says otherwise further down is not heard.
        if *stance == piece.stance && sentences.len() < SENTENCES_MAX && !sentences.contains(&piece.sentence) {
            sentences.push(piece.sentence);
        }
    }
    let told: Map<String, Value> = by_document
        .into_iter()
        .map(|(document, (stance, sentences))| {
            let label = if stance == Stance::Supports { "SUPPORT" } else { "CONTRADICT" };
            (document.to_owned(), json!({"sentences": sentences, "label": label}))
        })
        .collect();
    let id = posed.id.clone().unwrap_or_else(|| check.id.to_string().into());
    json!({"id": id, "claim": posed.claim, "evidence": told})
}
