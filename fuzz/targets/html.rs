//! Any bytes as a web page: a document whose sentences are its own, or a reason.
#![no_main]

use domain::CorpusName;
use libfuzzer_sys::fuzz_target;
use sources::{Options, read_page};

fuzz_target!(|bytes: &[u8]| {
    let options = Options::open_web(CorpusName::library());
    if let Ok(document) = read_page(bytes, "https://example.org/x", &options) {
        assert!(document.sentences.iter().all(|span| span.of(&document.text).is_some()));
    }
});
