//! Fact-checks in schema.org's ClaimReview, as feeds and pages carry them.
//!
//! The text begins with the claim that was reviewed and its rating, each as one sentence, because the verdict procedure
//! reads them there: a rating counts only for the claim it was given to (decision S4-8).

use super::row::{date, people};
use crate::draft::{Draft, Origin, one_line};
use crate::{Options, SkipReason};
use domain::{Document, DocumentKind, Span, digest_bytes};
use jiff::civil::Date;
use serde_json::{Map, Value};

/// Deepest nesting that is searched for reviews.
const DEPTH_MAX: usize = 12;
/// Most reviews taken from one feed file that is read as a whole.
const REVIEWS_MAX: usize = 500_000;

/// One fact-check of one claim, as a feed, a page or a search service tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub(crate) claim: String,
    pub(crate) rating: String,
    claimant: Option<String>,
    pub(crate) title: String,
    body: String,
    pub(crate) url: Option<String>,
    publisher: Option<String>,
    pub(crate) published: Option<Date>,
    language: Option<String>,
}

/// Finds every fact-check within a feed, however it is wrapped.
pub(crate) fn drafts(value: &Value) -> Vec<Draft> {
    reviews(value).into_iter().map(Review::draft).collect()
}

/// Finds every review within a value, in order.
pub(crate) fn reviews(value: &Value) -> Vec<Review> {
    let mut found = Vec::new();
    collect(value, 0, &mut found);
    found
}

fn collect(value: &Value, depth: usize, found: &mut Vec<Review>) {
    if depth > DEPTH_MAX || found.len() >= REVIEWS_MAX {
        return;
    }
    match value {
        Value::Array(list) => list.iter().for_each(|item| collect(item, depth + 1, found)),
        Value::Object(fields) => {
            if let Some(review) = review(fields) {
                found.push(review);
                return;
            }
            let from_search = search_result(fields);
            if from_search.is_empty() {
                fields.values().for_each(|item| collect(item, depth + 1, found));
            }
            found.extend(from_search);
        }
        _ => {}
    }
}

/// Reads schema.org's own shape.
fn review(fields: &Map<String, Value>) -> Option<Review> {
    let claim = text(fields.get("claimReviewed")?)?;
    let reviewed = fields.get("itemReviewed");
    let claimant = reviewed.and_then(|item| people(item.get("author").or_else(|| item.pointer("/itemReviewed/author"))?));
    Some(Review {
        claim,
        rating: fields.get("reviewRating").and_then(rating).unwrap_or_else(|| "not rated".to_owned()),
        claimant,
        title: ["headline", "name", "title"].iter().find_map(|name| text(fields.get(*name)?)).unwrap_or_default(),
        body: ["reviewBody", "articleBody", "description", "text"]
            .iter()
            .find_map(|name| text(fields.get(*name)?))
            .unwrap_or_default(),
        url: fields.get("url").and_then(text),
        publisher: fields.get("author").and_then(people).or_else(|| fields.get("publisher").and_then(people)),
        published: fields.get("datePublished").and_then(date),
        language: fields.get("inLanguage").and_then(text),
    })
}

/// Reads the shape of fact-check search services: a claim's text with the list of its reviews.
fn search_result(fields: &Map<String, Value>) -> Vec<Review> {
    let (Some(claim), Some(Value::Array(list))) = (fields.get("text").and_then(text), fields.get("claimReview")) else {
        return Vec::new();
    };
    let one = |item: &Value| {
        Some(Review {
            claim: claim.clone(),
            rating: item.get("textualRating").and_then(text)?,
            claimant: fields.get("claimant").and_then(people),
            title: item.get("title").and_then(text).unwrap_or_default(),
            body: String::new(),
            url: item.get("url").and_then(text),
            publisher: item.get("publisher").and_then(people),
            published: item.get("reviewDate").and_then(date),
            language: item.get("languageCode").and_then(text),
        })
    };
    list.iter().filter_map(one).collect()
}

/// Says a rating in words: its own name, else the number on its scale.
fn rating(value: &Value) -> Option<String> {
    let field = |name: &str| value.get(name).and_then(text);
    let is_worded = |words: &String| words.chars().any(char::is_alphabetic);
    let named = ["alternateName", "name", "ratingValue"].into_iter().filter_map(field).find(is_worded);
    named.or_else(|| on_scale(&field("ratingValue")?, field("worstRating").as_deref(), field("bestRating").as_deref()))
}

/// A number with its scale, from one to five unless that says otherwise (schema.org). A number that is not on the scale rates
/// nothing: publishers write -1 for what they left open.
fn on_scale(given: &str, worst: Option<&str>, best: Option<&str>) -> Option<String> {
    let (worst, best) = (worst.unwrap_or("1"), best.unwrap_or("5"));
    let value = |number: &str| number.parse::<f64>().ok();
    let (stands, low, high) = (value(given)?, value(worst)?, value(best)?);
    let is_on_scale = low.min(high) <= stands && stands <= low.max(high);
    is_on_scale.then(|| match worst {
        "1" => format!("{given} out of {best}"),
        _ => format!("{given} on a scale from {worst} to {best}"),
    })
}

fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => one_line_of(text),
        Value::Number(number) => number.to_string(),
        Value::Array(list) => list.iter().find_map(text)?,
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn one_line_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Review {
    /// Makes a document of it: claim and rating, without the article.
    pub fn document(self, options: &Options) -> Result<Document, SkipReason> {
        self.draft().finish(Origin::Page, options)
    }

    fn draft(self) -> Draft {
        // Several claims may be reviewed on one page, so that the address alone is no name.
        let claim = digest_bytes(self.claim.as_bytes());
        let id = self.url.as_ref().map(|url| format!("{url}#{}", claim.short()));
        let (mut text, mut sentences) = self.head();
        if let Some(claimant) = &self.claimant {
            push(&mut text, &mut sentences, &format!("Claimed by {}.", one_line(claimant)));
        }
        append(&mut text, &mut sentences, &self.body);
        Draft {
            id,
            title: if self.title.is_empty() { format!("Fact check: {}", self.claim) } else { self.title },
            text,
            sentences: Some(sentences),
            url: self.url,
            source: self.publisher.clone(),
            author: self.publisher,
            published: self.published,
            kind: Some(DocumentKind::FactCheck),
            language: self.language,
        }
    }

    /// The two sentences that every fact-check begins with.
    pub(crate) fn head(&self) -> (String, Vec<Span>) {
        let claim = self.claim.replace('"', "'");
        let (mut text, mut sentences) = (String::new(), Vec::new());
        push(&mut text, &mut sentences, &format!("Claim reviewed: \"{}\".", claim.trim_end_matches('.')));
        push(&mut text, &mut sentences, &format!("Rating: {}.", one_line(&self.rating).trim_end_matches('.')));
        (text, sentences)
    }
}

/// Adds one sentence as it is.
fn push(text: &mut String, sentences: &mut Vec<Span>, sentence: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    sentences.push(Span::new(text.len(), text.len() + sentence.len()));
    text.push_str(sentence);
}

/// Adds the body and the sentences that are found in it.
pub(crate) fn append(text: &mut String, sentences: &mut Vec<Span>, body: &str) {
    let body = body.trim();
    if body.is_empty() {
        return;
    }
    text.push_str("\n\n");
    let start = text.len();
    text.push_str(body);
    sentences.extend(domain::sentences(body).into_iter().map(|span| span.shifted(start)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_feed_keeps_claim_and_rating_as_the_first_two_sentences() {
        let feed = json!({"@type": "DataFeed", "dataFeedElement": [{"@type": "DataFeedItem", "item": [{
            "@type": "ClaimReview", "claimReviewed": "The moon is made of \"cheese\". Really.", "datePublished": "2024-03-05",
            "url": "https://checkers.example/moon", "author": {"@type": "Organization", "name": "Checkers"},
            "reviewRating": {"alternateName": "False.", "ratingValue": 1, "bestRating": 5},
            "itemReviewed": {"@type": "Claim", "author": {"name": "A viral post"}}, "description": "It is rock. Samples show it."}]}]});
        let drafts = drafts(&feed);
        assert_eq!(drafts.len(), 1);
        let draft = &drafts[0];
        let sentences: Vec<_> = draft.sentences.as_ref().unwrap().iter().map(|s| s.of(&draft.text).unwrap()).collect();
        assert_eq!(
            sentences,
            [
                "Claim reviewed: \"The moon is made of 'cheese'. Really\".",
                "Rating: False.",
                "Claimed by A viral post.",
                "It is rock.",
                "Samples show it."
            ]
        );
        assert_eq!(draft.kind, Some(DocumentKind::FactCheck));
        assert!(draft.id.as_ref().unwrap().starts_with("https://checkers.example/moon#"));
    }

    #[test]
    fn a_number_is_a_rating_when_no_word_is_given() {
        let one = json!({"claimReviewed": "X.", "reviewRating": {"ratingValue": "2", "bestRating": "5"}});
        assert_eq!(reviews(&one)[0].rating, "2 out of 5");
        assert_eq!(reviews(&json!({"claimReviewed": "X."}))[0].rating, "not rated");
    }

    #[test]
    fn a_number_brings_its_scale_and_words_win_over_it() {
        for (given, told) in [
            (json!({"ratingValue": 1, "bestRating": 5, "worstRating": 1}), "1 out of 5"),
            (json!({"ratingValue": 2, "bestRating": 10, "worstRating": 0}), "2 on a scale from 0 to 10"),
            (json!({"ratingValue": "4"}), "4 out of 5"),
            (json!({"ratingValue": -1, "bestRating": 5}), "not rated"),
            (json!({"ratingValue": 1, "bestRating": 5, "alternateName": "Mostly inaccurate"}), "Mostly inaccurate"),
            (json!({"ratingValue": 1, "bestRating": 5, "alternateName": "1"}), "1 out of 5"),
            (json!({"ratingValue": "False"}), "False"),
        ] {
            assert_eq!(reviews(&json!({"claimReviewed": "X.", "reviewRating": given}))[0].rating, told);
        }
    }

    #[test]
    fn search_services_wrap_it_the_other_way_round() {
        let found = json!({"claims": [{"text": "Bats are blind", "claimant": "Folklore", "claimReview": [
            {"publisher": {"name": "Checkers"}, "url": "https://c.example/bats", "textualRating": "False", "reviewDate": "2020-01-02"}]}]});
        assert_eq!(reviews(&found)[0].claim, "Bats are blind");
    }

    #[test]
    fn nesting_without_end_is_left_alone() {
        let mut value = json!({"claimReviewed": "deep"});
        for _ in 0..100 {
            value = json!([value]);
        }
        assert!(reviews(&value).is_empty());
    }
}
