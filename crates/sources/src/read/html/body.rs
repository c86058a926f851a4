//! The article of a page: the smallest element that holds most of the prose, read block by block.

use super::blocks::{Block, Sort, blocks};
use super::noise::{is_site_line, silenced};
use super::page::Page;
use crate::prose::Prose;

/// Shorter blocks say nothing about where the article is, in characters.
const PROSE_CHARS_MIN: usize = 40;
/// Share of the page's prose that the article's element must hold, in percent.
const ARTICLE_PERCENT: usize = 75;
/// The same for an element that calls itself the article.
const DECLARED_PERCENT: usize = 50;

/// Returns the text of the article.
pub(super) fn text(page: &Page<'_>, title: &str) -> String {
    let silent = silenced(page);
    let blocks = blocks(page, &silent);
    let root = root(page, &blocks);
    let range = page.subtree(root);
    let kept: Vec<&Block> = blocks.iter().filter(|block| range.contains(&block.at) && is_kept(block, title)).collect();
    let mut prose = Prose::default();
    for (at, block) in kept.iter().enumerate() {
        if is_bare_heading(&kept, at) {
            continue;
        }
        match block.sort {
            Sort::Item => prose.begin_item(),
            _ => prose.end_block(),
        }
        prose.say(&block.text);
    }
    prose.finish()
}

/// Finds the element that holds the article.
fn root(page: &Page<'_>, blocks: &[Block]) -> usize {
    let mut weights = vec![0usize; page.len()];
    let mut total = 0;
    for block in blocks.iter().filter(|b| is_prose(b)) {
        let weight = block.chars - block.link_chars;
        total += weight;
        weights[block.at] += weight;
    }
    if total == 0 {
        return 0;
    }
    for at in (1..page.len()).rev() {
        weights[page.node(at).parent] += weights[at];
    }
    let holds = |at: usize, percent: usize| weights[at] * 100 >= total * percent;
    let declared = |at: &usize| page.attribute(*at, "itemprop") == Some("articleBody") || page.name(*at) == "article";
    let called: Vec<usize> = (0..page.len()).filter(declared).filter(|at| holds(*at, DECLARED_PERCENT)).collect();
    if let Some(deepest) = called.last() {
        return *deepest;
    }
    (0..page.len()).rev().filter(|at| !is_inner(page.name(*at))).find(|at| holds(*at, ARTICLE_PERCENT)).unwrap_or(0)
}

/// A single paragraph or list is part of an article, never the whole of it.
fn is_inner(name: &str) -> bool {
    matches!(
        name,
        "" | "p" | "li" | "ul" | "ol" | "dl" | "dd" | "dt" | "blockquote" | "table" | "tbody" | "tr" | "pre" | "figure"
    )
}

fn is_prose(block: &Block) -> bool {
    !matches!(block.sort, Sort::Heading(_)) && block.chars >= PROSE_CHARS_MIN && !block.is_link() && !is_site_line(&block.text)
}

fn is_kept(block: &Block, title: &str) -> bool {
    if is_site_line(&block.text) || !block.text.chars().any(char::is_alphanumeric) {
        return false;
    }
    match block.sort {
        Sort::Heading(_) => block.text.trim() != title.trim(),
        _ => !block.is_link(),
    }
}

/// A heading over nothing: the next block is a heading of its own rank or above, or there is none.
fn is_bare_heading(kept: &[&Block], at: usize) -> bool {
    let Sort::Heading(rank) = kept[at].sort else { return false };
    match kept.get(at + 1).map(|next| next.sort) {
        Some(Sort::Heading(next)) => next <= rank,
        Some(_) => false,
        None => true,
    }
}
