//! What a page says about itself in JSON-LD.

use super::page::{Content, Page};
use crate::read::claim_review::{Review, reviews};
use crate::read::row::{date, people};
use jiff::civil::Date;
use serde_json::{Map, Value};

/// Deepest nesting that is searched for an article.
const DEPTH_MAX: usize = 8;

/// The article and the fact-checks that a page declares.
#[derive(Debug, Default)]
pub(super) struct Linked {
    pub(super) headline: Option<String>,
    pub(super) published: Option<Date>,
    pub(super) author: Option<String>,
    pub(super) url: Option<String>,
    pub(super) language: Option<String>,
    pub(super) publisher: Option<String>,
    pub(super) body: Option<String>,
    pub(super) reviews: Vec<Review>,
}

/// Reads every JSON-LD script of the page; one that is broken is passed over.
pub(super) fn read(page: &Page<'_>) -> Linked {
    let mut linked = Linked::default();
    for at in page.named("script").filter(|at| page.attribute(*at, "type").is_some_and(|t| t.contains("ld+json"))) {
        let Some(value) = parse(page, at) else { continue };
        linked.reviews.extend(reviews(&value));
        let mut articles = Vec::new();
        collect(&value, 0, &mut articles);
        articles.into_iter().for_each(|article| linked.fill(article));
    }
    linked
}

fn parse(page: &Page<'_>, at: usize) -> Option<Value> {
    let text: String = page
        .subtree(at)
        .filter_map(|i| match page.node(i).content {
            Content::Text(text) => Some(text),
            _ => None,
        })
        .collect();
    let text = text.trim().trim_start_matches("<!--").trim_end_matches("-->");
    let text = text.trim().trim_start_matches("//<![CDATA[").trim_end_matches("//]]>");
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&text.replace(['\n', '\r', '\t'], " ")).ok())
}

fn collect<'v>(value: &'v Value, depth: usize, found: &mut Vec<&'v Map<String, Value>>) {
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Array(list) => list.iter().for_each(|item| collect(item, depth + 1, found)),
        Value::Object(fields) => {
            if fields.get("@type").is_some_and(is_article) {
                found.push(fields);
            }
            for name in ["@graph", "mainEntity", "mainEntityOfPage", "itemListElement"] {
                if let Some(inner) = fields.get(name) {
                    collect(inner, depth + 1, found);
                }
            }
        }
        _ => {}
    }
}

fn is_article(kind: &Value) -> bool {
    match kind {
        Value::String(name) => {
            name.ends_with("Article") || name.ends_with("Posting") || matches!(name.as_str(), "Report" | "Recipe" | "ClaimReview")
        }
        Value::Array(list) => list.iter().any(is_article),
        _ => false,
    }
}

impl Linked {
    /// Takes from an article what is not known yet: the first one speaks first.
    fn fill(&mut self, article: &Map<String, Value>) {
        let text = |names: &[&str]| names.iter().find_map(|name| article.get(*name)?.as_str()).map(str::to_owned);
        let is_review = article.contains_key("claimReviewed");
        let names: &[&str] = if is_review { &["headline"] } else { &["headline", "name"] };
        self.headline = self.headline.take().or_else(|| text(names));
        self.published = self
            .published
            .or_else(|| ["datePublished", "dateCreated", "dateModified"].iter().find_map(|n| date(article.get(*n)?)));
        self.author = self.author.take().or_else(|| article.get("author").and_then(people));
        self.url = self.url.take().or_else(|| text(&["url"]));
        self.language = self.language.take().or_else(|| text(&["inLanguage"]));
        self.publisher = self.publisher.take().or_else(|| article.get("publisher").and_then(people));
        self.body = self.body.take().or_else(|| text(&["articleBody"]));
    }
}
