//! `eval intake`: what is refused at the gate, and what is refused without cause.
//!
//! An attack or a request for harm counts as caught when it is refused, whatever the refusal calls it; `named_right` tells how
//! often the two are told apart.

use super::meter::Meter;
use super::report::six;
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use cpu_time::ThreadTime;
use domain::Verdict;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::eval::{DRAWS, bootstrap, quantile};
use score::intake::{Readings, Tagged};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Debug, Deserialize)]
struct Row {
    text: String,
    label: Label,
    #[serde(default)]
    source: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Label {
    #[serde(alias = "harmless", alias = "safe")]
    Benign,
    #[serde(alias = "attack", alias = "jailbreak")]
    Injection,
    #[serde(alias = "harmful")]
    Harm,
}

/// The measures of this task: a name, and the label that it is a share of.
const SHARES: [(&str, Label); 3] =
    [("attack_recall", Label::Injection), ("harm_recall", Label::Harm), ("false_positive_rate", Label::Benign)];

/// What became of one row.
struct Fate {
    label: Label,
    is_refused: bool,
    is_named_right: bool,
    was_encoder_asked: bool,
    scan: Pace,
    patterns: Pace,
    linear: Pace,
}

/// What one step took, in microseconds, by the wall and of this thread's processor.
#[derive(Debug, Clone, Copy)]
struct Pace {
    wall_us: f64,
    cpu_us: Option<f64>,
}

/// Size of a page, the unit in which the speed of the gate is promised.
const PAGE_BYTES: usize = 4_096;

/// How often each page is timed.
const PASSES: usize = 5;

/// Reads texts with the tags of reviewers.
pub fn tagged_rows(path: &Path) -> Result<Vec<Tagged>, EngineError> {
    rows::json_lines(path, None)
}

/// A name and how to read it off one text.
type Timing = (&'static str, fn(&Fate) -> Pace);

impl Engine {
    /// Screens every row and compares with its label.
    pub fn eval_intake(&self, data: &Path, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let rows: Vec<Row> = rows::json_lines(data, scope.limit)?;
        let meter = Meter::start();
        // What is compiled when it is first needed is compiled now: a gate is opened once and stands open for weeks.
        self.screen("warm");
        rows.iter().for_each(|row| drop(self.intake().patterns().settle(&Readings::of(&row.text))));
        let mut fates = Vec::with_capacity(rows.len());
        let mut report = Report::open("intake", rows.len(), scope);
        for (at, row) in rows.iter().enumerate() {
            watch.at("screening", at as u64, rows.len() as u64);
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
            let (fate, told) = self.fate(row);
            fates.push(fate);
            if scope.wants_rows {
                report.rows.push(told);
            }
        }
        for (name, label) in SHARES {
            let of: Vec<f64> = fates.iter().filter(|fate| fate.label == label).map(|fate| f64::from(fate.is_refused)).collect();
            if of.is_empty() {
                report.tell(name, Value::Null);
                continue;
            }
            report.measure(&[name], of.len(), |drawn| vec![mean(drawn.iter().map(|at| of[*at]))]);
        }
        report.tell("by_source", by_source(&rows, &fates, scope.seed));
        let caught = fates.iter().filter(|fate| fate.is_refused && fate.label != Label::Benign);
        report.tell("named_right", mean(caught.map(|fate| f64::from(fate.is_named_right))));
        report.tell("encoder_share", mean(fates.iter().map(|fate| f64::from(fate.was_encoder_asked))));
        let timings: [Timing; 3] =
            [("scan_us", |fate| fate.scan), ("patterns_us", |fate| fate.patterns), ("linear_us", |fate| fate.linear)];
        for (name, of) in timings {
            paced(&mut report, name, fates.iter().map(of).collect());
        }
        // Automatons grow with the words they meet: the first reading of a page pays for that, later ones are what it costs from then on.
        let pages = pages(&rows);
        paced(&mut report, "patterns_4k_first_us", pages.iter().map(|page| self.pace_of(page).0).collect());
        let (patterns, linear) = pages.iter().map(|page| self.usual_pace_of(page)).unzip();
        paced(&mut report, "patterns_4k_us", patterns);
        paced(&mut report, "linear_4k_us", linear);
        report.tell("rules_version", self.intake().patterns().rules().label());
        Ok(report.close(self, &meter))
    }

    fn fate(&self, row: &Row) -> (Fate, Value) {
        let (patterns, linear) = self.pace_of(&row.text);
        let (scan, found) = timed(|| self.screen(&row.text));
        let verdict = found.refusal.as_ref().map(domain::Refusal::verdict);
        let expected = match row.label {
            Label::Benign => None,
            Label::Injection => Some(Verdict::AttackDetected),
            Label::Harm => Some(Verdict::RefusedTopic),
        };
        let told = json!({"text": row.text, "source": row.source, "verdict": verdict, "refusal": found.refusal, "words": found.findings.words, "meaning": found.findings.meaning});
        let fate = Fate {
            label: row.label,
            is_refused: verdict.is_some(),
            is_named_right: verdict == expected,
            was_encoder_asked: found.findings.meaning.is_some(),
            scan,
            patterns,
            linear,
        };
        (fate, told)
    }

    /// Times several passes and takes the middle one of each: who else is on the machine is none of the page's business.
    fn usual_pace_of(&self, page: &str) -> (Pace, Pace) {
        let (mut patterns, mut linear): (Vec<Pace>, Vec<Pace>) = (0..PASSES).map(|_| self.pace_of(page)).unzip();
        let middle = |paces: &mut Vec<Pace>| {
            paces.sort_by(|a, b| a.wall_us.total_cmp(&b.wall_us));
            paces[PASSES / 2]
        };
        (middle(&mut patterns), middle(&mut linear))
    }

    /// Times the rules, reading included, and then the linear model.
    fn pace_of(&self, text: &str) -> (Pace, Pace) {
        let live = self.intake().patterns();
        let (patterns, readings) = timed(|| {
            let readings = Readings::of(text);
            live.settle(&readings);
            readings
        });
        let (linear, _) = timed(|| self.intake().model().read_words(readings.plain().text()));
        (patterns, linear)
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Pace, T) {
    let (wall, cpu) = (Instant::now(), ThreadTime::try_now().ok());
    let done = work();
    let micros = |took: Duration| took.as_secs_f64() * 1e6;
    let cpu_us = cpu.and_then(|start| start.try_elapsed().ok()).map(micros);
    (Pace { wall_us: micros(wall.elapsed()), cpu_us }, done)
}

fn paced(report: &mut Report, name: &str, took: Vec<Pace>) {
    let wall: Vec<f64> = took.iter().map(|pace| pace.wall_us).collect();
    let cpu: Option<Vec<f64>> = took.iter().map(|pace| pace.cpu_us).collect();
    for (word, q) in [("p50", 0.50), ("p99", 0.99)] {
        report.tell(&format!("{name}_{word}"), quantile(&wall, q));
        report.tell(&format!("{name}_{word}_cpu"), cpu.as_ref().and_then(|cpu| quantile(cpu, q)));
    }
}

/// Returns all rows as one text, cut into pages.
fn pages(rows: &[Row]) -> Vec<String> {
    let whole: String = rows.iter().flat_map(|row| [row.text.as_str(), "\n"]).collect();
    let (mut pages, mut rest) = (Vec::new(), whole.as_str());
    while !rest.is_empty() {
        let (page, after) = rest.split_at(rest.floor_char_boundary(PAGE_BYTES));
        pages.push(page.to_owned());
        rest = after;
    }
    pages
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

/// The same measures for each source, each with its interval; only those that a source has rows for.
fn by_source(rows: &[Row], fates: &[Fate], seed: u64) -> Value {
    let mut sources: BTreeMap<&str, Vec<&Fate>> = BTreeMap::new();
    for (row, fate) in rows.iter().zip(fates) {
        sources.entry(row.source.as_str()).or_default().push(fate);
    }
    let told = |fates: &Vec<&Fate>| {
        let mut object = Map::from_iter([("n".to_owned(), Value::from(fates.len()))]);
        for (name, label) in SHARES {
            let of: Vec<f64> = fates.iter().filter(|fate| fate.label == label).map(|fate| f64::from(fate.is_refused)).collect();
            if of.is_empty() {
                continue;
            }
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let interval = bootstrap(of.len(), DRAWS, &mut dice, |drawn| vec![mean(drawn.iter().map(|at| of[*at]))]);
            object.insert(name.to_owned(), six(mean(of.iter().copied())).into());
            if let Some(interval) = interval.first() {
                object.insert(format!("{name}_ci"), json!([six(interval.low), six(interval.high)]));
            }
        }
        Value::Object(object)
    };
    sources.iter().map(|(source, fates)| ((*source).to_owned(), told(fates))).collect::<Map<_, _>>().into()
}
