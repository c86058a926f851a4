//! Corpora, and documents into them.

use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::{CorpusName, DocumentId};

/// Most documents in one request.
const DOCUMENTS_MAX: usize = 100;

/// Lists the corpora.
#[utoipa::path(get, path = "/api/v1/corpora", tag = "corpora",
    responses((status = 200, description = "The corpora", body = Vec<wire::Corpus>)))]
pub async fn list(State(app): State<Shared>) -> Result<Json<Vec<wire::Corpus>>, Problem> {
    let corpora = app.office.store().corpora().await?;
    let wire = |corpus: engine::Corpus| wire::Corpus { name: corpus.name.to_string(), documents: corpus.documents };
    Ok(Json(corpora.into_iter().map(wire).collect()))
}

/// Brings documents into a corpus. Bringing the same ones again changes nothing.
#[utoipa::path(post, path = "/api/v1/corpora/{name}/documents", tag = "corpora", request_body = wire::AddDocuments,
    params(("name" = String, Path, description = "The corpus")),
    responses((status = 200, description = "What became of them", body = wire::AddedDocuments)))]
pub async fn add(
    State(app): State<Shared>,
    caller: Caller,
    Path(name): Path<String>,
    body: Body<wire::AddDocuments>,
) -> Result<Json<wire::AddedDocuments>, Problem> {
    let corpus = CorpusName::new(&name).ok_or_else(|| Problem::new(INVALID, "a corpus has a name like my-notes"))?;
    let documents = body.value.documents;
    if !(1..=DOCUMENTS_MAX).contains(&documents.len()) {
        return Err(Problem::new(INVALID, format!("documents must be 1 to {DOCUMENTS_MAX}")));
    }
    let lines: Vec<String> = documents.iter().filter_map(|document| serde_json::to_string(document).ok()).collect();
    let engine = app.engine()?;
    let _seat = app.pool.seat(caller.actor.id).await?;
    let added = engine.ingest_rows(&app.office, caller.actor.id, &corpus, &lines.join("\n")).await?;
    app.known.forget_stocked();
    Ok(Json(wire::AddedDocuments {
        new: added.new,
        same: added.same,
        replaced: added.replaced,
        duplicates: added.duplicates,
        skipped: added.skipped.iter().map(|skipped| skipped.why.to_string()).collect(),
    }))
}

/// Returns one document of a corpus.
#[utoipa::path(get, path = "/api/v1/corpora/{name}/documents/{id}", tag = "corpora",
    params(("name" = String, Path, description = "The corpus"), ("id" = String, Path, description = "The document")),
    responses((status = 200, description = "The document", body = wire::Document)))]
pub async fn document(
    State(app): State<Shared>,
    Path((name, id)): Path<(String, String)>,
) -> Result<Json<wire::Document>, Problem> {
    let (corpus, id) = named(&name, &id)?;
    let found = app.office.store().documents(&corpus, std::slice::from_ref(&id)).await?;
    found.first().map(|document| Json(wire::Document::from(document))).ok_or_else(|| Problem::not_found("document"))
}

/// Takes one document out of a corpus: it is evidence no more. Checks that rest on it keep what they read.
#[utoipa::path(delete, path = "/api/v1/corpora/{name}/documents/{id}", tag = "corpora",
    params(("name" = String, Path, description = "The corpus"), ("id" = String, Path, description = "The document")),
    responses((status = 204, description = "Gone")))]
pub async fn remove(
    State(app): State<Shared>,
    caller: Caller,
    Path((name, id)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let (corpus, id) = named(&name, &id)?;
    let was_there = app.office.remove_document(&corpus, &id, Some(caller.actor.id)).await?;
    app.known.forget_stocked();
    match was_there {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::not_found("document")),
    }
}

/// What is no name names nothing.
fn named(corpus: &str, id: &str) -> Result<(CorpusName, DocumentId), Problem> {
    let corpus = CorpusName::new(corpus).ok_or_else(|| Problem::not_found("corpus"))?;
    Ok((corpus, DocumentId::new(id).ok_or_else(|| Problem::not_found("document"))?))
}
