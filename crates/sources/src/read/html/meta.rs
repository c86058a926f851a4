//! Title, author, date, address and language of a page, from the surest place that has them.

use super::linked::Linked;
use super::page::Page;
use crate::date::parse_date;
use crate::draft::one_line;
use jiff::civil::Date;
use std::collections::HashMap;

const TITLE: &[&str] = &["og:title", "citation_title", "dc.title", "dcterms.title", "twitter:title"];
const DATE: &[&str] = &[
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publish-date",
    "publishdate",
    "publication_date",
    "date",
    "article.published",
    "last-modified",
    "article:modified_time",
];
const AUTHOR: &[&str] =
    &["author", "citation_author", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "byl", "article:author"];

/// Longest text that can be a byline, in bytes.
const BYLINE_BYTES_MAX: usize = 160;

/// What a page says about itself.
#[derive(Debug, Default)]
pub(super) struct Meta {
    pub(super) title: String,
    pub(super) author: Option<String>,
    pub(super) published: Option<Date>,
    pub(super) url: Option<String>,
    pub(super) language: Option<String>,
    pub(super) site: Option<String>,
}

impl Meta {
    /// Reads head, JSON-LD and, failing those, the page itself.
    pub(super) fn read(page: &Page<'_>, linked: &Linked) -> Self {
        let named = Named::read(page);
        let site = named.first(&["og:site_name", "application-name"]).or_else(|| linked.publisher.clone());
        Self {
            title: title(page, linked, &named, site.as_deref()),
            author: author(page, linked, &named),
            published: published(page, linked, &named),
            url: canonical(page)
                .or_else(|| named.first(&["og:url"]))
                .or_else(|| linked.url.clone())
                .filter(|u| u.starts_with("http")),
            language: language(page, linked, &named),
            site,
        }
    }
}

/// The `<meta>` elements by their lower-case name, with every value in order.
struct Named(HashMap<String, Vec<String>>);

impl Named {
    fn read(page: &Page<'_>) -> Self {
        let mut named: HashMap<String, Vec<String>> = HashMap::new();
        for at in page.named("meta") {
            let name = ["property", "name", "itemprop", "http-equiv"].iter().find_map(|key| page.attribute(at, key));
            if let (Some(name), Some(value)) = (name, page.attribute(at, "content")) {
                named.entry(name.to_ascii_lowercase()).or_default().push(one_line(value));
            }
        }
        Self(named)
    }

    fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.all(name).first().cloned())
    }
}

fn title(page: &Page<'_>, linked: &Linked, named: &Named, site: Option<&str>) -> String {
    let heads: Vec<String> = page.named("h1").map(|at| one_line(&page.text(at))).filter(|t| !t.is_empty()).collect();
    let tag = page.named("title").map(|at| one_line(&page.text(at))).find(|t| !t.is_empty()).unwrap_or_default();
    let declared = named.first(TITLE).or_else(|| linked.headline.as_deref().map(one_line));
    if let Some(declared) = declared {
        return without_site(&declared, site, heads.first().map(String::as_str));
    }
    if tag.is_empty() {
        return heads.into_iter().next().unwrap_or_default();
    }
    // The heading that the title tag begins with is the title; one further on may be the name of the site.
    let below = page.named("h2").map(|at| one_line(&page.text(at))).filter(|t| t.split(' ').count() >= 2);
    let repeated = heads.iter().cloned().chain(below).filter(|head| site.is_none_or(|site| site != head));
    let placed = repeated.filter_map(|head| tag.find(&head).map(|at| (at, head)));
    placed.min_by_key(|(at, _)| *at).map_or_else(|| without_site(&tag, site, None), |(_, head)| head)
}

/// Takes ` | The Daily` off a title.
fn without_site(title: &str, site: Option<&str>, head: Option<&str>) -> String {
    if let Some(head) = head.filter(|head| title.starts_with(*head) && head.split(' ').count() >= 2) {
        return head.to_owned();
    }
    for mark in [" | ", " – ", " — ", " - ", " :: ", " » ", " · "] {
        let Some((head, tail)) = title.rsplit_once(mark) else { continue };
        let is_site = site.is_some_and(|site| tail.eq_ignore_ascii_case(site));
        let looks_like_site = head.split(' ').count() >= 3 && tail.split(' ').count() <= 4;
        if is_site || looks_like_site {
            return head.trim().to_owned();
        }
    }
    title.to_owned()
}

