//! What an evaluation found: named figures in the order they are told, and the curves behind them.

use super::Scope;
use super::meter::{Meter, Took};
use crate::Engine;
use domain::{Digest, Profile};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::eval::{
    Bin, Confusion, DRAWS, Sure, aurc, bootstrap, calibration_error, quantile, reliability, risk_coverage, surest_half,
};
use serde_json::{Map, Value, json};

/// One named figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its name, as in the contract.
    pub name: String,
    /// Its value: a number, a word, or an object of further figures.
    pub value: Value,
    /// Its 95 % interval, where it has one.
    pub interval: Option<[f64; 2]>,
}

/// The curves of a calibrated task.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// Stated against found probability.
    pub reliability: Vec<Bin>,
    /// Share of errors among the `k` surest, for each `k`.
    pub risk: Vec<f64>,
}

/// What an evaluation found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The task's name on the command line.
    pub task: &'static str,
    /// The figures, in the order they are told.
    pub figures: Vec<Figure>,
    /// The curves, where the task has any.
    pub curves: Option<Curves>,
    /// One object for each item, when they were asked for.
    pub rows: Vec<Value>,
    seed: u64,
}

/// A measure of a confusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Accuracy,
    MacroRecall,
    MacroF1,
    F1(usize),
}

impl Measure {
    fn of(self, table: &Confusion) -> f64 {
        match self {
            Self::Accuracy => table.accuracy(),
            Self::MacroRecall => table.macro_recall(),
            Self::MacroF1 => table.macro_f1(),
            Self::F1(class) => table.f1(class),
        }
    }
}

impl Report {
    /// Opens the report of a task over `n` items.
    pub(super) fn open(task: &'static str, n: usize, scope: &Scope) -> Self {
        let mut report = Self { task, figures: Vec::new(), curves: None, rows: Vec::new(), seed: scope.seed };
        report.tell("n", n);
        report
    }

    /// Adds a figure. Fractions are told to six decimals.
    pub(super) fn tell(&mut self, name: &str, value: impl Into<Value>) {
        self.figures.push(Figure { name: name.to_owned(), value: plain(value.into()), interval: None });
    }

    /// Adds figures over items, each with its interval: `measure` is given indexes of items, drawn with replacement.
    pub(super) fn measure(&mut self, names: &[&str], items: usize, measure: impl Fn(&[usize]) -> Vec<f64>) {
        let all: Vec<usize> = (0..items).collect();
        let mut dice = ChaCha8Rng::seed_from_u64(self.seed);
        let intervals = bootstrap(items, DRAWS, &mut dice, &measure);
        for (at, (name, value)) in names.iter().zip(measure(&all)).enumerate() {
            let interval = intervals.get(at).map(|i| [six(i.low), six(i.high)]);
            self.figures.push(Figure { name: (*name).to_owned(), value: plain(value.into()), interval });
        }
    }

    /// Adds measures of a classification, items being pairs of gold and predicted class.
    pub(super) fn classify(&mut self, classes: usize, items: &[(usize, usize)], keys: &[(&str, Measure)]) {
        let names: Vec<&str> = keys.iter().map(|key| key.0).collect();
        self.measure(&names, items.len(), |drawn| {
            let table = Confusion::of(classes, drawn.iter().map(|at| items[*at]));
            keys.iter().map(|key| key.1.of(&table)).collect()
        });
    }

    /// Adds how often the final verdict answers, and how often it is right where it does, items being pairs of gold class and
    /// the class of the answer.
    pub(super) fn answered(&mut self, items: &[(usize, Option<usize>)]) {
        self.measure(&["answered_rate", "answered_accuracy"], items.len(), |drawn| {
            let answered = drawn.iter().filter(|at| items[**at].1.is_some()).count();
            let right = drawn.iter().filter(|at| items[**at].1 == Some(items[**at].0)).count();
            vec![answered as f64 / drawn.len().max(1) as f64, right as f64 / answered.max(1) as f64]
        });
    }

    /// Adds what always saying the commonest class would score, and the margin over it.
    pub(super) fn majority(&mut self, classes: usize, items: &[(usize, usize)]) {
        self.baseline("majority", &scores(&Confusion::of(classes, items.iter().copied()).majority()));
    }

    /// Adds what counting words would score, and the margin over it.
    pub(super) fn lexical(&mut self, classes: usize, items: &[(usize, usize)]) {
        self.baseline("lexical", &scores(&Confusion::of(classes, items.iter().copied())));
    }

    /// Adds what a baseline scores, and the margin over it.
    pub(super) fn baseline(&mut self, whose: &str, scored: &[(&str, f64)]) {
        self.tell(&format!("{whose}_baseline"), by_name(scored));
        self.margin(whose, scored);
    }

