//! One reader for each format. A reader takes text and gives drafts; it never touches the disk.

pub(crate) mod claim_review;
mod html;
mod markdown;
mod pdf;
mod row;
pub(crate) mod table;
mod text;

use crate::decode::{decode, decode_page, decode_page_in};
use crate::draft::{Draft, Origin};
use crate::{Options, SkipReason};
use domain::Document;
use serde_json::Value;
use std::path::Path;

pub use claim_review::Review;
pub(crate) use row::drafts as row_drafts;
use row::{may_have_text, textless};
pub use table::parted_by;

/// What the name of a file says about its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Markdown,
    Html,
    Json,
    JsonLines,
    Csv { separator: u8 },
    Pdf,
}

impl Format {
    /// Reads the format off a file name, and whether the file is packed; `Err` holds the ending of what we do not read.
    pub(crate) fn of(path: &Path) -> Result<(Self, bool), String> {
        let name = path.file_name().map(|n| n.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let (name, is_packed) = match name.strip_suffix(".gz") {
            Some(inner) => (inner.to_owned(), true),
            None => (name, false),
        };
        let Some((_, ending)) = name.rsplit_once('.') else { return Ok((Self::Text, is_packed)) };
        let format = match ending {
            "txt" | "text" => Self::Text,
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "json" | "jsonld" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            "csv" => Self::Csv { separator: b',' },
            "pdf" => Self::Pdf,
            "tsv" => Self::Csv { separator: b'\t' },
            other => return Err(format!(".{other}")),
        };
        Ok((format, is_packed))
    }
}

/// Reads a file that is taken as a whole.
pub(crate) fn drafts(format: Format, bytes: &[u8]) -> Result<Vec<Draft>, SkipReason> {
    match format {
        Format::Text => Ok(vec![text::draft(&decode(bytes)?)]),
        Format::Markdown => Ok(vec![markdown::draft(&decode(bytes)?)]),
        Format::Html => Ok(vec![html::draft(&decode_page(bytes)?, None)]),
        Format::Pdf => Ok(vec![pdf::draft(bytes)?]),
        Format::Json | Format::JsonLines | Format::Csv { .. } => json(&decode(bytes)?),
    }
}

/// Reads a web page that was fetched from `url`.
pub fn read_page(bytes: &[u8], url: &str, options: &Options) -> Result<Document, SkipReason> {
    let limit_bytes = options.limits.page_bytes;
    if bytes.len() as u64 > limit_bytes {
        return Err(SkipReason::TooLarge { limit_bytes });
    }
    html::draft(&decode_page(bytes)?, Some(url)).finish(Origin::Page, options)
}

/// Reads a web page like [`read_page`], in the charset that its header names; one that only scripts could fill is told as
/// such.
pub(crate) fn read_page_in(bytes: &[u8], charset: Option<&str>, url: &str, options: &Options) -> Result<Document, SkipReason> {
    let text = decode_page_in(bytes, charset)?;
    let draft = html::draft(&text, Some(url));
    if html::is_script_only(&text, &draft) {
        return Err(SkipReason::ScriptOnly);
    }
    draft.finish(Origin::Page, options)
}

/// Reads a plain text that was fetched from `url`.
pub(crate) fn read_text_at(bytes: &[u8], url: &str, options: &Options) -> Result<Document, SkipReason> {
    let draft = text::draft(&decode(bytes)?);
    Draft { url: Some(url.to_owned()), ..draft }.finish(Origin::Page, options)
}

/// Reads a PDF that was fetched from `url`.
pub(crate) fn read_pdf_at(bytes: &[u8], url: &str, options: &Options) -> Result<Document, SkipReason> {
    let draft = pdf::draft(bytes)?;
    Draft { url: Some(url.to_owned()), ..draft }.finish(Origin::Page, options)
}

/// Says in words where something stops being JSON.
pub(crate) fn no_json(error: &serde_json::Error, has_lines: bool) -> SkipReason {
    let place = match (has_lines, error.line(), error.column()) {
        (true, line, column) if line > 0 => format!("line {line}, column {column}"),
        (_, _, column) => format!("column {column}"),
    };
    SkipReason::Malformed(match error.classify() {
        serde_json::error::Category::Eof => "its JSON ends too early; a bracket or a quotation mark is left open".to_owned(),
        _ => format!("from {place} on it is not JSON like {{\"title\": …, \"text\": …}}"),
    })
}

/// Reads a JSON file: a feed of fact-checks, a list of rows or one row.
fn json(text: &str) -> Result<Vec<Draft>, SkipReason> {
    let value: Value = serde_json::from_str(text).map_err(|error| no_json(&error, true))?;
    let reviews = claim_review::drafts(&value);
    if !reviews.is_empty() {
        return Ok(reviews);
    }
    match value {
        Value::Array(rows) => rows.iter().map(row::draft).collect(),
        row => Ok(vec![row::draft(&row)?]),
    }
}
