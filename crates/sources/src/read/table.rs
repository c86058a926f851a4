//! CSV and TSV with a header line. Records come one at a time, however large the file is.

use crate::SkipReason;
use crate::draft::Draft;
use crate::read::{may_have_text, row, textless};
use crate::stream::{Stream, reason};
use csv::{ByteRecord, Reader, ReaderBuilder};
use serde_json::{Map, Value};
use std::io::{self, BufRead as _, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table that is read record by record.
pub(crate) struct Table {
    reader: Reader<Leash>,
    header: Vec<String>,
    since: Arc<AtomicU64>,
    bytes_max: u64,
    is_over: bool,
}

impl Table {
    /// Reads the header line.
    pub(crate) fn open(mut stream: Stream, separator: u8, bytes_max: usize) -> Result<Self, SkipReason> {
        let head = stream.fill_buf().map_err(|error| reason(&error))?;
        let separator = if separator == b',' { parted_by(head) } else { separator };
        let since = Arc::new(AtomicU64::new(0));
        let leash = Leash { inner: stream, since: Arc::clone(&since), bytes_max: bytes_max as u64 };
        let mut reader = ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(leash);
        let header = reader.byte_headers().map_err(|error| why(error, bytes_max as u64))?;
        let header: Vec<String> = header.iter().map(name_of).collect();
        // One row about the header says more than the same row about each record.
        if !may_have_text(header.iter().map(String::as_str)) {
            return Err(textless(header.iter().map(String::as_str)));
        }
        Ok(Self { reader, header, since, bytes_max: bytes_max as u64, is_over: false })
    }

    /// Returns the next record's line and draft, or nothing at the end.
    pub(crate) fn next_draft(&mut self) -> Option<(u64, Result<Draft, SkipReason>)> {
        if self.is_over {
            return None;
        }
        self.since.store(0, Ordering::Relaxed);
        let mut record = ByteRecord::new();
        match self.reader.read_byte_record(&mut record) {
            Ok(true) => {
                let line = record.position().map_or(0, csv::Position::line);
                Some((line, self.draft(&record)))
            }
            Ok(false) => None,
            Err(error) => {
                // A record that cannot be ended leaves nothing to find the next one by.
                self.is_over = true;
                let line = error.position().map_or_else(|| self.reader.position().line(), csv::Position::line);
                Some((line, Err(why(error, self.bytes_max))))
            }
        }
    }

    fn draft(&self, record: &ByteRecord) -> Result<Draft, SkipReason> {
        let mut fields = Map::new();
        for (name, value) in self.header.iter().zip(record) {
            let value = match std::str::from_utf8(value) {
                Ok(text) => text.to_owned(),
                Err(_) => crate::decode::decode(value)?,
            };
            fields.insert(name.clone(), Value::String(value));
        }
        row::draft(&Value::Object(fields))
    }
}

/// Returns what parts the columns of a table that is called CSV, by its first bytes: where decimals have a comma, spreadsheets write
/// semicolons.
pub fn parted_by(head: &[u8]) -> u8 {
    let header = head.split(|byte| matches!(byte, b'\n' | b'\r')).find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    let has_semicolons = !header.contains(&b',') && header.contains(&b';');
    if has_semicolons { b';' } else { b',' }
}

fn name_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').trim().to_owned()
}

fn why(error: csv::Error, bytes_max: u64) -> SkipReason {
    let text = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(inner) if inner.get_ref().is_some_and(|e| e.is::<Leashed>()) => {
            SkipReason::TooLarge { limit_bytes: bytes_max }
        }
        csv::ErrorKind::Io(inner) => reason(&inner),
        _ => SkipReason::Malformed(text),
    }
}

/// Ends the reading when one record takes more than its share: a quote that never closes would swallow the file.
struct Leash {
    inner: Stream,
    since: Arc<AtomicU64>,
    bytes_max: u64,
}

#[derive(Debug, thiserror::Error)]
#[error("a record is too long")]
struct Leashed;

impl Read for Leash {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)? as u64;
        if self.since.fetch_add(count, Ordering::Relaxed) + count > self.bytes_max.max(16 << 10) {
            return Err(io::Error::other(Leashed));
        }
        Ok(count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn table(text: &str) -> Table {
        Table::open(Box::new(Cursor::new(text.as_bytes().to_vec())), b',', 32 << 10).unwrap()
    }

    #[test]
    fn a_header_names_the_fields() {
        let mut table = table("\u{feff}id,Title,text,date\n7,Rain,\"It rained, twice.\nThen it stopped.\",2024-03-05\n8,Sun,,\n");
        let (line, first) = table.next_draft().unwrap();
        let first = first.unwrap();
        assert_eq!((line, first.id.as_deref(), first.title.as_str()), (2, Some("7"), "Rain"));
        assert_eq!(first.text, "It rained, twice.\nThen it stopped.");
        let (line, second) = table.next_draft().unwrap();
        assert_eq!((line, second.unwrap_err()), (4, SkipReason::NoText));
        assert!(table.next_draft().is_none());
    }

    #[test]
    fn a_header_with_semicolons_and_no_comma_parts_its_table_by_semicolons() {
        let mut semicolons = table("\u{feff}id;text\r\n7;\"It rained, twice; then it stopped.\"\r\n");
        let first = semicolons.next_draft().unwrap().1.unwrap();
        assert_eq!((first.id.as_deref(), first.text.as_str()), (Some("7"), "It rained, twice; then it stopped."));
        let mut commas = table("text,note;s\nIt rained; then it stopped.,x\n");
        assert_eq!(commas.next_draft().unwrap().1.unwrap().text, "It rained; then it stopped.");
    }

    #[test]
    fn a_header_without_a_text_is_one_row() {
        let stream = Box::new(Cursor::new(b"claim,label\nx,1\ny,2\n".to_vec()));
        let Err(why) = Table::open(stream, b',', 32 << 10) else { panic!("a text was found") };
        assert!(why.to_string().ends_with("there are claim, label; claims are checked with `probity check --batch`"), "{why}");
    }

    #[test]
    fn a_quote_that_never_closes_ends_the_table_and_not_the_machine() {
        let mut table = table(&format!("text\n\"{}", "endless ".repeat(50_000)));
        let (_, row) = table.next_draft().unwrap();
        assert_eq!(row.unwrap_err(), SkipReason::TooLarge { limit_bytes: 32 << 10 });
        assert!(table.next_draft().is_none());
    }
}
