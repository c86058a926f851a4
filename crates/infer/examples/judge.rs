//! Reads pairs with the judge alone, on one thread, and says what that cost.
//!
//! Arguments: the MiniLM directory, the directory of the cross-encoder, and a file with a JSON object of `premise` and `hypothesis` a
//! line. Prints the three logits of each pair, and at the end pairs for each second of CPU.

use infer::{Locations, Models, Pair};
use serde::Deserialize;
use std::error::Error;
use std::io::Write;

#[derive(Deserialize)]
struct Row {
    premise: String,
    hypothesis: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(std::path::PathBuf::from);
    let (Some(minilm), Some(nli), Some(file)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("usage: judge MINILM_DIR NLI_DIR PAIRS.jsonl".into());
    };
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?;
    let text = std::fs::read_to_string(file)?;
    let rows: Vec<Row> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let pairs: Vec<Pair<'_>> = rows.iter().map(|row| Pair { premise: &row.premise, hypothesis: &row.hypothesis }).collect();
    let models = Models::open(&Locations { minilm, nli })?;
    let opened = cpu_seconds()?;
    let logits = models.cross_encoder.read(&pairs);
    let spent = cpu_seconds()? - opened;
    let mut out = std::io::stdout().lock();
    for one in logits {
        writeln!(out, "{:.5} {:.5} {:.5}", one.entailment, one.contradiction, one.neutral)?;
    }
    writeln!(out, "opened in {opened:.3} s, {:.1} pairs/s", pairs.len() as f64 / spent)?;
    Ok(())
}

/// CPU time of the main thread since it started.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let line = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = line.split(' ').next().ok_or("an empty schedstat")?.parse()?;
    Ok(nanoseconds as f64 * 1e-9)
}
