//! Many claims in one file: a claim a line, a JSON object a line, a table, or a feed of fact-checks.

use crate::EngineError;
use crate::eval::rows;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;

/// Most claims in one file.
pub const BATCH_CLAIMS_MAX: usize = 100_000;

/// Names that people give to the claim in a row.
const CLAIM: [&str; 5] = ["claim", "claimReviewed", "text", "statement", "sentence"];
/// Names that people give to its id.
const ID: [&str; 4] = ["id", "claim_id", "claimId", "url"];

/// A claim of a file and what the file calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posed {
    /// The file's own id, where it has one.
    pub id: Option<Value>,
    /// What is claimed.
    pub claim: String,
    /// The line it stands on, counted from one.
    pub line: usize,
}

/// Reads the claims of a file, in order. The ending of its name says how: `.jsonl` (also packed as `.jsonl.gz`), `.json`,
/// `.csv`, `.tsv`; anything else has a claim a line.
pub fn claims(path: &Path) -> Result<Vec<Posed>, EngineError> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let ending = name.trim_end_matches(".gz").rsplit('.').next().unwrap_or("").to_owned();
    let found = match ending.as_str() {
        "jsonl" | "ndjson" => from_objects(path)?,
        "json" => from_feed(path)?,
        "csv" => from_table(path, separator(path)?)?,
        "tsv" => from_table(path, b'\t')?,
        _ => from_lines(path)?,
    };
    let wrong = |line: usize, why: &str| EngineError::Malformed { path: path.into(), line, why: why.to_owned() };
    if let Some(posed) = found.iter().find(|posed| posed.claim.trim().is_empty()) {
        return Err(wrong(posed.line, "the claim is empty"));
    }
    if found.is_empty() {
        return Err(wrong(1, "there is no claim in this file: write one a line"));
    }
    if let Some(over) = found.get(BATCH_CLAIMS_MAX) {
        return Err(wrong(over.line, "the file has more than 100,000 claims: split it"));
    }
    Ok(found)
}

fn from_lines(path: &Path) -> Result<Vec<Posed>, EngineError> {
    let mut found = Vec::new();
    for (at, line) in rows::open(path)?.lines().enumerate() {
        let why = || EngineError::Malformed { path: path.into(), line: at + 1, why: "this line is not text in UTF-8".to_owned() };
        let line = line.map_err(|_| why())?;
        if !line.trim().is_empty() {
            found.push(Posed { id: None, claim: line.trim().to_owned(), line: at + 1 });
        }
    }
    Ok(found)
}

fn from_objects(path: &Path) -> Result<Vec<Posed>, EngineError> {
    let all: Vec<(usize, Value)> = rows::numbered_json_lines(path, None)?;
    let mut found: Vec<Posed> = Vec::new();
    for (line, row) in &all {
        let before = found.len();
        match posed(row, *line) {
            Some(claim) => found.push(claim),
            None => reviewed(row, 0, &mut found),
        }
        if found.len() == before {
            return Err(wordless(row, path, *line).unwrap_or_else(|| nameless(path, *line)));
        }
        found[before..].iter_mut().for_each(|claim| claim.line = *line);
    }
    Ok(found)
}

/// A list of rows, or a feed with fact-checks anywhere in it.
fn from_feed(path: &Path) -> Result<Vec<Posed>, EngineError> {
    let whole: Value = rows::json(path)?;
    let mut found = Vec::new();
    match &whole {
        Value::Array(list) if list.iter().all(|row| posed(row, 1).is_some()) => {
            found.extend(list.iter().enumerate().filter_map(|(at, row)| posed(row, at + 1)));
        }
        _ => reviewed(&whole, 0, &mut found),
    }
    if found.is_empty() {
        return Err(nameless(path, 1));
    }
    Ok(found)
}

/// Deepest nesting that is searched for fact-checks.
const DEPTH_MAX: usize = 12;

fn reviewed(value: &Value, depth: usize, found: &mut Vec<Posed>) {
    match value {
        _ if depth > DEPTH_MAX => {}
        Value::Object(fields) if fields.contains_key("claimReviewed") => found.extend(posed(value, found.len() + 1)),
        Value::Object(fields) => fields.values().for_each(|inner| reviewed(inner, depth + 1, found)),
        Value::Array(list) => list.iter().for_each(|inner| reviewed(inner, depth + 1, found)),
        _ => {}
    }
}

/// Returns what parts the columns of a table.
fn separator(path: &Path) -> Result<u8, EngineError> {
    let head = rows::open(path)?.fill_buf().map(sources::parted_by);
    head.map_err(|source| EngineError::Unreadable { path: path.into(), source })
}

fn from_table(path: &Path, delimiter: u8) -> Result<Vec<Posed>, EngineError> {
    let all: Vec<(usize, BTreeMap<String, String>)> = rows::numbered_table(path, delimiter)?;
    let read = |(line, row): (usize, BTreeMap<String, String>)| {
        let cell = |names: &[&str]| names.iter().find_map(|name| row.iter().find(|(head, _)| head.eq_ignore_ascii_case(name)));
        let (_, claim) = cell(&CLAIM).ok_or_else(|| nameless(path, 1))?;
        // A row that lacks its last cells may lack this one.
        let id = cell(&ID).map(|(_, id)| id.as_str()).filter(|id| !id.is_empty()).map(Value::from);
        Ok(Posed { id, claim: claim.trim().to_owned(), line })
    };
    all.into_iter().map(read).collect()
}

