//! Fits the check-worthiness model: `fit_checkworthy SENTENCES.jsonl WEIGHTS.bin`. `training/checkworthy/` tells the rest.

use score::verify::checkworthy::{Lesson, buckets, fit};
use serde::Deserialize;
use std::error::Error;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Row {
    #[serde(alias = "sentence")]
    text: String,
    label: u8,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(data), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: fit_checkworthy SENTENCES.jsonl WEIGHTS.bin".into());
    };
    let mut lessons = Vec::new();
    for line in std::fs::read_to_string(&data)?.lines().filter(|line| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line)?;
        lessons.push(Lesson { found: buckets(&row.text), is_worthy: row.label > 0 });
    }
    std::fs::write(&out, fit(&lessons.iter().collect::<Vec<_>>()).to_bytes())?;
    Ok(())
}
