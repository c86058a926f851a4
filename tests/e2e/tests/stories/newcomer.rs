//! Somebody who tries it for the first time, with an article and a few documents of their own.

use crate::desk::{Desk, Told};
use std::io::Write as _;
use std::process::Stdio;

const ARTICLE: &str = "\
By Nora Feld, 12 March 2025

Last Sunday my uncle Peter told us that humans use only 10 percent of their brain. He loves roast potatoes.
\"Vaccines cause autism,\" he continued, \"and nobody can tell me otherwise.\"

Marie Curie was born in Warsaw. She discovered polonium and radium.
The Second World War ended in 1943, and my grandmother left the table.
Sydney, the capital of Australia, hosted the Olympic Games in 2000.
";

fn piped(desk: &Desk, arguments: &[&str], text: &str) -> Told {
    let mut command = desk.command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    Told::of(child.wait_with_output().unwrap())
}

#[test]
fn an_article_is_read_in_its_authors_words() {
    let desk = Desk::new();
    desk.write("article.txt", ARTICLE);
    let told = desk.run(&["check", "--file", "article.txt"]);
    let page = &told.out;
    assert!(!page.contains("By Nora Feld"), "a byline claims nothing: {page}");
    assert!(!page.contains("Sunday loves") && !page.contains("“Peter"), "nobody wrote that: {page}");
    assert!(page.contains("read as: Humans use only 10 percent of their brain. (said by my uncle Peter)"), "{page}");
    assert!(page.contains("read as: Vaccines cause autism. (said by Peter)"), "{page}");
    assert!(page.contains("“She discovered polonium and radium.”"), "{page}");
    assert!(page.contains("read as: Marie Curie discovered polonium and radium."), "{page}");
    assert!(page.contains("✗ does not hold  The Second World War ended in 1943."), "{page}");
    assert!(page.contains("one does not hold, one is open"), "{page}");
    assert!(page.contains("Sydney is the capital of Australia."), "{page}");
    assert!(page.contains(", line 3 ─") && page.contains(", line 8 ─"), "{page}");
    let again = piped(&desk, &["check", "--json", "--file", "-"], ARTICLE).json();
    let from_file = desk.run(&["check", "--json", "--file", "article.txt"]).json();
    assert_eq!(again["claims"], from_file["claims"], "a text is the same text through a pipe");
}

#[test]
fn a_file_given_as_a_claim_is_told_from_one() {
    let desk = Desk::new();
    desk.write("article.txt", ARTICLE);
    let told = desk.run(&["check", "article.txt"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("probity check --file article.txt"), "{}", told.err);
}

#[test]
fn short_statements_opinions_and_other_languages_are_told_apart() {
    let desk = Desk::new();
    for (claim, reason) in [
        ("Honey never spoils.", "no_evidence_on_target"),
        ("Pizza is the best food.", "opinion"),
        ("Die Erde ist flach.", "other_language"),
        ("La Terre est plate.", "other_language"),
    ] {
        let answer = desk.check(claim);
        let is_right = answer["reason"] == reason || (reason == "no_evidence_on_target" && answer["verdict"] != "not_a_claim");
        assert!(is_right, "{claim}: {}", answer["reason"]);
    }
}

#[test]
fn what_was_brought_in_can_be_seen_and_taken_out_again() {
    let desk = Desk::new();
    for number in 1..=3 {
        desk.write(&format!("docs/{number}.md"), format!("# Report {number}\n\nThe Lindholm plant has {number} chimneys.\n"));
    }
    assert_eq!(desk.run(&["ingest", "docs"]).code, 0);
    let open = desk.run(&["check", "Vaccines cause autism."]);
    assert!(open.out.contains("looked in your library; the starter notes: --corpus notes"), "{}", open.out);
    assert_eq!(desk.run(&["check", "--corpus", "notes", "Vaccines cause autism."]).code, 0, "they are there when asked for");
    let first = desk.run(&["corpus", "list", "library", "--limit", "2", "--json"]).json();
    let ids: Vec<&str> = first["documents"].as_array().unwrap().iter().map(|d| d["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2, "{first}");
    let after = first["after"].to_string();
    let rest = desk.run(&["corpus", "list", "library", "--after", &after]);
    assert!(rest.out.contains("Report 3") && !rest.out.contains("more:"), "{}", rest.out);
    assert_eq!(desk.run(&["corpus", "remove", ids[0]]).code, 0);
    let left = desk.run(&["corpus", "list", "library", "--json"]).json();
    assert_eq!(left["documents"].as_array().unwrap().len(), 2, "{left}");
    let nowhere = desk.run(&["corpus", "list", "nowhere"]);
    assert!(nowhere.code == 1 && nowhere.err.contains("probity corpus list"), "{}", nowhere.err);
    let shown = desk.run(&["check", "--corpus", "docs", "The Lindholm plant has 2 chimneys."]);
    assert!(shown.out.contains("looked in docs\n"), "{}", shown.out);
}

#[test]
fn an_index_that_is_lost_or_of_an_older_make_is_made_again() {
    let desk = Desk::new();
    let claim = "The Berlin Wall came down in 1989.";
    let before = desk.check(claim);
    assert_eq!(before["verdict"], "true", "{before}");
    std::fs::remove_dir_all(desk.path("data/index")).unwrap();
    assert_eq!(desk.check(claim)["evidence"], before["evidence"], "losing the index loses nothing");
    // A file of vectors that means nothing to this version is an empty shelf.
    std::fs::write(desk.path("data/index/notes/vectors.bin"), b"of another make").unwrap();
    assert_eq!(desk.check(claim)["evidence"], before["evidence"]);
}
