//! `eval crowd`: how often what the crowd said is so.

use super::meter::{Meter, peak_mb};
use super::report::Measure;
use super::{Report, Scope, rows};
use crate::EngineError;
use crate::oversight::LabelTable;
use domain::digest_of;
use score::oversight::aggregate::{Method, aggregate};
use serde::Deserialize;
use serde_json::json;
use std::path::Path;

/// Version of the hashed configuration of this task.
const CONFIG_VERSION: u32 = 1;

#[derive(Debug, Deserialize)]
struct Row {
    task: String,
    label: String,
}

/// Aggregates a table of labels and compares with the truth. No model is asked, so none is loaded.
///
/// A task of the truth that nobody labelled counts as wrong, and is told as `unlabelled`.
pub fn eval_crowd(labels: &Path, truth: &Path, method: Method, scope: &Scope) -> Result<Report, EngineError> {
    let whole = Meter::start();
    let truth = scope.of(rows::table::<Row>(truth, b',')?);
    let table = LabelTable::read(labels)?;
    let meter = Meter::start();
    let aggregated = aggregate(&table.labels, method);
    let took = meter.read();
    let answers: Vec<Option<u32>> =
        truth.iter().map(|row| table.task(row.task.trim()).map(|task| aggregated.answer(task))).collect();
    let word = |class: &u32| &*table.classes[*class as usize];
    let is_right = |(row, answer): (&Row, &Option<u32>)| answer.as_ref().is_some_and(|class| word(class) == row.label.trim());
    let items: Vec<(usize, usize)> = truth.iter().zip(&answers).map(|pair| (1, usize::from(is_right(pair)))).collect();
    let mut report = Report::open("crowd", truth.len(), scope);
    report.classify(2, &items, &[("accuracy", Measure::Accuracy)]);
    report.rate("labels_per_second", table.labels.rows().len(), took);
    report.tell("peak_mb", peak_mb());
    report.tell("method", method.word());
    report.tell("labels", table.labels.rows().len());
    report.tell("tasks", table.tasks.len());
    report.tell("workers", table.workers.len());
    report.tell("classes", table.classes.len());
    report.tell("unlabelled", answers.iter().filter(|answer| answer.is_none()).count());
    report.tell("iterations", aggregated.iterations);
    report.tell("aggregate_seconds", took.wall.as_secs_f64());
    report.tell("aggregate_seconds_cpu", took.cpu.map(|cpu| cpu.as_secs_f64()));
    if scope.wants_rows {
        let rows = truth.iter().zip(&answers);
        let row = |(row, answer): (&Row, &Option<u32>)| json!({"task": row.task, "truth": row.label, "said": answer.as_ref().map(word)});
        report.rows = rows.map(row).collect();
    }
    let config = digest_of(CONFIG_VERSION, &json!({"method": method.word()}));
    Ok(report.close_alone(&config, &whole))
}
