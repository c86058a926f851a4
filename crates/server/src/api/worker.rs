//! `POST /worker/verify`, as S1 has it.

use super::claims::{Wish, claim_fits, order};
use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::idempotent::{Once, settled};
use crate::problem::{INVALID, Problem};
use crate::wire::{Manner, WorkerRequest, WorkerResponse};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use domain::digest_bytes;
use engine::Along;

/// Most evidence returned.
const TOP_K_MAX: u32 = 20;
/// Longest of the caller's own words.
const WORD_CHARS_MAX: usize = 200;

/// Verifies a claim in the Worker's words. The same `job_id` with the same body gets the same answer.
#[utoipa::path(post, path = "/worker/verify", tag = "verify", request_body = WorkerRequest,
    responses((status = 200, description = "The verdict package", body = WorkerResponse)))]
pub async fn verify(State(app): State<Shared>, caller: Caller, body: Body<WorkerRequest>) -> Result<Response, Problem> {
    let asked = body.value;
    fits(&asked)?;
    // By its fingerprint: the caller's name for a job may be longer than a key.
    let job = digest_bytes(asked.job_id.as_bytes());
    let once = Once::named(&format!("job:{job}"), caller.actor.id, "/worker/verify", &body.bytes)?;
    if let Some(before) = once.before(&app).await? {
        return Ok(before);
    }
    let engine = app.engine()?;
    // The Worker looks on the web whenever it can; what it cannot, its answer says.
    let manner = Manner { web: app.can_search, confidence_mode: asked.confidence_mode, ..Manner::default() };
    let wish = Wish { text: asked.claim.clone(), is_article: false, manner };
    let order = order(&app, &caller, wish).await?;
    let _seat = app.pool.seat(order.maker).await?;
    let fulfilled = engine.fulfil_with(&app.office, &order, &(), |stored| Along {
        answer: Some(once.answer(&app, StatusCode::OK, &WorkerResponse::of(&asked, stored))),
        ..Along::default()
    });
    let fulfilled = fulfilled.await;
    settled(&app, Some(&once), fulfilled, |stored| Json(WorkerResponse::of(&asked, &stored)).into_response()).await
}

fn fits(asked: &WorkerRequest) -> Result<(), Problem> {
    let wrong = |field: &str, wanted: String| Err(Problem::new(INVALID, format!("{field} must {wanted}")));
    let is_long = |text: &str| text.chars().count() > WORD_CHARS_MAX;
    if asked.job_id.trim().is_empty() || is_long(&asked.job_id) {
        return wrong("job_id", format!("have 1 to {WORD_CHARS_MAX} characters"));
    }
    if !(1..=TOP_K_MAX).contains(&asked.top_k) {
        return wrong("top_k", format!("be within 1..={TOP_K_MAX}"));
    }
    let words = [("room_id", asked.room_id.as_deref()), ("source", asked.source.as_deref()), ("domain", Some(&*asked.domain))];
    if let Some((field, _)) = words.iter().find(|(_, text)| text.is_some_and(is_long)) {
        return wrong(field, format!("have at most {WORD_CHARS_MAX} characters"));
    }
    claim_fits(&asked.claim)
}
