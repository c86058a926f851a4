//! The rows of a collection. A malformed row is an error with its file and line, never a row left out.

use crate::EngineError;
use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Longest line of a collection, in bytes.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// Opens a file, unpacking it when its name ends in `.gz`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, EngineError> {
    let file = File::open(path).map_err(|source| EngineError::Unreadable { path: path.into(), source })?;
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    Ok(if is_packed { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(BufReader::new(file)) })
}

/// Reads the first `limit` rows of a file with one JSON object a line. Empty lines are passed over.
pub(crate) fn json_lines<T: DeserializeOwned>(path: &Path, limit: Option<usize>) -> Result<Vec<T>, EngineError> {
    Ok(numbered_json_lines(path, limit)?.into_iter().map(|(_, row)| row).collect())
}

/// Reads like [`json_lines`], each row with the line it stands on.
pub(crate) fn numbered_json_lines<T: DeserializeOwned>(
    path: &Path,
    limit: Option<usize>,
) -> Result<Vec<(usize, T)>, EngineError> {
    let mut reader = open(path)?;
    let mut rows = Vec::new();
    let mut line = String::new();
    let mut at = 0;
    while limit.is_none_or(|limit| rows.len() < limit) {
        line.clear();
        at += 1;
        let malformed = |why: String| EngineError::Malformed { path: path.into(), line: at, why };
        let read = reader.by_ref().take(LINE_BYTES_MAX).read_line(&mut line).map_err(|error| malformed(error.to_string()))?;
        if read == 0 {
            break;
        }
        if !line.trim().is_empty() {
            rows.push((at, serde_json::from_str(&line).map_err(|error| malformed(unplaced(&error)))?));
        }
    }
    Ok(rows)
}

/// Reads a file that is one JSON value.
pub(crate) fn json<T: DeserializeOwned>(path: &Path) -> Result<T, EngineError> {
    serde_json::from_reader(open(path)?).map_err(|error| EngineError::Malformed {
        path: path.into(),
        line: error.line(),
        why: unplaced(&error),
    })
}

/// Reads a table with a heading, its cells parted by `delimiter`.
pub(crate) fn table<T: DeserializeOwned>(path: &Path, delimiter: u8) -> Result<Vec<T>, EngineError> {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(open(path)?);
    reader.deserialize().map(|row| row.map_err(|error| csv_malformed(path, &error))).collect()
}

/// Reads a table like [`table`], blanks around its cells aside, each row with the line it begins on. Cells that a row lacks at its
/// end are empty.
pub(crate) fn numbered_table<T: DeserializeOwned>(path: &Path, delimiter: u8) -> Result<Vec<(usize, T)>, EngineError> {
    let bytes = whole(path)?;
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).trim(csv::Trim::All).from_reader(bytes.as_slice());
    let heading = reader.headers().map_err(|error| csv_malformed(path, &error))?.clone();
    let (mut rows, mut line, mut counted) = (Vec::new(), 1, 0);
    for row in reader.records() {
        let mut row = row.map_err(|error| csv_malformed(path, &error))?;
        // The reader places a row where the one before ends, ahead of empty lines and of the second mark of a line's end.
        let ended = row.position().map_or(counted, |position| position.byte() as usize);
        let begun = ended + bytes[ended..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += bytes[counted..begun].iter().filter(|byte| **byte == b'\n').count();
        counted = begun;
        (row.len()..heading.len()).for_each(|_| row.push_field(""));
        let malformed = |error: csv::Error| EngineError::Malformed { path: path.into(), line, why: csv_unplaced(&error) };
        rows.push((line, row.deserialize(Some(&heading)).map_err(malformed)?));
    }
    Ok(rows)
}

/// Largest table that is read at once, in bytes.
const TABLE_BYTES_MAX: u64 = 64 << 20;

fn whole(path: &Path) -> Result<Vec<u8>, EngineError> {
    let mut bytes = Vec::new();
    let unreadable = |source| EngineError::Unreadable { path: path.into(), source };
    open(path)?.take(TABLE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > TABLE_BYTES_MAX {
        return Err(unreadable(std::io::Error::other("the table has more than 64 MB: split it")));
    }
    Ok(bytes)
}

/// Reads the cells of a table with a heading; a row may lack its last ones, but not its first two.
pub(crate) fn cells(path: &Path, delimiter: u8) -> Result<Vec<Vec<String>>, EngineError> {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(open(path)?);
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| csv_malformed(path, &error))?;
        if row.len() < 2 {
            let line = row.position().map_or(1, |position| position.line() as usize);
            return Err(EngineError::Malformed { path: path.into(), line, why: "a row has an id and a text".to_owned() });
        }
        rows.push(row.iter().map(str::to_owned).collect());
    }
    Ok(rows)
}

