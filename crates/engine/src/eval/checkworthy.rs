//! `eval checkworthy`: which sentences of a debate state something that a reader would want checked.
//!
//! Three answers stand side by side: the shipped model, the rules that turn questions, orders and tastes away and weigh what
//! a sentence counts and names, and always yes. Since the shipped model may have been fitted on the very file that is
//! measured, the same recipe is also cross-validated: each sentence is judged by a model that has not seen it.

use super::meter::Meter;
use super::report::{Measure, six};
use super::{Report, Scope, rows};
use crate::{Engine, EngineError};
use score::eval::{Confusion, average_precision};
use score::verify::checkworthy::{Lesson, Model, WORTHY_MIN, buckets, fit};
use score::verify::{read, uncheckable, words};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    #[serde(alias = "sentence")]
    text: String,
    label: u8,
}

/// Score of the rules from which a sentence is called check-worthy.
const RULES_MIN: f64 = 0.5;
/// Parts that a collection is cross-validated in.
const FOLDS: usize = 5;
/// Sentences below which there is too little to learn from.
const LESSONS_MIN: usize = 200;

impl Engine {
    /// Scores every sentence and compares with its label.
    pub fn eval_checkworthy(&self, data: &Path, scope: &Scope) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(data, scope.limit)?;
        let meter = Meter::start();
        let year = self.today().year();
        let gold = |row: &Row| row.label > 0;
        let scored: Vec<(f64, bool)> = rows.iter().map(|row| (Model::shipped().worth(&row.text).get(), gold(row))).collect();
        let mut report = Report::open("checkworthy", rows.len(), scope);
        report.classify(2, &decided(&scored, WORTHY_MIN.get()), &[("f1", Measure::F1(1)), ("accuracy", Measure::Accuracy)]);
        report.measure(&["average_precision"], scored.len(), |drawn| {
            vec![average_precision(&drawn.iter().map(|at| scored[*at]).collect::<Vec<_>>())]
        });
        report.tell("cross_validated", cross_validated(&rows).map_or(Value::Null, |scored| told(&scored, WORTHY_MIN.get())));
        let by_rules: Vec<(f64, bool)> = rows.iter().map(|row| (worth_by_rules(&row.text, year), gold(row))).collect();
        report.tell("rules_baseline", told(&by_rules, RULES_MIN));
        let always: Vec<(f64, bool)> = rows.iter().map(|row| (1.0, gold(row))).collect();
        report.tell("always_yes_baseline", told(&always, 1.0));
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

/// Judges each fifth of the sentences by a model of the other four; nothing where there are too few.
fn cross_validated(rows: &[Row]) -> Option<Vec<(f64, bool)>> {
    if rows.len() < LESSONS_MIN {
        return None;
    }
    let lessons: Vec<Lesson> = rows.iter().map(|row| Lesson { found: buckets(&row.text), is_worthy: row.label > 0 }).collect();
    // Every fifth sentence is one part, so that a file sorted by label falls into like parts.
    let models: Vec<Model> = (0..FOLDS)
        .map(|fold| fit(&lessons.iter().enumerate().filter(|(at, _)| at % FOLDS != fold).map(|(_, l)| l).collect::<Vec<_>>()))
        .collect();
    let judged = |(at, lesson): (usize, &Lesson)| (models[at % FOLDS].worth_of(&lesson.found).get(), lesson.is_worthy);
    Some(lessons.iter().enumerate().map(judged).collect())
}

fn decided(scored: &[(f64, bool)], least: f64) -> Vec<(usize, usize)> {
    scored.iter().map(|(score, gold)| (usize::from(*gold), usize::from(*score >= least))).collect()
}

fn told(scored: &[(f64, bool)], least: f64) -> Value {
    let table = Confusion::of(2, decided(scored, least));
    json!({"f1": six(table.f1(1)), "accuracy": six(table.accuracy()), "average_precision": six(average_precision(scored))})
}

/// How much there is to check by the rules: little where there is no statement; then numbers, names and length.
fn worth_by_rules(text: &str, year: i16) -> f64 {
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
    fn a_number_is_worth_more_than_a_question_by_the_rules() {
        let counted = worth_by_rules("In 2003 the deficit rose to 374 billion dollars under President Bush.", 2026);
        assert!(counted >= RULES_MIN, "{counted}");
        assert!(worth_by_rules("How are you tonight?", 2026) < RULES_MIN);
        assert!(worth_by_rules("Thank you very much.", 2026) < RULES_MIN);
    }

    #[test]
    fn a_sentence_is_judged_by_a_model_that_has_not_seen_it() {
        let row = |n: usize| Row { text: format!("Sentence number {n} says {}.", n * 7919 % 1000), label: (n % 2) as u8 };
        let few: Vec<Row> = (0..LESSONS_MIN - 1).map(row).collect();
        assert!(cross_validated(&few).is_none());
        // The labels follow nothing that can be read off the words, so nobody can do much better than chance.
        let many: Vec<Row> = (0..400).map(row).collect();
        let scored = cross_validated(&many).unwrap();
        let right = scored.iter().filter(|(score, gold)| (*score >= 0.5) == *gold).count();
        assert!(right < 280, "{right} of 400 known without having been seen");
    }
}
