//! Documents can be found while others are still on their way in.

use super::Room;
use domain::CorpusName;
use engine::Engine;
use engine::corpus::Watch;
use engine::verify::Finder;
use sources::{Options, SkipReason};
use std::fmt::Write as _;
use std::sync::Mutex;
use store::DOCUMENT_BYTES_MAX;

/// More documents than are indexed at a time.
const DOCUMENTS: usize = 5_000;

/// Somebody who searches whenever the ingest tells how far it is.
struct Impatient<'a> {
    engine: &'a Engine,
    corpus: CorpusName,
    /// Bytes still to be read when the first document was found.
    found_before: Mutex<Option<u64>>,
}

impl Watch for Impatient<'_> {
    fn at(&self, what: &str, done: u64, total: u64) {
        let mut found = self.found_before.lock().unwrap();
        if what != "reading" || found.is_some() {
            return;
        }
        let finder = Finder::open(self.engine, &self.corpus).unwrap();
        let hits = finder.hits("The lighthouse number seventeen", &finder.embed(&["a lighthouse"])[0]).unwrap();
        if hits.lexical.iter().any(|hit| hit.key.document.as_str() == "lamp-17") {
            assert!(hits.vector.is_empty(), "vectors fill in behind");
            *found = Some(total - done);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_searches_during_a_long_ingest_finds_what_is_in_already() {
    let room = Room::open().await;
    let mut lines = String::new();
    for number in 0..DOCUMENTS {
        let text = format!("The lighthouse number {number} stands on rock {}.", number * 7);
        writeln!(lines, r#"{{"id": "lamp-{number}", "title": "Lamp {number}", "text": "{text}"}}"#).unwrap();
    }
    let (file, corpus) = (room.file("lamps.jsonl", &lines.replace("number 17 ", "number seventeen ")), CorpusName::library());
    let impatient = Impatient { engine: &room.engine, corpus: corpus.clone(), found_before: Mutex::default() };
    let ingested = room.engine.ingest(&[file], &Options::closed(corpus), &impatient).await.unwrap();
    assert_eq!(ingested.new, DOCUMENTS as u64);
    let left = impatient.found_before.into_inner().unwrap();
    assert!(left.is_some_and(|left| left > 0), "found with {left:?} bytes still to come");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_no_store_takes_costs_its_own_row_and_not_the_folder() {
    let room = Room::open().await;
    let large = room.file("large.txt", &"words ".repeat(DOCUMENT_BYTES_MAX / 5));
    let good = room.file("good.txt", "The lighthouse stands on a rock.");
    let ingested = room.engine.ingest(&[large.clone(), good], &Options::closed(CorpusName::library()), &()).await.unwrap();
    assert_eq!(ingested.new, 1);
    let [skipped] = ingested.skipped.as_slice() else { panic!("{:?}", ingested.skipped) };
    assert_eq!(skipped.path, large);
    // What is left out here is what the store would refuse.
    assert_eq!(skipped.why, SkipReason::TooLarge { limit_bytes: DOCUMENT_BYTES_MAX as u64 });
}
