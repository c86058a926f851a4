//! Any bytes as a feed of fact-checks: documents whose sentences are their own, and a row for what was left out.
#![no_main]

use domain::CorpusName;
use libfuzzer_sys::fuzz_target;
use sources::{Options, Outcome, documents};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("feed.json");
    std::fs::write(&path, bytes).expect("a file in it");
    for outcome in documents(&path, &Options::closed(CorpusName::library())) {
        if let Outcome::Document(document) = outcome {
            assert!(document.sentences.iter().all(|span| span.of(&document.text).is_some()));
        }
    }
});
