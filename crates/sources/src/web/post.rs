//! Sending a message to an address that somebody else chose: through the same gate as fetching, one attempt at a time.
//!
//! Nothing of the answer but its status is looked at, and no redirect is followed: whoever moves tells us the new address.

use super::client::{guarded, told};
use super::error::FetchError;
use super::fetch::{AGENT, Outfit};
use super::guard::{Gate, Refusal, admit};
use super::names::refusal_in;
use reqwest::Client;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Carries messages to public addresses.
pub struct Messenger {
    client: Client,
    gate: Arc<dyn Gate>,
    answer_timeout: Duration,
}

impl Messenger {
    /// Puts a messenger together.
    pub fn new(outfit: Outfit) -> Result<Self, FetchError> {
        let Outfit { gate, names, limits, .. } = outfit;
        let client = guarded(names, Arc::clone(&gate), limits.connect_timeout).user_agent(AGENT).build();
        let client = client.map_err(|error| FetchError::Unreachable(told(error)))?;
        Ok(Self { client, gate, answer_timeout: limits.answer_timeout })
    }

    /// Says what is wrong with an address before its name is looked up.
    pub fn admits(&self, address: &str) -> Result<(), Refusal> {
        admit(address, &*self.gate).map(drop)
    }

    /// Posts a body once and returns the status that came back.
    pub async fn post(&self, address: &str, headers: &[(&str, String)], body: String) -> Result<u16, FetchError> {
        let url = admit(address, &*self.gate)?;
        let mut request = self.client.post(url).body(body);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let seconds = self.answer_timeout.as_secs();
        let answer = timeout(self.answer_timeout, request.send()).await.map_err(|_| FetchError::TimedOut { seconds })?;
        let answer = answer.map_err(|error| match refusal_in(&error) {
            Some(refusal) => FetchError::Refused(refusal),
            None => FetchError::Unreachable(told(error)),
        })?;
        Ok(answer.status().as_u16())
    }
}
