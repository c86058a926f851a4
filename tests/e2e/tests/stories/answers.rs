//! What a newcomer asks first.

use crate::desk::{Desk, repository};

/// The rows of the README's table of claims.
fn readme_claims() -> Vec<(String, String)> {
    let readme = std::fs::read_to_string(repository("README.md")).unwrap();
    let rows = readme.lines().skip_while(|line| !line.starts_with("| claim | verdict |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells[0].to_owned(), cells[1].trim_matches('`').to_owned())
        })
        .collect()
}

#[test]
fn the_first_claims_come_out_as_the_readme_says() {
    let desk = Desk::new();
    let claims = readme_claims();
    assert!(claims.len() >= 11, "ten claims and one that the notes cannot settle");
    let wrong: Vec<String> = claims
        .iter()
        .map(|(claim, expected)| (claim, expected, desk.check(claim)["verdict"].as_str().unwrap().to_owned()))
        .filter(|(_, expected, found)| *expected != found)
        .map(|(claim, expected, found)| format!("{claim} is {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_notes_are_rarely_wrong_about_what_they_know() {
    let desk = Desk::new();
    let rows = std::fs::read_to_string(repository("notes/claims.tsv")).unwrap();
    let (mut right, mut wrong, mut all) = (0, Vec::new(), 0);
    for row in rows.lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let verdict = desk.check(cells[0])["verdict"].as_str().unwrap().to_owned();
        let is_true = ["true", "mostly_true"].contains(&verdict.as_str());
        let is_false = ["false", "mostly_false", "exaggerated", "misleading", "outdated"].contains(&verdict.as_str());
        let is_open = !is_true && !is_false && verdict != "half_true";
        let (hit, miss) = match cells[1] {
            "supports" => (is_true, is_false),
            "contradicts" => (is_false, is_true),
            "mixed" => (verdict == "half_true", is_true),
            _ => (is_open, !is_open),
        };
        all += 1;
        right += u32::from(hit);
        if miss {
            wrong.push(format!("{} → {verdict}", cells[0]));
        }
    }
    assert!(wrong.len() <= 5, "{wrong:#?}");
    assert!(right >= 54, "only {right} of {all} come out right");
}

#[test]
fn a_decisive_verdict_cites_its_evidence_and_replays_to_the_bit() {
    let desk = Desk::new();
    let told = desk.run(&["check", "--json", "Vaccines cause autism."]);
    assert_eq!(told.code, 0);
    let check = told.json();
    let claim = &check["claims"][0];
    assert_eq!(claim["verdict"], "false");
    assert_eq!((&claim["judge_verdict"], &claim["risk"]), (&"contradicted".into(), &"high".into()));
    assert!(!claim["deciding"].as_array().unwrap().is_empty());
    for key in ["id", "profile", "claims", "summary", "config_hash", "model_hashes", "schema_version"] {
        assert!(!check[key].is_null(), "{key}");
    }
    for key in ["text", "span", "direction", "reason", "credence", "confidence", "truthfulness_percent", "subclaims", "evidence"]
    {
        assert!(!claim[key].is_null(), "{key}");
    }
    let id = check["id"].as_str().unwrap();
    let replayed = desk.run(&["replay", "--json", id]);
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert_eq!(replayed.json()["is_identical"], true);
}

#[test]
fn a_replay_keeps_to_the_settings_of_its_day() {
    let desk = Desk::new();
    let check = desk.run(&["check", "--json", "--set", "NLI_CONFIDENCE_THRESHOLD=1", "Vaccines cause autism."]).json();
    assert_eq!(check["claims"][0]["verdict"], "insufficient_evidence");
    let replayed = desk.run(&["replay", "--json", check["id"].as_str().unwrap()]).json();
    assert_eq!(replayed["is_identical"], true);
}

#[test]
fn an_article_is_taken_apart_into_its_statements() {
    let desk = Desk::new();
    desk.write("article.txt", "The Eiffel Tower stands in Paris. It was finished in 1889. Is it not lovely?");
    let check = desk.run(&["check", "--json", "--file", "article.txt"]).json();
    let texts: Vec<&str> = check["claims"].as_array().unwrap().iter().map(|c| c["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["The Eiffel Tower stands in Paris.", "The Eiffel Tower was finished in 1889."]);
    assert_eq!(check["summary"]["claims"], 2);
    assert_eq!(check["summary"]["found"], 2);
    assert_eq!(check["summary"]["left_out"], 0);
    assert!(check["text"].is_null(), "its spans count in the file itself");
}

#[test]
fn spans_of_a_document_count_in_the_prose_that_comes_with_them() {
    let desk = Desk::new();
    desk.write(
        "article.md",
        "# Towers\n\nThe **Eiffel Tower** stands in [Paris](https://example.org). It was finished in *1889*.\n",
    );
    let check = desk.run(&["check", "--json", "--file", "article.md"]).json();
    let prose = check["text"].as_str().unwrap();
    let at = |claim: &serde_json::Value| {
        let bound = |end: &str| claim["span"][end].as_u64().unwrap() as usize;
        &prose[bound("start")..bound("end")]
    };
    let told: Vec<&str> = check["claims"].as_array().unwrap().iter().map(at).collect();
    assert_eq!(told, ["The Eiffel Tower stands in Paris.", "It was finished in 1889."]);
}

#[test]
fn people_see_words_and_pipes_see_no_colour() {
    let desk = Desk::new();
    let told = desk.run(&["check", "--explain", "Vaccines cause autism."]);
    assert!(told.out.contains("False") && told.out.contains("do not cause autism"));
    assert!(told.out.contains("Ledger") && told.out.contains("words_deny"));
    assert!(!told.out.contains('\u{1b}'));
}
