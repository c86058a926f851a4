//! Court cases: claims with evidence as data, and the verdict each must have with its reason (issue 4).
//!
//! A case file is a JSON list. `scores` are entailment, contradiction and neutral; `copies` repeats the page word for word
//! on so many other sites; `expect` is the verdict and `reason` the rule that gives it, both by the decisions; `rules` are lines
//! the ledger must have.

use super::bench::{Case, Says};
use domain::{Assessment, Direction, DocumentKind, Profile, Reason, Verdict};
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Docket {
    name: String,
    /// Which rule of which seed or decision it stands for.
    origin: String,
    claim: String,
    profile: Profile,
    #[serde(default)]
    asked_on: Option<String>,
    evidence: Vec<Row>,
    expect: Verdict,
    reason: Reason,
    #[serde(default)]
    direction: Option<Direction>,
    #[serde(default)]
    rules: Vec<String>,
    /// Sources that must not be on target.
    #[serde(default)]
    off_target: Vec<String>,
    /// Most that confidence may be.
    #[serde(default)]
    confidence_max: Option<f64>,
    because: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    source: String,
    credibility: f64,
    #[serde(default = "news")]
    kind: DocumentKind,
    #[serde(default)]
    date: Option<String>,
    title: String,
    sentence: String,
    /// Further sentences of the page, read but saying nothing by themselves.
    #[serde(default)]
    more: Vec<String>,
    scores: [f64; 3],
    #[serde(default = "near")]
    cosine: f64,
    #[serde(default)]
    part: usize,
    #[serde(default)]
    copies: usize,
}

fn news() -> DocumentKind {
    DocumentKind::News
}

fn near() -> f64 {
    0.80
}

impl Docket {
    fn case(&self) -> Case {
        let case = Case::new(&self.claim).profile(self.profile);
        let case = self.asked_on.iter().fold(case, |case, day| case.asked_on(day));
        self.evidence.iter().fold(case, |case, row| row.onto(case))
    }

    /// Returns what is wrong with an answer; nothing when it is as expected.
    fn complaints(&self, answer: &Assessment) -> Vec<String> {
        let mut found = Vec::new();
        if (answer.verdict, answer.reason) != (self.expect, self.reason) {
            let Assessment { verdict, reason, .. } = answer;
            found.push(format!("is {verdict} by {reason:?}, not {} by {:?}", self.expect, self.reason));
        }
        if self.direction.is_some_and(|direction| direction != answer.direction) {
            found.push(format!("points to {}, not {:?}", answer.direction, self.direction));
        }
        for rule in self.rules.iter().filter(|rule| answer.trace.find(rule).is_none()) {
            found.push(format!("has no {rule} in its ledger"));
        }
        for source in &self.off_target {
            if answer.evidence.iter().any(|e| e.source == *source && e.on_target) {
                found.push(format!("takes {source} for evidence on target"));
            }
        }
        if self.confidence_max.is_some_and(|most| answer.confidence.get() > most) {
            found.push(format!("is too sure: {}", answer.confidence.get()));
        }
        found
    }
}

impl Row {
    fn onto(&self, case: Case) -> Case {
        let [entailment, contradiction, neutral] = self.scores;
        let says = Says::Scores(entailment, contradiction, neutral);
        let case = case.page(&self.source, self.credibility, &self.title, &self.sentence, says).kind(self.kind);
        let case = self.more.iter().fold(case, |case, sentence| case.then(sentence, Says::Nothing));
        let case = self.date.iter().fold(case, |case, day| case.dated(day));
        case.cosine(self.cosine).on_part(self.part).repeated_by(self.copies)
    }
}

fn dockets(file: &str) -> Vec<Docket> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify/cases").join(file);
    let text = std::fs::read_to_string(&path).expect("the case file is beside the test");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn hear(file: &str) {
    let mut wrong = Vec::new();
    for docket in dockets(file) {
        assert!(!docket.because.is_empty() && !docket.origin.is_empty(), "{}", docket.name);
        let answer = docket.case().assess();
        for complaint in docket.complaints(&answer) {
            let stances = answer.trace.find("stances").map(|t| format!("{t:#?}")).unwrap_or_default();
            let why = if std::env::var_os("COURT_LEDGER").is_some() { stances } else { String::new() };
            wrong.push(format!("{} ({}) {complaint}; expected because {}{why}", docket.name, docket.origin, docket.because));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_four_test_cases_and_two_failures_of_the_judge_come_out_right() {
    hear("judge.json");
}

#[test]
fn the_hard_guards_hold() {
    hear("guards.json");
}

#[test]
fn words_numbers_and_negations_are_heard() {
    hear("words.json");
}

#[test]
fn sources_are_weighed_and_counted_once() {
    hear("sources.json");
}

#[test]
fn time_parts_and_ratings_decide_in_their_order() {
    hear("order.json");
}

#[test]
fn there_are_more_than_forty_cases_of_our_own_and_no_two_share_a_name() {
    let own: Vec<Docket> = ["guards.json", "words.json", "sources.json", "order.json"].into_iter().flat_map(dockets).collect();
    let names: std::collections::BTreeSet<&str> = own.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names.len(), own.len());
    assert!(own.len() >= 40, "{} cases", own.len());
}

#[test]
fn what_is_told_of_truth_is_what_the_verdict_says() {
    for docket in ["judge.json", "guards.json", "words.json", "sources.json", "order.json"].into_iter().flat_map(dockets) {
        let answer = docket.case().assess();
        let (low, high) = match answer.verdict {
            Verdict::True => (90.0, 100.0),
            Verdict::MostlyTrue => (70.0, 90.0),
            Verdict::HalfTrue => (40.0, 70.0),
            verdict if verdict.is_false_side() => (0.0, 40.0),
            _ => continue,
        };
        let told = answer.truthfulness_percent;
        assert!((low..=high).contains(&told), "{} is {} and {told} % true", docket.name, answer.verdict);
    }
}

/// What every case comes to under these rules, hashed. A snapshot that was stored under a version replays to the bit under it, so
/// that whoever changes an answer raises the version and pins what is new.
const PINNED: (u32, &str) = (18, "24f225079d6db223ddcbda32ed863b1643fd22deb6e0cb71b1f8416c0d96230c");

#[test]
fn rules_that_answer_otherwise_have_another_version() {
    let answers: Vec<Assessment> = ["judge.json", "guards.json", "words.json", "sources.json", "order.json"]
        .into_iter()
        .flat_map(dockets)
        .map(|docket| docket.case().assess())
        .collect();
    let digest = domain::digest_of(1, &answers).to_string();
    let version = score::verify::RULES_VERSION;
    assert_eq!((version, digest.as_str()), PINNED, "the cases are answered otherwise: raise RULES_VERSION and pin both here");
}
