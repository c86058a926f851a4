//! Refusals under review. The reviewer is whoever asks; nobody reviews in another's name.
//!
//! Here is what may be seen of them; `steps` are what reviewers do, `golden` are those with a known answer, `export` is all of it.

pub mod export;
pub mod golden;
pub mod steps;

use crate::app::Shared;
use crate::body::{Page, id, query};
use crate::caller::Caller;
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::Uri;
use axum::http::request::Parts;
use domain::{RejectionId, ReviewState, ReviewerId, Role, SubmitterId, Tag, Verdict};
use engine::oversight::{QueueWanted, RejectionsWanted, Shown};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

/// The refusal that an address names.
pub struct Named(RejectionId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        let Path(name) = named.map_err(|_| Problem::not_found("refusal"))?;
        id(&name, "refusal").map(Self)
    }
}

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
pub async fn get(State(app): State<Shared>, caller: Caller, named: Named) -> Result<Json<wire::Rejection>, Problem> {
    let viewer = viewer(&caller);
    let shown = app.oversight().show(named.0, viewer.as_ref()).await?;
    Ok(Json(wire::Rejection::of(&shown, viewer.as_ref())))
}

fn tag_of(word: &str) -> Result<Tag, Problem> {
    word.parse().map_err(|error: domain::UnknownTag| Problem::new(INVALID, format!("tag: {error}")))
}
