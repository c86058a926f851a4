//! The furniture of a page: menus, banners, buttons, whatever is not the article.

use super::page::{Content, Page};
use crate::date::parse_date;
use std::collections::BTreeMap;

/// Elements that never hold prose of the article.
const SILENT_TAGS: &[&str] = &[
    "amp-ad",
    "amp-analytics",
    "amp-consent",
    "amp-sidebar",
    "amp-social-share",
    "amp-user-notification",
    "audio",
    "button",
    "canvas",
    "del",
    "dialog",
    "embed",
    "figcaption",
    "footer",
    "head",
    "iframe",
    "input",
    "menu",
    "nav",
    "noscript",
    "object",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
    "video",
];

/// Elements that are furniture unless most of the page is inside them.
const DOUBTFUL_TAGS: &[&str] = &["aside", "form"];

const SILENT_ROLES: &[&str] = &[
    "alertdialog",
    "banner",
    "complementary",
    "contentinfo",
    "dialog",
    "menu",
    "menubar",
    "navigation",
    "search",
    "toolbar",
    "tooltip",
];

/// Words in a class or id that are furniture wherever they stand.
const SILENT_WORDS: &[&str] = &["ccpa", "consent", "cookie", "cookiebanner", "cookies", "gdpr", "onetrust"];

/// Words in a class or id that are furniture unless most of the page carries them.
const DOUBTFUL_WORDS: &[&str] = &[
    "ad",
    "ads",
    "adslot",
    "advert",
    "advertisement",
    "author",
    "banner",
    "bio",
    "breadcrumb",
    "breadcrumbs",
    "byline",
    "caption",
    "catlinks",
    "comment",
    "comments",
    "copyright",
    "credit",
    "dateline",
    "disqus",
    "donate",
    "editsection",
    "footer",
    "hatnote",
    "jump",
    "login",
    "masthead",
    "menu",
    "meta",
    "modal",
    "mostread",
    "nav",
    "navbar",
    "navbox",
    "navigation",
    "newsletter",
    "noprint",
    "outbrain",
    "pager",
    "pagination",
    "poll",
    "popover",
    "popular",
    "popup",
    "promo",
    "promotion",
    "rail",
    "recirc",
    "recommendations",
    "recommended",
    "reference",
    "references",
    "reflist",
    "related",
    "share",
    "sharing",
    "sidebar",
    "signin",
    "signup",
    "skip",
    "social",
    "sponsor",
    "sponsored",
    "sr",
    "subscribe",
    "subscription",
    "survey",
    "taboola",
    "taglist",
    "tags",
    "toc",
    "toolbar",
    "tooltip",
    "trending",
    "widget",
];

/// Says for every node whether it is silenced.
pub(super) fn silenced(page: &Page<'_>) -> Vec<bool> {
    let mut silent = vec![false; page.len()];
    for at in 1..page.len() {
        silent[at] = silent[page.node(at).parent] || is_furniture(page, at);
    }
    let letters = letters(page, &silent);
    let doubts: Vec<Vec<&'static str>> =
        (0..page.len()).map(|at| if silent[at] { Vec::new() } else { doubts(page, at) }).collect();
    let loud = loud(page, &doubts, &letters);
    for at in 1..page.len() {
        let is_doubtful = doubts[at].iter().any(|word| !loud.contains(word));
        silent[at] = silent[at] || silent[page.node(at).parent] || is_doubtful;
    }
    silent
}

fn is_furniture(page: &Page<'_>, at: usize) -> bool {
    let Some(element) = page.element(at) else { return matches!(page.node(at).content, Content::Other) };
    let name = element.name();
    if matches!(name, "html" | "body" | "main" | "article") {
        return false;
    }
    let is_page_header = || name == "header" && !page.ancestors(at).any(|up| matches!(page.name(up), "article" | "main"));
    let has_role = || page.attribute(at, "role").is_some_and(|role| SILENT_ROLES.contains(&role));
    SILENT_TAGS.contains(&name)
        || is_page_header()
        || has_role()
        || is_hidden(page, at)
        || page.tokens(at).iter().any(|word| SILENT_WORDS.contains(&word.as_str()))
}

