//! Where sentences begin and end. English, deterministic, linear in the length of the text.
//!
//! Blocks come first (a blank line, a heading, a list item or a table row ends what stood before it), then the full stops
//! within a block are told apart: the end of a sentence, an abbreviation, an initial, a decimal point, a dot in an address.

use crate::Span;

mod words;

use words::{is_abbreviation, is_lettered_thing, is_open_abbreviation, is_starter, takes_number};

/// Longest sentence, in bytes: a text without full stops is cut at white space before this.
pub const SENTENCE_BYTES_MAX: usize = 2_000;

/// Finds the sentences of a text, in order and without overlap, free of surrounding white space and list markers.
pub fn sentences(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for block in blocks(text) {
        split_block(text, block, &mut found);
    }
    found
}

/// A marker in front of a line: how many bytes it takes and what follows from it.
enum Marker {
    Heading(usize),
    Item(usize),
    Row,
    None,
}

/// Cuts a text into runs of lines that no sentence crosses.
fn blocks(text: &str) -> Vec<Span> {
    let mut blocks = Vec::new();
    let mut open: Option<Span> = None;
    let mut is_listing = false;
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\u{2029}']) {
        let end = at + line.len();
        let start = at + (line.len() - line.trim_start().len());
        at = end;
        let shown = line.trim();
        if shown.is_empty() {
            blocks.extend(open.take());
            continue;
        }
        is_listing &= open.is_some();
        let may_number = is_listing || open.is_none_or(|o| text[o.start..o.end].trim_end().ends_with(['.', ':', ';', '!', '?']));
        match marker(shown, may_number) {
            Marker::Heading(width) => {
                blocks.extend(open.take());
                blocks.push(Span::new(start + width, end));
            }
            Marker::Row => {
                blocks.extend(open.take());
                blocks.push(Span::new(start, end));
            }
            Marker::Item(width) => {
                blocks.extend(open.take());
                open = Some(Span::new(start + width, end));
                is_listing = true;
            }
            Marker::None => open = Some(Span::new(open.map_or(start, |o| o.start), end)),
        }
    }
    blocks.extend(open);
    blocks
}

/// Reads the marker of a line. A bare number counts only where a list can begin, else a wrapped line would be cut.
fn marker(line: &str, may_number: bool) -> Marker {
    let hashes = line.bytes().take_while(|b| *b == b'#').count();
    if (1..=6).contains(&hashes) && line[hashes..].starts_with([' ', '\t']) {
        return Marker::Heading(hashes + 1);
    }
    if line.starts_with('|') && line.len() > 1 && line.ends_with('|') {
        return Marker::Row;
    }
    for bullet in ["- ", "* ", "+ ", "• ", "◦ ", "▪ ", "– ", "— "] {
        if line.starts_with(bullet) {
            return Marker::Item(bullet.len());
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_numbered = (1..=2).contains(&digits) && (line[digits..].starts_with(". ") || line[digits..].starts_with(") "));
    if is_numbered && may_number { Marker::Item(digits + 2) } else { Marker::None }
}

/// Finds the sentences within one block.
fn split_block(text: &str, block: Span, found: &mut Vec<Span>) {
    let body = &text[block.start..block.end];
    let mut start = 0;
    let mut at = 0;
    while let Some(offset) = body[at..].find(is_terminator) {
        let stop = at + offset;
        let ending = Ending::at(body, start, stop);
        at = ending.close;
        if ending.is_final(body) {
            push(text, block.start + start, block.start + at, found);
            start = at;
        }
    }
    push(text, block.start + start, block.end, found);
}

/// Adds one sentence without its surrounding white space, in several pieces when it is endless.
fn push(text: &str, start: usize, end: usize, found: &mut Vec<Span>) {
    let raw = &text[start..end];
    let mut from = start + (raw.len() - raw.trim_start().len());
    let to = start + raw.trim_end().len();
    while to.saturating_sub(from) > SENTENCE_BYTES_MAX {
        let limit = text.floor_char_boundary(from + SENTENCE_BYTES_MAX);
        let cut = text[from..limit].rfind(char::is_whitespace).map_or(limit, |i| from + i);
        let cut = if cut > from { cut } else { limit };
        let piece = text[from..cut].trim_end();
        found.push(Span::new(from, from + piece.len()));
        from = cut + (text[cut..to].len() - text[cut..to].trim_start().len());
    }
    if from < to {
        found.push(Span::new(from, to));
    }
}

fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '*' | '_')
}

