//! The lines of a page, by where its text is drawn.
//!
//! A page is a list of orders to a pen: go there, show this. What stands at the same height is one line, however many orders
//! drew it; what stands lower is another, however they were grouped.

use super::font::Font;
use lopdf::content::Content;
use lopdf::{Error, Object};
use std::collections::BTreeMap;

/// States of the page that may be put aside, one in the other.
const SAVED_MAX: usize = 256;
/// Distance from the base line, in sizes of the font, up to which text still belongs to the line.
const BASELINE_SIZES_MAX: f64 = 0.45;
/// A gap between two runs of a line that is a space, in sizes of the font.
const SPACE_SIZES_MIN: f64 = 0.15;

/// One line of text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// What it says.
    pub(super) text: String,
    /// Height of its base line on the page; it grows upwards.
    pub(super) y: f64,
    /// Size of its letters.
    pub(super) size: f64,
    /// Where it ends so far.
    end: f64,
}

/// An affine map as PDF writes it: `a b c d e f`.
type Map = [f64; 6];
const STILL: Map = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// First `a`, then `b`.
fn then(a: Map, b: Map) -> Map {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn moved(x: f64, y: f64) -> Map {
    [1.0, 0.0, 0.0, 1.0, x, y]
}

/// Follows the orders of a page and returns its lines in the order in which they were drawn.
pub(super) fn lines(content: &[u8], fonts: &BTreeMap<Vec<u8>, Font<'_>>) -> Result<Vec<Line>, Error> {
    let mut pen = Pen::new(fonts);
    for operation in Content::decode_iter(content) {
        let operation = operation?;
        pen.follow(&operation.operator, &operation.operands);
    }
    for line in &mut pen.lines {
        line.text = parted_letters(&line.text).split_whitespace().collect::<Vec<_>>().join(" ");
    }
    pen.lines.retain(|line| !line.text.is_empty());
    Ok(pen.lines)
}

struct Pen<'a> {
    fonts: &'a BTreeMap<Vec<u8>, Font<'a>>,
    lines: Vec<Line>,
    page: Map,
    saved: Vec<Map>,
    text: Map,
    line: Map,
    font: Option<&'a Font<'a>>,
    size: f64,
    leading: f64,
    letter_gap: f64,
    word_gap: f64,
    /// It was sent somewhere since it last showed something.
    is_sent: bool,
}

impl<'a> Pen<'a> {
    fn new(fonts: &'a BTreeMap<Vec<u8>, Font<'a>>) -> Self {
        Self {
            fonts,
            lines: Vec::new(),
            page: STILL,
            saved: Vec::new(),
            text: STILL,
            line: STILL,
            font: None,
            size: 0.0,
            leading: 0.0,
            letter_gap: 0.0,
            word_gap: 0.0,
            is_sent: true,
        }
    }

