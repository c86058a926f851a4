//! The audit log for those who look after it.

use crate::app::Shared;
use crate::body::Page;
use crate::caller::Caller;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use engine::AuditText;
use serde_json::{Value, json};

/// Heads returned.
const HEADS_MAX: u32 = 100;

/// Lists audit rows in order. Looking is logged too.
#[utoipa::path(get, path = "/api/v1/audit", tag = "audit",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100)),
    responses((status = 200, description = "Rows")))]
pub async fn rows(State(app): State<Shared>, caller: Caller, page: Page) -> Result<Json<Value>, Problem> {
    let after = page.after::<u64>()?.unwrap_or(0);
    let rows = app.office.store().audit_rows(after.min(i64::MAX as u64), page.limit).await?;
    let row = engine::audit::row(&app.office, Some(caller.actor.id), "audit.read", format!("audit:{after}"), json!({}));
    app.office.commit(engine::Along::audit(row)).await?;
    let next = (rows.len() == page.limit as usize).then(|| rows.last().map(|(row, _)| row.seq.to_string())).flatten();
    let items: Vec<Value> = rows.iter().map(|(row, text)| json!({"row": row, "erased_at": erased(text)})).collect();
    Ok(Json(json!({"items": items, "next": next})))
}

fn erased(text: &AuditText) -> Option<String> {
    match text {
        AuditText::Erased(at) => Some(at.to_string()),
        AuditText::None | AuditText::Kept(_) => None,
    }
}

/// Proves the log whole, or names what is wrong with it.
#[utoipa::path(get, path = "/api/v1/audit/verify", tag = "audit", responses((status = 200, description = "The report")))]
pub async fn verify(State(app): State<Shared>) -> Result<Json<Value>, Problem> {
    Ok(Json(json!(app.office.verify_audit(&[]).await?)))
}

/// Exports the signed heads.
#[utoipa::path(get, path = "/api/v1/audit/heads", tag = "audit", responses((status = 200, description = "Signed heads")))]
pub async fn heads(State(app): State<Shared>) -> Result<Json<Value>, Problem> {
    Ok(Json(json!(app.office.store().signed_heads(HEADS_MAX).await?)))
}
