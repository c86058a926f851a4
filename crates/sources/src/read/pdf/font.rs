//! What the codes of a font mean, and how wide their glyphs are.

use lopdf::{Dictionary, Document, Encoding, Error, Object};
use std::collections::BTreeMap;

/// Most widths kept of one font: no font has more glyphs.
const WIDTHS_MAX: usize = 65_536;

/// A font of a page.
pub(super) struct Font<'a> {
    encoding: Encoding<'a>,
    widths: Option<Widths>,
}

/// Widths in thousandths of the font's size.
struct Widths {
    by_code: BTreeMap<u32, f64>,
    otherwise: f64,
    bytes_per_code: usize,
}

impl<'a> Font<'a> {
    /// Reads a font, unpacking its tables into at most so many bytes.
    pub(super) fn of(font: &'a Dictionary, pdf: &'a Document, bytes_max: usize) -> Result<Self, Error> {
        Ok(Self {
            encoding: font.get_font_encoding_with_limit(pdf, bytes_max)?,
            widths: simple(font, pdf).or_else(|| composite(font, pdf)),
        })
    }

    /// Returns what a string says; nothing where its codes mean nothing.
    pub(super) fn text(&self, codes: &[u8]) -> String {
        self.encoding.bytes_to_string(codes).unwrap_or_default()
    }

    /// Returns how wide a string is, in sizes of the font, and of how many codes; nothing for a font that does not say.
    pub(super) fn width(&self, codes: &[u8]) -> Option<(f64, usize)> {
        let widths = self.widths.as_ref()?;
        let code = |bytes: &[u8]| bytes.iter().fold(0u32, |code, byte| (code << 8) | u32::from(*byte));
        let codes: Vec<u32> = codes.chunks(widths.bytes_per_code).map(code).collect();
        let sum: f64 = codes.iter().map(|code| widths.by_code.get(code).copied().unwrap_or(widths.otherwise)).sum();
        Some((sum / 1_000.0, codes.len()))
    }
}

/// The widths of a font whose codes are single bytes.
fn simple(font: &Dictionary, pdf: &Document) -> Option<Widths> {
    let first = font.get_deref(b"FirstChar", pdf).ok()?.as_i64().ok()?;
    let first = u32::try_from(first).ok().filter(|first| *first < 256)?;
    let listed = font.get_deref(b"Widths", pdf).ok()?.as_array().ok()?;
    let by_code = (first..256).zip(listed.iter().map(|width| number(width, pdf).unwrap_or(0.0))).collect();
    Some(Widths { by_code, otherwise: 0.0, bytes_per_code: 1 })
}

/// The widths of a font whose codes are pairs of bytes: runs of `first [w1 w2 …]` and `first last w`.
fn composite(font: &Dictionary, pdf: &Document) -> Option<Widths> {
    let descendants = font.get_deref(b"DescendantFonts", pdf).ok()?.as_array().ok()?;
    let inner = pdf.dereference(descendants.first()?).ok()?.1.as_dict().ok()?;
    let otherwise = inner.get_deref(b"DW", pdf).ok().and_then(|width| number(width, pdf)).unwrap_or(1_000.0);
    let mut by_code = BTreeMap::new();
    let listed: &[Object] = inner.get_deref(b"W", pdf).and_then(Object::as_array).map_or(&[], |listed| listed);
    let mut rest = listed;
    while let [first, second, behind @ ..] = rest {
        let first = number(first, pdf)? as u32;
        if let Ok(run) = pdf.dereference(second).ok()?.1.as_array() {
            by_code.extend((first..).zip(run.iter().filter_map(|width| number(width, pdf))).take(WIDTHS_MAX));
            rest = behind;
        } else {
            let (width, behind) = behind.split_first()?;
            let (last, width) = (number(second, pdf)? as u32, number(width, pdf)?);
            by_code.extend((first..=last).take(WIDTHS_MAX).map(|code| (code, width)));
            rest = behind;
        }
        if by_code.len() > WIDTHS_MAX {
            break;
        }
    }
    Some(Widths { by_code, otherwise, bytes_per_code: 2 })
}

fn number(object: &Object, pdf: &Document) -> Option<f64> {
    pdf.dereference(object).ok()?.1.as_float().ok().map(f64::from)
}
