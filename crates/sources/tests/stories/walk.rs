//! From a folder to documents, with a row for everything that was left out.

use crate::shelf::Shelf;
use domain::DocumentKind;
use sources::{Limits, Weighing, documents};

const SENTENCE: &str = "Water boils at 100 degrees Celsius at sea level. It boils earlier on a mountain.";

#[test]
fn every_format_becomes_a_document() {
    let shelf = Shelf::new();
    shelf
        .put("a.txt", format!("Boiling water\n\n{SENTENCE}"))
        .put("b.md", format!("---\nid: water\nkind: note\n---\n# On water\n\n{SENTENCE}"))
        .put("c.html", format!("<title>Water pages</title><p>{SENTENCE}</p>"))
        .put("d.jsonl", format!("{{\"id\": 1, \"text\": \"{SENTENCE}\"}}\n\n{{\"doc_id\": 2, \"title\": \"T\", \"abstract\": [\"One.\", \"Two.\"]}}\n"))
        .put("e.csv", format!("id,title,text\n3,Table,{SENTENCE}\n"))
        .put("f.json", format!("[{{\"id\": \"j1\", \"text\": \"{SENTENCE}\"}}, {{\"id\": \"j2\", \"body\": \"{SENTENCE}\"}}]"))
        .put("g.tsv", format!("id\ttext\n9\t{SENTENCE}\n"))
        .put("README", SENTENCE)
        .put_packed("h.jsonl.gz", format!("{{\"id\": \"z\", \"text\": \"{SENTENCE}\"}}").as_bytes());
    let (found, skipped) = shelf.read();
    assert_eq!(skipped, []);
    let titles: Vec<_> = found.iter().map(|d| (d.id.as_str(), d.title.as_str())).collect();
    assert_eq!(found.len(), 11);
    assert_eq!(titles[2], ("water", "On water"));
    assert!(titles[0].0.starts_with("readme-") && titles[1].0.starts_with("a-"), "{titles:?}");
    assert_eq!(titles[4..], [("1", ""), ("2", "T"), ("3", "Table"), ("j1", ""), ("j2", ""), ("9", ""), ("z", "")]);
    for document in found.iter().filter(|d| d.id.as_str() != "2") {
        assert_eq!(document.sentences.len(), 2, "{document:?}");
        assert_eq!(document.language, "en");
        assert_eq!(document.credibility.get(), 0.90);
    }
}

#[test]
fn two_walks_give_the_same_documents_in_the_same_order() {
    let shelf = Shelf::new();
    for name in ["z/one.txt", "a/two.txt", "a/b/three.txt", "m.txt"] {
        shelf.put(name, format!("This is the text of {name}."));
    }
    assert_eq!(shelf.walk(), shelf.walk());
    let sources: Vec<_> = shelf.read().0.into_iter().map(|d| d.source).collect();
    assert_eq!(sources, ["three.txt", "two.txt", "m.txt", "one.txt"]);
}

