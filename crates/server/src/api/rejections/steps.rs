//! What reviewers do with a refusal: tag it, take a tag back, settle what two disagree on.

use super::{Named, tag_of};
use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use engine::oversight::Stepped;

/// What a step that adds something is answered with.
type Added = (StatusCode, Json<wire::ReviewStep>);

fn added(stepped: &Stepped) -> Added {
    (StatusCode::CREATED, Json(wire::ReviewStep::from(stepped)))
}

/// Tags a refusal.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/tags", tag = "rejections", request_body = wire::SayTag,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn tag(State(app): State<Shared>, caller: Caller, named: Named, body: Body<wire::SayTag>) -> Result<Added, Problem> {
    let tag = tag_of(&body.value.tag)?;
    Ok(added(&app.oversight().tag(named.0, &caller.actor.id.into(), tag).await?))
}

/// Takes the caller's tag back.
#[utoipa::path(delete, path = "/api/v1/rejections/{id}/tags/mine", tag = "rejections",
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 200, description = "What it led to", body = wire::ReviewStep)))]
pub async fn withdraw(State(app): State<Shared>, caller: Caller, named: Named) -> Result<Json<wire::ReviewStep>, Problem> {
    let stepped = app.oversight().withdraw(named.0, &caller.actor.id.into()).await?;
    Ok(Json(wire::ReviewStep::from(&stepped)))
}

/// Decides a disagreement, once and for all.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/adjudication", tag = "rejections", request_body = wire::Adjudicate,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn adjudicate(
    State(app): State<Shared>,
    caller: Caller,
    named: Named,
    body: Body<wire::Adjudicate>,
) -> Result<Added, Problem> {
    let wire::Adjudicate { tag, rationale } = body.value;
    let tag = tag_of(&tag)?;
    Ok(added(&app.oversight().adjudicate(named.0, &caller.actor.id.into(), tag, &rationale).await?))
}
