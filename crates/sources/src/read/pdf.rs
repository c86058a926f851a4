//! Text out of PDF files. A PDF knows lines, not paragraphs: a line that ends early, a wider gap or other letters end one.

mod font;
mod page;

use crate::SkipReason;
use crate::draft::Draft;
use font::Font;
use lopdf::{DecompressError, Document, Error, LoadOptions, Object, ObjectId};
use page::Line;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most bytes that one stream of the file may unpack into.
const STREAM_BYTES_MAX: usize = 64 << 20;
/// Most pages that are read.
const PAGES_MAX: usize = 5_000;
/// A line shorter than this share of the usual line ends its paragraph, in percent.
const SHORT_LINE_PERCENT: usize = 65;
/// A step down that is wider than so many usual ones ends a paragraph.
const WIDE_STEP: f64 = 1.4;
/// Letters that differ in size by more than this share belong to another paragraph.
const OTHER_SIZE: f64 = 0.12;

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
    let mut pages: Vec<Vec<Line>> = Vec::new();
    for page in pdf.get_pages().into_values().take(PAGES_MAX) {
        match lines_of(&pdf, page) {
            Ok(lines) => pages.push(lines),
            Err(error) if why(&error) == SkipReason::ZipBomb => return Err(SkipReason::ZipBomb),
            // A page without text of its own leaves the others readable.
            Err(_) => {}
        }
    }
    let title = property(&pdf, b"Title").unwrap_or_default();
    let text = paragraphs(&pages);
    let text = text.strip_prefix(title.as_str()).filter(|_| !title.is_empty()).unwrap_or(&text);
    Ok(Draft { title, text: text.trim().to_owned(), author: property(&pdf, b"Author"), ..Draft::default() })
}

