//! Tables of ratings from files: CSV with unit, coder and value, or JSON with a row of values for each coder.

use super::names::{Names, natural_order, numbers, three_columns};
use crate::EngineError;
use crate::eval::rows;
use domain::Tag;
use score::oversight::agreement::{Rating, Ratings, RatingsError, Scale};
use serde::Deserialize;
use std::path::Path;

/// A table of ratings with the names of what is in it.
#[derive(Debug, Clone)]
pub struct RatingTable {
    /// What it is called.
    pub name: String,
    /// The ratings.
    pub ratings: Ratings,
    /// Names of the coders, by place.
    pub coders: Vec<Box<str>>,
    /// Names of the values, by place.
    pub values: Vec<Box<str>>,
}

/// Reads every table of a file. `order` names the values from least to most, for words that have an order.
pub fn read_ratings(path: &Path, order: Option<&[String]>) -> Result<Vec<RatingTable>, EngineError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bare = name.trim_end_matches(".gz");
    if bare.to_lowercase().ends_with(".json") {
        return read_json(path, order);
    }
    let mut draft = Draft::default();
    three_columns(path, ["unit", "coder", "value"], |[unit, coder, value]| {
        if unit.is_empty() || coder.is_empty() {
            return Err("a row has a unit and a coder; only the value may be missing".to_owned());
        }
        draft.add(unit, coder, value);
        Ok(())
    })?;
    let stem = bare.rsplit_once('.').map_or(bare, |(stem, _)| stem).to_owned();
    Ok(vec![draft.finish(path, stem, order)?])
}

#[derive(Deserialize)]
#[serde(untagged)]
enum File {
    Many(Vec<Table>),
    One(Table),
}

#[derive(Deserialize)]
struct Table {
    name: Option<String>,
    ratings: Vec<Vec<Option<Cell>>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(f64),
    Word(String),
}

fn read_json(path: &Path, order: Option<&[String]>) -> Result<Vec<RatingTable>, EngineError> {
    let tables = match rows::json(path)? {
        File::Many(tables) => tables,
        File::One(table) => vec![table],
    };
    if tables.is_empty() {
        return Err(EngineError::Malformed { path: path.into(), line: 1, why: "the file has no tables".to_owned() });
    }
    let mut read = Vec::with_capacity(tables.len());
    for (at, table) in tables.into_iter().enumerate() {
        let mut draft = Draft::default();
        for (coder, row) in table.ratings.into_iter().enumerate() {
            for (unit, cell) in row.into_iter().enumerate() {
                let value = match cell {
                    Some(Cell::Number(number)) => number.to_string(),
                    Some(Cell::Word(word)) => word,
                    None => String::new(),
                };
                draft.add(&(unit + 1).to_string(), &(coder + 1).to_string(), &value);
            }
        }
        read.push(draft.finish(path, table.name.unwrap_or_else(|| format!("table {}", at + 1)), order)?);
    }
    Ok(read)
}

/// Rows on their way into a table.
#[derive(Default)]
struct Draft {
    units: Names,
    coders: Names,
    values: Names,
    rows: Vec<Rating>,
}

impl Draft {
    /// Adds a rating; an empty one, or one that is not a number where it says so, is missing.
    fn add(&mut self, unit: &str, coder: &str, value: &str) {
        let (unit, coder) = (self.units.place(unit), self.coders.place(coder));
        if !value.is_empty() && !value.eq_ignore_ascii_case("nan") {
            self.rows.push(Rating { unit, coder, value: self.values.place(value) });
        }
    }

    fn finish(self, path: &Path, name: String, order: Option<&[String]>) -> Result<RatingTable, EngineError> {
        let malformed = |why: String| EngineError::Malformed { path: path.into(), line: 1, why };
        let Self { units, coders, values, mut rows } = self;
        let words = values.into_order();
        let (scale, values) = scale_of(&words, order).map_err(malformed)?;
        let mut renamed = vec![0; words.len()];
        for (word, new) in words.iter().zip(&mut renamed) {
            *new = place_in(&scale, &values, word);
        }
        rows.iter_mut().for_each(|row| row.value = renamed[row.value as usize]);
        let (unit_names, coder_names) = (units.into_order(), coders.into_order());
        let ratings = Ratings::new(scale, unit_names.len(), coder_names.len(), rows);
        let ratings = ratings.map_err(|error| match error {
            RatingsError::Twice { unit, coder } => {
                let (unit, coder) = (&unit_names[unit as usize], &coder_names[coder as usize]);
                malformed(format!("coder {coder} rated unit {unit} more than once"))
            }
            other => malformed(format!("{name}: {other}")),
        })?;
        Ok(RatingTable { name, ratings, coders: coder_names, values })
    }
}

