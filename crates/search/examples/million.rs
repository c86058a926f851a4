//! Measures both searches over many synthetic passages: `cargo run --profile ci -p search --example million -- 1000000`.
//!
//! Words are drawn with Zipf's frequencies, so that common words have the long postings that they have in real text.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measuring tool for the workbench")]

use domain::{Credibility, Digest, Document, DocumentId, DocumentKind, Span, digest_bytes};
use search::{Batch, Index, Position, Shelved, vector};

const WORDS_PER_PASSAGE: usize = 16;
const VOCABULARY: f64 = 200_000.0;
const DOCUMENTS_PER_PORTION: usize = 50_000;
const QUERIES: usize = 40;
const QUERY_WORDS: usize = 10;

/// A generator of the same numbers every time.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A word by Zipf's law with exponent one: its rank is the vocabulary to the power of a uniform number.
    fn word(&mut self) -> String {
        format!("w{}", VOCABULARY.powf(self.unit()) as u32)
    }

    fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn vector(&mut self) -> vector::Vector {
        std::array::from_fn(|_| (self.unit() * 254.0 - 127.0) as i8)
    }
}

fn document(number: usize, dice: &mut Dice, content: &Digest) -> Document {
    let text = dice.text(WORDS_PER_PASSAGE);
    Document {
        id: DocumentId::new(number.to_string()).unwrap(),
        title: String::new(),
        sentences: vec![Span::new(0, text.len())],
        content: content.clone(),
        text,
        url: None,
        source: "synthetic".to_owned(),
        author: None,
        published: None,
        kind: DocumentKind::Note,
        credibility: Credibility::ONE,
        language: "en".to_owned(),
        fetched: None,
    }
}

fn main() {
    let passages: usize = std::env::args().nth(1).map_or(100_000, |count| count.parse().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let index = Index::open(directory.path()).unwrap();
    let (mut dice, content, model) = (Dice(7), digest_bytes(b"synthetic"), digest_bytes(b"model"));
    let before = cpu_ticks();
    let mut text_bytes = 0;
    let mut writer = index.writer().unwrap();
    for first in (0..passages).step_by(DOCUMENTS_PER_PORTION) {
        let last = passages.min(first + DOCUMENTS_PER_PORTION);
        let documents: Vec<Document> = (first..last).map(|number| document(number, &mut dice, &content)).collect();
        text_bytes += documents.iter().map(|document| document.text.len()).sum::<usize>();
        let position = Position { origin: "synthetic".to_owned(), seq: last as u64 };
        writer.apply(Batch { upserted: &documents, removed: &[], position: &position }).unwrap();
        let shelved = |d: &Document| Shelved { document: d.id.clone(), passages: vec![vector::to_bytes(&[dice.vector()])] };
        let shelved: Vec<Shelved> = documents.iter().map(shelved).collect();
        writer.shelve(&model, &shelved).unwrap();
    }
    writer.finish().unwrap();
    println!("{passages} passages of {text_bytes} bytes indexed in {:.1} s of processor time", (cpu_ticks() - before) / 100.0);
    let reader = index.reader();
    let (mut lexical, mut semantic) = (Vec::new(), Vec::new());
    for _ in 0..QUERIES {
        let (text, meaning) = (dice.text(QUERY_WORDS), dice.vector());
        let started = cpu_ms();
        reader.lexical(&text, 100).unwrap();
        let between = cpu_ms();
        reader.semantic(&meaning, 100);
        lexical.push(between - started);
        semantic.push(cpu_ms() - between);
    }
    let both: Vec<f64> = lexical.iter().zip(&semantic).map(|(a, b)| a + b).collect();
    for (name, times) in [("lexical", lexical), ("semantic", semantic), ("both", both)] {
        println!("{name}: p50 {:.1} ms, p95 {:.1} ms of processor time", at(&times, 0.5), at(&times, 0.95));
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let memory = |key: &str| status.lines().find(|line| line.starts_with(key)).unwrap_or_default().to_owned();
    println!("{}; {}; {} MB of vectors", memory("VmHWM"), memory("VmRSS"), reader.vectors().bytes() >> 20);
}

fn at(times: &[f64], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

/// Processor time of the living threads so far, in milliseconds, as the scheduler counts it to the nanosecond.
fn cpu_ms() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|task| {
        let stat = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<f64>().ok()
    });
    threads.sum::<f64>() / 1e6
}

/// Processor time of all threads, living or not, in hundredths of a second.
fn cpu_ticks() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
}
