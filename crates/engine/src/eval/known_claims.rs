//! `eval known-claims`: whether a post that repeats a fact-checked claim finds its fact-check.

use super::corpus::corpus_of;
use super::given::step;
use super::meter::Meter;
use super::report::by_name;
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::verify::{Finder, Hits};
use crate::{Engine, EngineError};
use domain::{CorpusName, Credibility, Document, DocumentId, DocumentKind, digest_bytes, sentences};
use score::eval::Ranking;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead as _;
use std::path::Path;

/// The three files of the task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownClaims<'a> {
    /// Posts: id and text, tab-separated.
    pub queries: &'a Path,
    /// Fact-checked claims: id, claim and title, tab-separated.
    pub claims: &'a Path,
    /// Which claim each post repeats, in TREC's format.
    pub qrels: &'a Path,
}

/// Documents stored at a time.
const BATCH: usize = 256;
/// How deep the lists are looked into.
const DEPTH: usize = 5;
/// What each list is measured by.
const KEYS: [&str; 3] = ["map_at_5", "mrr", "hit_at_1"];

impl Engine {
    /// Searches the fact-checked claims for every post that has one.
    pub async fn eval_known_claims(
        &self,
        files: KnownClaims<'_>,
        scope: &Scope,
        watch: &dyn Watch,
    ) -> Result<Report, EngineError> {
        let wanted = qrels(files.qrels)?;
        let queries = rows::cells(files.queries, b'\t')?;
        let queries = scope.of(queries.into_iter().filter(|query| wanted.contains_key(&query[0])).collect());
        let corpus = self.shelve_claims(files.claims, watch).await?;
        let finder = Finder::open(self, &corpus)?;
        let meter = Meter::start();
        let (mut lists, mut took) = (Vec::with_capacity(queries.len()), Vec::new());
        for (done, query) in queries.iter().enumerate() {
            let (id, text) = (&query[0], &query[1]);
            step(watch, "searching", done, queries.len())?;
            let started = Meter::start();
            let hits = tokio::task::block_in_place(|| finder.hits(text, &finder.embed(&[text])[0]))?;
            took.push(started.read());
            lists.push(Lists::of(&hits, &wanted[id]));
        }
        let mut report = Report::open("known-claims", queries.len(), scope);
        tell(&mut report, &lists);
        report.spread("query_ms", &took);
        if scope.wants_rows {
            let line = |(query, lists): (&Vec<String>, &Lists)| json!({"id": query[0], "text": query[1], "reciprocal_rank": lists.hybrid.reciprocal_rank()});
            report.rows = queries.iter().zip(&lists).map(line).collect();
        }
        Ok(report.close(self, &meter))
    }

    /// Brings the fact-checked claims in as documents, unless all of them are there already. What a stopped run has stored stays
    /// as it is: a document is known by its id and its content.
    async fn shelve_claims(&self, file: &Path, watch: &dyn Watch) -> Result<CorpusName, EngineError> {
        let bytes = std::fs::read(file).map_err(|source| EngineError::Unreadable { path: file.into(), source })?;
        let corpus = corpus_of(&bytes);
        let claims = rows::cells(file, b'\t')?;
        if self.store.count_documents(&corpus).await? != documents_of(&claims) {
            let documents: Vec<Document> = claims.iter().filter_map(|claim| document(claim, &corpus)).collect();
            for (done, batch) in documents.chunks(BATCH).enumerate() {
                step(watch, "storing", done * BATCH, documents.len())?;
                self.store.add_documents(&corpus, batch).await?;
            }
        }
        self.ready(&corpus, watch).await?;
        Ok(corpus)
    }
}

/// The three lists for one post.
struct Lists {
    lexical: Ranking,
    vector: Ranking,
    hybrid: Ranking,
}

impl Lists {
    fn of(hits: &Hits, wanted: &BTreeSet<String>) -> Self {
        let ranking = |found: &[score::verify::Found<domain::PassageId>]| {
            Ranking::of(found.iter().map(|f| f.key.document.to_string()), wanted)
        };
        Self { lexical: ranking(&hits.lexical), vector: ranking(&hits.vector), hybrid: ranking(&hits.fused) }
    }
}

