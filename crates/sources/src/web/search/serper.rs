//! Serper, Google's results as JSON: `POST /search` with the key in `X-API-KEY`.

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped};
use crate::parse_date;
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;

const NAME: &str = "Serper";

/// Serper's web search.
#[derive(Clone)]
pub struct Serper {
    desk: Desk,
    key: String,
}

#[derive(Deserialize)]
struct Answer {
    organic: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    link: String,
    title: String,
    #[serde(default)]
    snippet: Option<String>,
    #[serde(default)]
    date: Option<String>,
}

impl Serper {
    /// Where the service lives.
    pub const BASE: &'static str = "https://google.serper.dev/";

    /// Asks the service at `base` with a key.
    pub fn new(line: &Line, base: &str, key: &str) -> Result<Self, SearchError> {
        let advice = "see that SERPER_API_KEY is a valid key with credits left";
        Ok(Self { desk: Desk::at(line, base, NAME, "SERPER_URL", advice)?, key: key.to_owned() })
    }
}

#[async_trait]
impl SearchProvider for Serper {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let body = json!({"q": clipped(query), "num": limit.clamp(1, HITS_MAX), "hl": "en"});
        let answer: Answer = self.desk.ask(self.desk.post("search").header("X-API-KEY", &self.key).json(&body)).await?;
        let hit = |row: Row| Hit {
            url: row.link,
            title: row.title,
            snippet: row.snippet.unwrap_or_default(),
            published: row.date.as_deref().and_then(parse_date),
            review: None,
        };
        Ok(answer.organic.into_iter().take(limit.min(HITS_MAX) as usize).map(hit).collect())
    }
}
