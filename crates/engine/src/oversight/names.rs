//! Names of units, coders, tasks and values, each kept once and counted.

use crate::EngineError;
use crate::eval::rows;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// Names in the order in which they first appear.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    places: HashMap<Box<str>, u32>,
    order: Vec<Box<str>>,
    last: u32,
}

impl Names {
    /// Returns the place of a name, giving it one when it is new.
    pub(super) fn place(&mut self, name: &str) -> u32 {
        // Tables are mostly sorted by something: the name of the row before is likely this one's.
        if self.order.get(self.last as usize).is_some_and(|last| **last == *name) {
            return self.last;
        }
        self.last = match self.places.get(name) {
            Some(place) => *place,
            None => {
                let place = self.order.len() as u32;
                self.places.insert(name.into(), place);
                self.order.push(name.into());
                place
            }
        };
        self.last
    }

    /// Returns the place of a name that is there.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.places.get(name).copied()
    }

    /// Returns the names in the order of their places.
    pub(super) fn into_order(self) -> Vec<Box<str>> {
        self.order
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }
}

/// Returns the order of words as people have it: numbers by size, else by letter. Each entry is a place.
pub(super) fn natural_order(words: &[Box<str>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..words.len()).collect();
    match numbers(words) {
        Some(numbers) => order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b])),
        None => order.sort_by(|a, b| words[*a].cmp(&words[*b])),
    }
    order
}

/// Returns the words as numbers, when all are finite ones.
pub(super) fn numbers(words: &[Box<str>]) -> Option<Vec<f64>> {
    words.iter().map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect()
}

/// Reads three named columns of a table row by row, without keeping the rows.
pub(super) fn three_columns(
    path: &Path,
    names: [&str; 3],
    mut take: impl FnMut([&str; 3]) -> Result<(), String>,
) -> Result<(), EngineError> {
    let malformed = |line: u64, why: String| EngineError::Malformed { path: path.into(), line: line as usize, why };
    let broken = |error: csv::Error| malformed(error.position().map_or(1, csv::Position::line), error.to_string());
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter(path)).trim(csv::Trim::All).from_reader(unmarked(path)?);
    let heading = reader.headers().map_err(broken)?.clone();
    let place = |name: &str| heading.iter().position(|column| column.eq_ignore_ascii_case(name));
    let missing: Vec<&str> = names.into_iter().filter(|name| place(name).is_none()).collect();
    if !missing.is_empty() {
        let told = heading.iter().collect::<Vec<_>>().join(", ");
        return Err(malformed(1, format!("there is no column {}; the heading names: {told}", missing.join(", "))));
    }
    let at = names.map(|name| place(name).unwrap_or_default());
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row).map_err(broken)? {
        let line = row.position().map_or(1, csv::Position::line);
        take(at.map(|column| row.get(column).unwrap_or_default())).map_err(|why| malformed(line, why))?;
    }
    Ok(())
}

fn delimiter(path: &Path) -> u8 {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    if name.trim_end_matches(".gz").ends_with(".tsv") { b'\t' } else { b',' }
}

/// Opens a file past the byte-order mark that spreadsheets put in front.
fn unmarked(path: &Path) -> Result<impl Read, EngineError> {
    use std::io::BufRead as _;
    let mut reader = rows::open(path)?;
    let is_marked = reader.fill_buf().is_ok_and(|bytes| bytes.starts_with(b"\xef\xbb\xbf"));
    reader.consume(if is_marked { 3 } else { 0 });
    Ok(reader)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_by_size_and_words_by_letter() {
        let of = |words: &[&str]| natural_order(&words.iter().map(|word| (*word).into()).collect::<Vec<_>>());
        assert_eq!(of(&["10", "9", "-1"]), [2, 1, 0]);
        assert_eq!(of(&["b", "10", "a"]), [1, 2, 0]);
    }

    #[test]
    fn a_missing_column_is_named_with_those_that_are_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.csv");
        std::fs::write(&path, "\u{feff}task,who,label\n1,a,2\n").unwrap();
        let error = three_columns(&path, ["task", "worker", "label"], |_| Ok(())).unwrap_err().to_string();
        assert!(error.ends_with("t.csv:1: there is no column worker; the heading names: task, who, label"), "{error}");
        let mut seen = Vec::new();
        three_columns(&path, ["label", "task", "who"], |row| {
            seen.push(row.map(str::to_owned));
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, [["2", "1", "a"]]);
    }
}