fn lines_of(pdf: &Document, page: ObjectId) -> Result<Vec<Line>, Error> {
    let mut fonts = BTreeMap::new();
    for (name, described) in pdf.get_page_fonts(page)? {
        match Font::of(described, pdf, STREAM_BYTES_MAX) {
            Ok(font) => {
                fonts.insert(name, font);
            }
            Err(error) if why(&error) == SkipReason::ZipBomb => return Err(error),
            // What is written in a font that nobody can read is lost; the rest of the page is not.
            Err(_) => {}
        }
    }
    page::lines(&pdf.get_page_content_with_limit(page, STREAM_BYTES_MAX)?, &fonts)
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

/// Joins lines into paragraphs, and words that were parted at the end of a line.
fn paragraphs(pages: &[Vec<Line>]) -> String {
    let usual = Usual::of(pages);
    let mut text = String::new();
    let mut before: Option<&Line> = None;
    for page in pages {
        for (at, line) in page.iter().enumerate() {
            if is_page_number(line, at, page.len()) {
                continue;
            }
            let ends = before.is_some_and(|before| usual.ends(before, line, at > 0));
            if !ends && is_parted(&text, &line.text) {
                text.pop();
            } else if before.is_some() {
                text.push_str(if ends { "\n\n" } else { " " });
            }
            text.push_str(&line.text);
            before = Some(line);
        }
    }
    text
}

/// A word goes on in the next line: "pla-", "ces".
fn is_parted(text: &str, next: &str) -> bool {
    let hyphen = text.ends_with(['-', '\u{ad}', '\u{2010}']);
    hyphen && next.starts_with(char::is_lowercase) && text.chars().rev().nth(1).is_some_and(char::is_lowercase)
}

/// A bare number above or below everything else would part the sentence that goes over the page.
fn is_page_number(line: &Line, at: usize, of: usize) -> bool {
    let is_edge = of > 1 && (at == 0 || at + 1 == of);
    is_edge && line.text.len() <= 4 && line.text.bytes().all(|b| b.is_ascii_digit())
}

/// What most lines of a file are like.
struct Usual {
    characters: usize,
    step: f64,
}

impl Usual {
    fn of(pages: &[Vec<Line>]) -> Self {
        let mut lengths: Vec<usize> = pages.iter().flatten().map(|line| line.text.chars().count()).collect();
        lengths.sort_unstable();
        let pairs = pages.iter().flat_map(|page| page.windows(2));
        let mut steps: Vec<f64> = pairs.map(|pair| pair[0].y - pair[1].y).filter(|step| *step > 0.0).collect();
        steps.sort_unstable_by(f64::total_cmp);
        Self {
            characters: lengths.get(lengths.len() * 3 / 4).copied().unwrap_or(0),
            // The lower half, so that a page of short paragraphs does not take the gaps between them for its lines.
            step: steps.get(steps.len() / 3).copied().unwrap_or(f64::INFINITY),
        }
    }

    /// A paragraph ends between two lines. Across pages nothing can be said about the gap.
    fn ends(&self, before: &Line, line: &Line, is_same_page: bool) -> bool {
        let goes_on = line.text.starts_with(char::is_lowercase);
        let is_short = before.text.chars().count() * 100 < self.characters * SHORT_LINE_PERCENT;
        let is_item = ["• ", "◦ ", "▪ ", "– ", "- ", "* "].iter().any(|bullet| line.text.starts_with(bullet));
        let is_apart = is_same_page && before.y - line.y > self.step * WIDE_STEP;
        let is_other = (before.size - line.size).abs() > OTHER_SIZE * before.size.max(line.size);
        is_other || is_item || is_apart || (is_short && !goes_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Stream, dictionary};

    /// A file of one page that obeys these orders, in a font that does not tell its widths.
    fn file(orders: &str) -> Vec<u8> {
        let mut pdf = Document::with_version("1.5");
        let font = pdf.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
        });
        let content = pdf.add_object(Stream::new(dictionary! {}, orders.as_bytes().to_vec()));
        let pages = pdf.new_object_id();
        let page = pdf.add_object(dictionary! {
            "Type" => "Page", "Parent" => pages, "Contents" => content,
            "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
        });
        pdf.objects
            .insert(pages, Object::Dictionary(dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 }));
        let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        pdf.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        pdf.save_to(&mut bytes).unwrap();
        bytes
    }

    fn text(orders: &str) -> String {
        draft(&file(orders)).unwrap().text
    }

    #[test]
    fn lines_become_paragraphs() {
        let told = text(
            "BT /F1 18 Tf 72 740 Td (On tides) Tj /F1 11 Tf 0 -30 Td (The tide rises and falls twice a day in most pla-) Tj \
             0 -13 Td (ces, because the Moon pulls on the sea and the earth) Tj 0 -13 Td (turns.) Tj \
             0 -26 Td (Neap tides are weaker than the spring tides that go) Tj 0 -13 Td (before them.) Tj ET",
        );
        let paragraphs: Vec<&str> = told.split("\n\n").collect();
        assert_eq!(paragraphs[0], "On tides");
        assert_eq!(
            paragraphs[1],
            "The tide rises and falls twice a day in most places, because the Moon pulls on the sea and the earth turns."
        );
        assert_eq!(paragraphs[2], "Neap tides are weaker than the spring tides that go before them.");
    }

    #[test]
    fn two_lines_are_two_sentences_however_the_pen_got_there() {
        let wanted = "The old bridge was closed in 2019 because of cracks. It is 212 metres long and 9 metres wide.";
        let (one, two) = ("(The old bridge was closed in 2019 because of cracks.)", "(It is 212 metres long and 9 metres wide.)");
        for orders in [
            format!("BT /F1 12 Tf 72 700 Td {one} Tj 0 -14 Td {two} Tj ET"),
            format!("BT /F1 12 Tf 72 700 TD {one} Tj 0 -14 TD {two} Tj ET"),
            format!("BT /F1 12 Tf 1 0 0 1 72 700 Tm {one} Tj 1 0 0 1 72 686 Tm {two} Tj ET"),
            format!("BT /F1 12 Tf 14 TL 72 700 Td {one} Tj {two} ' ET"),
            format!("BT /F1 12 Tf 14 TL 72 700 Td {one} Tj T* [{two}] TJ ET"),
            format!("q 1 0 0 -1 0 800 cm BT /F1 12 Tf 1 0 0 -1 72 100 Tm {one} Tj 1 0 0 -1 72 114 Tm {two} Tj ET Q"),
            format!("BT /F1 12 Tf 72 700 Td {one} Tj ET BT /F1 12 Tf 72 686 Td {two} Tj ET"),
        ] {
            assert_eq!(text(&orders), wanted, "{orders}");
        }
    }

    #[test]
    fn a_line_that_was_drawn_in_pieces_is_one_line() {
        let kerned = "BT /F1 12 Tf 72 700 Td [(W) 60 (ater) -300 (boils) -280 (at)] TJ ( 100 degrees.) Tj ET";
        assert_eq!(text(kerned), "Water boils at 100 degrees.");
        let apart = "BT /F1 12 Tf 72 700 Td (Water boils) Tj 80 0 Td (at 100 degrees.) Tj ET";
        assert_eq!(text(apart), "Water boils at 100 degrees.");
        let raised = "BT /F1 12 Tf 72 700 Td (The hall has 900 m) Tj /F1 7 Tf 96 4 Td (2) Tj /F1 12 Tf 6 -4 Td (of floor.) Tj ET";
        assert_eq!(text(raised), "The hall has 900 m 2 of floor.");
    }

    #[test]
    fn a_page_that_makes_no_sense_is_read_as_far_as_it_goes() {
        let nested = format!("{} BT /F1 12 Tf 72 700 Td (Still here.) Tj ET", "q ".repeat(10_000));
        assert_eq!(text(&nested), "Still here.");
        assert_eq!(text("BT /F9 12 Tf (lost) Tj /F1 0 Tf () Tj Q Q Tm cm TJ ' ET BT /F1 9 Tf (Kept.) Tj ET"), "Kept.");
    }

    #[test]
    fn what_is_no_pdf_says_so() {
        for bytes in [&b""[..], b"%PDF-1.7", b"hello", b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF"] {
            assert!(draft(bytes).is_err() || draft(bytes).unwrap().text.is_empty());
        }
    }
}
