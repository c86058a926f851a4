//! Pages that we wrote in the styles of real sites, each with what a reader should take from it.
//!
//! Beside `page.html` stands `page.txt`: `key: value` lines for `title`, `author`, `date`, `url`, `language`, `kind`,
//! `skip` (the code of the expected reason), any number of `has:` and `lacks:` lines, then a line of dashes and the words
//! of the article, on which precision and recall are measured.

use domain::{CorpusName, Document};
use sources::{Options, Outcome, documents};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

struct Expected {
    fields: Vec<(String, String)>,
    words: Vec<String>,
}

impl Expected {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        let (head, article) = text.split_once("\n---\n").unwrap_or((&text, ""));
        let fields =
            head.lines().filter_map(|l| l.split_once(": ")).map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned())).collect();
        Self { fields, words: words(article) }
    }

    fn all<'s>(&'s self, key: &'s str) -> impl Iterator<Item = &'s str> {
        self.fields.iter().filter(move |(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    fn one(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// Words in common, counted as often as both have them.
fn common(a: &[String], b: &[String]) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    a.iter().for_each(|w| *counts.entry(w).or_default() += 1);
    let mut shared = 0;
    for word in b {
        if let Some(count) = counts.get_mut(word.as_str()).filter(|c| **c > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    shared
}

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    pages.retain(|p| p.extension().is_some_and(|e| e == "html"));
    pages.sort();
    pages
}

/// Compares a document with what was expected of it, and says what differs.
fn faults(document: &Document, expected: &Expected) -> String {
    let mut faults = String::new();
    let date = document.published.map(|d| d.to_string()).unwrap_or_default();
    let kind = serde_json::to_value(document.kind).unwrap();
    let known = [
        ("title", document.title.as_str()),
        ("author", document.author.as_deref().unwrap_or("")),
        ("date", &date),
        ("url", document.url.as_deref().unwrap_or("")),
        ("language", &document.language),
        ("kind", kind.as_str().unwrap()),
    ];
    for (key, value) in known {
        let wanted = expected.one(key);
        if wanted.is_some_and(|wanted| wanted != value) {
            writeln!(faults, "  {key}: {value:?}, wanted {wanted:?}").unwrap();
        }
    }
    for text in expected.all("has").filter(|text| !document.text.contains(*text)) {
        writeln!(faults, "  lacks {text:?}").unwrap();
    }
    for text in expected.all("lacks").filter(|text| document.text.contains(*text)) {
        writeln!(faults, "  should not have {text:?}").unwrap();
    }
    faults
}

#[test]
fn every_page_gives_its_article_and_nothing_else() {
    let options = Options::open_web(CorpusName::library());
    let (mut report, mut faulty) = (String::new(), String::new());
    let (mut precision_sum, mut recall_sum, mut measured) = (0.0, 0.0, 0);
    for page in pages() {
        let expected = Expected::read(&page.with_extension("txt"));
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let outcome = documents(&page, &options).next().unwrap();
        let document = match (outcome, expected.one("skip")) {
            (Outcome::Skipped(row), Some(code)) if row.why.code() == code => continue,
            (Outcome::Document(document), None) => document,
            (other, _) => {
                writeln!(faulty, "{name}: {other:?}").unwrap();
                continue;
            }
        };
        let found = faults(&document, &expected);
        if !found.is_empty() {
            write!(faulty, "{name}:\n{found}").unwrap();
        }
        if !expected.words.is_empty() {
            let got = words(&document.text);
            let shared = common(&expected.words, &got) as f64;
            let (precision, recall) = (shared / got.len().max(1) as f64, shared / expected.words.len() as f64);
            writeln!(report, "{name:<24} precision {precision:.3}  recall {recall:.3}").unwrap();
            if precision < 0.85 || recall < 0.90 {
                writeln!(faulty, "{name}: precision {precision:.3}, recall {recall:.3}\n--- got\n{}\n---", document.text)
                    .unwrap();
            }
            precision_sum += precision;
            recall_sum += recall;
            measured += 1;
        }
    }
    let (precision, recall) = (precision_sum / f64::from(measured), recall_sum / f64::from(measured));
    let summary = format!("{measured} pages: precision {precision:.3}, recall {recall:.3}");
    assert!(faulty.is_empty(), "{summary}\n{report}\n{faulty}");
    assert!(precision >= 0.97 && recall >= 0.97, "{summary}\n{report}");
}
