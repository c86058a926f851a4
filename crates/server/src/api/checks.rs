//! Checks: private to their maker, replayable, exportable, erasable.

use crate::app::Shared;
use crate::body::{Page, id};
use crate::caller::Caller;
use crate::problem::{ERASED, INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::CheckId;
use serde_json::{Value, json};

/// Lists the checks of the caller, latest first.
#[utoipa::path(get, path = "/api/v1/checks", tag = "checks",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100)),
    responses((status = 200, description = "A page", body = wire::CheckPage)))]
pub async fn list(State(app): State<Shared>, caller: Caller, page: Page) -> Result<Json<wire::CheckPage>, Problem> {
    let lines = app.office.store().checks_of(caller.actor.id, page.after::<CheckId>()?, page.limit).await?;
    let next = (lines.len() == page.limit as usize).then(|| lines.last().map(|line| line.id.to_string())).flatten();
    Ok(Json(wire::CheckPage { items: lines.iter().map(wire::CheckLine::from).collect(), next }))
}

/// Returns a check of the caller.
#[utoipa::path(get, path = "/api/v1/checks/{id}", tag = "checks", params(("id" = String, Path, description = "The check")),
    responses((status = 200, description = "The answer", body = wire::Check)))]
pub async fn get(State(app): State<Shared>, caller: Caller, Path(check): Path<String>) -> Result<Json<wire::Check>, Problem> {
    let stored = of_caller(&app, &caller, &check).await?;
    Ok(Json(wire::Check::from(&stored.check)))
}

/// Erases a check: its text, its answer, and the salts that tie the audit log to them.
#[utoipa::path(delete, path = "/api/v1/checks/{id}", tag = "checks", params(("id" = String, Path, description = "The check")),
    responses((status = 204, description = "Erased")))]
pub async fn erase(State(app): State<Shared>, caller: Caller, Path(check): Path<String>) -> Result<StatusCode, Problem> {
    let stored = of_caller(&app, &caller, &check).await?;
    let (id, by) = (stored.check.id, Some(caller.actor.id));
    let along = engine::audit::along(&app.office, by, "check.erased", format!("check:{id}"), json!({}));
    app.office.store().erase_check(id, app.office.now(), along).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Recomputes a check from what it was made from and says what differs.
#[utoipa::path(post, path = "/api/v1/checks/{id}/replay", tag = "checks",
    params(("id" = String, Path, description = "The check")),
    responses((status = 200, description = "What the replay found")))]
pub async fn replay(State(app): State<Shared>, caller: Caller, Path(check): Path<String>) -> Result<Json<Value>, Problem> {
    let stored = of_caller(&app, &caller, &check).await?;
    let engine = app.engine()?;
    let _seat = app.pool.seat(caller.actor.id).await?;
    let replay = engine.replay(stored.check.id, false).await?;
    Ok(Json(json!(replay)))
}

/// Exports the decisive verdicts of a check as schema.org ClaimReview; not one that is half true because a part is open.
#[utoipa::path(get, path = "/api/v1/checks/{id}/claim-review", tag = "checks",
    params(("id" = String, Path, description = "The check")),
    responses((status = 200, description = "One ClaimReview for each decisive verdict")))]
pub async fn claim_review(State(app): State<Shared>, caller: Caller, Path(check): Path<String>) -> Result<Json<Value>, Problem> {
    let stored = of_caller(&app, &caller, &check).await?;
    let reviews = engine::exchange::claim_reviews(&stored.check);
    match reviews.is_empty() {
        true => Err(Problem::new(INVALID, "none of the claims has a decisive verdict, and only those are reviewed")),
        false => Ok(Json(Value::Array(reviews))),
    }
}

/// Shows the ledger of a check: every term, boost, penalty, cap and floor that fired.
#[utoipa::path(get, path = "/api/v1/checks/{id}/explanation", tag = "checks",
    params(("id" = String, Path, description = "The check")),
    responses((status = 200, description = "The ledger of each claim", body = Vec<wire::Ledger>)))]
pub async fn explanation(
    State(app): State<Shared>,
    caller: Caller,
    Path(check): Path<String>,
) -> Result<Json<Vec<wire::Ledger>>, Problem> {
    let stored = of_caller(&app, &caller, &check).await?;
    Ok(Json(stored.check.claims.iter().map(wire::Ledger::from).collect()))
}

/// A check of somebody else is no check of yours; one that was erased says when.
async fn of_caller(app: &Shared, caller: &Caller, check: &str) -> Result<engine::StoredCheck, Problem> {
    let check: CheckId = id(check, "check")?;
    if let Some(at) = app.office.store().erased_check(check).await? {
        return Err(Problem::new(ERASED, format!("it was erased on {at}")));
    }
    let maker = app.office.store().check_maker(check).await?;
    if maker != Some(caller.actor.id) && !caller.sees_all() {
        return Err(Problem::not_found("check"));
    }
    app.office.store().check(check).await?.ok_or_else(|| Problem::not_found("check"))
}
