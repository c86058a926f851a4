//! `eval` keeps its contract: every figure under its name, the same figures from the same data.

use super::{Room, shared};
use engine::eval::{KnownClaims, Report, Retrieval, Scope, Windowing, svg};
use serde_json::Value;
use std::path::PathBuf;

const CORPUS: &str = r#"{"doc_id": 1, "title": "Boiling of water", "abstract": ["Water is a liquid at room temperature.", "At sea level, pure water boils at 100 degrees Celsius."]}
{"doc_id": 2, "title": "Garlic and colds", "abstract": ["We gave garlic to 146 volunteers.", "Garlic does not cure the common cold."]}
{"doc_id": 3, "title": "Bees", "abstract": ["Honey bees dance to tell where flowers are."]}
{"doc_id": "four", "title": "Bridges", "abstract": ["A bridge must carry its own weight."]}
"#;

const CLAIMS: &str = r#"{"id": 1, "claim": "Pure water boils at 100 degrees Celsius at sea level.", "evidence": {"1": [{"sentences": [1], "label": "SUPPORT"}]}, "cited_doc_ids": [1]}
{"id": 2, "claim": "Garlic cures the common cold.", "evidence": {"2": [{"sentences": [1], "label": "CONTRADICT"}]}, "cited_doc_ids": [2]}
{"id": 3, "claim": "Honey bees prefer blue flowers to red flowers.", "evidence": {}, "cited_doc_ids": [3]}
"#;

fn scope() -> Scope {
    Scope { limit: None, seed: 0, wants_rows: true }
}

/// Looks every name of the contract up, those in all reports first.
fn has(report: &Report, names: &str) {
    let object = report.to_json();
    for name in ["n", "seconds", "seconds_cpu", "config_hash", "model_hashes"].into_iter().chain(names.split_whitespace()) {
        let value = name.split('.').fold(&object, |value, key| &value[key]);
        assert!(!value.is_null(), "eval {} lacks {name}: {object}", report.task);
    }
}

/// What a report says apart from how long it took.
fn lasting(report: &Report) -> Vec<(String, Value)> {
    let is_timing = |name: &str| ["seconds", "_second", "_ms_"].iter().any(|word| name.contains(word));
    report.figures.iter().filter(|f| !is_timing(&f.name)).map(|f| (f.name.clone(), f.value.clone())).collect()
}

