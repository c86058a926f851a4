//! Web pages: what the article says, and who says it when.
//!
//! The page is laid out flat, silenced where it is furniture (`noise`), cut into blocks (`blocks`), and read below the
//! smallest element that holds most of its prose (`body`). What the page says about itself comes from its head (`meta`).

mod blocks;
mod body;
mod linked;
mod meta;
mod noise;
mod page;
mod sift;

use super::claim_review::{Review, append};
use crate::draft::Draft;
use domain::{DocumentKind, Span, registrable_domain};
use meta::Meta;
use page::Page;
use scraper::Html;

/// Most fact-checks whose claim and rating head the text of one page.
const REVIEWS_PER_PAGE_MAX: usize = 8;
/// A text shorter than this, in bytes, gives way to the `articleBody` that the page declares.
const THIN_TEXT_BYTES: usize = 200;

/// Reads a page. `url` is where it was fetched from, when it was.
pub(super) fn draft(text: &str, url: Option<&str>) -> Draft {
    let html = Html::parse_document(&sift::sift(text));
    let page = Page::new(&html);
    let linked = linked::read(&page);
    let meta = Meta::read(&page, &linked);
    let mut body = body::text(&page, &meta.title);
    if let Some(declared) = linked.body.filter(|declared| body.len() < THIN_TEXT_BYTES && declared.len() > body.len()) {
        body = declared;
    }
    let mut draft = Draft {
        url: address(url, meta.url),
        title: meta.title,
        text: body,
        author: meta.author,
        published: meta.published,
        language: meta.language,
        source: meta.site,
        ..Draft::default()
    };
    if !linked.reviews.is_empty() {
        let (text, sentences) = with_reviews(&linked.reviews, &draft.text);
        draft.text = text;
        draft.sentences = Some(sentences);
        draft.kind = Some(DocumentKind::FactCheck);
    }
    draft
}

/// Shorter texts, in bytes, may be what a page shows in place of what its scripts would draw.
const PLACEHOLDER_BYTES_MAX: usize = 300;

/// Says whether a page has nothing to say until its scripts have run.
pub(super) fn is_script_only(page: &str, draft: &Draft) -> bool {
    if draft.text.len() > PLACEHOLDER_BYTES_MAX || draft.sentences.is_some() || !page.contains("<script") {
        return false;
    }
    let text = draft.text.to_lowercase();
    let is_plea =
        text.contains("javascript") && ["enable", "turn on", "require", "need", "without"].iter().any(|w| text.contains(w));
    is_plea || !text.chars().any(char::is_alphanumeric)
}

/// A page may name its own address only within its own house: else it could borrow another's good name.
fn address(fetched: Option<&str>, declared: Option<String>) -> Option<String> {
    let Some(fetched) = fetched else { return declared };
    let home = registrable_domain(fetched);
    let is_own = |url: &String| home.is_some() && registrable_domain(url) == home;
    declared.filter(is_own).or_else(|| Some(fetched.to_owned()))
}

/// Puts what was reviewed and how it was rated before the article.
fn with_reviews(reviews: &[Review], body: &str) -> (String, Vec<Span>) {
    let (mut text, mut sentences) = (String::new(), Vec::new());
    for review in reviews.iter().take(REVIEWS_PER_PAGE_MAX) {
        let (head, spans) = review.head();
        if !text.is_empty() {
            text.push('\n');
        }
        sentences.extend(spans.into_iter().map(|span| span.shifted(text.len())));
        text.push_str(&head);
    }
    append(&mut text, &mut sentences, body);
    (text, sentences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_cannot_borrow_anothers_name() {
        let page = "<link rel=canonical href='https://apnews.com/real'><p>It rained today, and it will rain tomorrow as well.";
        assert_eq!(draft(page, Some("https://evil.example/x")).url.as_deref(), Some("https://evil.example/x"));
        assert_eq!(draft(page, Some("https://www.apnews.com/x?ref=1")).url.as_deref(), Some("https://apnews.com/real"));
        assert_eq!(draft(page, None).url.as_deref(), Some("https://apnews.com/real"));
    }

    #[test]
    fn a_page_that_only_scripts_could_fill_is_known() {
        let is_empty = |page: &str| is_script_only(page, &draft(page, None));
        assert!(is_empty("<title>App</title><div id=root></div><script src=/app.js></script>"));
        assert!(is_empty("<p>You need to enable JavaScript to run this app.</p><script>go()</script>"));
        assert!(!is_empty("<p>The council approved the new bridge on Monday, by nine votes to four.</p><script>x()</script>"));
        assert!(!is_empty("<p>You need to enable JavaScript, said nobody ever.</p>"));
    }

    #[test]
    fn nesting_without_end_is_read_without_falling_over() {
        let page =
            format!("{}<p>Deep down there is a sentence that can be read.{}", "<div>".repeat(20_000), "</div>".repeat(20_000));
        assert!(draft(&page, None).text.contains("Deep down"));
    }
}
