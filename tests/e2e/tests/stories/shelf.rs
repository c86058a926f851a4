//! Somebody's own documents.

use crate::desk::{Desk, Told};

const REPORT: &str = "# The Lindholm plant\n\nThe Lindholm plant emitted 12,000 tonnes of carbon dioxide in 2023. \
                      The Lindholm plant employs 340 people. The Lindholm plant does not burn coal.\n";

#[test]
fn a_folder_is_checked_against_and_kept_up_to_date() {
    let desk = Desk::new();
    desk.write("reports/plant.md", REPORT);
    let ask = |claim: &str| desk.run(&["check", "--json", "--corpus", "reports", claim]);
    let told = ask("The Lindholm plant burns coal.");
    assert_eq!(told.json()["claims"][0]["verdict"], "false", "{}", told.out);
    desk.write("reports/plant.md", REPORT.replace("does not burn coal", "burns coal"));
    assert_ne!(ask("The Lindholm plant burns coal.").json()["claims"][0]["verdict"], "false");
}

#[test]
fn ingesting_twice_keeps_everything_once_and_says_what_was_left_out() {
    let desk = Desk::new();
    desk.write("in/plant.md", REPORT);
    desk.write("in/rows.jsonl", "{\"id\":\"a\",\"title\":\"A\",\"text\":\"Alpha is a letter.\"}\nnot json\n");
    desk.write("in/picture.png", [0x89, b'P', b'N', b'G', 0, 1, 2, 3]);
    let first = desk.run(&["ingest", "--json", "in"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let summary = first.json();
    assert_eq!(summary["new"], 2, "{summary}");
    assert_eq!(summary["skipped"].as_array().unwrap().len(), 2, "{summary}");
    let again = desk.run(&["ingest", "--json", "in"]).json();
    assert_eq!((&again["new"], &again["same"]), (&0.into(), &2.into()), "{again}");
    assert_eq!(desk.check("The Lindholm plant burns coal.")["verdict"], "false");
}

#[test]
fn an_ingest_that_is_stopped_goes_on_where_it_was() {
    let desk = Desk::new();
    let row = |n: u32| {
        format!("{{\"id\":\"d{n}\",\"title\":\"Item {n}\",\"text\":\"Item {n} weighs {n} grams. Item {n} is blue.\"}}\n")
    };
    desk.write("many.jsonl", (0..1_500).map(row).collect::<String>());
    let child = desk
        .command(&["ingest", "--json", "many.jsonl"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Interrupted as soon as something is on disk, so that it is in the middle of its work.
    let database = desk.path("data/probity.db");
    while !database.exists() {
        std::thread::yield_now();
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let told = Told::of(child.wait_with_output().unwrap());
    assert!(told.code != 0 || told.err.is_empty(), "{}", told.err);
    let again = desk.run(&["ingest", "--json", "many.jsonl"]);
    assert_eq!(again.code, 0, "{}", again.err);
    let summary = again.json();
    let held = summary["new"].as_u64().unwrap() + summary["same"].as_u64().unwrap();
    assert_eq!(held, 1_500, "{summary}");
}
