//! `eval claims`: the whole way from a claim to a direction, over a corpus in SciFact's format.

use super::dump::readings;
use super::fate::Fate;
use super::given::step;
use super::lexical::guess;
use super::meter::{Meter, Took};
use super::report::Measure;
use super::scifact::{Row, Truth};
use super::{Report, Scope, levels, rows};
use crate::corpus::Watch;
use crate::verify::Finder;
use crate::{Engine, EngineError};
use domain::{Assessment, Direction, Snapshot, Stance, Verdict};
use score::eval::{Abstract, Abstracts, Counts, Label, Sure};
use score::verify::{Inside, Level, Policy, Rule, ablate, assess, conclude, uncheckable};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The classes of a claim, in order.
const NAMES: [&str; 3] = ["support", "contradict", "none"];

/// One claim, judged.
struct Judged {
    /// Gold class, direction and the class of the verdict; nothing where the annotators draw.
    class: Option<(usize, usize)>,
    said: Option<usize>,
    /// What counting words makes of it.
    guessed: usize,
    sure: f64,
    abstracts: Abstracts,
    fate: Option<Fate>,
    levels: Vec<Level>,
    is_uncheckable: bool,
    took: Took,
    line: Value,
}

impl Engine {
    /// Judges every claim by what the corpus has on it, or with `is_oracle` by the documents its author cites.
    pub async fn eval_claims(
        &self,
        (corpus, claims): (&Path, &Path),
        is_oracle: bool,
        scope: &Scope,
        watch: &dyn Watch,
    ) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(claims, scope.limit)?;
        let corpus = self.shelve_corpus(corpus, watch).await?;
        let finder = Finder::open(self, &corpus)?;
        let meter = Meter::start();
        let mut judged = Vec::with_capacity(rows.len());
        let total = rows.len();
        for (done, row) in rows.into_iter().enumerate() {
            step(watch, "checking", done, total)?;
            judged.push(self.judge_row(&finder, row, is_oracle, scope.wants_rows).await?);
        }
        let mut report = Report::open("claims", judged.len(), scope);
        report.tell("evidence", if is_oracle { "cited" } else { "retrieved" });
        tell_directions(&mut report, &judged);
        tell_abstracts(&mut report, &judged);
        tell_losses(&mut report, &judged);
        let seen: Vec<(usize, &[Level])> = judged.iter().filter_map(|j| Some((j.class?.0, &j.levels[..]))).collect();
        levels::tell(&mut report, 3, &seen, of_direction);
        tell_times(&mut report, &judged.iter().map(|j| j.took).collect::<Vec<_>>());
        if scope.wants_rows {
            report.rows = judged.into_iter().map(|j| j.line).collect();
        }
        Ok(report.close(self, &meter))
    }

    async fn judge_row(&self, finder: &Finder<'_>, row: Row, is_oracle: bool, wants_line: bool) -> Result<Judged, EngineError> {
        let started = Meter::start();
        let mut snapshot = self.blank(&row.claim, self.today());
        let is_uncheckable = uncheckable(&snapshot.claim.text, snapshot.asked_on.year(), false).is_some();
        if !is_uncheckable {
            let parts = score::verify::parts(&snapshot.claim.text);
            let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
            snapshot.rarity = tokio::task::block_in_place(|| finder.rarity(&snapshot.claim.text))?;
            snapshot.candidates = match is_oracle {
                true => finder.candidates_in(&row.cited(), &snapshot.claim.text, &texts).await?,
                false => finder.candidates(&snapshot.claim.text, &texts).await?,
            };
            tokio::task::block_in_place(|| self.read(&mut snapshot));
        }
        let answer = tokio::task::block_in_place(|| assess(&snapshot, &self.policy));
        let took = started.read();
        let inside = conclude(&snapshot, &self.policy);
        let levels = ablate(&snapshot, &self.policy);
        let class = match row.truth() {
            Truth::Support => Some(0),
            Truth::Contradict => Some(1),
            Truth::None => Some(2),
            Truth::Mixed => None,
        };
        let class = class.map(|gold| (gold, of_direction(answer.direction)));
        let side = [Some(Label::Support), Some(Label::Contradict), None][class.map_or(2, |class| class.0)];
        let fate = side.map(|side| Fate::of(&row.gold(), side, &snapshot, &inside));
        let abstracts = Abstracts { gold: row.gold(), said: said_of(&answer) };
        let line = if wants_line { line(&row, &answer, &snapshot, &inside, class, fate, &self.policy) } else { Value::Null };
        let sentences = snapshot.candidates.iter().flat_map(|candidate| &candidate.sentences).map(String::as_str);
        let guessed = of_direction(guess(&snapshot.claim.text, sentences));
        Ok(Judged {
            class,
            guessed,
            said: of_verdict(&answer),
            sure: answer.credence.get(),
            abstracts,
            fate,
            levels,
            is_uncheckable,
            took,
            line,
        })
    }
}

