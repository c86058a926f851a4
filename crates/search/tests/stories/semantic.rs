//! Stories of vectors.

use crate::{Site, direction, document, id, model, near, shelved};
use domain::{Document, PassageId, digest_bytes};

fn three() -> Vec<Document> {
    vec![document("one", "", &["red", "green", "blue"]), document("two", "", &["green"]), document("three", "", &["black"])]
}

fn first_passage(name: &str) -> PassageId {
    PassageId { document: id(name), ordinal: 0 }
}

#[test]
fn the_nearest_passage_comes_first_and_names_its_sentence() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &three(), &[]);
    site.shelve(&index, &three());
    let hits = index.reader().semantic(&direction("green"), 10);
    assert_eq!(hits[0].passage, first_passage("two"));
    assert_eq!((&hits[1].passage, hits[1].best_sentence, hits[1].sentence_scores.len()), (&first_passage("one"), 1, 3));
    assert!(hits[0].score > 0.99 && hits[1].sentence_scores[1] > 0.99 && hits[1].sentence_scores[0].abs() < 0.3);
    let scores = index.reader().vectors().sentence_scores(&first_passage("one"), &direction("green"));
    assert_eq!(scores.as_ref(), Some(&hits[1].sentence_scores));
    assert_eq!(index.reader().vectors().passage(&first_passage("one"), &direction("green")).as_ref(), Some(&hits[1]));
    assert_eq!(index.reader().vectors().sentence_scores(&first_passage("never"), &direction("green")), None);
}

#[test]
fn a_document_that_changes_waits_for_its_vectors() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &three(), &[]);
    assert_eq!(index.reader().without_vectors(&model(), None, 2).unwrap(), [id("one"), id("three")]);
    assert_eq!(index.reader().without_vectors(&model(), Some(&id("three")), 2).unwrap(), [id("two")]);
    site.shelve(&index, &three());
    assert_eq!(index.reader().without_vectors(&model(), None, 10).unwrap(), []);

    site.follow(&index, &[document("one", "", &["white"])], &["three"]);
    assert_eq!(index.reader().without_vectors(&model(), None, 10).unwrap(), [id("one")]);
    assert_eq!(near(&index, "red"), []);
    assert_eq!(near(&index, "black"), []);
    assert_eq!(near(&site.open(), "black"), [], "the same after reopening");
    site.shelve(&index, &[document("one", "", &["white"])]);
    assert_eq!(near(&index, "white"), [first_passage("one")]);
    assert_eq!(near(&site.open(), "white"), [first_passage("one")]);
}

#[test]
fn a_reader_keeps_the_vectors_it_was_opened_with() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &three(), &[]);
    site.shelve(&index, &three());
    let before = index.reader();
    site.follow(&index, &[], &["one", "two", "three"]);
    assert_eq!(before.semantic(&direction("black"), 1)[0].passage, first_passage("three"));
    assert_eq!(index.reader().semantic(&direction("black"), 1), []);
}

#[test]
fn another_model_starts_from_an_empty_shelf() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &three(), &[]);
    site.shelve(&index, &three());
    let other = digest_bytes(b"another model");
    assert_eq!(index.reader().without_vectors(&other, None, 10).unwrap().len(), 3);
    index.writer().unwrap().shelve(&other, &[shelved(&three()[1])]).unwrap();
    assert_eq!(index.reader().vectors().model(), Some(&other));
    assert_eq!(near(&index, "green"), [first_passage("two")]);
    assert_eq!(index.reader().without_vectors(&other, None, 10).unwrap(), [id("one"), id("three")]);
}

#[test]
fn what_was_shelved_bit_by_bit_is_found_like_what_was_shelved_at_once() {
    let words: Vec<String> = (0..300).map(|n| format!("word{n}")).collect();
    let documents: Vec<Document> = words.iter().map(|word| document(word, "", &[word])).collect();
    let (slow, fast) = (Site::start(), Site::start());
    let (bit_by_bit, at_once) = (slow.open(), fast.open());
    let mut writer = bit_by_bit.writer().unwrap();
    for document in &documents {
        writer.shelve(&model(), &[shelved(document)]).unwrap();
        writer.shelve(&model(), &[shelved(document)]).unwrap();
    }
    writer.finish().unwrap();
    fast.shelve(&at_once, &documents);
    for word in &words[..5] {
        let expected = at_once.reader().semantic(&direction(word), 20);
        assert_eq!(bit_by_bit.reader().semantic(&direction(word), 20), expected);
        assert_eq!(slow.open().reader().semantic(&direction(word), 20), expected);
    }
    assert_eq!((bit_by_bit.reader().vectors().passages(), bit_by_bit.reader().vectors().sentences()), (300, 300));
}

#[test]
fn a_file_that_is_mostly_removed_documents_is_written_anew() {
    let site = Site::start();
    let index = site.open();
    let sentences: Vec<String> = (0..600).map(|n| format!("sentence {n}")).collect();
    let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
    let long = document("long", "", &sentences);
    for _ in 0..40 {
        site.shelve(&index, std::slice::from_ref(&long));
    }
    let bytes = std::fs::metadata(site.path().join("vectors.bin")).unwrap().len();
    assert!(bytes < 12_000 * 384, "{bytes}");
    let hit = site.open().reader().semantic(&direction("sentence 599"), 1).remove(0);
    assert_eq!((hit.passage.ordinal, hit.sentence_scores.len()), (37, 8));
}
