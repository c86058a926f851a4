//! Stories of the entity graph.

use crate::{Site, document};
use score::verify::graph::{Extract, Fact, Facts};
use search::{Batch, Index, Position};
use std::sync::Arc;

fn says(index: &Index, name: &str) -> Vec<String> {
    let known = index.reader().known(name).unwrap();
    let mut facts: Vec<String> = known
        .passages
        .iter()
        .flat_map(|(passage, facts)| facts.sure.iter().map(move |f| (passage, f)))
        .map(|(passage, f)| format!("{}: {} {} {}", passage.document, f.subject, f.relation, f.object))
        .collect();
    facts.sort();
    facts
}

#[test]
fn facts_come_change_and_go_with_their_documents() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &[document("a", "", &["Torvik is the capital of Halland."]), document("b", "", &["It rains."])], &[]);
    assert_eq!(says(&index, "torvik"), ["a: torvik capit of halland"]);
    assert_eq!(says(&site.open(), "halland"), ["a: torvik capit of halland"], "the same after reopening");

    site.follow(&index, &[document("a", "", &["Orvik is the capital of Halland."])], &[]);
    assert_eq!(says(&index, "torvik"), Vec::<String>::new());
    assert_eq!(says(&index, "halland"), ["a: orvik capit of halland"]);
    site.follow(&index, &[], &["a"]);
    assert_eq!(index.reader().known("halland").unwrap().passages, []);
}

#[test]
fn a_short_name_explained_in_one_document_leads_to_the_long_one_in_another() {
    let site = Site::start();
    let index = site.open();
    let explains = document("a", "", &["The Harbour Works Office (HWO) met on Monday."]);
    let uses = document("b", "", &["In June the Harbour Works Office hired Rita Holm."]);
    site.follow(&index, &[explains, uses], &[]);
    let known = index.reader().known("hwo").unwrap();
    let names: Vec<&str> = known.passages.iter().map(|(passage, _)| passage.document.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(known.passages[1].1.named[0].contains(&"hwo".to_owned()));
}

/// Reads one and the same fact out of everything.
struct OneTrack;

impl Extract for OneTrack {
    fn read(&self, sentences: &[String]) -> Facts {
        let fact = Fact { subject: "sun".into(), relation: "warm".into(), object: "earth".into(), sentence: 0 };
        Facts { named: vec![vec!["sun".into(), "earth".into()]; sentences.len()], sure: vec![fact], aliases: vec![] }
    }
}

#[test]
fn another_reader_of_facts_may_take_the_place_of_the_patterns() {
    let site = Site::start();
    let index = site.open();
    let mut writer = index.writer().unwrap().reading_with(Arc::new(OneTrack));
    let position = Position { origin: "store".to_owned(), seq: 1 };
    writer.apply(Batch { upserted: &[document("a", "", &["It is warm."])], removed: &[], position: &position }).unwrap();
    writer.finish().unwrap();
    assert_eq!(says(&index, "sun"), ["a: sun warm earth"]);
}

#[test]
fn readers_answer_while_a_writer_is_at_work() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &[document("a", "", &["Torvik is the capital of Halland."])], &[]);
    let writer = index.writer().unwrap();
    std::thread::scope(|scope| {
        let answers = scope.spawn(|| (says(&index, "torvik").len(), index.reader().lexical("capital", 5).unwrap().len()));
        assert_eq!(answers.join().unwrap(), (1, 1), "the writer is open and holds nobody up");
    });
    writer.finish().unwrap();
}
