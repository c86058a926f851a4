//! Refusals whose right tag is known, mixed into the queues to see how reviewers do.

use super::{read, refusal, tag_of};
use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::idempotent::{Once, settled};
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::{RejectionEvent, RejectionId, Span, Verdict};
use engine::Along;
use engine::verify::ARTICLE_BYTES_MAX;

/// Longest category and rule of a known-answer item.
const WORD_BYTES_MAX: usize = 200;

/// Tells how each reviewer does where the answer is known.
#[utoipa::path(get, path = "/api/v1/rejections/golden", tag = "rejections",
    responses((status = 200, description = "One record for each reviewer", body = Vec<wire::GoldenRecord>)))]
pub async fn records(State(app): State<Shared>) -> Result<Json<Vec<wire::GoldenRecord>>, Problem> {
    Ok(Json(app.oversight().golden_records().await?.iter().map(wire::GoldenRecord::from).collect()))
}

/// Adds a refusal whose right tag is known.
#[utoipa::path(post, path = "/api/v1/rejections/golden", tag = "rejections", request_body = wire::AddGolden,
    responses((status = 201, description = "Its name", body = wire::AddedGolden)))]
pub async fn add(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    body: Body<wire::AddGolden>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, "/api/v1/rejections/golden", &body.bytes)?;
    let wire::AddGolden { text, verdict, category, by, answer } = body.value;
    let (verdict, answer) = (read(Some(&verdict), "verdict", refusal)?, tag_of(&answer)?);
    if text.trim().is_empty() || text.len() > ARTICLE_BYTES_MAX || category.len() > WORD_BYTES_MAX || by.len() > WORD_BYTES_MAX {
        let told = format!("text must have 1 to {ARTICLE_BYTES_MAX} bytes, category and by at most {WORD_BYTES_MAX}");
        return Err(Problem::new(INVALID, told));
    }
    // Everything a reviewer could tell it by is as with any other: a name of its own, a submitter of its own, a place.
    let ((unix_ms, chance), (_, other)) = (app.office.name_parts(), app.office.name_parts());
    let event = RejectionEvent {
        id: RejectionId::from_parts(unix_ms, chance),
        submission: RejectionId::from_parts(unix_ms, other).to_string(),
        submitter: domain::ActorId::from_parts(unix_ms, other).into(),
        at: app.office.now(),
        verdict: verdict.unwrap_or(Verdict::AttackDetected),
        category,
        by,
        span: Some(Span::new(0, text.len())),
        text,
        is_article: false,
    };
    let added = wire::AddedGolden { id: event.id.to_string() };
    let kept = once.as_ref().map(|once| once.answer(&app, StatusCode::CREATED, &added));
    let done = app.oversight().keep_golden(&event, answer, Along { answer: kept, ..Along::default() }).await;
    settled(&app, once.as_ref(), done, |_| (StatusCode::CREATED, Json(added)).into_response()).await
}
