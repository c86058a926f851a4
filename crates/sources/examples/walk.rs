//! Walks a path and prints what it found, how fast, and why things were left out.
#![allow(clippy::print_stdout, reason = "a measurement is printed")]

use domain::CorpusName;
use sources::{Options, Outcome, documents};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let path = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "notes".to_owned()));
    let options = Options::closed(CorpusName::library());
    let started = Instant::now();
    let (mut found, mut sentences, mut skipped) = (0u64, 0usize, BTreeMap::<&str, u64>::new());
    let mut languages = BTreeMap::<String, u64>::new();
    let mut walk = documents(&path, &options);
    for outcome in walk.by_ref() {
        match outcome {
            Outcome::Document(document) => {
                found += 1;
                sentences += document.sentences.len();
                *languages.entry(document.language).or_default() += 1;
            }
            Outcome::Skipped(row) => {
                println!("{row}");
                *skipped.entry(row.why.code()).or_default() += 1;
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let megabytes = walk.progress().bytes_done as f64 / 1e6;
    println!(
        "{found} documents, {sentences} sentences, {megabytes:.1} MB in {seconds:.2} s ({:.0} documents/s)",
        found as f64 / seconds
    );
    println!("skipped: {skipped:?}, languages: {languages:?}");
}