fn of_direction(direction: Direction) -> usize {
    match direction {
        Direction::Supports => 0,
        Direction::Contradicts => 1,
        Direction::None => 2,
    }
}

/// The class of an answered verdict; nothing when it abstains. Half true goes the way of its direction.
pub(super) fn of_verdict(answer: &Assessment) -> Option<usize> {
    match answer.verdict {
        Verdict::True | Verdict::MostlyTrue => Some(0),
        Verdict::HalfTrue => Some(of_direction(answer.direction)),
        verdict if verdict.is_false_side() => Some(1),
        _ => None,
    }
}

/// What the answer says of each document: the side of its loudest evidence on target, and the sentences on that side.
fn said_of(answer: &Assessment) -> BTreeMap<String, Abstract> {
    let mut counted: Vec<&domain::Evidence> =
        answer.evidence.iter().filter(|e| e.on_target && e.stance != Stance::Neutral).collect();
    counted.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.id.cmp(&b.id)));
    let mut said: BTreeMap<String, Abstract> = BTreeMap::new();
    for evidence in counted {
        let label = if evidence.stance == Stance::Supports { Label::Support } else { Label::Contradict };
        let entry = said.entry(evidence.document.to_string()).or_insert_with(|| Abstract { label, sentences: vec![] });
        if entry.label == label && !entry.sentences.contains(&evidence.sentence) {
            entry.sentences.push(evidence.sentence);
        }
    }
    said
}

fn tell_directions(report: &mut Report, judged: &[Judged]) {
    let clear: Vec<&Judged> = judged.iter().filter(|j| j.class.is_some()).collect();
    let items: Vec<(usize, usize)> = clear.iter().filter_map(|j| j.class).collect();
    report.classify(
        3,
        &items,
        &[
            ("accuracy", Measure::Accuracy),
            ("macro_f1", Measure::MacroF1),
            ("f1_true", Measure::F1(0)),
            ("f1_false", Measure::F1(1)),
            ("f1_none", Measure::F1(2)),
        ],
    );
    report.answered(&clear.iter().zip(&items).map(|(j, item)| (item.0, j.said)).collect::<Vec<_>>());
    let abstained = judged.iter().filter(|j| j.said.is_none()).count();
    report.tell("abstention_rate", abstained as f64 / judged.len().max(1) as f64);
    let sure: Vec<Sure> = clear.iter().zip(&items).map(|(j, item)| Sure { stated: j.sure, is_right: item.0 == item.1 }).collect();
    report.calibrate(&sure);
    report.majority(3, &items);
    report.lexical(3, &clear.iter().zip(&items).map(|(j, item)| (item.0, j.guessed)).collect::<Vec<_>>());
    report.confusion(&NAMES, &items);
    report.tell("mixed", judged.len() - clear.len());
    report.tell("uncheckable", judged.iter().filter(|j| j.is_uncheckable).count());
}

