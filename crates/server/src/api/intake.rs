//! What rules would do before they go live.

use crate::app::Shared;
use crate::problem::{INTERNAL, NOT_FOUND, Problem};
use axum::Json;
use axum::extract::State;
use serde_json::Value;
use std::sync::Arc;

/// Tells how the rules in shadow do against what reviewers settled on, and what they would have done to those who came.
#[utoipa::path(get, path = "/api/v1/intake/shadow", tag = "intake",
    responses((status = 200, description = "The live rules and those in shadow, side by side")))]
pub async fn shadow(State(app): State<Shared>) -> Result<Json<Value>, Problem> {
    let engine = Arc::clone(app.engine()?);
    let tagged = app.oversight().settled().await?;
    // Thousands of texts may be settled, and two rule sets read each.
    let report = tokio::task::spawn_blocking(move || engine.intake().shadow_report(&tagged)).await;
    let report = report.map_err(|_| Problem::new(INTERNAL, "the log of the server says more"))?;
    let next = "no rules are in shadow: put them beside the live ones as intake-rules.shadow.toml";
    report.map(Json).ok_or_else(|| Problem::new(NOT_FOUND, next))
}
