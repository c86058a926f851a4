//! Pages of questions and answers: what the judge is shown of them, and what an answer is worth.

use super::bench::{Case, Says};
use score::verify::premise;

const CLAIM: &str = "The bridge at Lindau was closed in March.";
const QUESTION: &str = "Did the council act?";

fn read(title: &str, sentences: [&str; 3], sentence: usize) -> String {
    let [first, rest @ ..] = sentences;
    let page = Case::new(CLAIM).page("lindau.example", 0.9, title, first, Says::Nothing);
    let page = rest.into_iter().fold(page, |page, next| page.then(next, Says::Nothing));
    premise(&page.snapshot().candidates[0], sentence, false)
}

#[test]
fn the_yes_or_no_goes_with_every_sentence_of_its_answer() {
    let answer = ["No.", "The engineers advised it.", "It stayed open."];
    assert_eq!(read(QUESTION, answer, 0), "Did the council act? No.");
    assert_eq!(read(QUESTION, answer, 1), "Did the council act? No. The engineers advised it.");
    assert_eq!(read(QUESTION, answer, 2), "Did the council act? No. The engineers advised it. It stayed open.");
}

#[test]
fn an_answer_that_stands_by_itself_is_read_without_what_was_asked() {
    let answer = ["No.", "Engineers closed the bridge after the flood.", "It reopened for walkers in the summer."];
    assert_eq!(read("Was the bridge closed in March?", answer, 1), "Engineers closed the bridge after the flood.");
    let leaning = "Engineers closed the bridge after the flood. It reopened for walkers in the summer.";
    assert_eq!(read("Was the bridge closed in March?", answer, 2), leaning);
    assert_eq!(read("The bridge", answer, 1), "The bridge. Engineers closed the bridge after the flood.");
}

#[test]
fn a_sentence_that_leans_on_the_answer_repeats_it_once() {
    assert_eq!(read(QUESTION, ["No.", "It stayed open.", "So did the pier."], 1), "Did the council act? No. It stayed open.");
}

#[test]
fn under_a_plain_title_a_no_is_a_sentence_like_any_other() {
    assert_eq!(read("The council", ["No.", "The engineers advised it.", "End."], 1), "The council. The engineers advised it.");
}

/// Fact-checkers ask because they mean to settle something: the same words weigh more as an answer than as a remark in passing.
#[test]
fn an_answer_is_likelier_to_settle_a_claim_than_a_remark() {
    let lean = |title: &str| {
        let case = Case::new(CLAIM).closed_corpus();
        let answer = case.page("lindau.example", 0.9, title, "The pier was repainted.", Says::Scores(0.1, 0.3, 0.6)).assess();
        answer.trace.find("stance").and_then(|stance| stance.value("lean_against")).expect("a lean in the ledger")
    };
    assert!(lean("What happened to the bridge in March?") > lean("What happened to the bridge in March"));
}
