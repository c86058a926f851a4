//! The table of contents.

use crate::api::{
    admin, agreement, audit, batches, checks, claims, corpora, health, intake, jobs, rejections, session, submitters, webhooks,
    worker,
};
use crate::app::Shared;
use crate::front::front;
use crate::problem::{NOT_FOUND, PROBLEMS, Problem, WRONG_METHOD};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use serde_json::{Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(title = "Probity", description = "Checks claims against evidence, and keeps the checking honest."),
    components(schemas(crate::problem::Wire))
)]
struct Document;

fn contents() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::metrics))
        .routes(routes!(health::root))
        .routes(routes!(health::docs))
        .routes(routes!(health::openapi))
        .routes(routes!(worker::verify))
        .routes(routes!(claims::verify))
        .routes(routes!(claims::verify_article))
        .routes(routes!(batches::make))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::get))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::revive))
        .routes(routes!(checks::list))
        .routes(routes!(checks::get, checks::erase))
        .routes(routes!(checks::replay))
        .routes(routes!(checks::claim_review))
        .routes(routes!(checks::explanation))
        .routes(routes!(corpora::list))
        .routes(routes!(corpora::add))
        .routes(routes!(corpora::document, corpora::remove))
        .routes(routes!(webhooks::list, webhooks::add))
        .routes(routes!(webhooks::remove))
        .routes(routes!(webhooks::rotate))
        .routes(routes!(webhooks::deliveries))
        .routes(routes!(webhooks::replay))
        .routes(routes!(session::me))
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(session::token))
        .routes(routes!(session::accept))
        .routes(routes!(admin::invite))
        .routes(routes!(admin::keys, admin::add_key))
        .routes(routes!(admin::revoke_key))
        .routes(routes!(rejections::list))
        .routes(routes!(rejections::queue))
        .routes(routes!(rejections::export::export))
        .routes(routes!(rejections::golden::records, rejections::golden::add))
        .routes(routes!(rejections::get))
        .routes(routes!(rejections::steps::tag))
        .routes(routes!(rejections::steps::withdraw))
        .routes(routes!(rejections::steps::adjudicate))
        .routes(routes!(submitters::track_record))
        .routes(routes!(intake::shadow))
        .routes(routes!(agreement::list, agreement::take))
        .routes(routes!(agreement::get))
        .routes(routes!(agreement::acknowledge))
        .routes(routes!(agreement::decide))
        .routes(routes!(agreement::chart))
        .routes(routes!(agreement::transparency))
        .routes(routes!(audit::rows))
        .routes(routes!(audit::verify))
        .routes(routes!(audit::heads))
}

/// Returns the OpenAPI document: what the handlers say, and the problems that any of them may answer.
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(contents().into_openapi()).expect("the document always serialises");
    document["components"]["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer", "description": "an API key or an admin token"},
        "session": {"type": "apiKey", "in": "cookie", "name": crate::caller::COOKIE},
    });
    document["security"] = json!([{"bearer": []}, {"session": []}]);
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in methods.as_object_mut().into_iter().flatten() {
            let words = path.split(['/', '{', '}', '-', '.']).filter(|word| !word.is_empty() && !matches!(*word, "api" | "v1"));
            let words: Vec<&str> = words.collect();
            let name = if words.is_empty() { "root".to_owned() } else { words.join("_") };
            operation["operationId"] = json!(format!("{method}_{name}"));
            problems_of(operation);
        }
    }
    document
}

fn problems_of(operation: &mut Value) {
    let has_body = operation.get("requestBody").is_some();
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (_, status, title) in PROBLEMS {
        // Only those with a body can bring a wrong one.
        if matches!(status, 413 | 415) && !has_body {
            continue;
        }
        let problem = json!({
            "description": title,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        });
        responses.entry(status.to_string()).or_insert(problem);
    }
}

/// Puts the routes, the front and the limits together.
pub fn router(app: &Shared) -> Router {
    let (routes, _) = contents().split_for_parts();
    routes
        .fallback(|| async { Problem::new(NOT_FOUND, "there is no such address: /docs lists them all") })
        .method_not_allowed_fallback(|| async { Problem::new(WRONG_METHOD, "/docs lists what each address understands") })
        .layer(DefaultBodyLimit::max(app.limits.body_bytes_max))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Shared::clone(app), front))
        .with_state(Shared::clone(app))
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse as _;
    tracing::error!("a handler panicked; nothing it did not commit has happened");
    Problem::new(crate::problem::INTERNAL, "the log of the server says more").into_response()
}
