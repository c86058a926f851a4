//! Refusals under review. The reviewer is whoever asks; nobody reviews in another's name.

use crate::app::Shared;
use crate::body::{Body, Page, id, query};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use domain::{RejectionEvent, RejectionId, ReviewState, ReviewerId, Role, Span, SubmitterId, Tag, Verdict};
use engine::oversight::{QueueWanted, REJECTIONS_MAX, RejectionsWanted, Shown, export_csv, export_jsonl, export_label_studio};
use engine::verify::ARTICLE_BYTES_MAX;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

/// Most refusals in one export.
const EXPORT_MAX: usize = 10_000;
/// Longest category and rule of a known-answer item.
const WORD_BYTES_MAX: usize = 200;

/// Which refusals.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    cursor: Option<String>,
    limit: Option<u32>,
    state: Option<String>,
    verdict: Option<String>,
    category: Option<String>,
    submitter: Option<String>,
    since: Option<String>,
    until: Option<String>,
    format: Option<String>,
}

impl Filter {
    fn wanted(&self, page: &Page) -> Result<RejectionsWanted, Problem> {
        Ok(RejectionsWanted {
            state: read(self.state.as_deref(), "state", state_of)?,
            submitter: read(self.submitter.as_deref(), "submitter", |name| SubmitterId::new(name))?,
            verdict: self.verdict()?,
            category: self.category.clone(),
            since: read(self.since.as_deref(), "since", moment)?,
            until: read(self.until.as_deref(), "until", moment)?,
            after: page.after::<RejectionId>()?,
            limit: page.limit,
        })
    }

    fn verdict(&self) -> Result<Option<Verdict>, Problem> {
        read(self.verdict.as_deref(), "verdict", refusal)
    }
}

fn read<T>(word: Option<&str>, field: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Problem> {
    let wrong = |word: &str| Problem::new(INVALID, format!("{field} cannot be {word:?}: /docs says what it can be"));
    word.map(|word| parse(word).ok_or_else(|| wrong(word))).transpose()
}

fn state_of(word: &str) -> Option<ReviewState> {
    word.parse().ok()
}

fn moment(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

fn refusal(word: &str) -> Option<Verdict> {
    Verdict::ALL.into_iter().find(|verdict| verdict.is_refusal() && verdict.as_str() == word)
}

/// Whoever tags is blind, whatever else they may do; others who see what is not theirs see all.
fn viewer(caller: &Caller) -> Option<ReviewerId> {
    let reads_all = caller.sees_all() && !caller.actor.has_any(&[Role::Operator]);
    (!reads_all).then(|| caller.actor.id.into())
}

fn page_of(found: &[Shown], viewer: Option<&ReviewerId>, limit: u32) -> Json<wire::RejectionPage> {
    let next = (found.len() == limit as usize).then(|| found.last().map(|shown| shown.event.id.to_string())).flatten();
    Json(wire::RejectionPage { items: found.iter().map(|shown| wire::Rejection::of(shown, viewer)).collect(), next })
}

/// Looking at what others decided is written down.
async fn looked(app: &Shared, caller: &Caller, what: &str) -> Result<(), Problem> {
    let row = engine::audit::row(&app.office, Some(caller.actor.id), "rejections.read", format!("rejections:{what}"), json!({}));
    Ok(app.office.commit(engine::Along::audit(row)).await?)
}

/// Lists refusals in the order of their making. Adjudicators see those where both tags are in.
#[utoipa::path(get, path = "/api/v1/rejections", tag = "rejections",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100),
           ("state" = Option<String>, Query, description = "`untagged`, `awaiting_second_review`, `agreed`, `awaiting_adjudication` or `adjudicated`"),
           ("verdict" = Option<String>, Query, description = "`attack_detected` or `refused_topic`"),
           ("category" = Option<String>, Query, description = "What they were taken for"),
           ("submitter" = Option<String>, Query, description = "Who handed them in"),
           ("since" = Option<String>, Query, description = "Refused at this moment or later"),
           ("until" = Option<String>, Query, description = "Refused before this moment")),
    responses((status = 200, description = "A page", body = wire::RejectionPage)))]
