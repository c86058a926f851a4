//! `eval climate-fever`: claims with five given sentences each, of which some say yes and some no.

use super::dump::readings;
use super::given::{Given, step};
use super::lexical::guess;
use super::meter::{Meter, Took};
use super::report::Measure;
use super::{Report, Scope, levels, rows};
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{Assessment, Direction, Snapshot, Verdict};
use jiff::civil::Date;
use score::eval::Sure;
use score::verify::{Level, Policy, ablate, conclude};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    claim: String,
    claim_label: Class,
    evidences: Vec<Sentence>,
}

#[derive(Debug, Deserialize)]
struct Sentence {
    #[serde(default)]
    article: String,
    evidence: String,
}

/// The four classes that claims with given evidence fall into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Class {
    #[serde(rename = "SUPPORTS", alias = "Supported")]
    Supports,
    #[serde(rename = "REFUTES", alias = "Refuted")]
    Refutes,
    #[serde(rename = "NOT_ENOUGH_INFO", alias = "Not Enough Evidence")]
    NotEnough,
    #[serde(rename = "DISPUTED", alias = "Conflicting Evidence/Cherrypicking")]
    Disputed,
}

/// Their names, in order.
const NAMES: [&str; 4] = ["supports", "refutes", "not_enough_info", "disputed"];

impl Class {
    /// The class of an answer before abstention: its direction, unless evidence on target stands on both sides and neither
    /// prevails, which is a dispute.
    fn of(answer: &Assessment, policy: &Policy) -> Self {
        let is_split = answer.agreement.is_some_and(|agreement| agreement.get() < policy.MIN_CONSENSUS_STRENGTH);
        match answer.direction {
            _ if answer.verdict == Verdict::Conflicting || is_split => Self::Disputed,
            direction => Self::from(direction),
        }
    }

    /// The class of the final verdict; nothing when it abstains for want of evidence.
    fn of_verdict(answer: &Assessment) -> Option<Self> {
        match answer.verdict {
            Verdict::True | Verdict::MostlyTrue => Some(Self::Supports),
            Verdict::Conflicting | Verdict::HalfTrue => Some(Self::Disputed),
            verdict if verdict.is_false_side() => Some(Self::Refutes),
            _ => None,
        }
    }
}

impl From<Direction> for Class {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Supports => Self::Supports,
            Direction::Contradicts => Self::Refutes,
            Direction::None => Self::NotEnough,
        }
    }
}

/// One claim with given evidence, judged.
struct Outcome {
    gold: Class,
    said: Class,
    answered: Option<Class>,
    /// What counting words makes of it.
    guessed: Class,
    credence: f64,
    levels: Vec<Level>,
    took: Took,
}

impl Outcome {
    /// Compares an answer from given evidence with what is so.
    fn of(gold: Class, (snapshot, answer): (&Snapshot, &Assessment), given: &[Given], policy: &Policy, took: Took) -> Self {
        let guessed = guess(&answer.text, given.iter().map(|given| given.text.as_str())).into();
        let (said, answered, credence) = (Class::of(answer, policy), Class::of_verdict(answer), answer.credence.get());
        Self { gold, said, answered, guessed, credence, levels: ablate(snapshot, policy), took }
    }

    fn item(&self) -> (usize, usize) {
        (self.gold as usize, self.said as usize)
    }
}

/// Tells what four classes are measured by.
fn tell(report: &mut Report, outcomes: &[Outcome]) {
    let items: Vec<(usize, usize)> = outcomes.iter().map(Outcome::item).collect();
    report.classify(
        4,
        &items,
        &[
            ("accuracy", Measure::Accuracy),
            ("macro_f1", Measure::MacroF1),
            ("f1_true", Measure::F1(Class::Supports as usize)),
            ("f1_false", Measure::F1(Class::Refutes as usize)),
            ("f1_not_enough", Measure::F1(Class::NotEnough as usize)),
            ("f1_disputed", Measure::F1(Class::Disputed as usize)),
        ],
    );
    report.answered(&outcomes.iter().map(|o| (o.gold as usize, o.answered.map(|said| said as usize))).collect::<Vec<_>>());
    let sure: Vec<Sure> = outcomes.iter().map(|o| Sure { stated: o.credence, is_right: o.gold == o.said }).collect();
    report.calibrate(&sure);
    report.majority(4, &items);
    report.lexical(4, &outcomes.iter().map(|o| (o.gold as usize, o.guessed as usize)).collect::<Vec<_>>());
    report.confusion(&NAMES, &items);
    let seen: Vec<(usize, &[Level])> = outcomes.iter().map(|o| (o.gold as usize, &o.levels[..])).collect();
    levels::tell(report, 4, &seen, |direction| Class::from(direction) as usize);
    let took: Vec<Took> = outcomes.iter().map(|o| o.took).collect();
    report.spread("latency_ms", &took);
}

/// A claim with the evidence that comes with it.
pub(super) struct Case {
    pub(super) claim: String,
    pub(super) gold: Class,
    pub(super) asked_on: Date,
    pub(super) given: Vec<Given>,
}

impl Engine {
    /// Judges every claim by the sentences that come with it.
    pub async fn eval_climate_fever(&self, data: &Path, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let sentence = |s: Sentence| Given { title: s.article, text: s.evidence, url: None };
        let case = |row: Row| Case {
            claim: row.claim,
            gold: row.claim_label,
            asked_on: self.today(),
            given: row.evidences.into_iter().map(sentence).collect(),
        };
        let cases = rows::json_lines(data, scope.limit)?.into_iter().map(case).collect();
        self.eval_cases("climate-fever", cases, scope, watch)
    }

    /// Judges every case by what was given with it and compares the classes.
    pub(super) fn eval_cases(
        &self,
        task: &'static str,
        cases: Vec<Case>,
        scope: &Scope,
        watch: &dyn Watch,
    ) -> Result<Report, EngineError> {
        let meter = Meter::start();
        let (mut outcomes, mut lines) = (Vec::with_capacity(cases.len()), Vec::new());
        for (done, case) in cases.iter().enumerate() {
            step(watch, "checking", done, cases.len())?;
            let started = Meter::start();
            let (snapshot, answer) = tokio::task::block_in_place(|| self.judge_given(&case.claim, case.asked_on, &case.given));
            let outcome = Outcome::of(case.gold, (&snapshot, &answer), &case.given, &self.policy, started.read());
            if scope.wants_rows {
                let inside = conclude(&snapshot, &self.policy);
                lines.push(json!({"claim": case.claim, "gold": NAMES[outcome.gold as usize], "said": NAMES[outcome.said as usize],
                    "parts": inside.claim.parts.iter().map(|part| &part.text).collect::<Vec<_>>(),
                    "verdict": answer.verdict, "readings": readings(&BTreeMap::new(), &snapshot, &inside, &self.policy), "answer": answer}));
            }
            outcomes.push(outcome);
        }
        let mut report = Report::open(task, outcomes.len(), scope);
        tell(&mut report, &outcomes);
        report.rows = lines;
        Ok(report.close(self, &meter))
    }
}
