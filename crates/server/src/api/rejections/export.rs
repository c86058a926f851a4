//! All refusals with their tags, for other tools.

use super::{Filter, looked};
use crate::app::Shared;
use crate::body::{Page, query};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse as _, Response};
use engine::oversight::{REJECTIONS_MAX, Shown, export_csv, export_jsonl, export_label_studio};

/// Most refusals in one export.
const EXPORT_MAX: usize = 10_000;

/// Exports refusals with their tags: `csv`, `jsonl` (the default) or `label-studio`.
#[utoipa::path(get, path = "/api/v1/rejections/export", tag = "rejections",
    params(("format" = Option<String>, Query, description = "`csv`, `jsonl` or `label-studio`"),
           ("cursor" = Option<String>, Query, description = "The `x-next-cursor` of the export before"),
           ("state" = Option<String>, Query, description = "Only those this far"),
           ("since" = Option<String>, Query, description = "Refused at this moment or later"),
           ("until" = Option<String>, Query, description = "Refused before this moment")),
    responses((status = 200, description = "At most ten thousand refusals; the header x-next-cursor leads to more",
               content((String = "application/jsonl"), (String = "text/csv"), (String = "application/json")))))]
pub async fn export(State(app): State<Shared>, caller: Caller, uri: Uri) -> Result<Response, Problem> {
    let filter: Filter = query(&uri)?;
    let mut wanted = filter.wanted(&Page::of(filter.cursor.clone(), None)?)?;
    wanted.limit = REJECTIONS_MAX;
    let mut all: Vec<Shown> = Vec::new();
    let next = loop {
        let found = app.oversight().list(&wanted, None).await?;
        let is_last = found.len() < REJECTIONS_MAX as usize;
        wanted.after = found.last().map(|shown| shown.event.id);
        all.extend(found);
        if is_last {
            break None;
        }
        if all.len() >= EXPORT_MAX {
            break wanted.after;
        }
    };
    looked(&app, &caller, "export").await?;
    let (kind, text) = match filter.format.as_deref() {
        None | Some("jsonl") => ("application/jsonl", export_jsonl(&all)),
        Some("csv") => ("text/csv", export_csv(&all).map_err(|error| Problem::new(INVALID, error.to_string()))?),
        Some("label-studio") => ("application/json", export_label_studio(&all)),
        Some(_) => return Err(Problem::new(INVALID, "format must be csv, jsonl or label-studio")),
    };
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    if let Some(value) = next.and_then(|next| next.to_string().parse().ok()) {
        response.headers_mut().insert("x-next-cursor", value);
    }
    Ok(response)
}
