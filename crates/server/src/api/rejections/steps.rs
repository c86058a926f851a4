//! What reviewers do with a refusal: tag it, take a tag back, settle what two disagree on. With an idempotency key each of them
//! happens once, and the answer commits with the step.

use super::{Named, tag_of};
use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::idempotent::{Once, settled};
use crate::problem::Problem;
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use domain::{ReviewerId, Tag};
use engine::oversight::{Keep, Stepped};
use std::sync::Arc;

/// What a reviewer wants to do.
enum Step {
    Tag(Tag),
    Withdraw,
    Adjudicate(Tag, String),
}

/// Tags a refusal.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/tags", tag = "rejections", request_body = wire::SayTag,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn tag(
    State(app): State<Shared>,
    caller: Caller,
    named: Named,
    (headers, uri): (HeaderMap, Uri),
    body: Body<wire::SayTag>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, uri.path(), &body.bytes)?;
    take(&app, &caller, &named, Step::Tag(tag_of(&body.value.tag)?), once).await
}

/// Takes the caller's tag back.
#[utoipa::path(delete, path = "/api/v1/rejections/{id}/tags/mine", tag = "rejections",
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 200, description = "What it led to", body = wire::ReviewStep)))]
pub async fn withdraw(
    State(app): State<Shared>,
    caller: Caller,
    named: Named,
    (headers, uri): (HeaderMap, Uri),
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, uri.path(), b"")?;
    take(&app, &caller, &named, Step::Withdraw, once).await
}

/// Decides a disagreement, once and for all.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/adjudication", tag = "rejections", request_body = wire::Adjudicate,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn adjudicate(
    State(app): State<Shared>,
    caller: Caller,
    named: Named,
    (headers, uri): (HeaderMap, Uri),
    body: Body<wire::Adjudicate>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, uri.path(), &body.bytes)?;
    let wire::Adjudicate { tag, rationale } = body.value;
    take(&app, &caller, &named, Step::Adjudicate(tag_of(&tag)?, rationale), once).await
}

async fn take(app: &Shared, caller: &Caller, named: &Named, step: Step, once: Option<Once>) -> Result<Response, Problem> {
    if let Some(once) = &once
        && let Some(before) = once.before(app).await?
    {
        return Ok(before);
    }
    let status = if matches!(step, Step::Withdraw) { StatusCode::OK } else { StatusCode::CREATED };
    let once = once.map(Arc::new);
    let keep = once.clone().map(|once| -> Keep {
        let app = Shared::clone(app);
        Box::new(move |stepped| once.answer(&app, status, &wire::ReviewStep::from(stepped)))
    });
    let (oversight, id, me) = (app.oversight().keeping(keep), named.0, ReviewerId::from(caller.actor.id));
    let done = match step {
        Step::Tag(tag) => oversight.tag(id, &me, tag).await,
        Step::Withdraw => oversight.withdraw(id, &me).await,
        Step::Adjudicate(tag, rationale) => oversight.adjudicate(id, &me, tag, &rationale).await,
    };
    let fresh = |stepped: Stepped| (status, Json(wire::ReviewStep::from(&stepped))).into_response();
    settled(app, once.as_deref(), done, fresh).await
}