async fn library(room: &Room) -> (PathBuf, PathBuf) {
    (room.file("corpus.jsonl", CORPUS), room.file("claims.jsonl", CLAIMS))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_corpus_is_searched_and_every_list_is_measured() {
    let room = Room::open().await;
    let (corpus, claims) = library(&room).await;
    let task = Retrieval { corpus: &corpus, claims: &claims, has_graph: true, is_cross_validated: true };
    let report = room.engine.eval_retrieval(task, &scope(), &()).await.unwrap();
    for list in ["lexical", "vector", "hybrid", "ranked"] {
        has(&report, &["ndcg_at_10", "recall_at_10", "recall_at_50", "mrr"].map(|key| format!("{list}.{key}")).join(" "));
    }
    has(&report, "query_ms_p50 query_ms_p95 query_ms_p50_cpu hybrid.mrr_ci");
    assert_eq!(report.value("hybrid").unwrap()["recall_at_10"], 1.0);
    has(&report, "cross_validated.folds cross_validated.hybrid_ndcg_at_10 cross_validated.weights");
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_are_judged_from_what_is_found_and_the_second_run_says_the_same() {
    let room = Room::open().await;
    let (corpus, claims) = library(&room).await;
    let report = room.engine.eval_claims((&corpus, &claims), false, &scope(), &()).await.unwrap();
    has(
        &report,
        "label_only_p label_only_r label_only_f1 label_rationale_p label_rationale_r label_rationale_f1 selection_label_p \
         selection_label_r selection_label_f1 accuracy accuracy_ci macro_f1 f1_true f1_false ece aurc abstention_rate answered_rate \
         answered_accuracy latency_ms_p50 latency_ms_p95 latency_ms_p50_cpu claims_per_second claims_per_second_cpu",
    );
    assert_eq!(report.rows.len(), 3);
    assert_eq!(report.rows[0]["direction"], "supports", "{}", report.rows[0]);
    assert_eq!(report.rows[1]["direction"], "contradicts", "{}", report.rows[1]);
    assert!(svg(&report).unwrap().contains("reliability"));
    let again = room.engine.eval_claims((&corpus, &claims), false, &scope(), &()).await.unwrap();
    assert_eq!(lasting(&report), lasting(&again));
    let cited = room.engine.eval_claims((&corpus, &claims), true, &scope(), &()).await.unwrap();
    assert_eq!(cited.value("evidence").unwrap(), "cited");
}

#[tokio::test(flavor = "multi_thread")]
async fn evidence_that_comes_with_the_claim_is_judged_like_any_other() {
    let room = Room::open().await;
    let fever = r#"{"claim_id": "1", "claim": "Garlic cures the common cold.", "claim_label": "REFUTES", "evidences": [{"article": "Garlic", "evidence": "Garlic does not cure the common cold."}]}"#;
    let report = room.engine.eval_climate_fever(&room.file("fever.jsonl", fever), &scope(), &()).await.unwrap();
    has(&report, "accuracy macro_f1 f1_false ece aurc");
    assert_eq!(report.value("accuracy").unwrap(), 1.0, "{}", report.rows[0]);
    let averitec = r#"[{"claim": "Garlic cures the common cold.", "label": "Refuted", "claim_date": "1-2-2020", "questions": [{"question": "Does garlic cure the common cold?", "answers": [{"answer": "Garlic does not cure the common cold.", "answer_type": "Extractive"}]}]}]"#;
    has(&room.engine.eval_averitec(&room.file("a.json", averitec), &scope(), &()).await.unwrap(), "accuracy macro_f1");
    let stance = r#"{"claim": "Garlic cures the common cold.", "title": "Garlic", "evidence": "Garlic does not cure the common cold.", "stance": "contradicts"}"#;
    let report = room.engine.eval_stance(&room.file("s.jsonl", stance), &scope(), &()).unwrap();
    has(&report, "accuracy macro_f1 answered_rate answered_accuracy ece aurc accuracy_surest_half margin_over_lexical.accuracy");
    assert_eq!(report.value("answered_accuracy").unwrap(), 1.0, "{}", report.rows[0]);
    let nli = r#"{"premise": "Garlic does not cure colds.", "hypothesis": "Garlic cures colds.", "label": "contradiction"}"#;
    let report = room.engine.eval_nli(&room.file("n.jsonl", nli), Windowing::Whole, &scope(), &()).unwrap();
    has(&report, "accuracy macro_recall f1_entailment f1_contradiction f1_neutral ece pairs_per_second windowing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_finds_the_fact_check_it_repeats() {
    let room = Room::open().await;
    let claims = room.file(
        "c.tsv",
        "\tvclaim\ttitle\n7\tGarlic cures colds.\tDoes \"garlic\" help?\n8\tThe moon is cheese.\tMoon\n9\tBees can dance.\n",
    );
    let queries = room.file("q.tsv", "\ttweet\n1\tmy aunt says garlic cures a cold!\n");
    let qrels = room.file("q.qrels", "1\t0\t7\t1\n");
    let files = KnownClaims { queries: &queries, claims: &claims, qrels: &qrels };
    let report = room.engine.eval_known_claims(files, &scope(), &()).await.unwrap();
    has(&report, "map_at_5 mrr hit_at_1 lexical.mrr margin_over_lexical.mrr margin_over_vector.hit_at_1");
    assert_eq!(report.value("hit_at_1").unwrap(), 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn fact_checks_that_a_stopped_run_left_out_are_brought_in_by_the_next() {
    let room = Room::open().await;
    let claims = room.file("c.tsv", "\tvclaim\ttitle\n7\tGarlic cures colds.\tGarlic\n8\tThe moon is cheese.\tMoon\n");
    let queries = room.file("q.tsv", "\ttweet\n1\tmy aunt says garlic cures a cold!\n");
    let qrels = room.file("q.qrels", "1\t0\t7\t1\n");
    let files = KnownClaims { queries: &queries, claims: &claims, qrels: &qrels };
    let whole = room.engine.eval_known_claims(files, &scope(), &()).await.unwrap();
    let store = room.engine.store();
    let corpus = store.corpora().await.unwrap().remove(0);
    let wanted = domain::DocumentId::new("7").unwrap();
    assert_eq!(store.remove_documents(&corpus.name, &[wanted], engine::Along::default()).await.unwrap(), 1);
    let again = room.engine.eval_known_claims(files, &scope(), &()).await.unwrap();
    assert_eq!((corpus.documents, store.count_documents(&corpus.name).await.unwrap()), (2, 2));
    assert_eq!(again.value("hit_at_1").unwrap(), 1.0);
    assert_eq!(lasting(&whole), lasting(&again));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_row_stops_the_run_and_is_named() {
    let room = Room::open().await;
    let (corpus, claims) = (room.file("corpus.jsonl", CORPUS), room.file("claims.jsonl", "{\"id\": 1}\n"));
    let error = room.engine.eval_claims((&corpus, &claims), false, &scope(), &()).await.unwrap_err();
    assert!(error.to_string().ends_with("claims.jsonl:1: missing field `claim`"), "{error}");
    let (corpus, claims) =
        (room.file("torn.jsonl", "{\"doc_id\": 1, \"abstract\": [\"a\"]}\n{\"doc_id\""), room.file("claims.jsonl", CLAIMS));
    let error = room.engine.eval_claims((&corpus, &claims), false, &scope(), &()).await.unwrap_err();
    assert!(error.to_string().contains("torn.jsonl:2: "), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_collections_are_read_as_they_come() {
    let room = Room::open().await;
    let (engine, few) = (&room.engine, Scope { limit: Some(2), ..Scope::default() });
    if let Some(data) = shared("climate-fever/claims_a.jsonl") {
        assert_eq!(engine.eval_climate_fever(&data, &few, &()).await.unwrap().value("n").unwrap(), 2);
    }
    if let Some(data) = shared("averitec/train.json") {
        assert_eq!(engine.eval_averitec(&data, &few, &()).await.unwrap().value("n").unwrap(), 2);
    }
    if let Some(data) = shared("stance/climate_a.jsonl") {
        assert_eq!(engine.eval_stance(&data, &few, &()).unwrap().value("n").unwrap(), 2);
    }
    if let Some(data) = shared("nli/dev/scifact_train_cited_abstract.jsonl") {
        assert_eq!(engine.eval_nli(&data, Windowing::Sentences, &few, &()).unwrap().value("n").unwrap(), 2);
    }
    if let Some(data) = shared("checkworthy/claimbuster_train.jsonl") {
        has(
            &engine.eval_checkworthy(&data, &Scope { limit: Some(200), ..few }).unwrap(),
            "f1 average_precision margin_over_lexical.f1 margin_over_majority.accuracy",
        );
    }
    if let Some(data) = shared("credibility/domain_ratings_a.csv") {
        let report = engine.eval_credibility(&data, &sources::Registry::built_in(), &Scope::default()).unwrap();
        has(&report, "spearman coverage");
        assert!(report.value("spearman").unwrap().as_f64().unwrap() > 0.6, "{}", report.to_json());
    }
}