fn author(page: &Page<'_>, linked: &Linked, named: &Named) -> Option<String> {
    if let Some(author) = linked.author.as_deref().and_then(byline) {
        return Some(author);
    }
    for name in AUTHOR {
        let people: Vec<String> = named.all(name).iter().filter_map(|text| byline(text)).collect();
        if !people.is_empty() {
            return Some(people.join(", "));
        }
    }
    let is_marked =
        |at: &usize| page.attribute(*at, "rel") == Some("author") || page.attribute(*at, "itemprop") == Some("author");
    let is_classed = |at: &usize| page.tokens(*at).iter().any(|t| t == "byline" || t == "author");
    let elements = || (0..page.len()).filter(|at| page.element(*at).is_some());
    let spoken = |at: usize| Some(page.text(at)).filter(|t| t.len() <= BYLINE_BYTES_MAX).and_then(|t| byline(&t));
    elements().filter(is_marked).find_map(spoken).or_else(|| elements().filter(is_classed).find_map(spoken))
}

/// Takes the name out of `By Ana Silva | 5 March 2024`.
fn byline(text: &str) -> Option<String> {
    let text = one_line(text);
    let lower = text.to_lowercase();
    let skip = ["written by ", "posted by ", "story by ", "by ", "author: "]
        .iter()
        .find(|p| lower.starts_with(**p))
        .map_or(0, |p| p.len());
    let name = text.get(skip..)?;
    let end = name.find(['|', '·', '•', '—', '(', '\u{2022}']).unwrap_or(name.len());
    let name = name[..end].split(" on ").next().unwrap_or("");
    let name = name.split(|c: char| c.is_ascii_digit()).next().unwrap_or("");
    let name = months_off(name).trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '–' | ':' | ';')).to_owned();
    let is_name = name.chars().any(char::is_alphabetic) && !name.contains("://") && name.len() <= BYLINE_BYTES_MAX;
    is_name.then_some(name)
}

/// A byline cut before `5, 2024` may still end in its month or its day of the week.
fn months_off(name: &str) -> &str {
    let mut name = name.trim_end();
    while let Some((head, tail)) = name.rsplit_once([' ', ',']) {
        let word = tail.trim_matches(|c: char| !c.is_alphanumeric());
        let is_label = matches!(word.to_ascii_lowercase().as_str(), "" | "updated" | "published" | "posted");
        let is_time = parse_date(&format!("1 {word} 2000")).is_some() || word.ends_with("day");
        if !(is_label || is_time) {
            break;
        }
        name = head.trim_end();
    }
    name
}

fn published(page: &Page<'_>, linked: &Linked, named: &Named) -> Option<Date> {
    let declared = linked.published.or_else(|| DATE.iter().find_map(|name| named.all(name).iter().find_map(|v| parse_date(v))));
    let times = || page.named("time");
    let is_first =
        |at: &usize| page.attribute(*at, "itemprop") == Some("datePublished") || page.attribute(*at, "pubdate").is_some();
    let told = |at: usize| page.attribute(at, "datetime").and_then(parse_date).or_else(|| parse_date(&page.text(at)));
    let is_classed = |at: &usize| {
        let words = ["date", "dateline", "published", "posted", "pubdate", "timestamp", "byline", "meta"];
        page.element(*at).is_some() && page.tokens(*at).iter().any(|t| words.contains(&t.as_str()))
    };
    let marked = || {
        (0..page.len())
            .filter(|at| page.attribute(*at, "itemprop") == Some("datePublished"))
            .find_map(|at| page.attribute(at, "content").and_then(parse_date).or_else(|| told(at)))
    };
    declared
        .or_else(marked)
        .or_else(|| times().filter(is_first).find_map(told))
        .or_else(|| times().find_map(told))
        .or_else(|| (0..page.len()).filter(is_classed).find_map(|at| parse_date(&page.text(at))))
}

fn canonical(page: &Page<'_>) -> Option<String> {
    let is_canonical = |at: &usize| page.attribute(*at, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"));
    page.named("link")
        .find(is_canonical)
        .and_then(|at| page.attribute(at, "href"))
        .filter(|h| h.starts_with("http"))
        .map(str::to_owned)
}

fn language(page: &Page<'_>, linked: &Linked, named: &Named) -> Option<String> {
    let tag = page.named("html").find_map(|at| page.attribute(at, "lang").or_else(|| page.attribute(at, "xml:lang")));
    tag.map(str::to_owned)
        .or_else(|| named.first(&["og:locale", "content-language", "dc.language"]))
        .or_else(|| linked.language.clone())
}
