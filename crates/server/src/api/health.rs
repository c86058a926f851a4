//! Whether the house stands, whether it is open, and its numbers.

use crate::app::Shared;
use crate::problem::{NOT_READY, Problem};
use crate::{docs, router, telemetry};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect};
use serde_json::{Value, json};

/// Says that the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operations", security(()), responses((status = 200, description = "Alive")))]
pub async fn healthz() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

/// Says whether everything is there that this server was started with.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(()), responses((status = 200, description = "Ready")))]
pub async fn readyz(State(app): State<Shared>) -> Result<Json<Value>, Problem> {
    app.office.store().origin().await?;
    match app.engine.get() {
        Some(_) => Ok(Json(json!({"status": "ready", "models": true}))),
        None if !app.expects_models => Ok(Json(json!({"status": "ready", "models": false}))),
        None => Err(Problem::retry(NOT_READY, "the store is open and the models are being loaded: ask again", 2)),
    }
}

/// Tells the numbers in Prometheus's format.
#[utoipa::path(get, path = "/metrics", tag = "operations", security(()),
    responses((status = 200, description = "Numbers", body = String, content_type = "text/plain")))]
pub async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], telemetry::render(&app).await)
}

/// Leads to the page for people.
#[utoipa::path(get, path = "/", tag = "operations", security(()), responses((status = 303, description = "To /docs")))]
pub async fn root() -> Redirect {
    Redirect::to("/docs")
}

/// Shows the API for people.
#[utoipa::path(get, path = "/docs", tag = "operations", security(()),
    responses((status = 200, description = "A page", body = String, content_type = "text/html")))]
pub async fn docs() -> impl IntoResponse {
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(docs::page(&router::openapi())))
}

/// Shows the API for machines.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "operations", security(()),
    responses((status = 200, description = "OpenAPI 3.1")))]
pub async fn openapi() -> Json<Value> {
    Json(router::openapi())
}
