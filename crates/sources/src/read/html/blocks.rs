//! The visible text of a page as a row of blocks: paragraphs, headings, list items, table rows.

use super::page::{Content, Page};
use crate::prose::Prose;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Paragraph,
    /// With its rank, one to six.
    Heading(u8),
    Item,
    Row,
}

/// A run of text that no block element interrupts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// The element it stands in.
    pub(super) at: usize,
    pub(super) sort: Sort,
    pub(super) text: String,
    /// Characters of the text, and how many of them are links.
    pub(super) chars: usize,
    pub(super) link_chars: usize,
}

impl Block {
    /// More link than text.
    pub(super) fn is_link(&self) -> bool {
        self.link_chars * 2 > self.chars
    }
}

/// Cuts the page into blocks, in order.
pub(super) fn blocks(page: &Page<'_>, silent: &[bool]) -> Vec<Block> {
    let mut cutter = Cutter { page, found: Vec::new(), open: Open::default(), links: 0, closes: Vec::new() };
    let mut at = 0;
    while at < page.len() {
        cutter.leave(at);
        if silent[at] {
            // A silenced element still parts the words around it when it stood between blocks.
            if is_block(page.name(at)) {
                cutter.cut();
            }
            at = page.node(at).end;
        } else if page.name(at) == "table" && is_data(page, at, silent) {
            cutter.cut();
            table(page, at, silent, &mut cutter.found);
            at = page.node(at).end;
        } else {
            cutter.enter(at);
            at += 1;
        }
    }
    cutter.cut();
    cutter.found
}

#[derive(Default)]
struct Open {
    at: usize,
    sort: Option<Sort>,
    prose: Prose,
    link_chars: usize,
}

/// An element that is open: where it begins and ends, and what leaving it means.
#[derive(Clone, Copy)]
struct Close {
    at: usize,
    end: usize,
    is_link: bool,
    is_block: bool,
}

struct Cutter<'p, 'a> {
    page: &'p Page<'a>,
    found: Vec<Block>,
    open: Open,
    /// How many links we are inside of.
    links: usize,
    /// Elements to be left, innermost last.
    closes: Vec<Close>,
}

impl Cutter<'_, '_> {
    fn leave(&mut self, at: usize) {
        while let Some(close) = self.closes.last().copied() {
            if close.end > at {
                return;
            }
            self.closes.pop();
            self.links -= usize::from(close.is_link);
            if close.is_block {
                self.cut();
                self.open.sort = None;
            }
        }
    }

    fn enter(&mut self, at: usize) {
        match self.page.node(at).content {
            Content::Text(text) => {
                if self.links > 0 {
                    self.open.link_chars += text.chars().filter(|c| !c.is_whitespace()).count();
                }
                self.open.prose.say(text);
            }
            Content::Element(element) => {
                let name = element.name();
                let (is_link, is_block) = (name == "a", is_block(name));
                if is_block {
                    self.cut();
                    self.open.at = at;
                    self.open.sort = sort(name).or(self.open.sort);
                } else if matches!(name, "br" | "wbr" | "img") {
                    self.line_break(at, name);
                }
                self.links += usize::from(is_link);
                if is_link || is_block {
                    self.closes.push(Close { at, end: self.page.node(at).end, is_link, is_block });
                }
            }
            Content::Other => {}
        }
    }

    /// Two breaks in a row part paragraphs on pages that know no other way.
    fn line_break(&mut self, at: usize, name: &str) {
        let mut before =
            (0..at).rev().filter(|i| !matches!(&self.page.node(*i).content, Content::Text(t) if t.trim().is_empty()));
        if name == "br" && before.next().is_some_and(|i| self.page.name(i) == "br") {
            self.cut();
        } else if name != "wbr" {
            self.open.prose.space();
        }
    }

    fn cut(&mut self) {
        let open = std::mem::take(&mut self.open);
        // What follows a nested block belongs to the element around it.
        self.open.at = self.closes.iter().rev().find(|close| close.is_block).map_or(0, |close| close.at);
        let text = open.prose.finish();
        if text.is_empty() {
            self.open.sort = open.sort;
            return;
        }
        let chars = text.chars().filter(|c| !c.is_whitespace()).count();
        let sort = open.sort.unwrap_or(Sort::Paragraph);
        self.found.push(Block { at: open.at, sort, text, chars, link_chars: open.link_chars.min(chars) });
    }
}

fn sort(name: &str) -> Option<Sort> {
    match name {
        "h1" => Some(Sort::Heading(1)),
        "h2" => Some(Sort::Heading(2)),
        "h3" => Some(Sort::Heading(3)),
        "h4" => Some(Sort::Heading(4)),
        "h5" => Some(Sort::Heading(5)),
        "h6" => Some(Sort::Heading(6)),
        "li" | "dd" => Some(Sort::Item),
        _ => None,
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Longest cell of a table that holds data rather than the layout of a page, in bytes.
const DATA_CELL_BYTES_MAX: usize = 240;

/// Tells a table of data from one that only places things.
fn is_data(page: &Page<'_>, at: usize, silent: &[bool]) -> bool {
    let inside = || page.subtree(at).skip(1).filter(|i| !silent[*i]);
    if inside().any(|i| matches!(page.name(i), "table" | "h1" | "h2" | "form")) {
        return false;
    }
    let rows = inside().filter(|i| page.name(*i) == "tr").count();
    let cells: Vec<usize> = inside().filter(|i| matches!(page.name(*i), "td" | "th")).collect();
    if cells.iter().any(|i| page.text(*i).len() > DATA_CELL_BYTES_MAX) {
        return false;
    }
    rows >= 2 && cells.len() >= rows * 2
}

/// Reads a table of data, each cell after the name of its column.
fn table(page: &Page<'_>, at: usize, silent: &[bool], found: &mut Vec<Block>) {
    let mut columns: Vec<String> = Vec::new();
    for row in page.subtree(at).filter(|i| page.name(*i) == "tr" && !silent[*i]) {
        let is_cell = |i: &usize| matches!(page.name(*i), "td" | "th") && !silent[*i];
        let places: Vec<usize> = page.subtree(row).filter(is_cell).collect();
        let cells: Vec<String> = places.iter().map(|i| visible(page, *i, silent)).collect();
        let is_header = columns.is_empty() && places.len() > 1 && places.iter().all(|i| page.name(*i) == "th");
        if is_header {
            columns = cells;
            continue;
        }
        let mut prose = Prose::default();
        prose.row(&columns, &cells);
        let text = prose.finish();
        if text.is_empty() {
            continue;
        }
        let chars = text.chars().filter(|c| !c.is_whitespace()).count();
        found.push(Block { at, sort: Sort::Row, text, chars, link_chars: 0 });
    }
}

fn visible(page: &Page<'_>, at: usize, silent: &[bool]) -> String {
    let mut words = Vec::new();
    for i in page.subtree(at).filter(|i| !silent[*i]) {
        if let Content::Text(text) = page.node(i).content {
            words.extend(text.split_whitespace());
        }
    }
    words.join(" ")
}