    /// Adds by how much the figures that are told already exceed those of the same names that another scores.
    pub(super) fn margin(&mut self, over: &str, scored: &[(&str, f64)]) {
        let exceed = |(name, value): &(&str, f64)| Some(six(self.value(name)?.as_f64()? - six(*value)));
        let margin: Map<String, Value> =
            scored.iter().filter_map(|other| Some((other.0.to_owned(), exceed(other)?.into()))).collect();
        self.tell(&format!("margin_over_{over}"), margin);
    }

    /// Adds what was said (columns) where each class is so (rows), by name.
    pub(super) fn confusion(&mut self, names: &[&str], items: &[(usize, usize)]) {
        let table = Confusion::of(names.len(), items.iter().copied());
        let row = |gold: usize| -> Map<String, Value> {
            names.iter().enumerate().map(|(said, name)| ((*name).to_owned(), table.count(gold, said).into())).collect()
        };
        let rows: Map<String, Value> =
            names.iter().enumerate().map(|(gold, name)| ((*name).to_owned(), row(gold).into())).collect();
        self.tell("confusion", rows);
    }

    /// Adds calibration and selective prediction, and keeps the curves.
    pub(super) fn calibrate(&mut self, sure: &[Sure]) {
        self.measure(&["ece", "aurc", "accuracy_surest_half"], sure.len(), |drawn| {
            let drawn: Vec<Sure> = drawn.iter().map(|at| sure[*at]).collect();
            vec![calibration_error(&drawn), aurc(&drawn), surest_half(&drawn).unwrap_or(0.0)]
        });
        self.curves = Some(Curves { reliability: reliability(sure), risk: risk_coverage(sure) });
    }

    /// Adds the median and the tail of what single items took, in milliseconds, by the wall and by the processor.
    pub(super) fn spread(&mut self, name: &str, took: &[Took]) {
        let wall: Vec<f64> = took.iter().map(|t| t.wall.as_secs_f64() * 1e3).collect();
        let cpu: Option<Vec<f64>> = took.iter().map(|t| Some(t.cpu?.as_secs_f64() * 1e3)).collect();
        for (suffix, q) in [("p50", 0.50), ("p95", 0.95)] {
            self.tell(&format!("{name}_{suffix}"), quantile(&wall, q));
            self.tell(&format!("{name}_{suffix}_cpu"), cpu.as_ref().and_then(|cpu| quantile(cpu, q)));
        }
    }

    /// Adds how many items a second were done, by the wall and by the processor.
    pub(super) fn rate(&mut self, name: &str, items: usize, took: Took) {
        let rate = |seconds: f64| if seconds > 0.0 { Value::from(items as f64 / seconds) } else { Value::Null };
        self.tell(name, rate(took.wall.as_secs_f64()));
        self.tell(&format!("{name}_cpu"), took.cpu.map_or(Value::Null, |cpu| rate(cpu.as_secs_f64())));
    }

    /// Closes the report with what every one has: the time taken and what was measured.
    pub(super) fn close(self, engine: &Engine, meter: &Meter) -> Self {
        let hashes = engine.model_hashes().into_iter().map(|(role, hash)| (role, hash.as_str().into())).collect();
        let recalled = engine.models().cross_encoder.recalled();
        self.closed(&engine.config_hash(Profile::ClosedCorpus), hashes, meter).recalling(recalled)
    }

    /// Says how many pairs nobody had to read. Where there are any, nothing can be said of speed.
    fn recalling(mut self, pairs: Option<u64>) -> Self {
        let Some(pairs) = pairs else { return self };
        let tells_speed = |name: &str| name.starts_with("latency_") || name.contains("_per_second");
        self.figures
            .iter_mut()
            .filter(|figure| pairs > 0 && tells_speed(&figure.name))
            .for_each(|figure| figure.value = Value::Null);
        self.tell("recalled_pairs", pairs);
        self
    }

    /// Closes the report of a task that asks no model.
    pub(super) fn close_alone(self, config: &Digest, meter: &Meter) -> Self {
        self.closed(config, Map::new(), meter)
    }

    fn closed(mut self, config: &Digest, model_hashes: Map<String, Value>, meter: &Meter) -> Self {
        let took = meter.read();
        self.tell("seconds", took.wall.as_secs_f64());
        self.tell("seconds_cpu", took.cpu.map(|cpu| cpu.as_secs_f64()));
        self.tell("config_hash", config.as_str());
        self.tell("model_hashes", model_hashes);
        self
    }

    /// Returns the report as one object, intervals beside their figures under `<name>_ci`.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        for figure in &self.figures {
            object.insert(figure.name.clone(), figure.value.clone());
            if let Some(interval) = figure.interval {
                object.insert(format!("{}_ci", figure.name), json!(interval));
            }
        }
        object.into()
    }

    /// Returns the value of a figure.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.figures.iter().find(|figure| figure.name == name).map(|figure| &figure.value)
    }
}

