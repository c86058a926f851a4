//! `eval stance`: one sentence against one claim, as a reader of evidence meets it.

use super::claims::of_verdict;
use super::dump::readings;
use super::given::{Given, step};
use super::lexical::guess;
use super::meter::Meter;
use super::report::{Measure, by_name};
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{Assessment, Direction, Reading, Snapshot, Stance, StanceScores};
use infer::Pair;
use score::eval::{Confusion, Sure};
use score::verify::{Inside, assess, conclude, premise, stance_of, understand};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    claim: String,
    #[serde(default)]
    title: String,
    evidence: String,
    stance: Stance,
}

/// The classes, in order.
const NAMES: [&str; 3] = ["supports", "contradicts", "neutral"];
/// Rows embedded and read between two looks at whether to stop.
const ROWS_AT_ONCE: usize = 256;

/// What the stages make of one row.
struct Seen {
    gold: Stance,
    /// The likeliest label of the judge on the whole claim.
    likeliest: Stance,
    /// The same with the thresholds of a stance.
    clear: Stance,
    /// The side of the pieces that count: read part by part, on target.
    counted: Stance,
    /// The way everything that was read leans.
    leans: Stance,
    /// What counting words makes of it.
    guessed: Stance,
    /// The class of the final verdict; nothing when it abstains.
    answered: Option<usize>,
    /// How sure the answer is of its direction, and whether that is right.
    sure: Sure,
}

impl Engine {
    /// Reads every sentence against its claim and compares the side it takes.
    pub fn eval_stance(&self, data: &Path, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(data, scope.limit)?;
        let meter = Meter::start();
        let mut seen = Vec::with_capacity(rows.len());
        let mut lines = Vec::new();
        for chunk in rows.chunks(ROWS_AT_ONCE) {
            step(watch, "reading pairs", seen.len(), rows.len())?;
            for (row, snapshot, whole) in self.read_rows(chunk)? {
                let (inside, answer) = (conclude(&snapshot, &self.policy), assess(&snapshot, &self.policy));
                let found = see(row, &inside, &answer, &whole);
                if scope.wants_rows {
                    lines.push(json!({"claim": row.claim, "title": row.title, "evidence": row.evidence, "gold": found.gold,
                        "likeliest": found.likeliest, "clear": found.clear, "counted": found.counted, "leans": found.leans,
                        "verdict": answer.verdict, "credence": answer.credence,
                        "parts": inside.claim.parts.iter().map(|part| &part.text).collect::<Vec<_>>(),
                        "readings": readings(&BTreeMap::new(), &snapshot, &inside, &self.policy)}));
                }
                seen.push(found);
            }
        }
        let took = meter.read();
        let mut report = Report::open("stance", seen.len(), scope);
        tell(&mut report, &seen);
        report.rate("rows_per_second", seen.len(), took);
        report.rows = lines;
        Ok(report.close(self, &meter))
    }

    /// Makes a snapshot of each row with every part of its claim read, and reads the whole claim besides.
    fn read_rows<'a>(&self, rows: &'a [Row]) -> Result<Vec<(&'a Row, Snapshot, StanceScores)>, EngineError> {
        let today = self.today();
        let mut snapshots = Vec::with_capacity(rows.len());
        let (mut premises, mut hypotheses, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let mut snapshot = self.blank(&row.claim, today);
            let given = Given { title: row.title.clone(), text: row.evidence.clone(), url: None };
            snapshot.candidates = self.candidates_given(&snapshot.claim.text, &[given]);
            // Some rows hold two sentences; the annotators judged them as one.
            if let Some(candidate) = snapshot.candidates.first_mut() {
                candidate.sentences = vec![row.evidence.trim().to_owned()];
                candidate.similarity.iter_mut().for_each(|row| *row = row.iter().max().copied().into_iter().collect());
                let parts = understand(&snapshot.claim.text).parts;
                let texts = std::iter::once(snapshot.claim.text.clone()).chain(parts.into_iter().map(|part| part.text));
                let before = hypotheses.len();
                hypotheses.extend(texts);
                let text = premise(candidate, 0, false);
                premises.extend(std::iter::repeat_n(text, hypotheses.len() - before));
                counts.push(hypotheses.len() - before);
            } else {
                counts.push(0);
            }
            snapshots.push(snapshot);
        }
        let pairs: Vec<Pair<'_>> =
            premises.iter().zip(&hypotheses).map(|(premise, hypothesis)| Pair { premise, hypothesis }).collect();
        let mut scores = self.read_pairs(&pairs, &())?.into_iter();
        let mut found = Vec::with_capacity(rows.len());
        for ((row, mut snapshot), count) in rows.iter().zip(snapshots).zip(counts) {
            let mine: Vec<StanceScores> = scores.by_ref().take(count).collect();
            let whole = mine.first().copied().unwrap_or(StanceScores::take(0.0, 0.0, 1.0));
            // The whole was read first and stands behind the parts, where there are several.
            let of_whole = (count > 2).then_some(whole);
            let asked = mine.into_iter().skip(1).chain(of_whole).enumerate();
            snapshot.readings = asked
                .map(|(part, scores)| Reading { candidate: 0, subclaim: part as u32, sentence: 0, is_window: false, scores })
                .collect();
            found.push((row, snapshot, whole));
        }
        Ok(found)
    }
}

