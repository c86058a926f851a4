//! One request over the wire: bounded in time and size, asked again when the server is busy.

use super::{Line, LlmError, Usage};
use futures_util::StreamExt as _;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use std::time::Duration;

/// Largest answer that is read.
const ANSWER_BYTES_MAX: usize = 1 << 20;
/// Longest wait that a busy server may ask for.
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Builds the client of a line.
pub(super) fn client(line: &Line) -> Result<Client, LlmError> {
    // A second installation changes nothing, and the first one is ours.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .timeout(line.timeout)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|error| LlmError::Unreachable(error.without_url().to_string()))
}

/// Sends a request until it is answered, refused, or asked too often.
pub(super) async fn send(line: &Line, request: impl Fn() -> RequestBuilder) -> Result<Value, LlmError> {
    let mut attempt = 0;
    loop {
        let (error, wait) = match request().send().await {
            Ok(response) if response.status().is_success() => return read(response).await,
            Ok(response) if is_busy(response.status()) => (LlmError::Busy(response.status().as_u16()), asked_for(&response)),
            Ok(response) => return Err(LlmError::Refused(response.status().as_u16())),
            Err(error) => (LlmError::Unreachable(error.without_url().to_string()), None),
        };
        if attempt >= line.retries {
            return Err(error);
        }
        let wait = wait.unwrap_or_else(|| line.pause.saturating_mul(1 << attempt.min(16))).min(PAUSE_MAX);
        tokio::time::sleep(wait).await;
        attempt += 1;
    }
}

fn is_busy(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::REQUEST_TIMEOUT || status.is_server_error()
}

fn asked_for(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

async fn read(response: Response) -> Result<Value, LlmError> {
    let mut body = Vec::new();
    let mut stream = response.bytes_stream();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| LlmError::Unreachable(error.without_url().to_string()))?;
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(LlmError::unusable(format!("it is longer than {ANSWER_BYTES_MAX} bytes"), Usage::default()));
        }
        body.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&body).map_err(|error| LlmError::unusable(error, Usage::default()))
}
