//! The article of a page: the smallest element that holds most of the prose, read block by block.

use super::blocks::{Block, Sort, blocks};
use super::noise::{is_site_line, silenced};
use super::page::Page;
use crate::prose::Prose;

/// Shorter blocks say nothing about where the article is, in characters.
const PROSE_CHARS_MIN: usize = 40;
/// Share of the page's prose that the article's element must hold, in percent.
const ARTICLE_PERCENT: usize = 85;
/// The same for an element that calls itself the article.
const DECLARED_PERCENT: usize = 50;
/// How far up the headline is looked for.
const HEADLINE_LEVELS_MAX: usize = 3;

/// Returns the text of the article.
pub(super) fn text(page: &Page<'_>, title: &str) -> String {
    let silent = silenced(page);
    let blocks = blocks(page, &silent);
    let root = root(page, &blocks, &silent);
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
fn root(page: &Page<'_>, blocks: &[Block], silent: &[bool]) -> usize {
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
    if let Some(called) = called(page, &weights).filter(|at| holds(*at, DECLARED_PERCENT)) {
        return called;
    }
    let smallest =
        (0..page.len()).rev().filter(|at| !is_inner(page.name(*at))).find(|at| holds(*at, ARTICLE_PERCENT)).unwrap_or(0);
    with_headline(page, silent, smallest)
}

/// The one element that calls itself the article; of several stories on a page none is the whole.
fn called(page: &Page<'_>, weights: &[usize]) -> Option<usize> {
    if let Some(body) = (0..page.len()).find(|at| page.attribute(*at, "itemprop") == Some("articleBody")) {
        return Some(body);
    }
    let mut outermost = Vec::new();
    let mut end = 0;
    for at in page.named("article").filter(|at| weights[*at] > 0) {
        if at >= end {
            end = page.node(at).end;
            outermost.push(at);
        }
    }
    if let [only] = outermost[..] { Some(only) } else { None }
}

/// Widens the article to the element around it that also holds the headline, for what stands between the two.
fn with_headline(page: &Page<'_>, silent: &[bool], root: usize) -> usize {
    let has_headline = |at: usize| page.subtree(at).any(|i| page.name(i) == "h1" && !silent[i]);
    let around = page.ancestors(root).take(HEADLINE_LEVELS_MAX).take_while(|at| !matches!(page.name(*at), "body" | "html" | ""));
    if has_headline(root) { root } else { around.into_iter().find(|at| has_headline(*at)).unwrap_or(root) }
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
