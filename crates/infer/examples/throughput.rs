//! One side of `benches/compare/inference`: embeds what it is given on one thread and says what that cost.
//!
//! Arguments: the MiniLM directory and the directory of the cross-encoder. The first line printed is the cost of opening
//! the models. After that, each line of stdin is a JSON array of texts, and each line of stdout its cost in CPU seconds.

use infer::{Locations, Models};
use std::error::Error;
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(std::path::PathBuf::from);
    let (Some(minilm), Some(nli)) = (arguments.next(), arguments.next()) else {
        return Err("usage: throughput MINILM_DIR NLI_DIR".into());
    };
    // One thread, and it is this one: what the kernel counts for it is all there is.
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?;
    let mut out = std::io::stdout();
    let models = Models::open(&Locations { minilm, nli })?;
    let (peak, resident) = (memory_kb("VmHWM:")?, memory_kb("VmRSS:")?);
    writeln!(out, "{}", serde_json::json!({"open_seconds": cpu_seconds()?, "peak_kb": peak, "resident_kb": resident}))?;
    for line in std::io::stdin().lock().lines() {
        let texts: Vec<String> = serde_json::from_str(&line?)?;
        let before = cpu_seconds()?;
        let embeddings = models.embedder.embed(&texts);
        writeln!(
            out,
            "{}",
            serde_json::json!({"seconds": cpu_seconds()? - before, "first": embeddings[0].as_slice()[..4], "peak_kb": memory_kb("VmHWM:")?})
        )?;
        out.flush()?;
    }
    Ok(())
}

/// CPU time of the main thread since it started.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let line = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = line.split(' ').next().ok_or("an empty schedstat")?.parse()?;
    Ok(nanoseconds as f64 * 1e-9)
}

fn memory_kb(field: &str) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|l| l.starts_with(field)).ok_or("no such field in /proc/self/status")?;
    Ok(line.split_whitespace().nth(1).ok_or("no value")?.parse()?)
}
