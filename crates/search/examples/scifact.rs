//! Measures lexical search on SciFact: `cargo run --profile ci -p search --example scifact -- DIR [--json]`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measuring tool for the workbench")]

use domain::{Credibility, Document, DocumentId, DocumentKind, Span, digest_bytes};
use search::{Batch, Index, Position};
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn document(row: &Value) -> Document {
    let mut text = String::new();
    let mut sentences = Vec::new();
    for sentence in row["abstract"].as_array().unwrap() {
        let sentence = sentence.as_str().unwrap().trim();
        sentences.push(Span::new(text.len(), text.len() + sentence.len()));
        text.push_str(sentence);
        text.push(' ');
    }
    Document {
        id: DocumentId::new(row["doc_id"].to_string()).unwrap(),
        title: row["title"].as_str().unwrap().to_owned(),
        content: digest_bytes(text.as_bytes()),
        text,
        sentences,
        url: None,
        source: "scifact".to_owned(),
        author: None,
        published: None,
        kind: DocumentKind::Academic,
        credibility: Credibility::ONE,
        language: "en".to_owned(),
        fetched: None,
    }
}

/// Documents in the order of their best passage.
fn ranked(hits: &[search::Hit]) -> Vec<String> {
    let mut seen = HashSet::new();
    let documents = hits.iter().map(|hit| hit.passage.document.to_string());
    documents.filter(|document| seen.insert(document.clone())).take(50).collect()
}

fn main() {
    let data = std::env::args().nth(1).expect("the SciFact directory");
    let data = Path::new(&data);
    let documents: Vec<Document> = lines(&data.join("corpus.jsonl")).iter().map(document).collect();
    let bytes: usize = documents.iter().map(|document| document.title.len() + document.text.len()).sum();
    let directory = tempfile::tempdir().unwrap();
    let index = Index::open(directory.path()).unwrap();
    let (started, cpu_before) = (Instant::now(), cpu_ticks());
    let position = Position { origin: "scifact".to_owned(), seq: 1 };
    let mut writer = index.writer().unwrap();
    writer.apply(Batch { upserted: &documents, removed: &[], position: &position }).unwrap();
    writer.finish().unwrap();
    let (seconds, indexing_cpu) = (started.elapsed().as_secs_f64(), (cpu_ticks() - cpu_before) / 100.0);
    let files = std::fs::read_dir(directory.path().join("lexical")).unwrap();
    let on_disk: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    let is_json = std::env::args().any(|argument| argument == "--json");
    let reader = index.reader();
    let (mut gain, mut recall, mut asked, mut times_us) = (0.0, 0.0, 0.0, Vec::new());
    let claims = lines(&data.join("claims_train.jsonl"));
    let cpu_before = cpu_seconds();
    for claim in &claims {
        reader.lexical(claim["claim"].as_str().unwrap(), 100).unwrap();
    }
    let query_cpu = cpu_seconds() - cpu_before;
    for claim in &claims {
        let cited: HashSet<String> = claim["cited_doc_ids"].as_array().unwrap().iter().map(Value::to_string).collect();
        let started = Instant::now();
        let hits = reader.lexical(claim["claim"].as_str().unwrap(), 100).unwrap();
        times_us.push(started.elapsed().as_secs_f64() * 1e6);
        let ranked = ranked(&hits);
        let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
        let got: f64 = (0..ranked.len().min(10)).filter(|rank| cited.contains(&ranked[*rank])).map(discount).sum();
        let ideal: f64 = (0..cited.len().min(10)).map(discount).sum();
        gain += got / ideal;
        recall += ranked.iter().filter(|document| cited.contains(*document)).count() as f64 / cited.len() as f64;
        asked += 1.0;
    }
    if is_json {
        let figures = serde_json::json!({
            "queries_per_cpu_second": asked / query_cpu,
            "documents_per_cpu_second": documents.len() as f64 / indexing_cpu,
            "ndcg_at_10": gain / asked,
            "index_bytes_per_text_byte": on_disk as f64 / bytes as f64,
        });
        return println!("{figures}");
    }
    println!(
        "{} documents, {} passages in {seconds:.2} s, {:.0}/s",
        documents.len(),
        index.reader().passages(),
        documents.len() as f64 / seconds
    );
    println!("{:.2} index bytes per text byte", on_disk as f64 / bytes as f64);

    times_us.sort_by(f64::total_cmp);
    let at = |share: f64| times_us[(times_us.len() as f64 * share) as usize];
    println!("{asked} claims: ndcg_at_10 {:.4}, recall_at_50 {:.4}", gain / asked, recall / asked);
    println!("lexical query p50 {:.0} us, p95 {:.0} us", at(0.5), at(0.95));
}

/// Processor time of all threads so far, as the scheduler counts it to the nanosecond.
fn cpu_seconds() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|task| {
        let stat = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<f64>().ok()
    });
    threads.sum::<f64>() / 1e9
}

/// The same with the threads that have ended, in hundredths of a second.
fn cpu_ticks() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
}