/// Two spellings of one number are one value.
fn place_in(scale: &Scale, values: &[Box<str>], word: &str) -> u32 {
    let number = word.parse::<f64>().ok();
    let place = match (scale.numbers(), number) {
        (Some(numbers), Some(number)) => numbers.partition_point(|other| *other < number),
        _ => values.iter().position(|value| **value == *word).expect("every word is among the values"),
    };
    place as u32
}

/// Decides what the values are: numbers when all are, words in the order that was given or that S0's tags have, else words.
fn scale_of(words: &[Box<str>], order: Option<&[String]>) -> Result<(Scale, Vec<Box<str>>), String> {
    if let Some(order) = order {
        if let Some(stranger) = words.iter().find(|word| !order.iter().any(|named| **named == ***word)) {
            return Err(format!("the value {stranger} is not in the order {}", order.join(" < ")));
        }
        return Ok((Scale::Ordered(order.len()), order.iter().map(|word| word.as_str().into()).collect()));
    }
    if let Some(mut numbers) = numbers(words) {
        numbers.sort_by(f64::total_cmp);
        // Zero has two signs and is one number.
        numbers.dedup_by(|a, b| *a == *b);
        let values = numbers.iter().map(|number| number.to_string().into()).collect();
        return Ok((Scale::Numbers(numbers), values));
    }
    if words.iter().all(|word| word.parse::<Tag>().is_ok()) {
        return Ok((Scale::Ordered(Tag::ALL.len()), Tag::ALL.iter().map(|tag| tag.word().into()).collect()));
    }
    let sorted = natural_order(words).into_iter().map(|place| words[place].clone()).collect();
    Ok((Scale::Words(words.len()), sorted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use score::oversight::agreement::{Level, agreement};

    fn read(name: &str, text: &str, order: Option<&[String]>) -> Result<Vec<RatingTable>, EngineError> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_ratings(&path, order)
    }

    #[test]
    fn a_table_of_numbers_reads_the_same_from_either_format() {
        let csv = "unit,coder,value\n1,a,1\n1,b,1.0\n2,a,2\n2,b,3\n3,a,10\n3,b,\n";
        let json = r#"{"name": "t", "ratings": [[1, 2, 10], [1.0, 3, null]]}"#;
        let (csv, json) = (read("t.csv", csv, None).unwrap(), read("t.json", json, None).unwrap());
        assert_eq!(csv[0].ratings.scale(), &Scale::Numbers(vec![1.0, 2.0, 3.0, 10.0]));
        assert_eq!(agreement(&csv[0].ratings), agreement(&json[0].ratings));
        assert_eq!((csv[0].name.as_str(), json[0].name.as_str()), ("t", "t"));
    }

    #[test]
    fn the_four_tags_have_their_order_and_other_words_the_one_they_are_given() {
        let rows = |low: &str, high: &str| format!("unit,coder,value\n1,a,{low}\n1,b,{high}\n2,a,{low}\n2,b,{low}\n");
        let tags = read("t.csv", &rows("truly-malicious", "bypass-approved"), None).unwrap();
        assert_eq!(tags[0].ratings.scale(), &Scale::Ordered(4));
        let words = rows("mild", "hot");
        assert_eq!(read("t.csv", &words, None).unwrap()[0].ratings.scale(), &Scale::Words(2));
        let order = ["mild".to_owned(), "hot".to_owned()];
        let ordered = read("t.csv", &words, Some(&order)).unwrap();
        assert!(agreement(&ordered[0].ratings).alpha(Level::Ordinal).is_ok());
        let error = read("t.csv", &words, Some(&order[..1])).unwrap_err().to_string();
        assert!(error.contains("the value hot is not in the order mild"), "{error}");
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        let told = |name: &str, text: &str| read(name, text, None).unwrap_err().to_string();
        assert!(told("t.csv", "unit,coder\n1,a\n").contains("t.csv:1: there is no column value"));
        assert!(told("t.csv", "unit,coder,value\n").contains("has no ratings"));
        assert!(told("t.csv", "unit,coder,value\n1,a,2\n1,a,3\n").contains("coder a rated unit 1 more than once"));
        assert!(told("t.csv", "unit,coder,value\n1,a\n").contains("t.csv:2"), "{}", told("t.csv", "unit,coder,value\n1,a\n"));
        assert!(told("t.json", "[]").contains("has no tables"));
        assert!(told("t.json", "{").contains("t.json:1"));
    }
}