fn tell_abstracts(report: &mut Report, judged: &[Judged]) {
    type Level = (&'static str, fn(&Abstracts) -> Counts);
    let levels: [Level; 3] = [
        ("label_only", Abstracts::label_only),
        ("label_rationale", Abstracts::label_rationale),
        ("selection_label", Abstracts::selection_label),
    ];
    for (name, count) in levels {
        let counts: Vec<Counts> = judged.iter().map(|j| count(&j.abstracts)).collect();
        let keys = ["p", "r", "f1"].map(|key| format!("{name}_{key}"));
        report.measure(&keys.each_ref().map(String::as_str), counts.len(), |drawn| {
            let sum = Counts::sum(drawn.iter().map(|at| counts[*at]));
            vec![sum.precision(), sum.recall(), sum.f1()]
        });
    }
}

/// Tells, for the claims with evidence that came out wrong, where that evidence was lost.
fn tell_losses(report: &mut Report, judged: &[Judged]) {
    let wrong = || judged.iter().filter(|j| j.class.is_some_and(|(gold, said)| gold != said));
    let mut lost: Map<String, Value> = Fate::ALL
        .into_iter()
        .map(|fate| (fate, wrong().filter(|j| j.fate == Some(fate)).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(fate, count)| (fate.name().to_owned(), count.into()))
        .collect();
    lost.insert("nothing_to_find".to_owned(), wrong().filter(|j| j.fate.is_none()).count().into());
    report.tell("lost_at", lost);
}

/// Tells what checking takes, claim by claim and one after another. Each clock stops with the answer: the ablation, the baselines
/// and the intervals that are told of it are no part of checking.
fn tell_times(report: &mut Report, took: &[Took]) {
    report.spread("latency_ms", took);
    report.rate("claims_per_second", took.len(), Took::together(took));
}

/// One line of the dump: what was said and why, with what calibration is fitted on.
fn line(
    row: &Row,
    answer: &Assessment,
    snapshot: &Snapshot,
    inside: &Inside,
    class: Option<(usize, usize)>,
    fate: Option<Fate>,
    policy: &Policy,
) -> Value {
    let gold = row.gold();
    let evidence: Vec<Value> = inside
        .pieces
        .iter()
        .map(|piece| {
            let candidate = &snapshot.candidates[piece.candidate];
            let sentence = candidate.first_sentence + piece.sentence as u32;
            let found = gold.get(candidate.passage.document.as_str());
            json!({
                "document": candidate.passage.document,
                "sentence": sentence,
                "part": piece.part,
                "stance": piece.stance,
                "on_target": piece.on_target,
                "scores": piece.scores,
                "strength": piece.strength,
                "rule": piece.rule.map(Rule::name),
                "anchor": piece.anchor,
                "predicate": piece.predicate,
                "overlap": piece.overlap,
                "rank_score": piece.score,
                "gold": found.map(|g| format!("{:?}", g.label)),
                "is_rationale": found.is_some_and(|g| g.rationales.iter().any(|r| r.contains(&sentence))),
                "text": candidate.sentences.get(piece.sentence),
            })
        })
        .collect();
    json!({
        "id": row.id.text(),
        "claim": row.claim,
        "parts": inside.claim.parts.iter().map(|part| &part.text).collect::<Vec<_>>(),
        "gold": class.map(|class| NAMES[class.0]),
        "direction": answer.direction,
        "is_right": class.map(|class| class.0 == class.1),
        "verdict": answer.verdict,
        "reason": answer.reason,
        "credence": answer.credence,
        "fate": fate.map(Fate::name),
        "evidence": evidence,
        "readings": readings(&gold, snapshot, inside, policy),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn claims_per_second_counts_the_time_of_checking_and_nothing_else() {
        let took = |wall: u64, cpu: u64| Took { wall: Duration::from_millis(wall), cpu: Some(Duration::from_millis(cpu)) };
        let mut report = Report::open("claims", 2, &Scope::default());
        tell_times(&mut report, &[took(100, 150), took(300, 650)]);
        let found = report.to_json();
        assert_eq!((found["claims_per_second"].as_f64(), found["claims_per_second_cpu"].as_f64()), (Some(5.0), Some(2.5)));
        let untold = Took { cpu: None, ..took(100, 0) };
        assert_eq!(Took::together(&[took(100, 150), untold]).cpu, None, "half a sum would be no sum");
    }
}
