//! Who asks: an API key, an admin token or a session cookie.

use crate::app::Shared;
use crate::problem::{Problem, UNAUTHENTICATED, WRONG_CSRF};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use domain::{Actor, Role};
use engine::access::hash_of;
use std::sync::Arc;
use subtle::ConstantTimeEq as _;

/// The cookie of a session.
pub const COOKIE: &str = "probity_session";
/// The header that a browser's own pages send with every change.
pub const CSRF_HEADER: &str = "x-csrf-token";

/// Somebody who said who they are.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who.
    pub actor: Arc<Actor>,
    /// The session's cookie, when they came with one.
    pub session: Option<String>,
}

impl Caller {
    /// Whether they may see what belongs to others.
    pub fn sees_all(&self) -> bool {
        self.actor.has_any(&[Role::Admin, Role::Auditor])
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(unknown)
    }
}

/// The answer to somebody who did not say who they are.
pub fn unknown() -> Problem {
    Problem::new(UNAUTHENTICATED, "send an API key or a token as `Authorization: Bearer …`, or sign in")
}

/// Finds out who asks. Nobody is not an error here; a wrong key is.
pub async fn identify(app: &Shared, method: &Method, headers: &HeaderMap) -> Result<Option<Caller>, Problem> {
    if let Some(bearer) = bearer(headers) {
        return of_bearer(app, bearer).await.map(Some);
    }
    let Some(cookie) = cookie(headers) else { return Ok(None) };
    let Some((session, actor)) = app.office.session_of(cookie).await? else { return Ok(None) };
    if !method.is_safe() {
        let sent = headers.get(CSRF_HEADER).map_or(&b""[..], |value| value.as_bytes());
        if !bool::from(sent.ct_eq(session.csrf.as_bytes())) {
            return Err(Problem::new(WRONG_CSRF, "send the token of your session in the header x-csrf-token"));
        }
    }
    Ok(Some(Caller { actor: Arc::new(actor), session: Some(cookie.to_owned()) }))
}

async fn of_bearer(app: &Shared, bearer: &str) -> Result<Caller, Problem> {
    let wrong = || Problem::new(UNAUTHENTICATED, "the key or token is unknown, revoked or expired: ask an admin for another one");
    if bearer.starts_with("pk_") {
        let (hash, now) = (hash_of(bearer), app.office.now());
        let (key, actor) = match app.known.key(&hash, now) {
            Some(known) => known,
            None => {
                let (key, actor) = app.office.actor_of_key(bearer).await?.ok_or_else(wrong)?;
                let actor = Arc::new(actor);
                app.known.learn_key(hash, now, key, &actor);
                (key, actor)
            }
        };
        app.touched(key);
        return Ok(Caller { actor, session: None });
    }
    let id = app.tokens.actor_of(bearer, app.office.now()).ok_or_else(wrong)?;
    let actor = app.office.store().actor(id).await?.filter(|actor| actor.disabled_at.is_none()).ok_or_else(wrong)?;
    Ok(Caller { actor: Arc::new(actor), session: None })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| rest.trim())
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}
