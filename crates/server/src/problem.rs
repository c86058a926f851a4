//! Everything that can be answered instead of what was asked for (RFC 9457), one row each.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::access::AccessError;
use engine::oversight::{OversightError, ReviewError};
use engine::{EngineError, IndexError, StoreError};
use serde::Serialize;

/// One row: code, status, title.
pub type Row = (&'static str, u16, &'static str);

macro_rules! problems {
    ($($name:ident: $code:literal $status:literal $title:literal;)+) => {
        /// The table.
        pub const PROBLEMS: &[Row] = &[$(($code, $status, $title)),+];
        $(pub(crate) const $name: Row = ($code, $status, $title);)+
    };
}

problems! {
    MALFORMED: "malformed_json" 400 "The body is not JSON";
    UNAUTHENTICATED: "unauthenticated" 401 "Say who you are";
    WRONG_ROLE: "wrong_role" 403 "Your roles do not allow this";
    WRONG_CSRF: "wrong_csrf_token" 403 "The form token is missing or not yours";
    NOT_INDEPENDENT: "not_independent" 403 "Somebody else must do this";
    SPENT: "invitation_spent" 403 "The invitation was used or has expired";
    NOT_FOUND: "not_found" 404 "There is no such thing";
    WRONG_METHOD: "method_not_allowed" 405 "This address does not understand the method";
    KEY_REUSED: "idempotency_key_reused" 409 "The idempotency key belongs to another request";
    TAKEN: "login_taken" 409 "Somebody signs in under this name";
    TOO_MANY: "too_many" 409 "There are as many of these as there may be";
    NOT_NOW: "step_not_allowed" 409 "The review does not allow this step";
    ERASED: "erased" 410 "It was erased";
    TOO_LARGE: "body_too_large" 413 "The body is too large";
    WRONG_TYPE: "unsupported_media_type" 415 "Send JSON";
    INVALID: "invalid_field" 422 "A field is not as it must be";
    RATE_LIMITED: "rate_limited" 429 "Too many requests";
    BUSY_FOR_YOU: "too_many_waiting" 429 "Too many of your checks are waiting";
    INTERNAL: "internal" 500 "Something failed on our side";
    OVERLOADED: "overloaded" 503 "Too much is going on";
    NOT_READY: "not_ready" 503 "The models are being loaded";
    TIMED_OUT: "timed_out" 503 "It took too long";
    UNAVAILABLE: "store_unavailable" 503 "The store cannot be used";
}

/// An answer that says what is wrong and what to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    row: Row,
    detail: String,
    retry_after_s: Option<u64>,
}

/// What goes over the wire.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub struct Wire {
    /// Names the kind of problem.
    r#type: String,
    /// The kind of problem for people.
    title: String,
    /// The HTTP status.
    status: u16,
    /// What happened this time and what to change.
    detail: String,
}

impl Problem {
    pub(crate) fn new(row: Row, detail: impl Into<String>) -> Self {
        Self { row, detail: detail.into(), retry_after_s: None }
    }

    pub(crate) fn retry(row: Row, detail: impl Into<String>, after_s: u64) -> Self {
        Self { row, detail: detail.into(), retry_after_s: Some(after_s.max(1)) }
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(NOT_FOUND, format!("there is no {what} here that you may see: check the address"))
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.row.1
    }

    /// Returns the code of the table.
    pub fn code(&self) -> &'static str {
        self.row.0
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (code, status, title) = self.row;
        let wire = Wire { r#type: format!("/problems/{code}"), title: title.to_owned(), status, detail: self.detail };
        let body = serde_json::to_string(&wire).expect("a problem always serialises");
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::LoginTaken => Self::new(TAKEN, error.to_string()),
            StoreError::InvitationSpent => Self::new(SPENT, error.to_string()),
            StoreError::TooLarge { .. } => Self::new(INVALID, error.to_string()),
            StoreError::KeyTaken => Self::retry(KEY_REUSED, "another request with this key is under way: ask again", 1),
            StoreError::Locked | StoreError::Full | StoreError::ReadOnly | StoreError::Unavailable(_) => {
                tracing::error!(%error, "the store cannot be used");
                Self::retry(UNAVAILABLE, "nothing was written: ask again in a moment", 5)
            }
            other => {
                tracing::error!(error = %other, "the store failed");
                Self::new(INTERNAL, "nothing was written: the log of the server says more")
            }
        }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::EmptyClaim
            | EngineError::ClaimTooLong { .. }
            | EngineError::ArticleTooLong { .. }
            | EngineError::NotText
            | EngineError::NoProvider
            | EngineError::EmptyCorpus(_) => Self::new(INVALID, error.to_string()),
            EngineError::Index(IndexError::Busy) => {
                Self::retry(UNAVAILABLE, "another process is writing into the search index: ask again in a moment", 2)
            }
            EngineError::UnknownCheck(_) => Self::not_found("check"),
            EngineError::Erased { .. } => Self::new(ERASED, error.to_string()),
            other => {
                tracing::error!(error = %other, "the engine failed");
                Self::new(INTERNAL, "the log of the server says more")
            }
        }
    }
}

impl From<OversightError> for Problem {
    fn from(error: OversightError) -> Self {
        match &error {
            OversightError::Unknown(_) => Self::not_found("refusal"),
            OversightError::UnknownSnapshot(_) => Self::not_found("snapshot"),
            OversightError::Busy => Self::retry(OVERLOADED, error.to_string(), 1),
            OversightError::NoRationale | OversightError::Review(ReviewError::NoRationale) => {
                Self::new(INVALID, error.to_string())
            }
            OversightError::Review(ReviewError::OwnSubmission(_) | ReviewError::OwnDisagreement(_)) => {
                Self::new(NOT_INDEPENDENT, error.to_string())
            }
            OversightError::AlreadyAcknowledged(_) | OversightError::Review(_) => Self::new(NOT_NOW, error.to_string()),
            OversightError::Store(error) => error.clone().into(),
        }
    }
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Engine(error) => error.into(),
            AccessError::WrongPassword => Self::new(UNAUTHENTICATED, error.to_string()),
            AccessError::UnknownActor(_) => Self::not_found("actor"),
            AccessError::BadName | AccessError::BadLogin | AccessError::BadPassword => Self::new(INVALID, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_its_own_code_and_an_error_status() {
        for (at, (code, status, title)) in PROBLEMS.iter().enumerate() {
            assert!((400..600).contains(status), "{code}");
            assert!(!title.is_empty());
            assert!(PROBLEMS[..at].iter().all(|(other, ..)| other != code), "{code} stands there twice");
        }
    }

    #[test]
    fn who_may_come_back_is_told_when() {
        let response = Problem::retry(RATE_LIMITED, "slow down", 0).into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
    }
}
