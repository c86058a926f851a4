//! Court cases through the real models: each with evidence of its own, the verdicts it may have and the reason of each.
//!
//! A case file is a JSON list. `corpus` is what there is to find, `expect` names the reason (or the reasons) beside each verdict allowed,
//! `direction` is the way the evidence must lean whatever the verdict, `off_target` are documents that must not count, and
//! `profiles` says how it is heard: as somebody's own documents (`closed-corpus`, unless told) or as pages weighed by their
//! addresses (`open-web`).

use crate::desk::{Desk, Told, repository};
use crate::web::Lure;
use serde_json::Value;
use std::collections::BTreeSet;

fn cases(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(repository("tests/e2e/cases").join(file)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Hears every case of a file in each of its profiles and returns what came out otherwise.
fn hear(file: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for case in cases(file) {
        for profile in strings(&case["profiles"]).unwrap_or_else(|| vec!["closed-corpus"]) {
            wrong.extend(complaint(&case, profile));
        }
    }
    wrong
}

fn strings(list: &Value) -> Option<Vec<&str>> {
    Some(list.as_array()?.iter().map(|word| word.as_str().unwrap()).collect())
}

fn complaint(case: &Value, profile: &str) -> Option<String> {
    let name = format!("{} ({profile})", case["name"].as_str().unwrap());
    let told = ask(case, profile);
    assert!([0, 3].contains(&told.code), "{name}: {}", told.err);
    let check = told.json();
    assert_eq!(check["profile"], profile, "{name}");
    let answer = &check["claims"][0];
    let is_cited = !answer["deciding"].as_array().unwrap().is_empty();
    assert!(told.code == 3 || is_cited, "{name} is decided without evidence");
    let (verdict, reason) = (answer["verdict"].as_str().unwrap(), &answer["reason"]);
    let is_expected = match case["expect"].as_object().unwrap().get(verdict) {
        Some(Value::Array(reasons)) => reasons.contains(reason),
        allowed => allowed == Some(reason),
    };
    let leans_so = case["direction"].is_null() || answer["direction"] == case["direction"];
    let evidence = answer["evidence"].as_array().unwrap();
    let counts = |document: &&str| evidence.iter().any(|e| e["document"] == **document && e["on_target"] == true);
    let strays: Vec<&str> = strings(&case["off_target"]).unwrap_or_default().into_iter().filter(counts).collect();
    let stances: Vec<String> = evidence
        .iter()
        .map(|e| format!("{} {} {} on target {}", e["document"], e["stance"], e["stance_scores"], e["on_target"]))
        .collect();
    let (expect, because) = (&case["expect"], &case["because"]);
    let leans = &answer["direction"];
    let told =
        format!("{name} is {verdict} by {reason} and {leans}, not {expect}, because {because}; astray: {strays:?}: {stances:#?}");
    (!is_expected || !leans_so || !strays.is_empty()).then_some(told)
}

/// Asks about the case. The open web is what was taken in by its addresses; the search engine beside it names nothing that
/// may be visited.
fn ask(case: &Value, profile: &str) -> Told {
    let (desk, claim) = (Desk::new(), case["claim"].as_str().unwrap());
    let rows: String = case["corpus"].as_array().unwrap().iter().map(|row| format!("{row}\n")).collect();
    desk.write("corpus.jsonl", rows);
    if profile == "closed-corpus" {
        return desk.run(&["check", "--json", "--corpus", "corpus.jsonl", claim]);
    }
    let taken_in = desk.run(&["ingest", "--by-address", "corpus.jsonl"]);
    assert_eq!(taken_in.code, 0, "{}", taken_in.err);
    let mut command = desk.command(&["check", "--json", "--web", claim]);
    Told::of(command.env("SEARXNG_URL", format!("http://127.0.0.1:{}", Lure::open().port)).output().unwrap())
}

#[test]
fn what_newcomers_caught_comes_out_right_end_to_end() {
    let wrong = hear("newcomers.json");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_judges_cases_come_out_right_end_to_end() {
    let wrong = hear("judge.json");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_verdict_is_reached_end_to_end() {
    let wrong = hear("verdicts.json");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_is_a_case_for_each_of_the_twelve_verdicts_and_two_refusals() {
    let expected: BTreeSet<String> = cases("verdicts.json")
        .iter()
        .flat_map(|case| case["expect"].as_object().unwrap().keys().cloned().collect::<Vec<_>>())
        .collect();
    assert_eq!(expected.len(), 14, "{expected:?}");
}
