//! Brave Search: `GET /res/v1/web/search?q=…` with the key in `X-Subscription-Token`.

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped, plain};
use crate::parse_date;
use async_trait::async_trait;
use serde::Deserialize;

const NAME: &str = "Brave Search";

/// Brave's web search.
#[derive(Clone)]
pub struct Brave {
    desk: Desk,
    key: String,
}

#[derive(Deserialize)]
struct Answer {
    /// Absent when nothing on the web matches.
    #[serde(default)]
    web: Option<Web>,
}

#[derive(Deserialize)]
struct Web {
    results: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    url: String,
    title: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    page_age: Option<String>,
}

impl Brave {
    /// Where the service lives.
    pub const BASE: &'static str = "https://api.search.brave.com/";

    /// Asks the service at `base` with a key.
    pub fn new(line: &Line, base: &str, key: &str) -> Result<Self, SearchError> {
        let advice = "see that BRAVE_SEARCH_API_KEY is a valid subscription token with requests left";
        Ok(Self { desk: Desk::at(line, base, NAME, "BRAVE_SEARCH_URL", advice)?, key: key.to_owned() })
    }
}

#[async_trait]
impl SearchProvider for Brave {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let (query, count) = (clipped(query), limit.clamp(1, HITS_MAX).to_string());
        let request = self.desk.get("res/v1/web/search").header("X-Subscription-Token", &self.key).query(&[
            ("q", query.as_str()),
            ("count", count.as_str()),
            ("text_decorations", "false"),
        ]);
        let answer: Answer = self.desk.ask(request).await?;
        let hit = |row: Row| Hit {
            url: row.url,
            title: plain(&row.title),
            snippet: plain(&row.description.unwrap_or_default()),
            published: row.page_age.as_deref().and_then(parse_date),
            review: None,
        };
        let rows = answer.web.map(|web| web.results).unwrap_or_default();
        Ok(rows.into_iter().take(limit.min(HITS_MAX) as usize).map(hit).collect())
    }
}
