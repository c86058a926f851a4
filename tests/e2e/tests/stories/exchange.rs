//! Many claims at once, and other people's files.

use crate::desk::Desk;
use serde_json::{Value, json};

const REPORT: &str = "# The Lindholm plant\n\nThe Lindholm plant employs 340 people. The Lindholm plant does not burn coal.\n";

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_of_claims_is_answered_line_by_line() {
    let desk = Desk::new();
    desk.write("reports/plant.md", REPORT);
    desk.write("claims.txt", "The Lindholm plant burns coal.\n\nIs it raining?\nThe Lindholm plant employs 340 people.\n");
    let told = desk.run(&["check", "--json", "--batch", "claims.txt", "--corpus", "reports"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let found = rows(&told.out);
    let verdicts: Vec<(u64, &str)> =
        found.iter().map(|row| (row["line"].as_u64().unwrap(), row["verdict"].as_str().unwrap())).collect();
    assert_eq!(verdicts, [(1, "false"), (3, "not_a_claim"), (4, "true")], "{}", told.out);
    assert!(!found[0]["evidence"].as_array().unwrap().is_empty() && found[1]["evidence"] == json!([]));
    let replayed = desk.run(&["replay", "--json", found[0]["check"].as_str().unwrap()]);
    assert_eq!(replayed.json()["is_identical"], true, "an answer of a batch is stored like any other");
    let table = desk.run(&["check", "--batch", "claims.txt", "--corpus", "reports"]);
    assert!(table.out.contains("3 claims") && table.out.contains("Not a claim"), "{}", table.out);
}

#[test]
fn the_same_claims_come_out_alike_alone_and_in_a_batch() {
    let desk = Desk::new();
    desk.write("c.csv", "id,claim\na,Vaccines cause autism.\nb,Humans have 46 chromosomes.\n");
    for row in rows(&desk.run(&["check", "--json", "--batch", "c.csv"]).out) {
        let alone = desk.check(row["claim"].as_str().unwrap());
        assert_eq!((&row["verdict"], &row["credence"]), (&alone["verdict"], &alone["credence"]));
    }
}

#[test]
fn a_batch_that_cannot_be_read_names_the_line_and_abstaining_is_told_by_the_exit_code() {
    let desk = Desk::new();
    desk.write("bad.jsonl", "{\"claim\": \"Water is wet.\"}\n{\"body\": 1}\n");
    let told = desk.run(&["check", "--batch", "bad.jsonl"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("bad.jsonl:2") && told.out.is_empty(), "{}", told.err);
    desk.write("open.txt", "Is the Earth flat?\n");
    assert_eq!(desk.run(&["check", "--batch", "open.txt"]).code, 3);
    assert_eq!(desk.run(&["check", "--batch", "nowhere.txt"]).code, 2);
}

#[test]
fn an_answer_goes_out_as_a_claim_review_and_comes_back_in() {
    let desk = Desk::new();
    let check = desk.run(&["check", "--json", "Vaccines cause autism."]).json();
    let told = desk.run(&["export", "claimreview", check["id"].as_str().unwrap(), "--out", "reviews.jsonl"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let review = &rows(&std::fs::read_to_string(desk.path("reviews.jsonl")).unwrap())[0];
    assert_eq!(review["@type"], "ClaimReview");
    assert_eq!(review["reviewRating"]["alternateName"], "False");
    assert_eq!(review["datePublished"].as_str().map(str::len), Some("2026-11-15T21:00:00Z".len()), "{review}");
    let cited = &review["citation"][0];
    assert!(cited["name"].is_string() && cited.get("publisher").is_none(), "a note has a title and no publisher: {cited}");
    let imported = desk.run(&["import", "claimreview", "reviews.jsonl", "--corpus", "reviews"]);
    assert_eq!(imported.code, 0, "{}", imported.err);
    let again =
        |corpus: &str| desk.run(&["check", "--json", "--corpus", corpus, "Vaccines cause autism."]).json()["claims"][0].clone();
    assert_eq!(again("reviews")["verdict"], "insufficient_evidence", "what we concluded before is no evidence");
    let adopted = std::fs::read_to_string(desk.path("reviews.jsonl")).unwrap().replace("\"Probity\"", "\"Lenna Checks\"");
    desk.write("adopted.jsonl", adopted);
    assert_eq!(desk.run(&["import", "claimreview", "adopted.jsonl", "--corpus", "adopted"]).code, 0);
    assert_eq!(again("adopted")["verdict"], "false", "the rating of this very claim carries over");
    let claims = desk.run(&["import", "claimreview", "reviews.jsonl", "--claims"]);
    assert_eq!(rows(&claims.out)[0]["claim"], "Vaccines cause autism.");
}

#[test]
fn what_was_abstained_from_is_never_a_claim_review() {
    let desk = Desk::new();
    let check = desk.run(&["check", "--json", "Is the Earth flat?"]).json();
    let told = desk.run(&["export", "claimreview", check["id"].as_str().unwrap()]);
    assert_eq!((told.code, told.out.as_str()), (3, ""));
    let direct = desk.run(&["check", "--claimreview", "Is the Earth flat?"]);
    assert_eq!((direct.code, direct.json()), (3, json!([])));
    assert_eq!(desk.run(&["check", "--claimreview", "Vaccines cause autism."]).json()[0]["@type"], "ClaimReview");
}

#[test]
fn a_fever_collection_goes_round() {
    let desk = Desk::new();
    let page = json!({"id": "Lindholm_-LRB-plant-RRB-", "text": "", "lines": "0\tLindholm is a town .\n1\t\n2\tThe Lindholm plant does not burn coal .\tcoal\tCoal\n"});
    desk.write("wiki.jsonl", format!("{page}\n"));
    let claim = json!({"id": 91198, "verifiable": "VERIFIABLE", "label": "REFUTES", "claim": "The Lindholm plant burns coal.", "evidence": []});
    desk.write("dev.jsonl", format!("{claim}\n"));
    assert_eq!(desk.run(&["import", "fever", "wiki.jsonl", "--corpus", "wiki"]).code, 0);
    assert_eq!(desk.run(&["import", "fever", "dev.jsonl", "--out", "claims.jsonl"]).code, 0);
    assert_eq!(desk.run(&["check", "--json", "--batch", "claims.jsonl", "--corpus", "wiki"]).code, 0);
    let told = desk.run(&["export", "fever", "--claims", "dev.jsonl"]);
    let row = &rows(&told.out)[0];
    assert_eq!((&row["id"], &row["predicted_label"]), (&json!(91198), &json!("REFUTES")), "{}", told.out);
    let cited = row["predicted_evidence"].as_array().unwrap();
    assert!(cited.contains(&json!(["Lindholm_-LRB-plant-RRB-", 2])), "{}", told.out);
}

#[test]
fn a_scifact_collection_goes_round() {
    let desk = Desk::new();
    let document = json!({"doc_id": 4983, "title": "The Lindholm plant", "abstract": ["Lindholm is a town.", "The Lindholm plant does not burn coal."], "structured": false});
    desk.write("corpus.jsonl", format!("{document}\n"));
    desk.write(
        "claims.jsonl",
        "{\"id\": 1, \"claim\": \"The Lindholm plant burns coal.\", \"evidence\": {}, \"cited_doc_ids\": [4983]}\n",
    );
    assert_eq!(desk.run(&["import", "scifact", "corpus.jsonl", "--corpus", "science"]).code, 0);
    let never = desk.run(&["export", "scifact", "--claims", "claims.jsonl"]);
    assert!(never.err.contains("never checked") && never.code == 3, "{}", never.err);
    assert_eq!(desk.run(&["check", "--json", "--batch", "claims.jsonl", "--corpus", "science"]).code, 0);
    let told = desk.run(&["export", "scifact", "--claims", "claims.jsonl"]);
    let row = &rows(&told.out)[0];
    assert_eq!(row["id"], 1);
    assert_eq!(row["evidence"]["4983"]["label"], "CONTRADICT", "{}", told.out);
    assert!(row["evidence"]["4983"]["sentences"].as_array().unwrap().contains(&json!(1)));
}

#[test]
fn an_overturned_answer_goes_out_as_rows_to_train_with() {
    let desk = Desk::new();
    desk.write("reports/plant.md", REPORT);
    desk.write("reports/bees.md", "# Honey bees\n\nHoney bees dance to tell where flowers are.\n");
    desk.write("claims.txt", "The Lindholm plant burns coal.\nThe Lindholm plant employs 340 people.\n");
    let asked = rows(&desk.run(&["check", "--json", "--batch", "claims.txt", "--corpus", "reports"]).out);
    let (wrong, right) = (asked[0]["check"].as_str().unwrap(), asked[1]["check"].as_str().unwrap());
    desk.write("right.csv", format!("check,right\n{wrong},TRUE\n{right},TRUE\n"));
    let told = desk.run(&["export", "training", "right.csv", "--out", "overturned.jsonl"]);
    assert_eq!((told.code, told.out.as_str()), (0, ""), "{}", told.err);
    assert!(told.err.contains("1 claim overturned, 1 claim right as answered"), "{}", told.err);
    let found = rows(&std::fs::read_to_string(desk.path("overturned.jsonl")).unwrap());
    assert!(found.iter().all(|row| row["label"] == "entailment" && row["source"] == "overturned" && row["check"] == wrong));
    let denied =
        found.iter().find(|row| row["premise"].as_str().unwrap().ends_with("The Lindholm plant does not burn coal.")).unwrap();
    assert_eq!(denied["hypothesis"], "The Lindholm plant burns coal.");
    assert!(denied["scores"]["contradiction"].is_number() && denied["config_hash"].is_string(), "{denied}");
    assert!(!found.iter().any(|row| row["premise"].as_str().unwrap().contains("bees")), "what is far off was not misread");
    let printed = desk.run(&["export", "training", "--json", "right.csv"]);
    assert_eq!(rows(&printed.out), found, "{}", printed.err);
    assert_eq!(rows(&printed.err).len(), 1, "scripts are told in objects: {}", printed.err);
}

#[test]
fn a_correction_that_cannot_be_followed_is_named_and_nothing_is_written() {
    let desk = Desk::new();
    desk.write("reports/plant.md", REPORT);
    let check = desk.run(&["check", "--json", "--corpus", "reports", "The Lindholm plant burns coal."]).json();
    let id = check["id"].as_str().unwrap();
    let unknown = format!("{}{}", if id.starts_with('0') { '1' } else { '0' }, &id[1..]);
    desk.write(
        "right.jsonl",
        format!("{{\"check\": \"{id}\", \"right\": \"true\"}}\n{{\"check\": \"{unknown}\", \"right\": \"true\"}}\n"),
    );
    let told = desk.run(&["export", "training", "right.jsonl", "--out", "overturned.jsonl"]);
    assert!(told.code == 1 && told.err.contains(&format!("right.jsonl:2: there is no check {unknown}")), "{}", told.err);
    assert!(!desk.path("overturned.jsonl").exists());
    desk.write("right.jsonl", format!("{{\"check\": \"{id}\", \"right\": \"contradicts\"}}\n"));
    let upheld = desk.run(&["export", "training", "right.jsonl"]);
    assert_eq!((upheld.code, upheld.out.as_str()), (3, ""), "{}", upheld.err);
    assert!(upheld.err.contains("0 claims overturned, 1 claim right as answered, 0 rows written"), "{}", upheld.err);
}