/// What a baseline of classes is measured by.
fn scores(table: &Confusion) -> [(&'static str, f64); 2] {
    [("accuracy", table.accuracy()), ("macro_f1", table.macro_f1())]
}

/// Returns figures as an object, told to six decimals.
pub(super) fn by_name(scored: &[(&str, f64)]) -> Map<String, Value> {
    scored.iter().map(|(name, value)| ((*name).to_owned(), six(*value).into())).collect()
}

/// Six decimals say more than any collection can.
pub(super) fn six(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn plain(value: Value) -> Value {
    match value.as_f64() {
        Some(number) if value.is_f64() => six(number).into(),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_stands_beside_its_interval_and_the_same_seed_gives_the_same() {
        let items: Vec<(usize, usize)> = (0..60).map(|n| (n % 3, if n % 4 == 0 { (n + 1) % 3 } else { n % 3 })).collect();
        let told = |seed| {
            let mut report = Report::open("nli", items.len(), &Scope { seed, ..Scope::default() });
            report.classify(3, &items, &[("accuracy", Measure::Accuracy), ("f1_neutral", Measure::F1(2))]);
            report.to_json()
        };
        let found = told(0);
        assert_eq!((found["n"].as_u64(), found["accuracy"].as_f64()), (Some(60), Some(0.75)));
        let (low, high) = (found["accuracy_ci"][0].as_f64().unwrap(), found["accuracy_ci"][1].as_f64().unwrap());
        assert!(low < 0.75 && 0.75 < high && high - low < 0.3, "{low} {high}");
        assert_eq!(found, told(0));
        assert_ne!(found["accuracy_ci"], told(1)["accuracy_ci"]);
    }

    #[test]
    fn a_baseline_is_told_with_the_margin_over_it() {
        // Of ten items six are of class 0; eight are said right, and somebody who counts words has seven.
        let gold = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
        let missing = |wrong: &[usize]| -> Vec<(usize, usize)> {
            (0..10).map(|at| (gold[at], if wrong.contains(&at) { 1 - gold[at] } else { gold[at] })).collect()
        };
        let said = missing(&[0, 9]);
        let mut report = Report::open("stance", said.len(), &Scope::default());
        report.classify(2, &said, &[("accuracy", Measure::Accuracy), ("macro_f1", Measure::MacroF1)]);
        report.majority(2, &said);
        report.lexical(2, &missing(&[0, 1, 9]));
        let found = report.to_json();
        let accuracy = |name: &str| found[name]["accuracy"].as_f64();
        assert_eq!((accuracy("majority_baseline"), accuracy("margin_over_majority")), (Some(0.6), Some(0.2)));
        assert_eq!((accuracy("lexical_baseline"), accuracy("margin_over_lexical")), (Some(0.7), Some(0.1)));
        let macro_f1 = |name: &str| found[name]["macro_f1"].as_f64().unwrap();
        let gap = found["macro_f1"].as_f64().unwrap() - macro_f1("majority_baseline");
        assert!((macro_f1("margin_over_majority") - gap).abs() < 1e-6 && gap > 0.0, "{found}");
    }

    #[test]
    fn a_verdict_that_abstains_is_not_answered_and_not_wrong() {
        let mut report = Report::open("stance", 4, &Scope::default());
        report.answered(&[(0, Some(0)), (1, Some(0)), (1, None), (2, None)]);
        let found = report.to_json();
        assert_eq!((found["answered_rate"].as_f64(), found["answered_accuracy"].as_f64()), (Some(0.5), Some(0.5)));
        assert!(found["answered_rate_ci"].is_array(), "{found}");
    }

    #[test]
    fn a_margin_is_told_only_over_figures_of_the_same_name() {
        let mut report = Report::open("known-claims", 1, &Scope::default());
        report.tell("mrr", 0.75);
        report.margin("lexical", &[("mrr", 0.5), ("hit_at_1", 1.0)]);
        assert_eq!(report.value("margin_over_lexical"), Some(&json!({"mrr": 0.25})));
    }

    #[test]
    fn what_came_out_of_a_memory_says_nothing_of_speed() {
        let timed = || {
            let mut report = Report::open("nli", 4, &Scope::default());
            report.rate("pairs_per_second", 4, Took { wall: std::time::Duration::from_secs(2), cpu: None });
            report
        };
        assert_eq!(
            timed().recalling(Some(3)).to_json(),
            json!({"n": 4, "pairs_per_second": null, "pairs_per_second_cpu": null, "recalled_pairs": 3})
        );
        assert_eq!(timed().recalling(Some(0)).value("pairs_per_second"), Some(&json!(2.0)), "all of it was read");
        assert_eq!(timed().recalling(None), timed());
    }

    #[test]
    fn no_items_give_figures_without_intervals() {
        let mut report = Report::open("claims", 0, &Scope::default());
        report.classify(3, &[], &[("accuracy", Measure::Accuracy)]);
        report.calibrate(&[]);
        report.spread("latency_ms", &[]);
        let found = report.to_json();
        assert_eq!((found["accuracy"].as_f64(), found.get("accuracy_ci")), (Some(0.0), None));
        assert!(found["latency_ms_p50"].is_null());
    }
}
