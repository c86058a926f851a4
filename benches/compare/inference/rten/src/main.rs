//! rten's side of `benches/compare/inference`: runs the plain graph on one thread and says what that cost.
//!
//! Argument: the ONNX file. Each line of stdin is a JSON array of batches, each batch an array of rows of token ids of one
//! length, padded with zeros and followed by the number of real tokens of each row; each line of stdout is the cost.

use rten::{Model, RunOptions, ThreadPool};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: rten-side MODEL.onnx")?;
    let model = Model::load_file(path)?;
    let (ids, mask) = (model.node_id("ids")?, model.node_id("mask")?);
    let output = *model.output_ids().first().ok_or("a graph without output")?;
    let options = RunOptions::default().with_thread_pool(Some(Arc::new(ThreadPool::with_num_threads(1))));
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let batches: Vec<(Vec<Vec<i32>>, Vec<usize>)> = serde_json::from_str(&line?)?;
        let mut first = Vec::new();
        let mut inputs = Vec::new();
        for (rows, lengths) in &batches {
            let (height, width) = (rows.len(), rows[0].len());
            let shown = |at: usize| if at % width < lengths[at / width] { 1.0f32 } else { 0.0 };
            let tokens = NdTensor::from_data([height, width], rows.concat());
            inputs.push((tokens, NdTensor::from_data([height, width], (0..height * width).map(shown).collect::<Vec<f32>>())));
        }
        let before = cpu_seconds()?;
        for (tokens, shown) in &inputs {
            let feeds = vec![(ids, tokens.view().into()), (mask, shown.view().into())];
            let pooled: NdTensor<f32, 2> = model.run(feeds, &[output], Some(options.clone()))?.remove(0).try_into()?;
            if first.is_empty() {
                first = pooled.slice(0).iter().copied().collect();
            }
        }
        let seconds = cpu_seconds()? - before;
        let length = first.iter().map(|value: &f32| value * value).sum::<f32>().sqrt();
        let first: Vec<f32> = first.iter().take(4).map(|value| value / length).collect();
        writeln!(out, "{}", serde_json::json!({"seconds": seconds, "first": first}))?;
        out.flush()?;
    }
    Ok(())
}

/// CPU time of all living threads, as the scheduler counts it.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let mut nanoseconds = 0;
    for task in std::fs::read_dir("/proc/self/task")? {
        let line = std::fs::read_to_string(task?.path().join("schedstat"))?;
        nanoseconds += line.split(' ').next().ok_or("an empty schedstat")?.parse::<u64>()?;
    }
    Ok(nanoseconds as f64 * 1e-9)
}
