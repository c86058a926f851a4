//! Letting people and agents in, over HTTP.

use crate::app::Shared;
use crate::body::{Body, id};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::{KeyId, Role};
use std::collections::BTreeSet;

/// Makes an invitation, shown this once.
#[utoipa::path(post, path = "/api/v1/admin/invitations", tag = "admin", request_body = wire::Invite,
    responses((status = 201, description = "The invitation", body = wire::Invited)))]
pub async fn invite(
    State(app): State<Shared>,
    caller: Caller,
    body: Body<wire::Invite>,
) -> Result<(StatusCode, Json<wire::Invited>), Problem> {
    let invitation = app.office.invite(roles(&body.value.roles)?, Some(caller.actor.id)).await?;
    Ok((StatusCode::CREATED, Json(wire::Invited { invitation })))
}

/// Lists every key, without secrets.
#[utoipa::path(get, path = "/api/v1/admin/keys", tag = "admin",
    responses((status = 200, description = "The keys", body = Vec<wire::Key>)))]
pub async fn keys(State(app): State<Shared>) -> Result<Json<Vec<wire::Key>>, Problem> {
    let keys = app.office.store().keys().await?;
    Ok(Json(keys.iter().map(|key| wire::Key::of(key, None)).collect()))
}

/// Lets an agent in; its key is shown this once.
#[utoipa::path(post, path = "/api/v1/admin/keys", tag = "admin", request_body = wire::AddKey,
    responses((status = 201, description = "The key with its secret", body = wire::Key)))]
pub async fn add_key(
    State(app): State<Shared>,
    caller: Caller,
    body: Body<wire::AddKey>,
) -> Result<(StatusCode, Json<wire::Key>), Problem> {
    let wire::AddKey { name, roles: words } = body.value;
    let (_, fresh) = app.office.add_agent(&name, roles(&words)?, Some(caller.actor.id)).await?;
    Ok((StatusCode::CREATED, Json(wire::Key::of(&fresh.key, Some(fresh.secret)))))
}

/// Revokes a key.
#[utoipa::path(delete, path = "/api/v1/admin/keys/{id}", tag = "admin", params(("id" = String, Path, description = "The key")),
    responses((status = 204, description = "Revoked")))]
pub async fn revoke_key(State(app): State<Shared>, caller: Caller, Path(key): Path<String>) -> Result<StatusCode, Problem> {
    let was_open = app.office.revoke_key(id::<KeyId>(&key, "key")?, Some(caller.actor.id)).await?;
    app.known.forget_keys();
    match was_open {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::not_found("key")),
    }
}

fn roles(words: &[String]) -> Result<BTreeSet<Role>, Problem> {
    let roles: Result<BTreeSet<Role>, String> = words.iter().map(|word| word.parse()).collect();
    match roles {
        Ok(roles) if !roles.is_empty() => Ok(roles),
        Ok(_) => Err(Problem::new(INVALID, "roles must name at least one role")),
        Err(why) => Err(Problem::new(INVALID, format!("roles: {why}"))),
    }
}
