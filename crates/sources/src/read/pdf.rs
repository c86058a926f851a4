//! Text out of PDF files. A PDF knows lines, not paragraphs: a line that ends early ends its paragraph.

use crate::SkipReason;
use crate::draft::Draft;
use lopdf::{DecompressError, Document, Error, LoadOptions, Object};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most bytes that one stream of the file may unpack into.
const STREAM_BYTES_MAX: usize = 64 << 20;
/// Most pages that are read.
const PAGES_MAX: usize = 5_000;
/// A line shorter than this share of the usual line ends its paragraph, in percent.
const SHORT_LINE_PERCENT: usize = 65;

/// Reads a PDF file.
pub(super) fn draft(bytes: &[u8]) -> Result<Draft, SkipReason> {
    // The library is young; a file that trips it must cost its own row and not the whole run.
    catch_unwind(AssertUnwindSafe(|| read(bytes)))
        .unwrap_or_else(|_| Err(SkipReason::Malformed("its structure is broken".to_owned())))
}

fn read(bytes: &[u8]) -> Result<Draft, SkipReason> {
    let options = LoadOptions { max_decompressed_size: Some(STREAM_BYTES_MAX), ..LoadOptions::default() };
    let pdf = Document::load_mem_with_options(bytes, options).map_err(|error| why(&error))?;
    if pdf.is_encrypted() {
        return Err(SkipReason::Malformed("it is encrypted".to_owned()));
    }
    let mut lines: Vec<String> = Vec::new();
    for page in pdf.get_pages().into_keys().take(PAGES_MAX) {
        match pdf.extract_text_with_limit(&[page], STREAM_BYTES_MAX) {
            Ok(text) => lines.extend(text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))),
            Err(error) if why(&error) == SkipReason::ZipBomb => return Err(SkipReason::ZipBomb),
            // A page without text of its own leaves the others readable.
            Err(_) => {}
        }
    }
    let title = property(&pdf, b"Title").unwrap_or_default();
    let text = paragraphs(&lines);
    let text = text.strip_prefix(title.as_str()).filter(|_| !title.is_empty()).unwrap_or(&text);
    Ok(Draft { title, text: text.trim().to_owned(), author: property(&pdf, b"Author"), ..Draft::default() })
}

fn why(error: &Error) -> SkipReason {
    match error {
        Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => SkipReason::ZipBomb,
        other => SkipReason::Malformed(other.to_string()),
    }
}

/// Reads a line of the file's own description.
fn property(pdf: &Document, name: &[u8]) -> Option<String> {
    let info = pdf.trailer.get(b"Info").ok()?;
    let info = match info {
        Object::Reference(id) => pdf.get_object(*id).ok()?,
        other => other,
    };
    let value = lopdf::decode_text_string(info.as_dict().ok()?.get(name).ok()?).ok()?;
    let value = value.trim();
    let is_said =
        !value.is_empty() && !matches!(value.to_ascii_lowercase().as_str(), "untitled" | "anonymous" | "(anonymous)" | "unknown");
    is_said.then(|| value.to_owned())
}

/// Joins lines into paragraphs and words that were parted at the end of a line.
fn paragraphs(lines: &[String]) -> String {
    let mut lengths: Vec<usize> = lines.iter().map(|l| l.chars().count()).filter(|n| *n > 0).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() * 3 / 4).copied().unwrap_or(0);
    let mut text = String::new();
    let mut ends = true;
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let parted = text.ends_with('-') && line.starts_with(char::is_lowercase);
        if parted && text.chars().rev().nth(1).is_some_and(char::is_lowercase) {
            text.pop();
        } else if !text.is_empty() {
            text.push_str(if ends { "\n\n" } else { "\n" });
        }
        text.push_str(line);
        ends = line.chars().count() * 100 < usual * SHORT_LINE_PERCENT;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_paragraphs() {
        let lines = [
            "On tides",
            "The tide rises and falls twice a day in most pla-",
            "ces, because the Moon pulls on the sea and the earth",
            "turns.",
            "Neap tides are well-",
            "Known.",
        ];
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        let text = paragraphs(&lines);
        assert!(text.starts_with("On tides\n\nThe tide rises"), "{text}");
        assert!(text.contains("places, because"), "{text}");
        assert!(text.contains("turns.\n\nNeap"), "{text}");
        assert!(text.contains("well-\n\nKnown"), "{text}");
    }

    #[test]
    fn what_is_no_pdf_says_so() {
        for bytes in [&b""[..], b"%PDF-1.7", b"hello", b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF"] {
            assert!(draft(bytes).is_err() || draft(bytes).unwrap().text.is_empty());
        }
    }
}
