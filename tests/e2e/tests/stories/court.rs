//! Court cases through the real models: each with a small corpus of its own, the verdicts it may have and the reason.

use crate::desk::{Desk, repository};
use serde_json::Value;

/// Hears every case of a file and returns what came out otherwise.
fn hear(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository("tests/e2e/cases").join(file)).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    cases.iter().filter_map(complaint).collect()
}

fn complaint(case: &Value) -> Option<String> {
    let (name, claim) = (case["name"].as_str().unwrap(), case["claim"].as_str().unwrap());
    let desk = Desk::new();
    let rows: String = case["corpus"].as_array().unwrap().iter().map(|row| format!("{row}\n")).collect();
    desk.write("corpus.jsonl", rows);
    let told = desk.run(&["check", "--json", "--corpus", "corpus.jsonl", claim]);
    assert!([0, 3].contains(&told.code), "{name}: {}", told.err);
    let answer = told.json()["claims"][0].clone();
    let verdict = answer["verdict"].as_str().unwrap();
    let is_cited = !answer["deciding"].as_array().unwrap().is_empty();
    assert!(told.code == 3 || is_cited, "{name} is decided without evidence");
    let allows = |list: &str| case[list].as_array().is_some_and(|list| list.iter().any(|v| v == verdict));
    let stances: Vec<String> = answer["evidence"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| format!("{} {} {} on target {}", e["document"], e["stance"], e["stance_scores"], e["on_target"]))
        .collect();
    let told = format!("{name} is {verdict} ({}), because {}: {stances:#?}", answer["reason"], case["because"]);
    (!allows("expect") || allows("never")).then_some(told)
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
