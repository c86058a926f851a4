//! The line to a provider: one request, one JSON answer, within limits, with errors that name the provider.

use super::SearchError;
use crate::web::backoff::retry_after;
use crate::web::client::{plain, told};
use crate::web::fetch::AGENT;
use reqwest::header::{DATE, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;

/// Largest answer of a provider, in bytes.
pub const ANSWER_BYTES_MAX: usize = 4 << 20;
/// Longest wait for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// What is said to be waited when a provider does not say.
const SLOW_DOWN_SECONDS: u64 = 60;

/// What every provider talks through. Cheap to clone; one serves all.
#[derive(Debug, Clone)]
pub struct Line {
    client: Client,
}

impl Line {
    /// Opens a line.
    pub fn open() -> Result<Self, SearchError> {
        let client = plain()
            .user_agent(AGENT)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .build()
            .map_err(|error| SearchError::Unreachable { provider: "the web", why: told(error) })?;
        Ok(Self { client })
    }
}

/// A provider as the line sees it.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    line: Line,
    base: Url,
    provider: &'static str,
    /// What to do when the provider turns us away.
    advice: &'static str,
}

impl Desk {
    pub(super) fn at(
        line: &Line,
        base: &str,
        provider: &'static str,
        setting: &'static str,
        advice: &'static str,
    ) -> Result<Self, SearchError> {
        let wrong = || SearchError::Address { provider, address: base.to_owned(), setting };
        let mut base = Url::parse(base.trim()).map_err(|_| wrong())?;
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(wrong());
        }
        // A base without its last slash would lose its last part when a path is joined to it.
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Self { line: line.clone(), base, provider, advice })
    }

    pub(super) fn get(&self, path: &str) -> RequestBuilder {
        self.line.client.get(self.address(path))
    }

    pub(super) fn post(&self, path: &str) -> RequestBuilder {
        self.line.client.post(self.address(path))
    }

    /// An address below the provider's own.
    pub(super) fn address(&self, path: &str) -> Url {
        self.base.join(path).expect("our own paths are plain")
    }

    /// Sends a request and reads the answer in its documented format.
    pub(super) async fn ask<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, SearchError> {
        let provider = self.provider;
        let unreachable = |error| SearchError::Unreachable { provider, why: told(error) };
        let mut response = request.send().await.map_err(unreachable)?;
        self.fault(&response).map_or(Ok(()), Err)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > ANSWER_BYTES_MAX {
                return Err(self.malformed(format!("longer than {ANSWER_BYTES_MAX} bytes")));
            }
        }
        serde_json::from_slice(&bytes).map_err(|error| self.malformed(error.to_string()))
    }

    pub(super) fn malformed(&self, why: String) -> SearchError {
        SearchError::Malformed { provider: self.provider, why }
    }

    fn fault(&self, response: &Response) -> Option<SearchError> {
        let (provider, status) = (self.provider, response.status().as_u16());
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        match status {
            200..=299 => None,
            401..=403 => Some(SearchError::Denied { provider, status, advice: self.advice }),
            429 => {
                let asked = header(RETRY_AFTER).and_then(|value| retry_after(value, header(DATE)));
                Some(SearchError::TooOften { provider, seconds: asked.map_or(SLOW_DOWN_SECONDS, |wait| wait.as_secs()) })
            }
            _ => Some(SearchError::Status { provider, status }),
        }
    }
}
