//! `eval nli`: the stance model by itself, on premises and hypotheses.

use super::meter::Meter;
use super::report::Measure;
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::StanceScores;
use infer::Pair;
use score::eval::Sure;
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pairs read between two looks at whether to stop.
const PAIRS_AT_ONCE: usize = 2_048;
/// Words from which a premise is long: with its hypothesis it no longer fits into what the judge reads at once.
const LONG_WORDS_MIN: usize = 110;

/// How a premise of several sentences is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Windowing {
    /// As it stands, cut off where the model stops reading.
    Whole,
    /// Sentence by sentence, each behind the first one, when it is long; the clearest voice speaks for it.
    #[default]
    Sentences,
}

impl Windowing {
    fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Sentences => "sentences",
        }
    }
}

#[derive(Debug, Deserialize)]
struct Row {
    premise: String,
    hypothesis: String,
    label: Label,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Label {
    Entailment,
    Contradiction,
    Neutral,
}

impl Engine {
    /// Reads every pair and compares with its label.
    pub fn eval_nli(&self, data: &Path, windowing: Windowing, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(data, scope.limit)?;
        let meter = Meter::start();
        let windows: Vec<Vec<String>> = rows.iter().map(|row| windows(&row.premise, windowing)).collect();
        let pairs: Vec<Pair<'_>> = rows
            .iter()
            .zip(&windows)
            .flat_map(|(row, windows)| windows.iter().map(|premise| Pair { premise, hypothesis: &row.hypothesis }))
            .collect();
        let mut scores = self.read_pairs(&pairs, watch)?.into_iter();
        let all: Vec<Vec<StanceScores>> = windows.iter().map(|windows| scores.by_ref().take(windows.len()).collect()).collect();
        let read: Vec<StanceScores> = all.iter().map(|readings| clearest(readings)).collect();
        let took = meter.read();
        let said: Vec<(usize, f64)> = read.iter().map(likeliest).collect();
        let items: Vec<(usize, usize)> = rows.iter().zip(&said).map(|(row, said)| (row.label as usize, said.0)).collect();
        let sure: Vec<Sure> =
            items.iter().zip(&said).map(|(item, said)| Sure { stated: said.1, is_right: item.0 == item.1 }).collect();
        let mut report = Report::open("nli", rows.len(), scope);
        report.classify(
            3,
            &items,
            &[
                ("accuracy", Measure::Accuracy),
                ("macro_recall", Measure::MacroRecall),
                ("macro_f1", Measure::MacroF1),
                ("f1_entailment", Measure::F1(Label::Entailment as usize)),
                ("f1_contradiction", Measure::F1(Label::Contradiction as usize)),
                ("f1_neutral", Measure::F1(Label::Neutral as usize)),
            ],
        );
        report.calibrate(&sure);
        report.majority(3, &items);
        report.confusion(&NAMES, &items);
        report.tell("windowing", windowing.name());
        report.rate("pairs_per_second", pairs.len(), took);
        if scope.wants_rows {
            let line = |at: usize| json!({"gold": NAMES[items[at].0], "said": NAMES[items[at].1], "scores": read[at], "windows": all[at]});
            report.rows = (0..rows.len()).map(line).collect();
        }
        Ok(report.close(self, &meter))
    }

    /// Has the judge read pairs, in order.
    pub(super) fn read_pairs(&self, pairs: &[Pair<'_>], watch: &dyn Watch) -> Result<Vec<StanceScores>, EngineError> {
        let judge = &self.models.cross_encoder;
        let done = AtomicUsize::new(0);
        let mut scores = Vec::with_capacity(pairs.len());
        for chunk in pairs.chunks(PAIRS_AT_ONCE) {
            let logits = judge.read_with_progress(chunk, &|more| {
                let done = done.fetch_add(more, Ordering::Relaxed) + more;
                watch.at("reading pairs", done as u64, pairs.len() as u64);
            });
            scores.extend(logits.into_iter().map(|logits| logits.probabilities(judge.temperature())));
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        Ok(scores)
    }
}

const NAMES: [&str; 3] = ["entailment", "contradiction", "neutral"];

/// The windows of a premise: itself, unless it is long and has several sentences.
fn windows(premise: &str, windowing: Windowing) -> Vec<String> {
    let whole = || vec![premise.to_owned()];
    if windowing == Windowing::Whole || premise.split_whitespace().count() < LONG_WORDS_MIN {
        return whole();
    }
    let sentences: Vec<&str> = domain::sentences(premise).into_iter().filter_map(|span| span.of(premise)).collect();
    let Some((title, rest)) = sentences.split_first().filter(|(_, rest)| !rest.is_empty()) else { return whole() };
    std::iter::once((*title).to_owned()).chain(rest.iter().map(|sentence| format!("{title} {sentence}"))).collect()
}

/// The reading that speaks for a premise: the clearest that takes a side; when none does, the most neutral.
fn clearest(readings: &[StanceScores]) -> StanceScores {
    let side = |scores: &StanceScores| scores.entailment.max(scores.contradiction);
    let takes_side = |scores: &&StanceScores| side(scores) > scores.neutral;
    let loudest = readings.iter().filter(takes_side).max_by_key(|scores| side(scores));
    let quietest = readings.iter().max_by_key(|scores| scores.neutral);
    *loudest.or(quietest).expect("every premise has a window")
}

/// The likeliest label and its probability; the first of equals.
fn likeliest(scores: &StanceScores) -> (usize, f64) {
    let all = [scores.entailment, scores.contradiction, scores.neutral];
    let best = (0..3).rev().max_by_key(|at| all[*at]).unwrap_or(2);
    (best, all[best].get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_premise_is_read_sentence_by_sentence_behind_its_first() {
        let long = format!(
            "A title. {} {}",
            "One sentence of nine words stands here for you. ".repeat(9),
            "And the last one is short. ".repeat(6)
        );
        let found = windows(&long, Windowing::Sentences);
        assert!(found.len() > 2 && found[0] == "A title." && found[2].starts_with("A title. "), "{found:?}");
        assert_eq!(windows(&long, Windowing::Whole), std::slice::from_ref(&long));
        assert_eq!(windows("Short. Very.", Windowing::Sentences), ["Short. Very."]);
    }

    #[test]
    fn the_clearest_window_speaks_and_silence_stays_neutral() {
        let (weak, loud) = (StanceScores::take(0.5, 0.2, 0.3), StanceScores::take(0.1, 0.8, 0.1));
        let (quiet, silent) = (StanceScores::take(0.2, 0.1, 0.7), StanceScores::take(0.05, 0.05, 0.9));
        assert_eq!(clearest(&[weak, quiet, loud]), loud);
        assert_eq!(clearest(&[quiet, silent]), silent);
        assert_eq!(likeliest(&loud), (1, 0.8));
    }
}
