//! How submitters did, for those who look at refusals.

use crate::app::Shared;
use crate::problem::Problem;
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use domain::SubmitterId;

/// Returns the record of a submitter over the last 90 days. It orders the queue of refusals and reaches nothing else.
#[utoipa::path(get, path = "/api/v1/submitters/{id}/track-record", tag = "rejections",
    params(("id" = String, Path, description = "The submitter")),
    responses((status = 200, description = "The record", body = wire::TrackRecord)))]
pub async fn track_record(State(app): State<Shared>, Path(submitter): Path<String>) -> Result<Json<wire::TrackRecord>, Problem> {
    let submitter = SubmitterId::new(submitter).ok_or_else(|| Problem::not_found("submitter"))?;
    Ok(Json(wire::TrackRecord::from(&app.oversight().track_record(&submitter).await?)))
}
