//! The weekly accounts of how reliable refusals are, and what the public may know of them.

use crate::app::Shared;
use crate::body::{Body, Page};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use engine::oversight::{MethodologyOutcome, Week, history_svg};
use serde_json::Value;

/// Lists the latest account of each week, latest week first.
#[utoipa::path(get, path = "/api/v1/agreement/snapshots", tag = "agreement",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100)),
    responses((status = 200, description = "A page", body = wire::SnapshotPage)))]
pub async fn list(State(app): State<Shared>, page: Page) -> Result<Json<wire::SnapshotPage>, Problem> {
    let before = page.after::<Week>()?.map(|week| week.to_string());
    let history = app.oversight().snapshot_history().await?;
    let older = history.iter().filter(|stored| before.as_ref().is_none_or(|before| stored.key.week < *before));
    let items: Vec<wire::Snapshot> = older.take(page.limit as usize).map(wire::Snapshot::from).collect();
    let next = (items.len() == page.limit as usize).then(|| items.last().map(|item| item.week.clone())).flatten();
    Ok(Json(wire::SnapshotPage { items, next }))
}

/// Takes the account of this week now. The same corpus gives the version that is there already.
#[utoipa::path(post, path = "/api/v1/agreement/snapshots", tag = "agreement",
    responses((status = 201, description = "The account", body = wire::Snapshot)))]
pub async fn take(State(app): State<Shared>) -> Result<(StatusCode, Json<wire::Snapshot>), Problem> {
    let oversight = app.oversight();
    let taken = oversight.take_snapshot(oversight.this_week()).await?;
    Ok((StatusCode::CREATED, Json(wire::Snapshot::from(&taken))))
}

/// Returns the latest account of a week.
#[utoipa::path(get, path = "/api/v1/agreement/snapshots/{week}", tag = "agreement",
    params(("week" = String, Path, description = "The ISO week, as in 2026-W46")),
    responses((status = 200, description = "The account", body = wire::Snapshot)))]
pub async fn get(State(app): State<Shared>, Path(week): Path<String>) -> Result<Json<wire::Snapshot>, Problem> {
    Ok(Json(wire::Snapshot::from(&app.oversight().snapshot(&week, None).await?)))
}

/// Says that the caller has seen an account.
#[utoipa::path(post, path = "/api/v1/agreement/snapshots/{week}/acknowledgement", tag = "agreement",
    params(("week" = String, Path, description = "The ISO week, as in 2026-W46")), request_body = wire::Acknowledge,
    responses((status = 201, description = "The account", body = wire::Snapshot)))]
pub async fn acknowledge(
    State(app): State<Shared>,
    caller: Caller,
    Path(week): Path<String>,
    body: Body<wire::Acknowledge>,
) -> Result<(StatusCode, Json<wire::Snapshot>), Problem> {
    let stored = app.oversight().acknowledge(&week, Some(body.value.version), &caller.actor.id.into()).await?;
    Ok((StatusCode::CREATED, Json(wire::Snapshot::from(&stored))))
}

/// Records what the methodology maintainer decided about an account. Nothing changes by itself.
#[utoipa::path(post, path = "/api/v1/agreement/snapshots/{week}/review", tag = "agreement",
    params(("week" = String, Path, description = "The ISO week, as in 2026-W46")), request_body = wire::Decide,
    responses((status = 201, description = "The account", body = wire::Snapshot)))]
pub async fn decide(
    State(app): State<Shared>,
    caller: Caller,
    Path(week): Path<String>,
    body: Body<wire::Decide>,
) -> Result<(StatusCode, Json<wire::Snapshot>), Problem> {
    let wire::Decide { version, outcome, rationale } = body.value;
    let wrong = |why: String| Problem::new(INVALID, format!("outcome: {why}"));
    let outcome: MethodologyOutcome = outcome.parse().map_err(wrong)?;
    let stored = app.oversight().decide(&week, Some(version), &caller.actor.id.into(), outcome, &rationale).await?;
    Ok((StatusCode::CREATED, Json(wire::Snapshot::from(&stored))))
}

/// Draws α week by week, with the floors.
#[utoipa::path(get, path = "/api/v1/agreement/chart.svg", tag = "agreement", security(()),
    responses((status = 200, description = "The chart", body = String, content_type = "image/svg+xml")))]
pub async fn chart(State(app): State<Shared>) -> Result<Response, Problem> {
    let oversight = app.oversight();
    let svg = history_svg(&oversight.snapshot_history().await?, oversight.floors());
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// Tells the public how reliable refusals are: α with intervals, floors, the false-positive rate, the policy; nobody's name.
#[utoipa::path(get, path = "/api/v1/transparency", tag = "agreement", security(()),
    responses((status = 200, description = "The report")))]
pub async fn transparency(State(app): State<Shared>) -> Result<Json<Value>, Problem> {
    Ok(Json(app.oversight().transparency().await?))
}
