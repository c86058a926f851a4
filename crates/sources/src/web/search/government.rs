//! Governments' own data, through CKAN, which catalog.data.gov and its sisters run: `GET /api/3/action/package_search`.
//!
//! A hit leads to the page of a data set, which says what is in it and who publishes it.

use super::call::{Desk, Line};
use super::{HITS_MAX, Hit, SearchError, SearchProvider, clipped, plain};
use crate::parse_date;
use async_trait::async_trait;
use serde::Deserialize;

const NAME: &str = "government data";

/// A CKAN catalogue.
#[derive(Debug, Clone)]
pub struct GovernmentData {
    desk: Desk,
}

#[derive(Deserialize)]
struct Answer {
    success: bool,
    #[serde(default)]
    result: Option<Found>,
}

#[derive(Deserialize)]
struct Found {
    results: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    /// The last part of the data set's address.
    name: String,
    title: String,
    #[serde(default)]
    notes: Option<String>,
    #[serde(default)]
    metadata_modified: Option<String>,
}

impl GovernmentData {
    /// The catalogue of the United States.
    pub const BASE: &'static str = "https://catalog.data.gov/";

    /// Names the catalogue at `base`.
    pub fn new(line: &Line, base: &str) -> Result<Self, SearchError> {
        let advice = "see that GOVERNMENT_DATA_URL leads to a CKAN catalogue that lets everybody read";
        Ok(Self { desk: Desk::at(line, base, NAME, "GOVERNMENT_DATA_URL", advice)? })
    }
}

#[async_trait]
impl SearchProvider for GovernmentData {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError> {
        let (query, rows) = (clipped(query), limit.clamp(1, HITS_MAX).to_string());
        let request = self.desk.get("api/3/action/package_search").query(&[("q", query.as_str()), ("rows", rows.as_str())]);
        let answer: Answer = self.desk.ask(request).await?;
        let (true, Some(found)) = (answer.success, answer.result) else {
            return Err(self.desk.malformed("success is not true".to_owned()));
        };
        let hit = |row: Row| {
            let mut url = self.desk.address("dataset/");
            // The name goes in as one part of a path, whatever characters it is made of.
            if let Ok(mut path) = url.path_segments_mut() {
                path.pop_if_empty().push(&row.name);
            }
            Hit {
                url: url.into(),
                title: row.title,
                snippet: plain(&row.notes.unwrap_or_default()),
                published: row.metadata_modified.as_deref().and_then(parse_date),
                review: None,
            }
        };
        Ok(found.results.into_iter().take(limit.min(HITS_MAX) as usize).map(hit).collect())
    }
}
