//! Jobs: how far they are, once or as a stream of events, and those that were given up.

use crate::app::Shared;
use crate::body::{Page, id};
use crate::caller::Caller;
use crate::problem::{OVERLOADED, Problem};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use domain::JobId;
use engine::{JobState, NewAudit};
use futures_util::Stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// How often a stream looks.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Returns a job of the caller.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = wire::Job)))]
pub async fn get(State(app): State<Shared>, caller: Caller, Path(job): Path<String>) -> Result<Json<wire::Job>, Problem> {
    let job = of_caller(&app, &caller, id(&job, "job")?).await?;
    Ok(Json(wire::Job::of(&job, app.stages.of(job.asked.id))))
}

/// Streams how far a job is, one event a change, until it is done.
#[utoipa::path(get, path = "/api/v1/jobs/{id}/events", tag = "jobs", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "Events", body = String, content_type = "text/event-stream")))]
pub async fn events(
    State(app): State<Shared>,
    caller: Caller,
    Path(job): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let job = id(&job, "job")?;
    of_caller(&app, &caller, job).await?;
    let full = |_| Problem::retry(OVERLOADED, "too many streams are open: ask again, or poll the job", 5);
    let place = Arc::clone(&app.streams).try_acquire_owned().map_err(full)?;
    let first = (app, job, None::<wire::Job>, false, place);
    let stream = futures_util::stream::unfold(first, |(app, job, before, is_over, place)| async move {
        if is_over {
            return None;
        }
        loop {
            let now = app.office.store().job(job).await.ok().flatten()?;
            let now = wire::Job::of(&now, app.stages.of(job));
            if before.as_ref() != Some(&now) {
                let is_over = matches!(now.state.as_str(), "done" | "dead");
                let event = Event::default().event(now.stage.clone().unwrap_or_else(|| now.state.clone()));
                let event = event.json_data(&now).unwrap_or_default();
                return Some((Ok(event), (app, job, Some(now), is_over, place)));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Lists the jobs that were given up, with the reason.
#[utoipa::path(get, path = "/api/v1/jobs", tag = "jobs",
    params(("cursor" = Option<String>, Query, description = "The `next` of the page before"),
           ("limit" = Option<u32>, Query, description = "1 to 100", minimum = 1, maximum = 100)),
    responses((status = 200, description = "Dead letters", body = wire::JobPage)))]
pub async fn list(State(app): State<Shared>, page: Page) -> Result<Json<wire::JobPage>, Problem> {
    let jobs = app.office.store().jobs_in(JobState::Dead, page.after::<JobId>()?, page.limit).await?;
    let next = (jobs.len() == page.limit as usize).then(|| jobs.last().map(|job| job.asked.id.to_string())).flatten();
    Ok(Json(wire::JobPage { items: jobs.iter().map(|job| wire::Job::of(job, None)).collect(), next }))
}

/// Gives a job that was given up all its attempts again.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/revive", tag = "jobs", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = wire::Job)))]
pub async fn revive(State(app): State<Shared>, caller: Caller, Path(job): Path<String>) -> Result<Json<wire::Job>, Problem> {
    let job: JobId = id(&job, "job")?;
    if !app.office.store().revive_job(job, app.office.now()).await? {
        return Err(Problem::not_found("job that was given up"));
    }
    let row: NewAudit =
        engine::audit::row(&app.office, Some(caller.actor.id), "job.revived", format!("job:{job}"), serde_json::json!({}));
    app.office.commit(engine::Along::audit(row)).await?;
    let job = of_caller(&app, &caller, job).await?;
    Ok(Json(wire::Job::of(&job, None)))
}

/// A job of somebody else is no job of yours.
async fn of_caller(app: &Shared, caller: &Caller, job: JobId) -> Result<engine::Job, Problem> {
    let found = app.office.store().job(job).await?;
    let is_theirs = |job: &engine::Job| job.asked.made_by == Some(caller.actor.id) || caller.sees_all();
    found.filter(is_theirs).ok_or_else(|| Problem::not_found("job"))
}
