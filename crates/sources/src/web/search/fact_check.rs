//! Google's Fact Check Tools: claims that somebody has checked already, `GET /v1alpha1/claims:search`.
//!
//! A hit leads to the article, and carries claim and rating for when the article cannot be had; whether either speaks of our
//! claim is decided like for any other page (decision X10).

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped};
use crate::Review;
use crate::read::claim_review::reviews;
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "Google Fact Check Tools";

/// The claim search of Fact Check Tools.
#[derive(Clone)]
pub struct FactCheckTools {
    desk: Desk,
    key: String,
}

/// An answer without matches is an empty object.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    claims: Vec<Value>,
}

impl FactCheckTools {
    /// Where the service lives.
    pub const BASE: &'static str = "https://factchecktools.googleapis.com/";

    /// Asks the service at `base` with a key.
    pub fn new(line: &Line, base: &str, key: &str) -> Result<Self, SearchError> {
        let advice = "see that GOOGLE_FACT_CHECK_API_KEY is valid and that the Fact Check Tools API is enabled for it";
        Ok(Self { desk: Desk::at(line, base, NAME, "GOOGLE_FACT_CHECK_URL", advice)?, key: key.to_owned() })
    }
}

#[async_trait]
impl SearchProvider for FactCheckTools {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let (query, size) = (clipped(query), limit.clamp(1, HITS_MAX).to_string());
        // In a header the key stays out of every log that keeps addresses.
        let request = self.desk.get("v1alpha1/claims:search").header("X-Goog-Api-Key", &self.key).query(&[
            ("query", query.as_str()),
            ("languageCode", "en"),
            ("pageSize", size.as_str()),
        ]);
        let answer: Answer = self.desk.ask(request).await?;
        let found = answer.claims.iter().flat_map(reviews).filter_map(hit);
        Ok(found.take(limit.min(HITS_MAX) as usize).collect())
    }
}

fn hit(review: Review) -> Option<Hit> {
    let title = if review.title.is_empty() { &review.claim } else { &review.title };
    Some(Hit {
        url: review.url.clone()?,
        title: title.clone(),
        snippet: format!("{} ({})", review.claim, review.rating),
        published: review.published,
        review: Some(review),
    })
}
