//! Wikipedia through MediaWiki's action API: a search as generator, each page with its full address.

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped};
use crate::parse_date;
use async_trait::async_trait;
use serde::Deserialize;

const NAME: &str = "Wikipedia";

/// A MediaWiki site.
#[derive(Debug, Clone)]
pub struct Wikipedia {
    desk: Desk,
}

#[derive(Deserialize)]
struct Answer {
    /// Absent when nothing matches.
    #[serde(default)]
    query: Option<Pages>,
    #[serde(default)]
    error: Option<Complaint>,
}

#[derive(Deserialize)]
struct Pages {
    pages: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    /// Its place in the results; the pages themselves come in no order.
    index: u32,
    title: String,
    fullurl: String,
    #[serde(default)]
    touched: Option<String>,
}

#[derive(Deserialize)]
struct Complaint {
    code: String,
    info: String,
}

impl Wikipedia {
    /// The English one.
    pub const BASE: &'static str = "https://en.wikipedia.org/";

    /// Names the site at `base`; its API is expected at `w/api.php`.
    pub fn new(line: &Line, base: &str) -> Result<Self, SearchError> {
        let advice = "see that WIKIPEDIA_URL leads to a MediaWiki site that lets everybody read";
        Ok(Self { desk: Desk::at(line, base, NAME, "WIKIPEDIA_URL", advice)? })
    }
}

#[async_trait]
impl SearchProvider for Wikipedia {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let (query, limit) = (clipped(query), limit.clamp(1, HITS_MAX).to_string());
        let request = self.desk.get("w/api.php").query(&[
            ("action", "query"),
            ("format", "json"),
            ("formatversion", "2"),
            ("generator", "search"),
            ("gsrsearch", query.as_str()),
            ("gsrlimit", limit.as_str()),
            ("prop", "info"),
            ("inprop", "url"),
        ]);
        let answer: Answer = self.desk.ask(request).await?;
        if let Some(Complaint { code, info }) = answer.error {
            return Err(self.desk.malformed(format!("{code}: {info}")));
        }
        let mut rows = answer.query.map(|query| query.pages).unwrap_or_default();
        rows.sort_by_key(|row| row.index);
        let hit = |row: Row| Hit {
            url: row.fullurl,
            title: row.title,
            snippet: String::new(),
            published: row.touched.as_deref().and_then(parse_date),
            review: None,
        };
        Ok(rows.into_iter().take(HITS_MAX as usize).map(hit).collect())
    }
}