pub async fn list(State(app): State<Shared>, caller: Caller, uri: Uri) -> Result<Json<wire::RejectionPage>, Problem> {
    let filter: Filter = query(&uri)?;
    let page = Page::of(filter.cursor.clone(), filter.limit)?;
    let (wanted, viewer) = (filter.wanted(&page)?, viewer(&caller));
    let is_revealed =
        matches!(wanted.state, Some(ReviewState::Agreed | ReviewState::AwaitingAdjudication | ReviewState::Adjudicated));
    if viewer.is_some() && !is_revealed {
        let told = "state must be agreed, awaiting_adjudication or adjudicated: the others are blind to you";
        return Err(Problem::new(INVALID, told));
    }
    let found = app.oversight().list(&wanted, viewer.as_ref()).await?;
    looked(&app, &caller, "list").await?;
    Ok(page_of(&found, viewer.as_ref(), page.limit))
}

/// Lists what waits for the caller's tag, most urgent first.
#[utoipa::path(get, path = "/api/v1/rejections/queue", tag = "rejections",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100),
           ("verdict" = Option<String>, Query, description = "`attack_detected` or `refused_topic`"),
           ("category" = Option<String>, Query, description = "What they were taken for")),
    responses((status = 200, description = "A page", body = wire::RejectionPage)))]
pub async fn queue(State(app): State<Shared>, caller: Caller, uri: Uri) -> Result<Json<wire::RejectionPage>, Problem> {
    let filter: Filter = query(&uri)?;
    let page = Page::of(filter.cursor.clone(), filter.limit)?;
    let me: ReviewerId = caller.actor.id.into();
    let wanted = QueueWanted {
        verdict: filter.verdict()?,
        category: filter.category,
        after: page.after()?,
        limit: page.limit,
        golden_rate: app.limits.golden_rate,
    };
    Ok(page_of(&app.oversight().queue(&me, &wanted).await?, Some(&me), page.limit))
}

/// Returns a refusal as far as the caller may see it.
#[utoipa::path(get, path = "/api/v1/rejections/{id}", tag = "rejections", params(("id" = String, Path, description = "The refusal")),
    responses((status = 200, description = "The refusal", body = wire::Rejection)))]
pub async fn get(
    State(app): State<Shared>,
    caller: Caller,
    Path(rejection): Path<String>,
) -> Result<Json<wire::Rejection>, Problem> {
    let viewer = viewer(&caller);
    let shown = app.oversight().show(id(&rejection, "refusal")?, viewer.as_ref()).await?;
    Ok(Json(wire::Rejection::of(&shown, viewer.as_ref())))
}

/// Tags a refusal.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/tags", tag = "rejections", request_body = wire::SayTag,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn tag(
    State(app): State<Shared>,
    caller: Caller,
    Path(rejection): Path<String>,
    body: Body<wire::SayTag>,
) -> Result<(StatusCode, Json<wire::ReviewStep>), Problem> {
    let (rejection, tag) = (id(&rejection, "refusal")?, tag_of(&body.value.tag)?);
    let stepped = app.oversight().tag(rejection, &caller.actor.id.into(), tag).await?;
    Ok((StatusCode::CREATED, Json(wire::ReviewStep::from(&stepped))))
}

/// Takes the caller's tag back.
#[utoipa::path(delete, path = "/api/v1/rejections/{id}/tags/mine", tag = "rejections",
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 200, description = "What it led to", body = wire::ReviewStep)))]
pub async fn withdraw(
    State(app): State<Shared>,
    caller: Caller,
    Path(rejection): Path<String>,
) -> Result<Json<wire::ReviewStep>, Problem> {
    let stepped = app.oversight().withdraw(id(&rejection, "refusal")?, &caller.actor.id.into()).await?;
    Ok(Json(wire::ReviewStep::from(&stepped)))
}

/// Decides a disagreement, once and for all.
#[utoipa::path(post, path = "/api/v1/rejections/{id}/adjudication", tag = "rejections", request_body = wire::Adjudicate,
    params(("id" = String, Path, description = "The refusal")),
    responses((status = 201, description = "What it led to", body = wire::ReviewStep)))]
