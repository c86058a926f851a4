//! `eval retrieval`: whether the documents a claim's author cites are found, and how soon.

mod folds;

use super::given::step;
use super::meter::Meter;
use super::report::six;
use super::scifact::Row;
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::verify::Finder;
use crate::{Engine, EngineError};
use domain::{DocumentId, PassageId};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::eval::{DRAWS, Ranking, bootstrap};
use score::verify::{Found, rank, understand};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The lists that are compared.
const LISTS: [&str; 4] = ["lexical", "vector", "hybrid", "ranked"];
/// What is measured on each.
const KEYS: [&str; 4] = ["ndcg_at_10", "recall_at_10", "recall_at_50", "mrr"];

/// What is searched for, where and how.
#[derive(Debug, Clone, Copy)]
pub struct Retrieval<'a> {
    /// Corpus in SciFact's format.
    pub corpus: &'a Path,
    /// Claims in SciFact's format.
    pub claims: &'a Path,
    /// Whether the entity graph is followed.
    pub has_graph: bool,
    /// Whether the weights of the lexical search are also chosen without the claims they are measured on.
    pub is_cross_validated: bool,
}

impl Engine {
    /// Searches for every claim and looks where the cited documents stand in each list.
    pub async fn eval_retrieval(&self, task: Retrieval<'_>, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(task.claims, None)?;
        let rows = scope.of(rows.into_iter().filter(|row| !row.cited().is_empty()).collect());
        let corpus = self.shelve_corpus(task.corpus, watch).await?;
        let finder = Finder::open(self, &corpus)?;
        let finder = if task.has_graph { finder } else { finder.without_graph() };
        let meter = Meter::start();
        let mut found: Vec<[Ranking; 4]> = Vec::with_capacity(rows.len());
        let mut tried = task.is_cross_validated.then(folds::Tried::default);
        let (mut query, mut whole) = (Vec::new(), Vec::new());
        for (done, row) in rows.iter().enumerate() {
            step(watch, "searching", done, rows.len())?;
            let claim = row.claim.split_whitespace().collect::<Vec<_>>().join(" ");
            let relevant: BTreeSet<DocumentId> = row.cited().into_iter().collect();
            let started = Meter::start();
            let hits = tokio::task::block_in_place(|| finder.hits(&claim, &finder.embed(&[&claim])[0]))?;
            query.push(started.read());
            let started = Meter::start();
            let ranked = self.ranked(&finder, &claim).await?;
            whole.push(started.read());
            if let Some(tried) = &mut tried {
                tokio::task::block_in_place(|| tried.claim(&finder, &claim, &hits.vector, &relevant))?;
            }
            // The ranker sees only the best candidates; the rest keeps the order it was found in.
            let ranked = ranked.into_iter().chain(documents(&hits.fused));
            found.push([
                Ranking::of(documents(&hits.lexical), &relevant),
                Ranking::of(documents(&hits.vector), &relevant),
                Ranking::of(documents(&hits.fused), &relevant),
                Ranking::of(ranked, &relevant),
            ]);
        }
        let mut report = Report::open("retrieval", rows.len(), scope);
        for (at, name) in LISTS.iter().enumerate() {
            let list: Vec<&Ranking> = found.iter().map(|lists| &lists[at]).collect();
            report.tell(name, measured(&list, scope.seed));
        }
        if let Some(tried) = &tried {
            report.tell("cross_validated", tried.report());
        }
        report.spread("query_ms", &query);
        report.spread("rank_ms", &whole);
        if scope.wants_rows {
            let line = |(row, lists): (&Row, &[Ranking; 4])| {
                let all: Map<String, Value> =
                    LISTS.iter().zip(lists).map(|(name, list)| ((*name).to_owned(), list.reciprocal_rank().into())).collect();
                json!({"id": row.id.text(), "claim": row.claim, "reciprocal_rank": all})
            };
            report.rows = rows.iter().zip(&found).map(line).collect();
        }
        Ok(report.close(self, &meter))
    }

    /// Returns the documents in the order that the ranker puts their best passages in.
    async fn ranked(&self, finder: &Finder<'_>, claim: &str) -> Result<Vec<DocumentId>, EngineError> {
        let parts = score::verify::parts(claim);
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let candidates = finder.candidates(claim, &texts).await?;
        let ranked = rank(&understand(claim).weighed(&finder.rarity(claim)?), &candidates, self.today(), &self.policy);
        Ok(ranked.iter().map(|ranked| candidates[ranked.candidate].passage.document.clone()).collect())
    }
}

fn documents(found: &[Found<PassageId>]) -> impl Iterator<Item = DocumentId> {
    found.iter().map(|found| found.key.document.clone())
}

/// The figures of one list, as an object with intervals.
fn measured(list: &[&Ranking], seed: u64) -> Map<String, Value> {
    let means = |drawn: &[usize]| -> Vec<f64> {
        let mean =
            |value: &dyn Fn(&Ranking) -> f64| drawn.iter().map(|at| value(list[*at])).sum::<f64>() / drawn.len().max(1) as f64;
        vec![mean(&|r| r.ndcg_at(10)), mean(&|r| r.recall_at(10)), mean(&|r| r.recall_at(50)), mean(&|r| r.reciprocal_rank())]
    };
    let all: Vec<usize> = (0..list.len()).collect();
    let intervals = bootstrap(list.len(), DRAWS, &mut ChaCha8Rng::seed_from_u64(seed), means);
    let mut object = Map::new();
    for (at, (name, value)) in KEYS.iter().zip(means(&all)).enumerate() {
        object.insert((*name).to_owned(), six(value).into());
        if let Some(interval) = intervals.get(at) {
            object.insert(format!("{name}_ci"), json!([six(interval.low), six(interval.high)]));
        }
    }
    object
}
