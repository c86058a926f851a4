//! Whatever the bytes, a reader answers with a document or a row.

use crate::shelf::Shelf;
use proptest::prelude::*;
use sources::{language, parse_date, read_page};

const NAMES: [&str; 8] = ["x.txt", "x.md", "x.html", "x.json", "x.jsonl", "x.csv", "x.jsonl.gz", "x.pdf"];

fn read_as_everything(bytes: &[u8]) {
    let shelf = Shelf::new();
    for name in NAMES {
        shelf.put(name, bytes);
    }
    for document in shelf.read().0 {
        let whole = document.sentences.iter().all(|s| s.of(&document.text).is_some());
        assert!(whole && !document.text.is_empty());
        assert!(!document.passages().is_empty());
    }
    if let Ok(document) = read_page(bytes, "https://example.org/x", &shelf.options) {
        assert_eq!(document.source, "example.org");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn anything_that_looks_like_markup(text in "(<[/!]?(p|div|table|tr|td|h1|a|script|title|meta|ul|li|br|b)( [a-z]+=\"?[a-z:/ ]{0,9}\"?)?>?|[a-zé .\\n\"]{0,12}|&[a-z]{0,5};?){0,60}") {
        read_as_everything(text.as_bytes());
    }

    #[test]
    fn anything_that_looks_like_rows(text in "([{}\\[\\]:,\"\\n]|\"(text|id|title|abstract|claimReviewed|url|date)\"|[a-z0-9. \\\\é-]{0,8}|null|true|-?1e9|# |\\| |---\\n){0,80}") {
        read_as_everything(text.as_bytes());
    }

    #[test]
    fn small_functions_take_any_text(text in "\\PC*") {
        let _ = (language(&text), parse_date(&text));
    }
}

#[test]
fn hostile_pages_cost_no_more_than_their_size() {
    let options = Shelf::new().options;
    let pages = [
        "<div>".repeat(60_000) + "text that is long enough to be read as prose here",
        (0..3_000).map(|n| format!("<font size={n}>")).collect::<String>() + &"<p>words".repeat(3_000),
        "<table><tr><td>".repeat(4_000),
        "<a href=x><div>".repeat(4_000),
        format!("<script type='application/ld+json'>{}</script>", "[".repeat(100_000)),
        "<!--".repeat(20_000),
        "&amp;".repeat(50_000),
        "<svg><title>".repeat(3_000),
    ];
    for page in &pages {
        let _ = read_page(page.as_bytes(), "https://example.org/", &options);
    }
}
