//! Stories of torn, foreign and contested files.

use crate::{Site, direction, document, found, id, model, near};
use search::{Index, IndexError};
use std::fs;

fn stone() -> domain::Document {
    document("stone", "Stone", &["A stone sinks."])
}

fn built() -> Site {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &[stone()], &[]);
    site.shelve(&index, &[stone()]);
    site
}

#[test]
fn a_damaged_index_is_started_afresh() {
    for damage in ["meta.json", ".store", ".idx", ".term", ".fieldnorm"] {
        let site = built();
        for file in fs::read_dir(site.path().join("lexical")).unwrap() {
            let file = file.unwrap().path();
            if file.to_string_lossy().ends_with(damage) {
                let half = fs::read(&file).unwrap();
                fs::write(&file, &half[..half.len() / 2]).unwrap();
            }
        }
        let index = site.open();
        assert_eq!((index.followed("store"), index.reader().passages()), (0, 0), "{damage}");
        assert_eq!(index.reader().vectors().passages(), 0);
        site.follow(&index, &[stone()], &[]);
        assert_eq!(found(&index, "stone"), ["stone"]);
    }
}

#[test]
fn an_index_of_another_version_is_started_afresh() {
    let site = built();
    let meta = site.path().join("lexical/meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    let other = text.replace("\\\"version\\\":", "\\\"version\\\":9");
    assert_ne!(text, other, "the version stands in the index's own file");
    fs::write(&meta, other).unwrap();
    assert_eq!(site.open().followed("store"), 0);
}

#[test]
fn a_torn_vector_file_costs_only_its_tail() {
    let site = built();
    let index = site.open();
    site.follow(&index, &[document("sand", "", &["Sand drifts."])], &[]);
    site.shelve(&index, &[document("sand", "", &["Sand drifts."])]);
    drop(index);
    let file = site.path().join("vectors.bin");
    let whole = fs::read(&file).unwrap();
    for cut in [whole.len() - 1, whole.len() - 200, whole.len() - 390] {
        fs::write(&file, &whole[..cut]).unwrap();
        let index = site.open();
        assert_eq!(near(&index, "A stone sinks.").len(), 1);
        assert_eq!(index.reader().without_vectors(&model(), None, 10).unwrap(), [id("sand")]);
        site.shelve(&index, &[document("sand", "", &["Sand drifts."])]);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn any_vector_file_at_all_can_be_opened() {
    let site = built();
    let file = site.path().join("vectors.bin");
    let whole = fs::read(&file).unwrap();
    for at in 0..whole.len().min(200) {
        let mut bent = whole.clone();
        bent[at] ^= 0x55;
        fs::write(&file, &bent).unwrap();
        let hits = site.open().reader().semantic(&direction("A stone sinks."), 10);
        assert_eq!(hits.len(), 0, "byte {at}");
    }
    fs::write(&file, "no vectors at all").unwrap();
    assert_eq!(site.open().reader().vectors().model(), None);
    fs::remove_file(&file).unwrap();
    assert_eq!(site.open().reader().without_vectors(&model(), None, 10).unwrap(), [id("stone")]);
}

#[test]
fn a_second_writer_is_told_to_wait_and_a_second_reader_is_not() {
    let site = built();
    let (one, other) = (site.open(), site.open());
    let writer = one.writer().unwrap();
    assert_eq!(other.writer().map(drop).unwrap_err(), IndexError::Busy);
    assert_eq!(found(&other, "stone"), ["stone"]);
    drop(writer);
    site.follow(&one, &[], &["stone"]);
    assert_eq!(found(&other, "stone"), ["stone"], "a snapshot stays");
    other.refresh().unwrap();
    assert_eq!(found(&other, "stone"), Vec::<String>::new());
    assert_eq!(near(&other, "A stone sinks."), []);
}

#[test]
fn a_file_where_the_directory_should_be_is_reported() {
    let site = Site::start();
    fs::write(site.path(), "not a directory").unwrap();
    assert!(matches!(Index::open(&site.path()), Err(IndexError::Unavailable(_))));
}