/// Tells how good the fused list is, and the margin over each search alone.
fn tell(report: &mut Report, lists: &[Lists]) {
    report.measure(&KEYS, lists.len(), |drawn| means(drawn, lists, |l| &l.hybrid).to_vec());
    let all: Vec<usize> = (0..lists.len()).collect();
    for (name, pick) in [("lexical", (|l| &l.lexical) as fn(&Lists) -> &Ranking), ("vector", |l| &l.vector)] {
        let scored: Vec<(&str, f64)> = KEYS.into_iter().zip(means(&all, lists, pick)).collect();
        report.tell(name, by_name(&scored));
        report.margin(name, &scored);
    }
}

fn means(drawn: &[usize], lists: &[Lists], pick: fn(&Lists) -> &Ranking) -> [f64; 3] {
    let mean = |value: &dyn Fn(&Ranking) -> f64| {
        drawn.iter().map(|at| value(pick(&lists[*at]))).sum::<f64>() / drawn.len().max(1) as f64
    };
    [mean(&|r| r.average_precision_at(DEPTH)), mean(&|r| r.reciprocal_rank()), mean(&|r| r.hit_at_1())]
}

/// How many documents the claims make; those under one id are one.
fn documents_of(claims: &[Vec<String>]) -> u64 {
    claims.iter().filter_map(|claim| DocumentId::new(claim[0].as_str())).collect::<BTreeSet<DocumentId>>().len() as u64
}

fn document(cells: &[String], corpus: &CorpusName) -> Option<Document> {
    let (id, claim, title) = (&cells[0], &cells[1], cells.get(2).cloned().unwrap_or_default());
    Some(Document {
        id: DocumentId::new(id.clone())?,
        sentences: sentences(claim),
        content: digest_bytes(format!("{id}\n{title}\n{claim}").as_bytes()),
        text: claim.clone(),
        title,
        url: None,
        source: corpus.to_string(),
        author: None,
        published: None,
        kind: DocumentKind::FactCheck,
        credibility: Credibility::ONE,
        language: "en".to_owned(),
        fetched: None,
    })
}

/// Reads TREC's judgements: query, iteration, document, relevance.
fn qrels(path: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, EngineError> {
    let mut wanted: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (at, line) in rows::open(path)?.lines().enumerate() {
        let malformed = |why: &str| EngineError::Malformed { path: path.into(), line: at + 1, why: why.to_owned() };
        let line = line.map_err(|error| malformed(&error.to_string()))?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields[..] {
            [] => {}
            [query, _, document, relevance] => {
                let is_relevant = relevance.parse::<i32>().map_err(|_| malformed("the relevance is not a whole number"))? > 0;
                if is_relevant {
                    wanted.entry(query.to_owned()).or_default().insert(document.to_owned());
                }
            }
            _ => return Err(malformed("a judgement has four fields: query, iteration, document, relevance")),
        }
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fused_list_is_told_with_its_margin_over_either_search() {
        let list = |found: [&'static str; 2]| Ranking::of(found, &BTreeSet::from(["x"]));
        let lists = [Lists { lexical: list(["a", "x"]), vector: list(["x", "a"]), hybrid: list(["x", "a"]) }];
        let mut report = Report::open("known-claims", 1, &Scope::default());
        tell(&mut report, &lists);
        let found = report.to_json();
        assert_eq!((&found["lexical"]["mrr"], &found["margin_over_lexical"]["mrr"]), (&json!(0.5), &json!(0.5)), "{found}");
        assert_eq!(found["margin_over_lexical"]["hit_at_1"], 1.0);
        assert_eq!(found["margin_over_vector"], json!({"map_at_5": 0.0, "mrr": 0.0, "hit_at_1": 0.0}));
    }

    #[test]
    fn claims_under_one_id_are_one_document_and_one_without_an_id_is_none() {
        let claim = |id: &str| vec![id.to_owned(), "Garlic cures colds.".to_owned()];
        let claims: Vec<Vec<String>> = ["7", "8", "7", " "].into_iter().map(claim).collect();
        assert_eq!(documents_of(&claims), 2);
        assert_eq!(claims.iter().filter_map(|claim| document(claim, &CorpusName::library())).count(), 3);
    }

    #[test]
    fn judgements_are_read_and_a_short_one_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("q.qrels");
        std::fs::write(&path, "1\t0\t394\t1\n1 0 9 0\n\n2 0 670 1\n").unwrap();
        let found = qrels(&path).unwrap();
        assert_eq!((found["1"].len(), found["2"].contains("670")), (1, true));
        std::fs::write(&path, "1 0 394 1\n1 0\n").unwrap();
        assert!(qrels(&path).unwrap_err().to_string().contains("q.qrels:2: a judgement has four fields"));
    }
}
