//! Webhooks: whom to tell, with which secret, what was told, and again.

use crate::app::Shared;
use crate::body::{Body, id};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem, TOO_MANY};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::MessageId;

/// Deliveries listed.
const DELIVERIES_MAX: u32 = 100;
/// Most kinds named by one webhook.
const KINDS_MAX: usize = 20;

/// Lists the webhooks of the caller.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "webhooks",
    responses((status = 200, description = "The webhooks", body = Vec<wire::Webhook>)))]
pub async fn list(State(app): State<Shared>, caller: Caller) -> Result<Json<Vec<wire::Webhook>>, Problem> {
    let hooks = app.office.store().webhooks_of(caller.actor.id).await?;
    Ok(Json(hooks.iter().map(|hook| wire::Webhook::of(hook, None)).collect()))
}

/// Adds a webhook; its secret is shown this once.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "webhooks", request_body = wire::AddWebhook,
    responses((status = 201, description = "The webhook with its secret", body = wire::Webhook)))]
pub async fn add(
    State(app): State<Shared>,
    caller: Caller,
    body: Body<wire::AddWebhook>,
) -> Result<(StatusCode, Json<wire::Webhook>), Problem> {
    let wire::AddWebhook { url, kinds } = body.value;
    app.messenger.admits(&url).map_err(|why| Problem::new(INVALID, format!("url: {why}")))?;
    if kinds.len() > KINDS_MAX {
        return Err(Problem::new(INVALID, format!("kinds must be at most {KINDS_MAX}")));
    }
    if app.office.store().webhooks_of(caller.actor.id).await?.len() >= engine::WEBHOOKS_EACH_MAX {
        return Err(Problem::new(TOO_MANY, "remove a webhook before adding another one"));
    }
    let hook = app.office.add_webhook(caller.actor.id, &url, kinds).await?;
    let secret = hook.secrets.first().cloned();
    Ok((StatusCode::CREATED, Json(wire::Webhook::of(&hook, secret))))
}

/// Takes a webhook away.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "The webhook")), responses((status = 204, description = "Gone")))]
pub async fn remove(State(app): State<Shared>, caller: Caller, Path(hook): Path<String>) -> Result<StatusCode, Problem> {
    let hook = of_caller(&app, &caller, &hook).await?;
    let (by, subject) = (Some(caller.actor.id), format!("webhook:{}", hook.id));
    let along = engine::audit::along(&app.office, by, "webhook.removed", subject, serde_json::json!({}));
    app.office.store().remove_webhook(hook.id, along).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes another secret; the old one goes on signing beside it until the next change.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/rotate", tag = "webhooks",
    params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook with its new secret", body = wire::Webhook)))]
pub async fn rotate(State(app): State<Shared>, caller: Caller, Path(hook): Path<String>) -> Result<Json<wire::Webhook>, Problem> {
    let hook = of_caller(&app, &caller, &hook).await?;
    let secret = app.office.rotate_secret(&hook).await?;
    Ok(Json(wire::Webhook::of(&hook, Some(secret))))
}

/// Lists the attempts to deliver, latest first.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = String, Path, description = "The webhook")),
    responses((status = 200, description = "The attempts", body = Vec<wire::Delivery>)))]
pub async fn deliveries(
    State(app): State<Shared>,
    caller: Caller,
    Path(hook): Path<String>,
) -> Result<Json<Vec<wire::Delivery>>, Problem> {
    let hook = of_caller(&app, &caller, &hook).await?;
    let deliveries = app.office.store().deliveries(hook.id, DELIVERIES_MAX).await?;
    Ok(Json(deliveries.iter().map(wire::Delivery::from).collect()))
}

/// Delivers a message once more.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/deliveries/{message}/replay", tag = "webhooks",
    params(("id" = String, Path, description = "The webhook"), ("message" = String, Path, description = "The message")),
    responses((status = 202, description = "It will be delivered again")))]
pub async fn replay(
    State(app): State<Shared>,
    caller: Caller,
    Path((hook, message)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let hook = of_caller(&app, &caller, &hook).await?;
    match app.office.redeliver(&hook, id::<MessageId>(&message, "message")?).await? {
        true => Ok(StatusCode::ACCEPTED),
        false => Err(Problem::not_found("message")),
    }
}

async fn of_caller(app: &Shared, caller: &Caller, hook: &str) -> Result<engine::Webhook, Problem> {
    let found = app.office.store().webhook(id(hook, "webhook")?).await?;
    found.filter(|hook| hook.actor == caller.actor.id).ok_or_else(|| Problem::not_found("webhook"))
}
