//! Claims that no one document answers: what the entity graph adds on a small set of our own.

use super::Room;
use engine::eval::{Retrieval, Scope};
use std::path::PathBuf;

#[tokio::test(flavor = "multi_thread")]
async fn the_graph_brings_both_halves_of_a_claim_nearer_to_the_top() {
    let room = Room::open().await;
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/multihop");
    let (corpus, claims) = (data.join("corpus.jsonl"), data.join("claims.jsonl"));
    let scope = Scope { limit: None, seed: 0, wants_rows: false };
    let mut found = Vec::new();
    for has_graph in [false, true] {
        let task = Retrieval { corpus: &corpus, claims: &claims, has_graph, is_cross_validated: false };
        let report = room.engine.eval_retrieval(task, &scope, &()).await.unwrap();
        let ranked = report.value("ranked").unwrap().clone();
        found.push(ranked["ndcg_at_10"].as_f64().unwrap());
    }
    assert!(found[1] > found[0] + 0.02, "without and with the graph: {found:?}");
}
