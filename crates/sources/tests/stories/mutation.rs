//! Good files with small damage: the same entry points as the fuzz targets, with damage that is the same every time.

use crate::shelf::Shelf;
use sources::read_page;

const PAGE: &str = r#"<!doctype html><html lang="en"><head><title>On tides</title><meta property="article:published_time" content="2024-03-05">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "On tides", "author": {"name": "Ana Silva"}}</script></head>
<body><nav><a href="/">Home</a></nav><article><h1>On tides</h1><p>The sea rises and falls twice a day &amp; more in spring.</p>
<table><tr><td>Neap tides are weaker.</td></tr></table></article></body></html>"#;
const ROWS: &str = r#"{"id": 1, "title": "Tides", "text": "The sea rises and falls twice a day.", "url": "https://example.org/a", "date": "2024-03-05"}
{"doc_id": 2, "title": "Neap", "abstract": ["Neap tides are weaker.", "They come after the quarter moon."]}
"#;
const REVIEW: &str = r#"{"dataFeedElement": [{"item": [{"@type": "ClaimReview", "claimReviewed": "Bats are blind", "datePublished": "2020-02-03",
"url": "https://www.snopes.com/bats", "author": {"name": "Snopes"}, "reviewRating": {"alternateName": "False", "ratingValue": "1"}}]}]}"#;
const ROUNDS: u64 = 250;

/// A little damage: a byte turned, a run dropped or doubled, or one that means something put in.
fn damaged(text: &str, seed: u64) -> Vec<u8> {
    const SHARP: &[&[u8]] =
        &[b"<", b">", b"\"", b"{", b"}", b"]", b"\\u0000", b"\xff\xfe", b"&#x110000;", b"<!--", b"\0", b"-1e999"];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=next(4) {
        let at = next(bytes.len());
        let end = (at + 1 + next(24)).min(bytes.len());
        match next(4) {
            0 => bytes[at] ^= 1 << next(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let run = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, run.repeat(1 + next(40))));
            }
            _ => drop(bytes.splice(at..at, SHARP[next(SHARP.len())].iter().copied())),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn read_all(name: &str, text: &str) {
    for seed in 0..ROUNDS {
        let shelf = Shelf::new();
        shelf.put(name, damaged(text, seed));
        let (found, skipped) = shelf.read();
        assert!(!found.is_empty() || !skipped.is_empty(), "seed {seed}: something became of it");
        for document in found {
            assert!(document.sentences.iter().all(|span| span.of(&document.text).is_some()), "seed {seed}");
        }
    }
}

#[test]
fn a_damaged_page_is_a_document_or_a_row() {
    read_all("page.html", PAGE);
    let options = Shelf::new().options;
    for seed in 0..ROUNDS {
        let _ = read_page(&damaged(PAGE, seed), "https://example.org/tides", &options);
    }
}

#[test]
fn damaged_rows_are_documents_or_rows_left_out() {
    read_all("rows.jsonl", ROWS);
}

#[test]
fn a_damaged_feed_of_fact_checks_is_documents_or_a_row() {
    read_all("feed.json", REVIEW);
}

#[test]
fn a_line_of_a_gigabyte_costs_a_row_and_little_memory() {
    use std::io::{Seek as _, SeekFrom, Write as _};
    let shelf = Shelf::new();
    shelf.put("endless.jsonl", format!("{{\"id\": 1, \"text\": \"{}", "x".repeat(100_000)));
    // The middle of the line is a hole in the file: a gigabyte to read, and nothing on disk.
    let mut file = std::fs::OpenOptions::new().append(false).write(true).open(shelf.path("endless.jsonl")).unwrap();
    file.seek(SeekFrom::Start(1 << 30)).unwrap();
    file.write_all(b"\"}\n{\"id\": 2, \"text\": \"It rained.\"}\n").unwrap();
    drop(file);
    let (found, skipped) = shelf.read();
    assert_eq!(skipped.iter().map(|row| (row.line, row.why.code())).collect::<Vec<_>>(), [(Some(1), "too_large")]);
    assert_eq!(found.iter().map(|document| document.id.as_str()).collect::<Vec<_>>(), ["2"]);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().trim_end_matches(" kB");
        assert!(peak.parse::<u64>().unwrap() < 300_000, "{peak} kB at the peak");
    }
}