/// Tells how well evidence is read: by the way everything leans, by each stage on the way there, and by the final verdict.
fn tell(report: &mut Report, seen: &[Seen]) {
    let items =
        |said: fn(&Seen) -> Stance| -> Vec<(usize, usize)> { seen.iter().map(|s| (class(s.gold), class(said(s)))).collect() };
    let main = items(|s| s.leans);
    report.classify(
        3,
        &main,
        &[
            ("accuracy", Measure::Accuracy),
            ("macro_f1", Measure::MacroF1),
            ("macro_recall", Measure::MacroRecall),
            ("f1_supports", Measure::F1(0)),
            ("f1_contradicts", Measure::F1(1)),
            ("f1_neutral", Measure::F1(2)),
        ],
    );
    report.answered(&seen.iter().map(|s| (class(s.gold), s.answered)).collect::<Vec<_>>());
    report.calibrate(&seen.iter().map(|s| s.sure).collect::<Vec<_>>());
    for (name, items) in
        [("nli_likeliest", items(|s| s.likeliest)), ("nli_clear", items(|s| s.clear)), ("counted", items(|s| s.counted))]
    {
        let table = Confusion::of(3, items);
        let scored = [("accuracy", table.accuracy()), ("macro_f1", table.macro_f1()), ("macro_recall", table.macro_recall())];
        report.tell(name, by_name(&scored));
    }
    report.majority(3, &main);
    report.lexical(3, &items(|s| s.guessed));
    report.confusion(&NAMES, &main);
}

fn see(row: &Row, inside: &Inside, answer: &Assessment, whole: &StanceScores) -> Seen {
    let takes = |stance: Stance| inside.pieces.iter().any(|piece| piece.counts() && piece.stance == stance);
    let counted = match () {
        () if takes(Stance::Contradicts) => Stance::Contradicts,
        () if takes(Stance::Supports) => Stance::Supports,
        () => Stance::Neutral,
    };
    Seen {
        gold: row.stance,
        likeliest: likeliest(whole),
        clear: stance_of(whole).0,
        counted,
        leans: side(inside.judgement.direction),
        guessed: side(guess(&row.claim, [row.evidence.as_str()])),
        answered: of_verdict(answer),
        // A claim that is passed over is read all the same, but its credence is about having passed it over.
        sure: Sure { stated: answer.credence.get(), is_right: side(answer.direction) == row.stance },
    }
}

fn side(direction: Direction) -> Stance {
    match direction {
        Direction::Supports => Stance::Supports,
        Direction::Contradicts => Stance::Contradicts,
        Direction::None => Stance::Neutral,
    }
}

fn likeliest(scores: &StanceScores) -> Stance {
    let StanceScores { entailment, contradiction, neutral } = *scores;
    match () {
        () if neutral >= entailment.max(contradiction) => Stance::Neutral,
        () if entailment >= contradiction => Stance::Supports,
        () => Stance::Contradicts,
    }
}

fn class(stance: Stance) -> usize {
    match stance {
        Stance::Supports => 0,
        Stance::Contradicts => 1,
        Stance::Neutral => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn seen(gold: Stance, leans: Stance, answered: Option<usize>, stated: f64) -> Seen {
        let sure = Sure { stated, is_right: gold == leans };
        Seen { gold, likeliest: leans, clear: leans, counted: leans, leans, guessed: Stance::Neutral, answered, sure }
    }

    #[test]
    fn what_was_answered_and_how_surely_stands_beside_the_direction() {
        let mut report = Report::open("stance", 4, &Scope::default());
        tell(
            &mut report,
            &[
                seen(Stance::Supports, Stance::Supports, Some(0), 0.9),
                seen(Stance::Contradicts, Stance::Supports, Some(0), 0.6),
                seen(Stance::Contradicts, Stance::Contradicts, None, 0.8),
                seen(Stance::Neutral, Stance::Neutral, None, 0.7),
            ],
        );
        let found = report.to_json();
        let value = |name: &str| found[name].as_f64().unwrap();
        assert_eq!((value("accuracy"), value("answered_rate"), value("answered_accuracy")), (0.75, 0.5, 0.5));
        // The gaps are 0.1, 0.6, 0.2 and 0.3, each in a bin of its own; the one that is wrong is the least sure.
        assert_eq!((value("ece"), value("accuracy_surest_half")), (0.3, 1.0));
        assert!(["answered_accuracy_ci", "ece_ci", "aurc_ci"].iter().all(|name| found[*name] != Value::Null), "{found}");
        assert!(report.curves.is_some());
    }
}