fn csv_malformed(path: &Path, error: &csv::Error) -> EngineError {
    let line = error.position().map_or(1, |position| position.line() as usize);
    EngineError::Malformed { path: path.into(), line, why: error.to_string() }
}

/// What is wrong with a row, without the place that the reader gives it.
fn csv_unplaced(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        _ => error.to_string(),
    }
}

/// The line in the message would be the line within the row; the caller knows the one in the file.
fn unplaced(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    match error.classify() {
        serde_json::error::Category::Syntax => format!("this is not JSON ({what})"),
        serde_json::error::Category::Eof => "the JSON ends too early: a bracket or a quotation mark is left open".to_owned(),
        _ => what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::io::Write as _;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Row {
        claim: String,
    }

    fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        (dir, path)
    }

    #[test]
    fn a_malformed_row_is_named_by_file_and_line() {
        let (_dir, path) = file("rows.jsonl", b"{\"claim\": \"a\"}\n\n{\"text\": \"b\"}\n");
        let error = json_lines::<Row>(&path, None).unwrap_err().to_string();
        assert!(error.ends_with("rows.jsonl:3: missing field `claim`"), "{error}");
        assert_eq!(json_lines::<Row>(&path, Some(1)).unwrap().len(), 1);
        let missing = json_lines::<Row>(Path::new("nowhere.jsonl"), None).unwrap_err().to_string();
        assert!(missing.starts_with("nowhere.jsonl cannot be read"), "{missing}");
    }

    #[test]
    fn packed_files_are_read_as_such() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"{\"claim\": \"a\"}\n{\"claim\": \"b\"}").unwrap();
        let (_dir, path) = file("rows.jsonl.gz", &packer.finish().unwrap());
        assert_eq!(json_lines::<Row>(&path, None).unwrap()[1], Row { claim: "b".into() });
        let (_dir, torn) = file("torn.jsonl.gz", b"not packed at all");
        assert!(json_lines::<Row>(&torn, None).unwrap_err().to_string().contains("torn.jsonl.gz:1: "));
    }

    #[test]
    fn a_numbered_row_knows_its_line_behind_empty_ones_and_however_lines_end() {
        let (_dir, path) = file("n.jsonl", b"\n{\"claim\": \"a\"}\n\n{\"claim\": \"b\"}\n");
        let lines: Vec<usize> = numbered_json_lines::<Row>(&path, None).unwrap().into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [2, 4]);
        for text in ["x,claim\n1, a\n\n2,\"b\nc\"\n3,d\n", "x,claim\r\n1, a\r\n\r\n2,\"b\r\nc\"\r\n3,d\r\n"] {
            let (_dir, path) = file("n.csv", text.as_bytes());
            let rows = numbered_table::<Row>(&path, b',').unwrap();
            let lines: Vec<usize> = rows.iter().map(|(line, _)| *line).collect();
            assert_eq!((lines, rows[0].1.claim.as_str()), (vec![2, 4, 6], "a"), "{text:?}");
        }
        let (_dir, short) = file("s.csv", b"claim,x,y\na,1\n");
        assert_eq!(numbered_table::<Row>(&short, b',').unwrap()[0].1.claim, "a");
        let (_dir, nameless) = file("x.csv", b"x,y\r\n\r\n1,a\r\n");
        let error = numbered_table::<Row>(&nameless, b',').unwrap_err().to_string();
        assert!(error.ends_with("x.csv:3: missing field `claim`"), "{error}");
    }

    #[test]
    fn tables_keep_their_quotes_and_name_the_line() {
        let (_dir, path) = file("t.tsv", b"\tclaim\n1\t\"a \"\"b\"\" c\"\n");
        assert_eq!(table::<Row>(&path, b'\t').unwrap()[0].claim, "a \"b\" c");
        assert_eq!(cells(&path, b'\t').unwrap(), [["1", "a \"b\" c"]]);
        let (_dir, short) = file("s.tsv", b"\tclaim\n1\ta\n2\n");
        assert!(cells(&short, b'\t').unwrap_err().to_string().ends_with("s.tsv:3: a row has an id and a text"));
        let (_dir, path) = file("t.csv", b"claim,x\na,1\n");
        assert_eq!(table::<Row>(&path, b',').unwrap().len(), 1);
    }
}
