//! Somebody's own documents.

use crate::desk::{Desk, Told, repository};
use std::io::{Seek as _, SeekFrom, Write as _};

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

/// A line of a gigabyte with another row behind it, and nothing on disk for the holes in between.
fn write_endless(desk: &Desk, name: &str) {
    // It looks like text at first: a file that begins with zeros would be taken for a binary one.
    let path = desk.write(name, format!("{{\"id\": \"endless\", \"text\": \"{}", "word ".repeat(4_000)));
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(1 << 30)).unwrap();
    file.write_all(b"\"}\n{\"id\": \"after\", \"text\": \"The row behind the endless line is short.\"}\n").unwrap();
}

#[test]
fn whatever_is_wrong_with_a_file_costs_its_own_row_and_nothing_else() {
    let desk = Desk::new();
    desk.write("in/a-binary.txt", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&vec![b'a'; 30 << 20]).unwrap();
    desk.write("in/b-bomb.txt.gz", packer.finish().unwrap());
    desk.write("in/c-broken.txt", [0xC1, 0xE2, 0xE3, 0x20].repeat(50));
    desk.write("in/d-drawing.pdf", std::fs::read(repository("crates/sources/tests/files/drawing.pdf")).unwrap());
    desk.write("in/e-empty.html", "");
    write_endless(&desk, "in/f-endless.jsonl");
    desk.write("in/g-report.md", REPORT);
    desk.write(
        "in/h-rows.jsonl",
        "{\"id\":\"x\",\"text\":\"Alpha is a letter.\"}\n{\"id\":\"x\",\"text\":\"Beta is another.\"}\n",
    );
    let told = desk.run(&["ingest", "--json", "in"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let summary = told.json();
    let row = |row: &serde_json::Value| {
        let name = std::path::Path::new(row["path"].as_str().unwrap()).file_name().unwrap().to_string_lossy().into_owned();
        assert!(row["why"].as_str().unwrap().len() > 15, "a sentence for people: {row}");
        format!(
            "{name}{} {}",
            row["line"].as_u64().map(|line| format!(":{line}")).unwrap_or_default(),
            row["code"].as_str().unwrap()
        )
    };
    let rows: Vec<String> = summary["skipped"].as_array().unwrap().iter().map(row).collect();
    let expected = [
        "a-binary.txt binary",
        "b-bomb.txt.gz zip_bomb",
        "c-broken.txt not_utf8",
        "d-drawing.pdf no_text",
        "e-empty.html empty",
        "f-endless.jsonl:1 too_large",
        "h-rows.jsonl:2 duplicate_id",
    ];
    assert_eq!(rows, expected);
    assert_eq!(summary["new"], 3, "the report, the row behind the endless line, and the first of the two: {summary}");
    assert_eq!(desk.check("The Lindholm plant burns coal.")["verdict"], "false");
}

#[test]
fn a_document_that_is_taken_out_is_evidence_no_more() {
    let desk = Desk::new();
    desk.write("in/vellmar.txt", "Vellmar\n\nThe Vellmar lighthouse is 43 metres tall and stands on the southern cliff.");
    desk.write("in/tower.txt", "Tower\n\nThe old tower of the town hall is made of brick and was built by hand.");
    assert_eq!(desk.run(&["ingest", "in", "--json"]).code, 0);
    let claim = "The Vellmar lighthouse is 43 metres tall.";
    let before = desk.check(claim);
    assert_eq!(before["verdict"], "true", "{before:#}");
    let id = before["evidence"][0]["document"].as_str().unwrap().to_owned();
    let removed = desk.run(&["corpus", "remove", &id, "--json"]);
    assert_eq!((removed.code, removed.json()["removed"][0].as_str()), (0, Some(id.as_str())), "{}", removed.err);
    assert_eq!(desk.run(&["corpus", "list", "--json"]).json()[0]["documents"], 1);
    let after = desk.check(claim);
    assert_eq!(after["verdict"], "insufficient_evidence", "{after:#}");
    assert_eq!(desk.run(&["corpus", "remove", &id]).code, 1, "it is not there any more");
    assert_eq!(desk.run(&["audit", "verify"]).code, 0);
}
