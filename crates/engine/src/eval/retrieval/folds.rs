//! The weights of the lexical search, chosen again without the claims they are measured on.
//!
//! Every fifth claim is one part. For each part the weights are chosen that are best on the other four, and the part is
//! measured with those: what comes out owes nothing to having seen the answers.

use super::super::report::six;
use crate::EngineError;
use crate::verify::Finder;
use domain::{DocumentId, PassageId};
use score::eval::Ranking;
use score::verify::{Found, fuse};
use search::Weights;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Parts that the claims fall into.
const FOLDS: usize = 5;
/// Weights of pairs that are tried; the shipped one is among them.
const PAIRS: [f32; 5] = [0.0, 0.10, 0.15, 0.25, 0.40];
/// Weights of names that are tried; the shipped one is among them.
const NAMES: [f32; 4] = [0.0, 0.10, 0.25, 0.50];

/// What every claim's lists came to with every pair of weights.
#[derive(Default)]
pub(super) struct Tried {
    /// By claim, then by the weights in the order of [`grid`].
    claims: Vec<Vec<Outcome>>,
}

/// What one claim's lists came to.
#[derive(Clone, Copy)]
struct Outcome {
    lexical: f64,
    hybrid: f64,
    recall: f64,
}

fn grid() -> impl Iterator<Item = Weights> {
    PAIRS.into_iter().flat_map(|pair| NAMES.map(|name| Weights { pair, name }))
}

impl Tried {
    /// Searches for a claim with all weights.
    pub(super) fn claim(
        &mut self,
        finder: &Finder<'_>,
        claim: &str,
        vector: &[Found<PassageId>],
        relevant: &BTreeSet<DocumentId>,
    ) -> Result<(), EngineError> {
        let ranking = |list: &[Found<PassageId>]| Ranking::of(super::documents(list), relevant);
        let outcome = |weights| {
            let lexical = finder.lexical(weights, claim)?;
            let hybrid = ranking(&fuse(&lexical, vector));
            let (lexical, recall) = (ranking(&lexical).ndcg_at(10), hybrid.recall_at(50));
            Ok(Outcome { lexical, hybrid: hybrid.ndcg_at(10), recall })
        };
        self.claims.push(grid().map(outcome).collect::<Result<_, EngineError>>()?);
        Ok(())
    }

    /// Returns the figures of claims that their weights have not seen, and which weights those were.
    pub(super) fn report(&self) -> Map<String, Value> {
        let chosen: Vec<usize> = (0..FOLDS).map(|fold| self.best_without(fold)).collect();
        let unseen: Vec<Outcome> = self.claims.iter().enumerate().map(|(at, outcomes)| outcomes[chosen[at % FOLDS]]).collect();
        let mean = |of: fn(&Outcome) -> f64| six(unseen.iter().map(of).sum::<f64>() / unseen.len().max(1) as f64);
        let weights: Vec<Weights> = grid().collect();
        let named = |at: &usize| json!({"pair": weights[*at].pair, "name": weights[*at].name});
        let mut object = Map::new();
        object.insert("folds".to_owned(), FOLDS.into());
        object.insert("lexical_ndcg_at_10".to_owned(), mean(|outcome| outcome.lexical).into());
        object.insert("hybrid_ndcg_at_10".to_owned(), mean(|outcome| outcome.hybrid).into());
        object.insert("hybrid_recall_at_50".to_owned(), mean(|outcome| outcome.recall).into());
        object.insert("weights".to_owned(), chosen.iter().map(named).collect());
        object
    }

    /// The weights with the best hybrid list on all claims but those of one part; the first of equals.
    fn best_without(&self, fold: usize) -> usize {
        let seen = || self.claims.iter().enumerate().filter(move |(at, _)| at % FOLDS != fold);
        let total = |weights: usize| seen().map(|(_, outcomes)| outcomes[weights].hybrid).sum::<f64>();
        let all = PAIRS.len() * NAMES.len();
        (0..all).fold((0, f64::NEG_INFINITY), |best, at| if total(at) > best.1 { (at, total(at)) } else { best }).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_measured_with_weights_that_have_not_seen_it() {
        let all = PAIRS.len() * NAMES.len();
        // The first weights are right on every fifth claim only, the second on all the others.
        let claim = |at: usize| {
            let good = usize::from(!at.is_multiple_of(FOLDS));
            (0..all).map(|w| Outcome { lexical: 0.0, hybrid: f64::from(w == good), recall: 1.0 }).collect()
        };
        let report = Tried { claims: (0..20).map(claim).collect() }.report();
        assert_eq!(report["hybrid_ndcg_at_10"], 0.8, "the fifth that differs is unseen by the weights it gets");
        assert_eq!(report["weights"].as_array().map(Vec::len), Some(FOLDS));
    }

    #[test]
    fn the_shipped_weights_are_among_those_tried() {
        assert!(grid().any(|weights| weights == Weights::default()));
    }
}
