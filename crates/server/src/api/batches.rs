//! Many claims at once, each a job of its own, accepted all or none.

use super::claims::{Wish, as_job, claim_fits, order};
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
use engine::Along;

/// Most claims in one batch.
const CLAIMS_MAX: usize = 100;

/// Accepts many claims.
#[utoipa::path(post, path = "/api/v1/batches", tag = "verify", request_body = wire::AskBatch,
    responses((status = 202, description = "Accepted", body = wire::AcceptedBatch)))]
pub async fn make(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    body: Body<wire::AskBatch>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, "/api/v1/batches", &body.bytes)?;
    if let Some(once) = &once
        && let Some(before) = once.before(&app).await?
    {
        return Ok(before);
    }
    let (claims, manner) = body.value.apart();
    if !(1..=CLAIMS_MAX).contains(&claims.len()) {
        return Err(Problem::new(INVALID, format!("claims must be 1 to {CLAIMS_MAX} texts")));
    }
    claims.iter().try_for_each(|claim| claim_fits(claim))?;
    let (mut jobs, mut accepted) = (Vec::with_capacity(claims.len()), Vec::with_capacity(claims.len()));
    for claim in claims {
        let order = order(&app, &caller, Wish { text: claim, is_article: false, manner: manner.clone() }).await?;
        let (job, told) = as_job(&app, order, 0);
        jobs.push(job);
        accepted.push(told);
    }
    let batch = wire::AcceptedBatch { jobs: accepted };
    let answer = once.as_ref().map(|once| once.answer(&app, StatusCode::ACCEPTED, &batch));
    let committed = app.office.commit(Along { jobs, answer, ..Along::default() }).await;
    settled(&app, once.as_ref(), committed, |()| (StatusCode::ACCEPTED, Json(batch)).into_response()).await
}
