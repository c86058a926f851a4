//! What the crowd said: a file of labels in, an answer for each task and a skill for each worker out.

use super::labels::LabelTable;
use crate::EngineError;
use score::oversight::aggregate::{Aggregated, Method, aggregate};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;

/// The answers of a crowd.
#[derive(Debug, Clone)]
pub struct Crowd {
    /// The table.
    pub table: LabelTable,
    /// How it was aggregated.
    pub method: Method,
    /// What came out.
    pub aggregated: Aggregated,
}

/// Reads a file of labels and aggregates it.
pub fn aggregate_file(path: &Path, method: Method) -> Result<Crowd, EngineError> {
    let table = LabelTable::read(path)?;
    let aggregated = aggregate(&table.labels, method);
    Ok(Crowd { table, method, aggregated })
}

impl Crowd {
    /// Returns the answer to a task and how sure it is.
    pub fn answer(&self, task: usize) -> (&str, f64) {
        let class = self.aggregated.answer(task) as usize;
        (&self.table.classes[class], self.aggregated.posterior(task)[class])
    }

    /// Returns the workers by place with their skill and how many labels they gave, the ablest first.
    pub fn workers(&self) -> Vec<(&str, f64, u64)> {
        let mut given = vec![0_u64; self.table.workers.len()];
        self.table.labels.rows().iter().for_each(|row| given[row.worker as usize] += 1);
        let workers = self.table.workers.iter().zip(&self.aggregated.skills).zip(given);
        let mut workers: Vec<(&str, f64, u64)> = workers.map(|((name, skill), given)| (&**name, *skill, given)).collect();
        workers.sort_by(|a, b| b.1.total_cmp(&a.1));
        workers
    }

    /// Writes one row a task as CSV: the answer, its probability, and that of every class.
    pub fn write_csv(&self, out: impl Write) -> csv::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let heading = ["task", "label", "probability"].map(str::to_owned).into_iter();
        writer.write_record(heading.chain(self.table.classes.iter().map(|class| format!("p_{class}"))))?;
        for (at, task) in self.table.tasks.iter().enumerate() {
            let (label, probability) = self.answer(at);
            let row = [task.to_string(), label.to_owned(), six(probability)].into_iter();
            writer.write_record(row.chain(self.aggregated.posterior(at).iter().map(|p| six(*p))))?;
        }
        writer.flush()?;
        Ok(())
    }

    /// Returns everything as one object.
    pub fn to_json(&self) -> Value {
        let posterior = |at: usize| -> Map<String, Value> {
            let classes = self.table.classes.iter().zip(self.aggregated.posterior(at));
            classes.map(|(class, p)| (class.to_string(), (*p).into())).collect()
        };
        let task = |at: usize| {
            let (label, probability) = self.answer(at);
            json!({"task": self.table.tasks[at], "label": label, "probability": probability, "posterior": posterior(at)})
        };
        let worker = |(name, skill, labels): (&str, f64, u64)| json!({"worker": name, "skill": skill, "labels": labels});
        json!({
            "method": self.method.word(),
            "labels": self.table.labels.rows().len(),
            "classes": self.table.classes,
            "iterations": self.aggregated.iterations,
            "skill_meaning": self.method.skill_meaning(),
            "tasks": (0..self.table.tasks.len()).map(task).collect::<Vec<_>>(),
            "workers": self.workers().into_iter().map(worker).collect::<Vec<_>>(),
        })
    }
}

fn six(value: f64) -> String {
    format!("{value:.6}")
}