#[test]
fn each_bad_file_costs_one_row_and_the_rest_is_read() {
    let shelf = Shelf::with_limits(Limits { line_bytes: 1_000, file_bytes: 20_000, ..Limits::default() });
    shelf
        .put("binary.txt", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0")
        .put("broken.jsonl", "{\"text\": \"fine\", \"id\": 1}\n{\"text\": \n[1, 2]\n{\"claim\": \"x\"}\n")
        .put("empty.txt", "")
        .put("endless.jsonl", format!("{{\"text\": \"{}\"}}\n{{\"id\": 5, \"text\": \"Short.\"}}", "x".repeat(5_000)))
        .put("greek.txt", [0xC1, 0xE2, 0xE3, 0x20].repeat(50))
        .put("large.txt", "words ".repeat(10_000))
        .put("page.html", "<html><body><script>var a = 1;</script><nav>Home</nav></body></html>")
        .put("paper.docx", "PK\x03\x04")
        .put("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0")
        .put("spaces.md", " \n\n ")
        .put("torn.txt.gz", b"\x1f\x8b\x08\0not really")
        .put("twice.jsonl", "{\"id\": 1, \"text\": \"Again.\"}")
        .put("whole.txt", SENTENCE);
    assert_eq!(
        shelf.rows(),
        [
            "binary.txt binary",
            "broken.jsonl:2 malformed",
            "broken.jsonl:3 malformed",
            "broken.jsonl:4 malformed",
            "empty.txt empty",
            "endless.jsonl:1 too_large",
            "greek.txt not_utf8",
            "large.txt too_large",
            "page.html no_text",
            "paper.docx unsupported",
            "photo.jpg binary",
            "spaces.md empty",
            "torn.txt.gz malformed",
            "twice.jsonl:1 duplicate_id",
        ]
    );
    let ids: Vec<_> = shelf.read().0.into_iter().map(|d| d.id.to_string()).collect();
    assert_eq!(ids.len(), 3);
    assert_eq!(ids[..2], ["1", "5"]);
    for row in shelf.read().1 {
        let sentence = row.why.to_string();
        assert!(sentence.len() > 15 && !sentence.contains("Error"), "{sentence}");
    }
}

#[test]
fn a_text_that_no_store_takes_is_left_out_by_its_path_and_with_its_limit() {
    let shelf = Shelf::with_limits(Limits { document_bytes: 1_000, ..Limits::default() });
    shelf
        .put("a.txt", SENTENCE)
        .put("book.md", "words ".repeat(200))
        .put("rows.jsonl", format!("{{\"id\": 1, \"text\": \"{SENTENCE}\"}}"));
    assert_eq!(shelf.rows(), ["book.md too_large"]);
    let (found, skipped) = shelf.read();
    assert_eq!(found.len(), 2);
    assert!(skipped[0].to_string().ends_with("book.md: it is larger than the limit of 1000 bytes"), "{}", skipped[0]);
}

#[test]
fn a_bomb_is_not_unpacked() {
    let shelf = Shelf::new();
    shelf.put_packed("bomb.txt.gz", &vec![b'a'; 30 << 20]).put_packed("line.jsonl.gz", &vec![b' '; 30 << 20]);
    assert_eq!(shelf.rows(), ["bomb.txt.gz zip_bomb", "line.jsonl.gz zip_bomb"]);
}

#[test]
fn a_file_with_too_many_documents_says_where_it_was_left() {
    let shelf = Shelf::with_limits(Limits { documents_per_file: 2, ..Limits::default() });
    let rows: String = (0..5).map(|n| format!("{{\"id\": {n}, \"text\": \"Row {n}.\"}}\n")).collect();
    shelf.put("many.jsonl", rows).put("next.txt", SENTENCE);
    assert_eq!(shelf.rows(), ["many.jsonl:3 too_many"]);
    assert_eq!(shelf.read().0.len(), 3);
}

#[test]
fn hidden_files_are_passed_over_and_a_loop_ends() {
    let shelf = Shelf::new();
    shelf.put(".git/config.txt", SENTENCE).put(".secret.txt", SENTENCE).put("in/a.txt", SENTENCE);
    std::os::unix::fs::symlink(shelf.path(""), shelf.path("in/loop")).unwrap();
    std::os::unix::fs::symlink(shelf.path("nowhere"), shelf.path("in/torn")).unwrap();
    let (found, skipped) = shelf.read();
    assert_eq!(found.len(), 1);
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].to_string().contains("could not be read"), "{}", skipped[0]);
}

#[test]
fn a_missing_path_is_a_row_too() {
    let shelf = Shelf::new();
    let rows: Vec<_> = documents(&shelf.path("nothing-here"), &shelf.options).filter_map(|o| o.skipped()).collect();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].why.code(), "unreadable");
}

#[test]
fn progress_ends_at_the_total() {
    let shelf = Shelf::new();
    let rows: String = (0..500).map(|n| format!("{{\"id\": {n}, \"text\": \"{SENTENCE}\"}}\n")).collect();
    shelf.put("a.jsonl", &rows).put("b.jpg", b"\0\0").put("c.txt", SENTENCE).put_packed("d.jsonl.gz", rows.as_bytes());
    let mut walk = documents(&shelf.path(""), &shelf.options);
    let mut last = walk.progress();
    assert_eq!((last.bytes_done, last.files_done, last.files_total), (0, 0, 4));
    while walk.next().is_some() {
        let now = walk.progress();
        assert!(now.bytes_done >= last.bytes_done && now.bytes_done <= now.bytes_total);
        last = now;
    }
    let end = walk.progress();
    assert_eq!((end.bytes_done, end.files_done), (end.bytes_total, 4));
}

