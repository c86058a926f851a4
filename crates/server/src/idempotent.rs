//! The same request twice is one request.

use crate::app::Shared;
use crate::problem::{INVALID, KEY_REUSED, Problem};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::{ActorId, Digest, digest_bytes};
use engine::NewAnswer;
use serde::Serialize;

/// The header.
const HEADER: &str = "idempotency-key";
/// Longest key.
const KEY_BYTES_MAX: usize = 255;

/// A request that may come again.
pub struct Once {
    actor: ActorId,
    key: String,
    fingerprint: Digest,
}

impl Once {
    /// Reads the key of a request; `None` when it has none.
    pub fn read(headers: &HeaderMap, actor: ActorId, path: &str, body: &[u8]) -> Result<Option<Self>, Problem> {
        let Some(key) = headers.get(HEADER) else { return Ok(None) };
        let key = key.to_str().unwrap_or_default().trim();
        Self::named(key, actor, path, body).map(Some)
    }

    /// Takes a key that came otherwise.
    pub fn named(key: &str, actor: ActorId, path: &str, body: &[u8]) -> Result<Self, Problem> {
        if key.is_empty() || key.len() > KEY_BYTES_MAX {
            return Err(Problem::new(INVALID, format!("an idempotency key has 1 to {KEY_BYTES_MAX} visible characters")));
        }
        let mut hashed = path.as_bytes().to_vec();
        hashed.push(b'\n');
        hashed.extend_from_slice(body);
        Ok(Self { actor, key: key.to_owned(), fingerprint: digest_bytes(&hashed) })
    }

    /// Returns the answer that was given before, or a problem when the key belongs to another request.
    pub async fn before(&self, app: &Shared) -> Result<Option<Response>, Problem> {
        let Some(kept) = app.office.store().kept_answer(self.actor, &self.key).await? else { return Ok(None) };
        if kept.fingerprint != self.fingerprint {
            return Err(Problem::new(KEY_REUSED, "this key came with another body before: use another key for another request"));
        }
        let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::OK);
        let headers = [(header::CONTENT_TYPE.as_str(), "application/json"), ("idempotent-replayed", "true")];
        Ok(Some((status, headers, kept.body).into_response()))
    }

    /// Makes the answer that commits along with what was asked.
    pub fn answer<T: Serialize>(&self, app: &Shared, status: StatusCode, body: &T) -> NewAnswer {
        NewAnswer {
            actor: self.actor,
            key: self.key.clone(),
            fingerprint: self.fingerprint.clone(),
            status: status.as_u16(),
            body: serde_json::to_string(body).expect("an answer always serialises"),
            at: app.office.now(),
        }
    }
}

/// Settles a race: when somebody used the key a moment ago, theirs is the answer.
pub async fn settled<T>(
    app: &Shared,
    once: Option<&Once>,
    done: Result<T, impl Into<Problem>>,
    fresh: impl FnOnce(T) -> Response,
) -> Result<Response, Problem> {
    match (done.map_err(Into::into), once) {
        (Err(problem), Some(once)) if problem.code() == KEY_REUSED.0 => once.before(app).await?.ok_or(problem),
        (done, _) => Ok(fresh(done?)),
    }
}
