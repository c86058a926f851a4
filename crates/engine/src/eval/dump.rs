//! What a dump tells of each claim, for those who weigh the readings in other ways.

use domain::Snapshot;
use score::eval::Gold;
use score::verify::{Inside, Piece, Policy, Rule, overall, voices};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Everything the judge read, so that other ways of weighing it can be tried without asking it again.
pub(super) fn readings(gold: &BTreeMap<String, Gold>, snapshot: &Snapshot, inside: &Inside, policy: &Policy) -> Vec<Value> {
    let one = |(rank, piece): (usize, Piece)| {
        let candidate = &snapshot.candidates[piece.candidate];
        let sentence = candidate.first_sentence + piece.sentence as u32;
        let found = gold.get(candidate.passage.document.as_str());
        let near = candidate.similarity.get(piece.part).and_then(|row| row.get(piece.sentence));
        json!({
            "document": candidate.passage.document,
            "title": candidate.title,
            "sentence": sentence,
            "part": piece.part,
            "scores": piece.scores,
            "stance": piece.stance,
            "strength": piece.strength,
            "on_target": piece.on_target,
            "overlap": piece.overlap,
            "anchor": piece.anchor,
            "predicate": piece.predicate,
            "rule": piece.rule.map(Rule::name),
            "is_unconfirmed": piece.is_unconfirmed,
            "is_answer": piece.is_answer,
            "is_window": piece.is_window,
            "lean": [piece.lean.support, piece.lean.contradict],
            "cosine": near.map(|near| near.get()),
            "rank": rank,
            "rank_score": piece.score,
            "gold": found.map(|found| format!("{:?}", found.label)),
            "is_rationale": found.is_some_and(|found| found.rationales.iter().any(|rationale| rationale.contains(&sentence))),
            "text": candidate.sentences.get(piece.sentence),
        })
    };
    let whole = overall(&inside.claim, snapshot, &inside.ranked, policy);
    voices(&inside.claim, snapshot, &inside.ranked, policy).into_iter().chain(whole).map(one).collect()
}
