//! `eval checkworthy`: which sentences of a debate state something that can be checked.
//!
//! What stands here is the baseline that any trained model has to beat: the rules that turn questions, orders and tastes
//! away, and how much a sentence counts and names.

use super::meter::Meter;
use super::report::Measure;
use super::{Report, Scope, rows};
use crate::{Engine, EngineError};
use score::eval::average_precision;
use score::verify::{read, uncheckable, words};
use serde::Deserialize;
use serde_json::json;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    #[serde(alias = "sentence")]
    text: String,
    label: u8,
}

/// Score from which a sentence is called check-worthy.
const WORTHY_MIN: f64 = 0.5;

impl Engine {
    /// Scores every sentence and compares with its label.
    pub fn eval_checkworthy(&self, data: &Path, scope: &Scope) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(data, scope.limit)?;
        let meter = Meter::start();
        let year = self.today().year();
        let scored: Vec<(f64, bool)> = rows.iter().map(|row| (worth(&row.text, year), row.label > 0)).collect();
        let items: Vec<(usize, usize)> =
            scored.iter().map(|(score, gold)| (usize::from(*gold), usize::from(*score >= WORTHY_MIN))).collect();
        let mut report = Report::open("checkworthy", rows.len(), scope);
        report.classify(2, &items, &[("f1", Measure::F1(1)), ("accuracy", Measure::Accuracy)]);
        report.measure(&["average_precision"], scored.len(), |drawn| {
            vec![average_precision(&drawn.iter().map(|at| scored[*at]).collect::<Vec<_>>())]
        });
        let positives = scored.iter().filter(|item| item.1).count() as f64 / scored.len().max(1) as f64;
        report.tell("always_yes_baseline", json!({"f1": super::report::six(2.0 * positives / (1.0 + positives)), "average_precision": super::report::six(positives)}));
        if scope.wants_rows {
            report.rows = rows
                .iter()
                .zip(&scored)
                .map(|(row, (score, gold))| json!({"text": row.text, "label": gold, "score": score}))
                .collect();
        }
        Ok(report.close(self, &meter))
    }
}

/// How much there is to check: nothing where there is no statement; then numbers, names and length.
fn worth(text: &str, year: i16) -> f64 {
    let is_idle = uncheckable(text, year, true).is_some();
    let statement = read(text);
    let length = words::words(text).len() as f64;
    let counts = if statement.quantities.is_empty() { 0.0 } else { 0.35 };
    let names = 0.10 * statement.names.min(2) as f64;
    let room = 0.25 * (length / 25.0).min(1.0);
    (0.15 + counts + names + room) * if is_idle { 0.4 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_worth_more_than_a_question() {
        let counted = worth("In 2003 the deficit rose to 374 billion dollars under President Bush.", 2026);
        assert!(counted >= WORTHY_MIN, "{counted}");
        assert!(worth("How are you tonight?", 2026) < WORTHY_MIN);
        assert!(worth("Thank you very much.", 2026) < WORTHY_MIN);
    }
}
