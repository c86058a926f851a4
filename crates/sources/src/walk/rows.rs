//! One file as the documents in it.

use crate::decode::{decode, is_binary};
use crate::draft::{Draft, Origin};
use crate::read::table::Table;
use crate::read::{Format, drafts, no_json, row_drafts};
use crate::stream::{Lines, Stream, open, read_all, reason};
use crate::{Options, SkipReason};
use domain::Document;
use std::collections::VecDeque;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The documents of one file, in order.
pub(super) enum Rows {
    /// Read in one go.
    Whole { drafts: VecDeque<Draft>, is_alone: bool },
    /// Read line by line; a line may hold several fact-checks.
    Lines { lines: Lines<Stream>, waiting: VecDeque<(u64, Draft)> },
    /// Read record by record.
    Table(Box<Table>),
    /// Nothing more can be had from it.
    Over,
}

/// The line, where there is one, and what became of it.
pub(super) type Row = (Option<u64>, Result<Document, SkipReason>);

impl Rows {
    /// Opens a file and looks at its first bytes.
    pub(super) fn open(path: &Path, options: &Options, read: &Arc<AtomicU64>) -> Result<Self, SkipReason> {
        let limits = &options.limits;
        let (format, is_packed) = match Format::of(path) {
            Ok(found) => found,
            Err(ending) => return Err(unread(path, &ending, options, read)),
        };
        let mut stream = open(path, is_packed, limits, read)?;
        let head = stream.fill_buf().map_err(|error| reason(&error))?;
        if head.is_empty() {
            return Err(SkipReason::Empty);
        }
        if format != Format::Pdf && is_binary(head) {
            return Err(SkipReason::Binary);
        }
        match format {
            Format::JsonLines => Ok(Self::Lines { lines: Lines::new(stream, limits.line_bytes), waiting: VecDeque::new() }),
            Format::Csv { separator } => Ok(Self::Table(Box::new(Table::open(stream, separator, limits.line_bytes)?))),
            _ => {
                let bytes_max = if format == Format::Html { limits.page_bytes } else { limits.file_bytes };
                let bytes = read_all(&mut *stream, bytes_max)?;
                let drafts: VecDeque<Draft> = drafts(format, &bytes)?.into();
                let is_alone = drafts.len() == 1;
                Ok(Self::Whole { drafts, is_alone })
            }
        }
    }

    /// Returns the next document or the reason why there is none, or nothing at the end of the file.
    pub(super) fn next_row(&mut self, path: &Path, options: &Options) -> Option<Row> {
        match self {
            Self::Whole { drafts, is_alone } => {
                let origin = if *is_alone { Origin::File(path) } else { Origin::Row(path) };
                Some((None, drafts.pop_front()?.finish(origin, options)))
            }
            Self::Table(table) => {
                let (line, draft) = table.next_draft()?;
                Some((Some(line), draft.and_then(|d| d.finish(Origin::Row(path), options))))
            }
            Self::Lines { lines, waiting } => {
                if waiting.is_empty() {
                    match next_object(lines, options) {
                        Ok(Some((line, Ok(drafts)))) => waiting.extend(drafts.into_iter().map(|draft| (line, draft))),
                        Ok(Some((line, Err(why)))) => return Some((Some(line), Err(why))),
                        Ok(None) => return None,
                        Err(error) => {
                            *self = Self::Over;
                            return Some((None, Err(reason(&error))));
                        }
                    }
                }
                let (line, draft) = waiting.pop_front()?;
                Some((Some(line), draft.finish(Origin::Row(path), options)))
            }
            Self::Over => None,
        }
    }
}

/// The number of a line, and what it holds.
type Line = (u64, Result<Vec<Draft>, SkipReason>);

/// Reads the next line that is not blank.
fn next_object(lines: &mut Lines<Stream>, options: &Options) -> std::io::Result<Option<Line>> {
    loop {
        let Some((number, line)) = lines.next_line()? else { return Ok(None) };
        let Some(line) = line else {
            let limit_bytes = options.limits.line_bytes as u64;
            return Ok(Some((number, Err(SkipReason::TooLarge { limit_bytes }))));
        };
        if !line.trim_ascii().is_empty() {
            return Ok(Some((number, objects(&line))));
        }
    }
}

fn objects(line: &[u8]) -> Result<Vec<Draft>, SkipReason> {
    let text = decode(line)?;
    let value = serde_json::from_str(text.trim()).map_err(|error| no_json(&error, false))?;
    row_drafts(&value)
}

/// Says of a file that we do not read whether it is text at all.
fn unread(path: &Path, ending: &str, options: &Options, read: &Arc<AtomicU64>) -> SkipReason {
    let is_known = matches!(ending, ".docx" | ".doc" | ".odt" | ".epub" | ".xlsx" | ".zip" | ".xml" | ".rtf");
    let looks_binary = || {
        let mut stream = open(path, false, &options.limits, read).ok()?;
        stream.fill_buf().ok().map(is_binary)
    };
    if !is_known && looks_binary() == Some(true) { SkipReason::Binary } else { SkipReason::Unsupported(ending.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_json_is_told_in_a_sentence() {
        let why = |line: &str| objects(line.as_bytes()).unwrap_err().to_string();
        let told = "it cannot be understood: from column 2 on it is not JSON like {\"title\": …, \"text\": …}";
        assert_eq!(why("not json"), told);
        assert!(why("{\"text\": \"It ra").ends_with("its JSON ends too early; a bracket or a quotation mark is left open"));
        assert!(why("[1, 2]").contains("a row must be an object"));
    }

    #[test]
    fn a_line_with_several_fact_checks_keeps_them_all() {
        let review = |claim: &str| {
            format!(
                r#"{{"@type": "ClaimReview", "claimReviewed": "{claim}", "url": "https://checks.example/{claim}",
                    "reviewRating": {{"alternateName": "False"}}}}"#
            )
        };
        let line = format!(r#"{{"@graph": [{}, {}]}}"#, review("Cows fly"), review("Pigs swim")).replace('\n', " ");
        assert_eq!(objects(line.as_bytes()).unwrap().len(), 2);
    }
}