    fn follow(&mut self, order: &str, with: &[Object]) {
        let number = |at: usize| with.get(at).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from);
        match order {
            "q" if self.saved.len() < SAVED_MAX => self.saved.push(self.page),
            "Q" => self.page = self.saved.pop().unwrap_or(self.page),
            "cm" => self.page = then(std::array::from_fn(number), self.page),
            "BT" => self.send(STILL),
            "Tm" => self.send(std::array::from_fn(number)),
            "Td" => self.send(then(moved(number(0), number(1)), self.line)),
            "TD" => {
                self.leading = -number(1);
                self.send(then(moved(number(0), number(1)), self.line));
            }
            "T*" => self.next_line(),
            "TL" => self.leading = number(0),
            "Tc" => self.letter_gap = number(0),
            "Tw" => self.word_gap = number(0),
            "Tf" => {
                self.font = with.first().and_then(|name| name.as_name().ok()).and_then(|name| self.fonts.get(name));
                self.size = number(1);
            }
            "Tj" | "TJ" => with.iter().take(1).for_each(|shown| self.show(shown)),
            "'" => {
                self.next_line();
                with.iter().take(1).for_each(|shown| self.show(shown));
            }
            "\"" => {
                (self.word_gap, self.letter_gap) = (number(0), number(1));
                self.next_line();
                with.iter().skip(2).take(1).for_each(|shown| self.show(shown));
            }
            _ => {}
        }
    }

    fn send(&mut self, to: Map) {
        (self.line, self.text, self.is_sent) = (to, to, true);
    }

    /// A page that gives no distance of lines means one size of its font.
    fn next_line(&mut self) {
        let down = if self.leading == 0.0 { self.size } else { self.leading };
        self.send(then(moved(0.0, -down), self.line));
    }

    fn show(&mut self, shown: &Object) {
        match shown {
            Object::String(codes, _) => self.write(codes),
            Object::Array(pieces) => {
                for piece in pieces {
                    match piece {
                        Object::String(codes, _) => self.write(codes),
                        other => self.kern(other.as_float().map_or(0.0, f64::from) / -1_000.0),
                    }
                }
            }
            _ => {}
        }
    }

    /// Moves on within a line, by sizes of the font; far enough, that is a space.
    fn kern(&mut self, sizes: f64) {
        self.text = then(moved(sizes * self.size, 0.0), self.text);
        let place = then(self.text, self.page);
        if let Some(line) = self.lines.last_mut().filter(|_| !self.is_sent) {
            line.end = place[4];
            if sizes > SPACE_SIZES_MIN && !line.text.ends_with(' ') {
                line.text.push(' ');
            }
        }
    }

    fn write(&mut self, codes: &[u8]) {
        let Some(font) = self.font else { return };
        let text = font.text(codes);
        if text.is_empty() {
            return;
        }
        let place = then(self.text, self.page);
        let size = self.size.abs() * place[2].hypot(place[3]);
        let said = font.width(codes);
        let (width, count) = said.unwrap_or_else(|| (text.chars().map(usual_width).sum(), text.chars().count()));
        let spaces = text.chars().filter(|c| *c == ' ').count() as f64;
        let advance = width * self.size + count as f64 * self.letter_gap + spaces * self.word_gap;
        self.text = then(moved(advance, 0.0), self.text);
        let end = then(self.text, self.page)[4];
        match self.lines.last_mut().filter(|line| {
            let is_level = (line.y - place[5]).abs() <= BASELINE_SIZES_MAX * line.size.max(size);
            is_level && place[4] >= line.end - line.size.max(size)
        }) {
            Some(line) => {
                // A font that does not tell its widths leaves us guessing where a run ended; whoever goes elsewhere within a
                // line then goes to another word.
                let is_apart = self.is_sent && (said.is_none() || place[4] - line.end > SPACE_SIZES_MIN * size);
                if is_apart && !line.text.ends_with(' ') {
                    line.text.push(' ');
                }
                line.text.push_str(&text);
                line.end = end;
            }
            None => self.lines.push(Line { text, y: place[5], size, end }),
        }
        self.is_sent = false;
    }
}

/// Takes letters apart that a font draws as one, so that "ﬁle" is found as "file".
fn parted_letters(text: &str) -> String {
    let joined = [("\u{fb00}", "ff"), ("\u{fb01}", "fi"), ("\u{fb02}", "fl"), ("\u{fb03}", "ffi"), ("\u{fb04}", "ffl")];
    joined.iter().fold(text.to_owned(), |text, (one, several)| text.replace(one, several))
}

/// About how wide a letter is in the fonts that every reader has and no file describes.
fn usual_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 't' | 'f' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' | ' ' | 'I' => 0.28,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.83,
        c if c.is_uppercase() => 0.68,
        _ => 0.54,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_drawn_as_one_are_letters_again() {
        assert_eq!(parted_letters("The o\u{fb03}ce \u{fb01}les \u{fb02}ew o\u{fb00}."), "The office files flew off.");
    }
}