#[test]
fn the_registry_weighs_what_has_an_address_and_the_corpus_the_rest() {
    let mut shelf = Shelf::new();
    shelf.put(
        "rows.jsonl",
        "{\"id\": 1, \"text\": \"It rained.\", \"url\": \"https://apnews.com/x\"}\n{\"id\": 2, \"text\": \"It rained.\"}\n\
         {\"id\": 3, \"text\": \"It rained.\", \"url\": \"javascript:alert(1)\", \"source\": \"The Weekly\"}\n",
    );
    let (found, _) = shelf.read();
    assert_eq!((found[0].source.as_str(), found[0].kind, found[0].credibility.get()), ("apnews.com", DocumentKind::News, 0.90));
    assert_eq!((found[1].source.as_str(), found[1].kind), ("library", DocumentKind::Unknown));
    assert_eq!((found[2].source.as_str(), found[2].url.as_deref()), ("The Weekly", None));
    shelf.options.weighing = Weighing::Declared;
    shelf.options.declared = domain::Credibility::new(0.5).unwrap();
    assert!(shelf.read().0.iter().all(|d| d.credibility.get() == 0.5));
}

#[test]
fn fact_checks_come_from_feeds_and_rows() {
    let review = "{\"@type\": \"ClaimReview\", \"claimReviewed\": \"Bats are blind\", \"reviewRating\": {\"alternateName\": \"False\"}, \
                  \"url\": \"https://www.snopes.com/bats\", \"author\": {\"name\": \"Snopes\"}, \"datePublished\": \"2020-02-03\"}";
    let shelf = Shelf::new();
    shelf
        .put("feed.json", format!("{{\"dataFeedElement\": [{{\"item\": [{review}]}}]}}"))
        .put("rows.jsonl", review.replace("blind", "birds"));
    let (found, skipped) = shelf.read();
    assert_eq!(skipped, []);
    assert_eq!(found.len(), 2);
    for document in found {
        assert_eq!(document.kind, DocumentKind::FactCheck);
        assert_eq!(document.source, "snopes.com");
        assert!(
            document.text.starts_with("Claim reviewed: \"Bats are bl")
                || document.text.starts_with("Claim reviewed: \"Bats are birds\".")
        );
        assert_eq!(document.sentences[1].of(&document.text), Some("Rating: False."));
    }
}

#[test]
fn a_pdf_is_read_and_one_without_text_is_a_row() {
    let files = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let shelf = Shelf::new();
    for name in ["tides.pdf", "drawing.pdf"] {
        shelf.put(name, std::fs::read(files.join(name)).unwrap());
    }
    shelf.put("torn.pdf", &std::fs::read(files.join("tides.pdf")).unwrap()[..700]);
    let (found, skipped) = shelf.read();
    let codes: Vec<_> = skipped.iter().map(|row| row.why.code()).collect();
    assert_eq!(codes, ["no_text", "malformed"]);
    assert_eq!((found[0].title.as_str(), found[0].author.as_deref()), ("On tides", Some("Ana Silva")));
    let sentences: Vec<_> = found[0].sentences.iter().map(|s| s.of(&found[0].text).unwrap().replace('\n', " ")).collect();
    assert_eq!(sentences.len(), 5, "{sentences:?}");
    assert_eq!(sentences[4], "The second page says that neap tides are weaker – about 20 % below the mean.");
}

#[test]
fn a_walk_may_go_on_in_another_thread() {
    let shelf = Shelf::new();
    shelf.put("a.txt", SENTENCE).put("b.jsonl", "{\"text\": \"It rained.\"}");
    let walk = documents(&shelf.path(""), &shelf.options);
    assert_eq!(std::thread::spawn(move || walk.count()).join().unwrap(), 2);
}
