//! SearXNG, a metasearch engine that anybody can run: `GET /search?q=…&format=json`.

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped, plain};
use crate::parse_date;
use async_trait::async_trait;
use serde::Deserialize;

const NAME: &str = "SearXNG";

/// A SearXNG instance.
#[derive(Debug, Clone)]
pub struct SearXng {
    desk: Desk,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    url: String,
    title: String,
    #[serde(default)]
    content: Option<String>,
    #[serde(default, rename = "publishedDate")]
    published: Option<String>,
}

impl SearXng {
    /// Names the instance at `base`.
    pub fn new(line: &Line, base: &str) -> Result<Self, SearchError> {
        let advice = "allow the format json under search.formats in its settings.yml, or see that nobody is locked out";
        Ok(Self { desk: Desk::at(line, base, NAME, "SEARXNG_URL", advice)? })
    }
}

#[async_trait]
impl SearchProvider for SearXng {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let query = clipped(query);
        let request = self.desk.get("search").query(&[("q", query.as_str()), ("format", "json"), ("language", "en")]);
        let answer: Answer = self.desk.ask(request).await?;
        let hit = |row: Row| Hit {
            url: row.url,
            title: row.title,
            snippet: plain(&row.content.unwrap_or_default()),
            published: row.published.as_deref().and_then(parse_date),
            review: None,
        };
        Ok(answer.results.into_iter().take(limit.min(HITS_MAX) as usize).map(hit).collect())
    }
}