fn posed(row: &Value, line: usize) -> Option<Posed> {
    let claim = CLAIM.iter().find_map(|name| row.get(*name)?.as_str())?;
    let id = ID.iter().find_map(|name| row.get(*name)).filter(|id| id.is_string() || id.is_number()).cloned();
    Some(Posed { id, claim: claim.trim().to_owned(), line })
}

/// A field for the claim that holds something else than a text.
fn wordless(row: &Value, path: &Path, line: usize) -> Option<EngineError> {
    let name = CLAIM.iter().find(|name| row.get(**name).is_some())?;
    Some(EngineError::Malformed { path: path.into(), line, why: format!("{name} must be a text in quotation marks") })
}

fn nameless(path: &Path, line: usize) -> EngineError {
    let why = "no field is called claim, claimReviewed, text, statement or sentence".to_owned();
    EngineError::Malformed { path: path.into(), line, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<Vec<(Option<String>, String, usize)>, String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        let told = claims(&path).map_err(|error| error.to_string())?;
        Ok(told.into_iter().map(|p| (p.id.map(|id| id.to_string()), p.claim, p.line)).collect())
    }

    #[test]
    fn a_claim_is_found_however_its_file_is_written() {
        let plain = read("claims.txt", "Water is wet.\n\n  Ice floats. \n").unwrap();
        assert_eq!(plain, [(None, "Water is wet.".to_owned(), 1), (None, "Ice floats.".to_owned(), 3)]);
        let fever = read("dev.jsonl", "{\"id\": 7, \"claim\": \"Water is wet.\", \"label\": \"SUPPORTS\"}\n").unwrap();
        assert_eq!(fever, [(Some("7".to_owned()), "Water is wet.".to_owned(), 1)]);
        let table = read("c.csv", "ID,Claim\na,\"Wet, water is.\"\n").unwrap();
        assert_eq!(table, [(Some("\"a\"".to_owned()), "Wet, water is.".to_owned(), 2)]);
        let feed =
            read("f.json", r#"{"dataFeedElement": [{"item": [{"@type": "ClaimReview", "claimReviewed": "Ice sinks."}]}]}"#);
        assert_eq!(feed.unwrap()[0].1, "Ice sinks.");
        let list = read("list.json", r#"[{"claim": "Ice sinks."}, {"claim": "Ice floats."}]"#).unwrap();
        assert_eq!((list.len(), list[1].2), (2, 2));
    }

    #[test]
    fn a_row_is_named_by_its_line_of_the_file_behind_empty_ones_and_line_breaks_in_quotes() {
        let lines = |name: &str, text: &str| read(name, text).unwrap().into_iter().map(|row| row.2).collect::<Vec<_>>();
        assert_eq!(lines("c.jsonl", "\n{\"claim\": \"a b\"}\n\n{\"claim\": \"c d\"}\n"), [2, 4]);
        assert_eq!(lines("c.csv", "id,claim\n\n1,\"Water\nis wet.\"\n2,Ice floats.\n"), [3, 5]);
        let malformed = read("c.jsonl", "{\"claim\": \"a b\"}\n\n{\"body\": 1}\n").unwrap_err();
        assert!(malformed.contains("c.jsonl:3: no field is called"), "{malformed}");
        let empty = read("c.tsv", "id\tclaim\n1\t\"a\nb\"\n\n2\n").unwrap_err();
        assert!(empty.contains("c.tsv:5: the claim is empty"), "{empty}");
    }

    #[test]
    fn a_table_whose_header_has_semicolons_is_parted_by_them() {
        let rows = read("c.csv", "\nspeaker;statement\nAna;\"Water is wet, and ice; too.\"\n").unwrap();
        assert_eq!(rows, [(None, "Water is wet, and ice; too.".to_owned(), 3)]);
        let rows = read("c.csv", "id;s,claim\n1,Ice floats; water too.\n").unwrap();
        assert_eq!(rows[0].1, "Ice floats; water too.");
        assert!(read("c.csv", "").unwrap_err().contains("there is no claim in this file"));
    }

    #[test]
    fn a_row_of_a_table_that_ends_before_its_id_has_none() {
        let rows = read("c.csv", "claim,id\nWater is wet.,7\nIce floats.\n").unwrap();
        assert_eq!(rows[0].0.as_deref(), Some("\"7\""));
        assert_eq!(rows[1], (None, "Ice floats.".to_owned(), 3));
    }

    #[test]
    fn a_row_without_a_claim_is_named() {
        assert!(read("c.jsonl", "{\"claim\": \"a b\"}\n{\"body\": 1}\n").unwrap_err().contains("c.jsonl:2: no field is called"));
        assert!(read("c.jsonl", "{\"claim\": 12}\n").unwrap_err().contains("c.jsonl:1: claim must be a text"));
        assert!(read("c.jsonl", "{\"claim\": \" \"}\n").unwrap_err().contains("c.jsonl:1: the claim is empty"));
        assert!(read("c.txt", "\n\n").unwrap_err().contains("there is no claim in this file"));
        assert!(read("c.csv", "a,b\n1,2\n").unwrap_err().contains("c.csv:1: no field"));
        assert!(read("c.json", "{}").unwrap_err().contains("no field is called"));
    }
}
