//! `eval credibility`: whether our registry orders web sources as six rating bodies do.

use super::meter::Meter;
use super::{Report, Scope, rows};
use crate::{Engine, EngineError};
use score::eval::spearman;
use serde::Deserialize;
use serde_json::json;
use sources::{Registry, Rule};
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    domain: String,
    pc1: f64,
}

impl Engine {
    /// Looks every rated domain up and compares the orders over those that the registry names.
    pub fn eval_credibility(&self, data: &Path, registry: &Registry, scope: &Scope) -> Result<Report, EngineError> {
        let rows = scope.of(rows::table::<Row>(data, b',')?);
        let meter = Meter::start();
        let covered: Vec<(&Row, f64)> = rows
            .iter()
            .filter_map(|row| {
                let standing = registry.lookup(&row.domain);
                (standing.rule != Rule::Unknown).then(|| (row, standing.credibility.get()))
            })
            .collect();
        let mut report = Report::open("credibility", rows.len(), scope);
        report.measure(&["spearman"], covered.len(), |drawn| {
            let pairs: Vec<(f64, f64)> = drawn.iter().map(|at| (covered[*at].1, covered[*at].0.pc1)).collect();
            vec![spearman(&pairs).unwrap_or(0.0)]
        });
        report.tell("coverage", covered.len() as f64 / rows.len().max(1) as f64);
        report.tell("covered", covered.len());
        if scope.wants_rows {
            report.rows = covered.iter().map(|(row, ours)| json!({"domain": row.domain, "pc1": row.pc1, "ours": ours})).collect();
        }
        Ok(report.close(self, &meter))
    }
}