fn is_opener(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '*' | '_' | '¿' | '¡')
}

/// A run of full stops, question and exclamation marks, and what closes after it.
struct Ending {
    /// Where the sentence began.
    start: usize,
    /// The first mark.
    stop: usize,
    /// One past the last mark.
    run: usize,
    /// One past the quotes, brackets and note numbers that close after the marks.
    close: usize,
}

impl Ending {
    fn at(body: &str, start: usize, stop: usize) -> Self {
        let run = stop + (body[stop..].len() - body[stop..].trim_start_matches(is_terminator).len());
        Self { start, stop, run, close: close_after(body, run) }
    }

    /// Decides whether the sentence ends here.
    fn is_final(&self, body: &str) -> bool {
        let rest = &body[self.close..];
        let next = rest.trim_start();
        if next.is_empty() {
            return true;
        }
        let marks = &body[self.stop..self.run];
        if marks.ends_with(['。', '！', '？']) {
            return true;
        }
        if next.len() == rest.len() {
            return false;
        }
        let next = next.trim_start_matches(is_opener);
        let Some(first) = next.chars().next() else { return true };
        if matches!(first, ',' | ';' | ':' | '–' | '—' | '-' | '.' | '…') {
            return false;
        }
        let following = next.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').next().unwrap_or("");
        if first.is_lowercase() && !is_mixed(following) {
            return false;
        }
        marks != "." || self.is_full_stop(body, first, following)
    }

    /// Tells a full stop from the dot of an abbreviation, an initial or a list number.
    fn is_full_stop(&self, body: &str, first: char, following: &str) -> bool {
        let before = &body[self.start..self.stop];
        let word_at = before.rfind(|c: char| c.is_whitespace() || is_opener(c) || matches!(c, '-' | '/' | '–' | '—' | ','));
        let word = word_at.map_or(before, |i| before[i..].trim_start_matches(|c: char| !c.is_alphanumeric()));
        let lead = word_at.map_or("", |i| before[..i].trim());
        let previous = lead.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        if word.is_empty() {
            return true;
        }
        if lead.is_empty() && word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()) {
            return false;
        }
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return !letter.is_alphabetic() || ends_after_letter(letter, lead, previous, first, following);
        }
        if takes_number(word) {
            return !first.is_ascii_digit();
        }
        // `MS` and `HR` are what they stand for, `Ms` and `hr` are not.
        if word.len() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit()) {
            return true;
        }
        if is_abbreviation(word) {
            return false;
        }
        !is_open_abbreviation(word) || is_starter(following)
    }
}

/// Decides whether a sentence ends after a single letter: `vitamin C.` does, `J. Smith` does not.
fn ends_after_letter(letter: char, lead: &str, previous: &str, first: char, following: &str) -> bool {
    if is_lettered_thing(previous) || (letter == 'I' && previous.starts_with(char::is_uppercase)) {
        return true;
    }
    if lead.is_empty() {
        return false;
    }
    if letter.is_lowercase() {
        // `p. 3`, `c. 1200` and `v. Board` against `the value of x. The`.
        return !(first.is_ascii_digit() || letter == 'v');
    }
    is_starter(following)
}

/// Skips quotes, brackets, emphasis and note numbers such as `[12]` that stand right after a full stop.
fn close_after(body: &str, mut at: usize) -> usize {
    loop {
        let rest = &body[at..];
        if let Some(width) = note_width(rest) {
            at += width;
            continue;
        }
        match rest.chars().next() {
            Some(c) if is_closer(c) => at += c.len_utf8(),
            _ => return at,
        }
    }
}

fn note_width(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let end = inner.find(']')?;
    let is_number = (1..=4).contains(&end) && inner[..end].bytes().all(|b| b.is_ascii_alphanumeric());
    is_number.then_some(end + 2)
}

/// A word such as `mRNA`, `pH` or `iPhone` may begin a sentence although its first letter is small.
fn is_mixed(word: &str) -> bool {
    word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