fn is_hidden(page: &Page<'_>, at: usize) -> bool {
    let style = page.attribute(at, "style").unwrap_or("").to_ascii_lowercase().replace(' ', "");
    page.element(at).is_some_and(|element| element.attr("hidden").is_some())
        || page.attribute(at, "aria-hidden") == Some("true")
        || style.contains("display:none")
        || style.contains("visibility:hidden")
}

/// The words that speak against an element.
fn doubts(page: &Page<'_>, at: usize) -> Vec<&'static str> {
    let name = page.name(at);
    if name.is_empty() || matches!(name, "html" | "body" | "main" | "article") {
        return Vec::new();
    }
    let tokens = page.tokens(at);
    let tags = DOUBTFUL_TAGS.iter().filter(|tag| **tag == name);
    let words = DOUBTFUL_WORDS.iter().filter(|word| tokens.iter().any(|t| t == *word));
    tags.chain(words).copied().collect()
}

/// Letters in each subtree that is not silenced.
fn letters(page: &Page<'_>, silent: &[bool]) -> Vec<usize> {
    let mut letters = vec![0; page.len()];
    for at in (0..page.len()).rev() {
        if let (Content::Text(text), false) = (&page.node(at).content, silent[at]) {
            letters[at] += text.chars().filter(|c| c.is_alphanumeric()).count();
        }
        if at > 0 {
            letters[page.node(at).parent] += letters[at];
        }
    }
    letters
}

/// Words that would silence more than half of the page: on this page they do not mean furniture.
fn loud(page: &Page<'_>, doubts: &[Vec<&'static str>], letters: &[usize]) -> Vec<&'static str> {
    let mut covered: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    for (at, words) in doubts.iter().enumerate() {
        for word in words {
            // Only the outermost element of a word counts, else nested ones would count twice.
            let (end, sum) = covered.entry(word).or_default();
            if at >= *end {
                *end = page.node(at).end;
                *sum += letters[at];
            }
        }
    }
    let half = letters.first().copied().unwrap_or(0) / 2;
    covered.into_iter().filter(|(_, (_, sum))| *sum > half).map(|(word, _)| word).collect()
}

/// Openings of short lines that belong to the site and not to the article, in lower case.
const SITE_LINES: &[&str] = &[
    "©",
    "about the author",
    "accept all",
    "advertisement",
    "all rights reserved",
    "also read",
    "back to top",
    "by using this site",
    "click here",
    "comments are closed",
    "continue reading",
    "copyright",
    "email this",
    "enable javascript",
    "filed under",
    "follow us",
    "getty images",
    "image:",
    "image source",
    "javascript is",
    "last updated",
    "leave a comment",
    "listen:",
    "loading",
    "more on this story",
    "most read",
    "photo:",
    "photo by",
    "photograph:",
    "please enable",
    "posted on",
    "print this",
    "published:",
    "published on",
    "read also",
    "read more",
    "recommended",
    "related:",
    "see also:",
    "share on",
    "share this",
    "sign up",
    "skip to",
    "sponsored",
    "subscribe",
    "support our journalism",
    "tags:",
    "thank you for reading",
    "this site uses cookies",
    "this website uses cookies",
    "updated:",
    "watch:",
    "we and our partners",
    "we use cookies",
    "you need to enable javascript",
];

/// Longest line that is taken for one of the site's own, in bytes.
const SITE_LINE_BYTES_MAX: usize = 160;

/// A short line such as `Share this` or `By Ana Silva`.
pub(super) fn is_site_line(line: &str) -> bool {
    if line.len() > SITE_LINE_BYTES_MAX {
        return false;
    }
    let lower = line.trim().to_lowercase();
    let is_byline = lower.starts_with("by ") && line.len() <= 80 && !line.trim_end().ends_with(['.', '!', '?']);
    is_byline || is_bare_date(line) || SITE_LINES.iter().any(|opening| lower.starts_with(opening))
}

/// A line that is nothing but a date and a time.
fn is_bare_date(line: &str) -> bool {
    let is_time = line.contains(':') && line.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ' '));
    let is_short = line.len() <= 48 && line.split_whitespace().count() <= 6 && !line.trim_end().ends_with('.');
    is_time || (is_short && parse_date(line).is_some())
}
