//! Claims and articles: answered while the caller waits, or as a job when they prefer not to.

use crate::app::Shared;
use crate::body::Body;
use crate::caller::Caller;
use crate::idempotent::{Once, settled};
use crate::problem::{INVALID, Problem};
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::{CheckId, CorpusName, JobId, Profile};
use engine::orders::Order;
use engine::{Along, EngineError};

/// Priority of a single order; batches stand behind it.
const PRIORITY: i32 = 10;

/// Checks one claim. With `Prefer: respond-async` it is accepted as a job.
#[utoipa::path(post, path = "/api/v1/claims/verify", tag = "verify", request_body = wire::AskClaim,
    responses((status = 200, description = "The answer", body = wire::Check),
              (status = 202, description = "Accepted as a job", body = wire::Accepted)))]
pub async fn verify(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    body: Body<wire::AskClaim>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, "/api/v1/claims/verify", &body.bytes)?;
    let (claim, manner) = body.value.apart();
    claim_fits(&claim)?;
    let order = order(&app, &caller, Wish { text: claim, is_article: false, manner }).await?;
    answer(&app, order, &headers, once).await
}

/// Checks every claim of a text. With `Prefer: respond-async` it is accepted as a job.
#[utoipa::path(post, path = "/api/v1/articles/verify", tag = "verify", request_body = wire::AskArticle,
    responses((status = 200, description = "The answer", body = wire::Check),
              (status = 202, description = "Accepted as a job", body = wire::Accepted)))]
pub async fn verify_article(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    body: Body<wire::AskArticle>,
) -> Result<Response, Problem> {
    let once = Once::read(&headers, caller.actor.id, "/api/v1/articles/verify", &body.bytes)?;
    let (text, manner) = body.value.apart();
    article_fits(&text)?;
    let order = order(&app, &caller, Wish { text, is_article: true, manner }).await?;
    answer(&app, order, &headers, once).await
}

/// What is no claim is turned away before it waits.
pub fn claim_fits(claim: &str) -> Result<(), Problem> {
    let (have, max) = (claim.chars().count(), engine::verify::CLAIM_CHARS_MAX);
    if claim.trim().is_empty() {
        return Err(EngineError::EmptyClaim.into());
    }
    if claim.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(EngineError::NotText.into());
    }
    match have > max {
        true => Err(EngineError::ClaimTooLong { have, max }.into()),
        false => Ok(()),
    }
}

/// What is no text, or too much of it, is turned away before it waits.
fn article_fits(text: &str) -> Result<(), Problem> {
    let (have, max) = (text.len(), engine::verify::ARTICLE_BYTES_MAX);
    match () {
        () if text.trim().is_empty() => Err(EngineError::EmptyClaim.into()),
        () if text.chars().any(|c| c.is_control() && !c.is_whitespace()) => Err(EngineError::NotText.into()),
        () if have > max => Err(EngineError::ArticleTooLong { have, max }.into()),
        () => Ok(()),
    }
}

/// What a request wants, whatever its shape.
pub struct Wish {
    pub text: String,
    pub is_article: bool,
    pub manner: wire::Manner,
}

const CLOSED_ON_WEB: &str = "profile closed-corpus does not go with web: leave profile out, or leave web out to look in the \
                             corpus alone";

/// Makes an order of what a request says.
pub async fn order(app: &Shared, caller: &Caller, wish: Wish) -> Result<Order, Problem> {
    let Wish { text, is_article, manner: wire::Manner { corpus, profile, web, fresh, confidence_mode } } = wish;
    let named = corpus.map(|name| CorpusName::new(&name).ok_or_else(|| wrong("corpus", "a name like my-notes"))).transpose()?;
    let profile = match profile.as_deref() {
        None if web => Profile::OpenWeb,
        // Pages from anywhere would decide alone, as documents do that somebody chose.
        Some("closed-corpus") if web => return Err(Problem::new(INVALID, CLOSED_ON_WEB)),
        None | Some("closed-corpus") => Profile::ClosedCorpus,
        Some("open-web") => Profile::OpenWeb,
        Some(_) => return Err(wrong("profile", "closed-corpus or open-web")),
    };
    if web && !app.can_search {
        return Err(EngineError::NoProvider.into());
    }
    let corpus = match (named, web) {
        (Some(named), _) => named,
        // The starter notes are no source of record beside published pages.
        (None, true) => CorpusName::library(),
        (None, false) => app.corpus().await?,
    };
    let (unix_ms, chance) = app.office.name_parts();
    Ok(Order {
        check: CheckId::from_parts(unix_ms, chance),
        maker: caller.actor.id,
        is_article,
        text,
        corpus,
        profile,
        on_web: web,
        is_fresh: fresh,
        is_hurried: confidence_mode,
    })
}

fn wrong(field: &str, wanted: &str) -> Problem {
    Problem::new(INVALID, format!("{field} must be {wanted}"))
}

async fn answer(app: &Shared, order: Order, headers: &HeaderMap, once: Option<Once>) -> Result<Response, Problem> {
    let prefers_job = headers.get_all("prefer").iter().any(|value| value.as_bytes() == b"respond-async");
    if prefers_job {
        // Whether it was asked before turns out when it is written down; looking first would cost every order a read.
        return accept(app, order, once).await;
    }
    if let Some(once) = &once
        && let Some(before) = once.before(app).await?
    {
        return Ok(before);
    }
    answer_now(app, order, once).await
}

async fn answer_now(app: &Shared, order: Order, once: Option<Once>) -> Result<Response, Problem> {
    let engine = app.engine()?;
    let _seat = app.pool.seat(order.maker).await?;
    let fulfilled = engine.fulfil_with(&app.office, &order, &(), |stored| {
        let wire = wire::Check::from(&stored.check);
        Along { answer: once.as_ref().map(|once| once.answer(app, StatusCode::OK, &wire)), ..Along::default() }
    });
    let fulfilled = fulfilled.await;
    settled(app, once.as_ref(), fulfilled, |stored| Json(wire::Check::from(&stored.check)).into_response()).await
}

/// Accepts an order as a job: once this is answered, it is on disk.
async fn accept(app: &Shared, order: Order, once: Option<Once>) -> Result<Response, Problem> {
    let (job, accepted) = as_job(app, order, PRIORITY);
    let answer = once.as_ref().map(|once| once.answer(app, StatusCode::ACCEPTED, &accepted));
    let committed = app.office.commit(Along { answer, ..Along::job(job) }).await;
    settled(app, once.as_ref(), committed, |()| (StatusCode::ACCEPTED, Json(accepted)).into_response()).await
}

/// Makes a job of an order, and what is said of it.
pub fn as_job(app: &Shared, order: Order, priority: i32) -> (engine::NewJob, wire::Accepted) {
    let (unix_ms, chance) = app.office.name_parts();
    let id = JobId::from_parts(unix_ms, chance);
    let accepted = wire::Accepted { job: id.to_string(), check: order.check.to_string(), href: format!("/api/v1/jobs/{id}") };
    (order.into_job(id, priority, app.office.now()), accepted)
}
