//! Signing in and out, tokens, and accepting invitations.

use crate::app::Shared;
use crate::body::Body;
use crate::caller::{COOKIE, Caller};
use crate::problem::{Problem, RATE_LIMITED};
use crate::token::TOKEN_LIFE;
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use engine::access::{SESSION_LIFE, hash_of};

/// Says who asks.
#[utoipa::path(get, path = "/api/v1/me", tag = "access", responses((status = 200, description = "You", body = wire::Me)))]
pub async fn me(caller: Caller) -> Json<wire::Me> {
    Json(wire::Me::from(&*caller.actor))
}

/// Signs a person in with a cookie.
#[utoipa::path(post, path = "/api/v1/session", tag = "access", security(()), request_body = wire::SignIn,
    responses((status = 200, description = "Signed in", body = wire::SignedIn)))]
pub async fn sign_in(State(app): State<Shared>, body: Body<wire::SignIn>) -> Result<Response, Problem> {
    let wire::SignIn { login, password } = body.value;
    patience(&app, &login)?;
    let fresh = app.office.sign_in(&login, &password).await?;
    let secure = if app.is_secure { "; Secure" } else { "" };
    let life_s = SESSION_LIFE.as_secs();
    let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={life_s}{secure}", fresh.secret);
    let signed_in = wire::SignedIn { me: wire::Me::from(&fresh.actor), csrf_token: fresh.session.csrf };
    Ok(([(header::SET_COOKIE, cookie)], Json(signed_in)).into_response())
}

/// Ends the session.
#[utoipa::path(delete, path = "/api/v1/session", tag = "access", responses((status = 204, description = "Signed out")))]
pub async fn sign_out(State(app): State<Shared>, caller: Caller) -> Result<Response, Problem> {
    if let Some(cookie) = &caller.session {
        app.office.store().close_session(&hash_of(cookie)).await?;
    }
    let gone = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// Makes a token for scripts of a person.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "access", security(()), request_body = wire::SignIn,
    responses((status = 200, description = "A token", body = wire::Token)))]
pub async fn token(State(app): State<Shared>, body: Body<wire::SignIn>) -> Result<Json<wire::Token>, Problem> {
    let wire::SignIn { login, password } = body.value;
    patience(&app, &login)?;
    let actor = app.office.actor_of_password(&login, &password).await?;
    let token = app.tokens.issue(actor.id, app.office.now());
    Ok(Json(wire::Token { token, expires_in_s: TOKEN_LIFE.as_secs() }))
}

/// Accepts an invitation.
#[utoipa::path(post, path = "/api/v1/invitations/accept", tag = "access", security(()), request_body = wire::Accept,
    responses((status = 201, description = "Welcome", body = wire::Me)))]
pub async fn accept(State(app): State<Shared>, body: Body<wire::Accept>) -> Result<(StatusCode, Json<wire::Me>), Problem> {
    let wire::Accept { invitation, login, name, password } = body.value;
    let actor = app.office.accept(&invitation, &login, &name, &password).await?;
    Ok((StatusCode::CREATED, Json(wire::Me::from(&actor))))
}

/// Guessing passwords takes time, whoever guesses.
fn patience(app: &Shared, login: &str) -> Result<(), Problem> {
    let name = format!("login:{}", login.trim().to_lowercase().chars().take(80).collect::<String>());
    let again = |after| Problem::retry(RATE_LIMITED, "too many attempts to sign in: ask again after the time given", after);
    app.rates.take(&name, app.office.now()).map_err(again)
}