pub async fn adjudicate(
    State(app): State<Shared>,
    caller: Caller,
    Path(rejection): Path<String>,
    body: Body<wire::Adjudicate>,
) -> Result<(StatusCode, Json<wire::ReviewStep>), Problem> {
    let wire::Adjudicate { tag, rationale } = body.value;
    let (rejection, tag) = (id(&rejection, "refusal")?, tag_of(&tag)?);
    let stepped = app.oversight().adjudicate(rejection, &caller.actor.id.into(), tag, &rationale).await?;
    Ok((StatusCode::CREATED, Json(wire::ReviewStep::from(&stepped))))
}

/// Exports refusals with their tags: `csv`, `jsonl` (the default) or `label-studio`.
#[utoipa::path(get, path = "/api/v1/rejections/export", tag = "rejections",
    params(("format" = Option<String>, Query, description = "`csv`, `jsonl` or `label-studio`"),
           ("cursor" = Option<String>, Query, description = "The `x-next-cursor` of the export before"),
           ("state" = Option<String>, Query, description = "Only those this far"),
           ("since" = Option<String>, Query, description = "Refused at this moment or later"),
           ("until" = Option<String>, Query, description = "Refused before this moment")),
    responses((status = 200, description = "At most ten thousand refusals; the header x-next-cursor leads to more", body = String)))]
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

/// Tells how each reviewer does where the answer is known.
#[utoipa::path(get, path = "/api/v1/rejections/golden", tag = "rejections",
    responses((status = 200, description = "One record for each reviewer", body = Vec<wire::GoldenRecord>)))]
pub async fn golden(State(app): State<Shared>) -> Result<Json<Vec<wire::GoldenRecord>>, Problem> {
    Ok(Json(app.oversight().golden_records().await?.iter().map(wire::GoldenRecord::from).collect()))
}

/// Adds a refusal whose right tag is known.
#[utoipa::path(post, path = "/api/v1/rejections/golden", tag = "rejections", request_body = wire::AddGolden,
    responses((status = 201, description = "Its name", body = wire::AddedGolden)))]
pub async fn add_golden(
    State(app): State<Shared>,
    body: Body<wire::AddGolden>,
) -> Result<(StatusCode, Json<wire::AddedGolden>), Problem> {
    let wire::AddGolden { text, verdict, category, by, answer } = body.value;
    let (verdict, answer) = (read(Some(&verdict), "verdict", refusal)?, tag_of(&answer)?);
    if text.trim().is_empty() || text.len() > ARTICLE_BYTES_MAX || category.len() > WORD_BYTES_MAX || by.len() > WORD_BYTES_MAX {
        let told = format!("text must have 1 to {ARTICLE_BYTES_MAX} bytes, category and by at most {WORD_BYTES_MAX}");
        return Err(Problem::new(INVALID, told));
    }
    // Everything a reviewer could tell it by is as with any other: a name of its own, a submitter of its own, a place.
    let ((unix_ms, chance), (_, other)) = (app.office.name_parts(), app.office.name_parts());
    let event = RejectionEvent {
        id: RejectionId::from_parts(unix_ms, chance),
        submission: RejectionId::from_parts(unix_ms, other).to_string(),
        submitter: domain::ActorId::from_parts(unix_ms, other).into(),
        at: app.office.now(),
        verdict: verdict.unwrap_or(Verdict::AttackDetected),
        category,
        by,
        span: Some(Span::new(0, text.len())),
        text,
        is_article: false,
    };
    app.oversight().keep_golden(&event, answer).await?;
    Ok((StatusCode::CREATED, Json(wire::AddedGolden { id: event.id.to_string() })))
}

/// Returns the record of a submitter over the last 90 days. It orders the queue of refusals and reaches nothing else.
#[utoipa::path(get, path = "/api/v1/submitters/{id}/track-record", tag = "rejections",
    params(("id" = String, Path, description = "The submitter")),
    responses((status = 200, description = "The record", body = wire::TrackRecord)))]
pub async fn track_record(State(app): State<Shared>, Path(submitter): Path<String>) -> Result<Json<wire::TrackRecord>, Problem> {
    let submitter = SubmitterId::new(submitter).ok_or_else(|| Problem::not_found("submitter"))?;
    Ok(Json(wire::TrackRecord::from(&app.oversight().track_record(&submitter).await?)))
}

fn tag_of(word: &str) -> Result<Tag, Problem> {
    word.parse().map_err(|error: domain::UnknownTag| Problem::new(INVALID, format!("tag: {error}")))
}
