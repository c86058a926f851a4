//! What requests bring: JSON bodies and pages of lists, checked before anybody looks at them.

use crate::problem::{INVALID, MALFORMED, Problem, TOO_LARGE, WRONG_TYPE};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Uri, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Most lines of a page.
const PAGE_MAX: u32 = 100;
const PAGE_USUAL: u32 = 20;

/// A JSON body of a known shape, and its bytes.
pub struct Body<T> {
    /// What it says.
    pub value: T,
    /// How it says it.
    pub bytes: Bytes,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(Problem::new(WRONG_TYPE, "send the body as content-type: application/json"));
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|_| Problem::new(TOO_LARGE, "send less, or split it into several requests"))?;
        Ok(Self { value: parse(&bytes)?, bytes })
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => Problem::new(INVALID, error.to_string()),
        Category::Syntax | Category::Eof | Category::Io => Problem::new(MALFORMED, error.to_string()),
    })
}

/// Which page of a list.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Behind which line, as the page before said.
    #[serde(default)]
    pub cursor: Option<String>,
    /// How many lines.
    #[serde(default = "usual")]
    pub limit: u32,
}

fn usual() -> u32 {
    PAGE_USUAL
}

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        query::<Self>(&parts.uri)?.checked()
    }
}

/// Reads what stands behind the question mark.
pub fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    Ok(Query::<T>::try_from_uri(uri).map_err(|error| Problem::new(INVALID, error.body_text()))?.0)
}

impl Page {
    /// Makes a page of what a query with more words in it says.
    pub fn of(cursor: Option<String>, limit: Option<u32>) -> Result<Self, Problem> {
        Self { cursor, limit: limit.unwrap_or(PAGE_USUAL) }.checked()
    }

    fn checked(self) -> Result<Self, Problem> {
        match (1..=PAGE_MAX).contains(&self.limit) {
            true => Ok(self),
            false => Err(Problem::new(INVALID, format!("limit must be within 1..={PAGE_MAX}"))),
        }
    }

    /// Reads the cursor.
    pub fn after<T: std::str::FromStr>(&self) -> Result<Option<T>, Problem> {
        let wrong = |_| Problem::new(INVALID, "cursor must be the `next` of the page before");
        self.cursor.as_ref().map(|cursor| cursor.parse().map_err(wrong)).transpose()
    }
}

/// Reads the id in an address; what is no id names nothing.
pub fn id<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::not_found(what))
}
