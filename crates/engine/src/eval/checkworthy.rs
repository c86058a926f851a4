//! `eval checkworthy`: which sentences of a debate state something that a reader would want checked.
//!
//! The shipped model stands beside four others, with the margin over each: the rules that turn questions, orders and tastes away
//! and weigh what a sentence counts and names; always yes; always the commoner answer; and `lexical_baseline`, which says yes to
//! every sentence with a digit or a name in it and has learned nothing from anybody. Since the shipped model may have been fitted
//! on the very file that is measured, the same recipe is also cross-validated: each sentence is judged by a model that has not
//! seen it. The margins are the shipped model's; where it was fitted on the file, `cross_validated` less a baseline is the fair one.

use super::lexical::counts_or_names;
use super::meter::Meter;
use super::report::{Measure, by_name};
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

impl Row {
    fn is_worthy(&self) -> bool {
        self.label > 0
    }
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
        let scored = judged(&rows, |row| Model::shipped().worth(&row.text).get());
        let mut report = Report::open("checkworthy", rows.len(), scope);
        report.classify(2, &decided(&scored, WORTHY_MIN.get()), &[("f1", Measure::F1(1)), ("accuracy", Measure::Accuracy)]);
        report.measure(&["average_precision"], scored.len(), |drawn| {
            vec![average_precision(&drawn.iter().map(|at| scored[*at]).collect::<Vec<_>>())]
        });
        let fair = cross_validated(&rows);
        report.tell("cross_validated", fair.map_or(Value::Null, |scored| by_name(&scores(&scored, WORTHY_MIN.get())).into()));
        tell_baselines(&mut report, &rows, year);
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

/// Tells what those score who have learned nothing, and the margin over each.
fn tell_baselines(report: &mut Report, rows: &[Row], year: i16) {
    report.baseline("rules", &scores(&judged(rows, |row| worth_by_rules(&row.text, year)), RULES_MIN));
    report.baseline("always_yes", &scores(&judged(rows, |_| 1.0), 1.0));
    let is_mostly_worthy = rows.iter().filter(|row| row.is_worthy()).count() * 2 > rows.len();
    report.baseline("majority", &scores(&judged(rows, |_| f64::from(is_mostly_worthy)), 1.0));
    report.baseline("lexical", &scores(&judged(rows, |row| f64::from(counts_or_names(&row.text))), 1.0));
}

/// The score of each sentence beside whether it is worth checking.
fn judged(rows: &[Row], worth: impl Fn(&Row) -> f64) -> Vec<(f64, bool)> {
    rows.iter().map(|row| (worth(row), row.is_worthy())).collect()
}

/// Judges each fifth of the sentences by a model of the other four; nothing where there are too few.
fn cross_validated(rows: &[Row]) -> Option<Vec<(f64, bool)>> {
    if rows.len() < LESSONS_MIN {
        return None;
    }
    let lessons: Vec<Lesson> = rows.iter().map(|row| Lesson { found: buckets(&row.text), is_worthy: row.is_worthy() }).collect();
    // Every fifth sentence is one part, so that a file sorted by label falls into like parts.
    let models: Vec<Model> = (0..FOLDS)
        .map(|fold| fit(&lessons.iter().enumerate().filter(|(at, _)| at % FOLDS != fold).map(|(_, l)| l).collect::<Vec<_>>()))
        .collect();
    let unseen = |(at, lesson): (usize, &Lesson)| (models[at % FOLDS].worth_of(&lesson.found).get(), lesson.is_worthy);
    Some(lessons.iter().enumerate().map(unseen).collect())
}

fn decided(scored: &[(f64, bool)], least: f64) -> Vec<(usize, usize)> {
    scored.iter().map(|(score, gold)| (usize::from(*gold), usize::from(*score >= least))).collect()
}

fn scores(scored: &[(f64, bool)], least: f64) -> [(&'static str, f64); 3] {
    let table = Confusion::of(2, decided(scored, least));
    [("f1", table.f1(1)), ("accuracy", table.accuracy()), ("average_precision", average_precision(scored))]
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
    fn every_baseline_is_told_with_the_margin_over_it() {
        let rows: Vec<Row> =
            [("In 2003 we lost jobs.", 1), ("Thank you, Jim.", 0), ("It is late.", 0), ("I agree with that.", 0)]
                .map(|(text, label)| Row { text: text.to_owned(), label })
                .into();
        let mut report = Report::open("checkworthy", rows.len(), &Scope::default());
        report.tell("accuracy", 1.0);
        tell_baselines(&mut report, &rows, 2026);
        let found = report.to_json();
        let accuracy = |name: &str| {
            (found[format!("{name}_baseline")]["accuracy"].as_f64(), found[format!("margin_over_{name}")]["accuracy"].as_f64())
        };
        assert_eq!(accuracy("always_yes"), (Some(0.25), Some(0.75)), "{found}");
        assert_eq!(accuracy("majority"), (Some(0.75), Some(0.25)), "no is the commoner answer: {found}");
        assert_eq!(accuracy("lexical"), (Some(0.75), Some(0.25)), "it takes Jim for worth checking: {found}");
        assert!(accuracy("rules").1.is_some(), "{found}");
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
