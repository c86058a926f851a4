//! A page laid out flat: every node before its children, so that a subtree is a range and no walk needs a stack.

use scraper::Html;
use scraper::node::Element;
use std::collections::HashMap;
use std::ops::Range;

/// Most of a title, a byline or a cell that is looked at, in bytes.
const LABEL_BYTES_MAX: usize = 2_000;

/// A parsed page.
pub(super) struct Page<'a> {
    nodes: Vec<Node<'a>>,
}

/// An element or a piece of text, and where its subtree ends.
pub(super) struct Node<'a> {
    pub(super) parent: usize,
    pub(super) end: usize,
    pub(super) content: Content<'a>,
}

pub(super) enum Content<'a> {
    Element(&'a Element),
    Text(&'a str),
    Other,
}

impl<'a> Page<'a> {
    /// Lays out a parsed page.
    pub(super) fn new(html: &'a Html) -> Self {
        let mut nodes: Vec<Node<'a>> = Vec::new();
        let mut places = HashMap::new();
        for node in html.tree.root().descendants() {
            let at = nodes.len();
            places.insert(node.id(), at);
            let parent = node.parent().and_then(|p| places.get(&p.id()).copied()).unwrap_or(0);
            let content = match (node.value().as_element(), node.value().as_text()) {
                (Some(element), _) => Content::Element(element),
                (_, Some(text)) => Content::Text(text),
                _ => Content::Other,
            };
            nodes.push(Node { parent, end: at + 1, content });
        }
        for at in (1..nodes.len()).rev() {
            let (end, parent) = (nodes[at].end, nodes[at].parent);
            nodes[parent].end = nodes[parent].end.max(end);
        }
        Self { nodes }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, at: usize) -> &Node<'a> {
        &self.nodes[at]
    }

    pub(super) fn subtree(&self, at: usize) -> Range<usize> {
        at..self.nodes[at].end
    }

    pub(super) fn element(&self, at: usize) -> Option<&'a Element> {
        match self.nodes[at].content {
            Content::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Name of an element, or nothing for what is none.
    pub(super) fn name(&self, at: usize) -> &'a str {
        self.element(at).map_or("", Element::name)
    }

    pub(super) fn attribute(&self, at: usize, name: &str) -> Option<&'a str> {
        self.element(at)?.attr(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Every element of one name, in order.
    pub(super) fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.len()).filter(move |at| self.name(*at) == name)
    }

    /// The beginning of a subtree's text on one line, without scripts and styles.
    pub(super) fn text(&self, at: usize) -> String {
        let mut words: Vec<&str> = Vec::new();
        let mut bytes = 0;
        let mut inside = self.subtree(at);
        while let Some(here) = inside.next() {
            match &self.nodes[here].content {
                Content::Element(element) if matches!(element.name(), "script" | "style" | "noscript" | "template") => {
                    inside.start = self.nodes[here].end;
                }
                Content::Text(text) => {
                    bytes += text.trim().len();
                    words.extend(text.split_whitespace());
                }
                _ => {}
            }
            if bytes > LABEL_BYTES_MAX {
                break;
            }
        }
        words.join(" ")
    }

    /// The element's ancestors, nearest first.
    pub(super) fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(at), |here| (*here > 0).then(|| self.nodes[*here].parent)).skip(1)
    }

    /// The words of an element's classes and id: `entry-metaDate` is `entry`, `meta`, `date`.
    pub(super) fn tokens(&self, at: usize) -> Vec<String> {
        let mut tokens = Vec::new();
        for value in ["class", "id", "data-component", "data-testid"].iter().filter_map(|name| self.attribute(at, name)) {
            let mut word = String::new();
            let mut was_lower = false;
            for c in value.chars().chain([' ']).take(400) {
                let is_border = !c.is_alphanumeric() || (was_lower && c.is_uppercase());
                if is_border && !word.is_empty() {
                    tokens.push(std::mem::take(&mut word));
                }
                if c.is_alphanumeric() {
                    word.extend(c.to_lowercase());
                }
                was_lower = c.is_lowercase();
            }
        }
        tokens
    }
}
