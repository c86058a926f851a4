//! Measures the exact vector scan: `cargo run --profile ci -p search --example scan -- 50000 1000000`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measuring tool for the workbench")]

use domain::{DocumentId, digest_bytes};
use search::{Index, Shelved, vector};
use std::time::Instant;

const SENTENCES_PER_PASSAGE: usize = 9;
const DOCUMENTS_PER_PORTION: usize = 5_000;

fn main() {
    for rows in std::env::args().skip(1) {
        measure(rows.parse().unwrap());
    }
}

fn measure(rows: usize) {
    let directory = tempfile::tempdir().unwrap();
    let index = Index::open(directory.path()).unwrap();
    let model = digest_bytes(b"synthetic");
    let passages = rows / (SENTENCES_PER_PASSAGE + 1);
    let mut state = 1u64;
    let mut vector = move || {
        let values: Vec<f32> = (0..vector::DIMENSIONS)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
            })
            .collect();
        vector::quantise(&values).unwrap()
    };
    let mut writer = index.writer().unwrap();
    for first in (0..passages).step_by(DOCUMENTS_PER_PORTION) {
        let portion = first..passages.min(first + DOCUMENTS_PER_PORTION);
        let documents: Vec<Shelved> = portion
            .map(|number| {
                let rows: Vec<vector::Vector> = (0..SENTENCES_PER_PASSAGE).map(|_| vector()).collect();
                Shelved { document: DocumentId::new(number.to_string()).unwrap(), passages: vec![vector::to_bytes(&rows)] }
            })
            .collect();
        writer.shelve(&model, &documents).unwrap();
    }
    writer.finish().unwrap();
    let started = Instant::now();
    let index = Index::open(directory.path()).unwrap();
    println!("{rows} rows, {passages} passages: opened in {:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let reader = index.reader();
    let cpu_before = cpu_ms();
    let mut times_ms: Vec<f64> = (0..40)
        .map(|_| {
            let query = vector();
            let started = Instant::now();
            assert_eq!(reader.semantic(&query, 50).len(), 50);
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let cpu = (cpu_ms() - cpu_before) / times_ms.len() as f64;
    times_ms.sort_by(f64::total_cmp);
    println!("scan {cpu:.1} ms of processor time, p50 {:.1} ms, p95 {:.1} ms", times_ms[20], times_ms[38]);
    println!("{} MB of rows", reader.vectors().bytes() >> 20);
}

/// Processor time of all threads so far, from the kernel's count in hundredths of a second.
fn cpu_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let ticks: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    ticks[11].parse::<f64>().unwrap() * 10.0
}
