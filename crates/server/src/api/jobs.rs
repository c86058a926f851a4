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
use engine::JobState;
use futures_util::Stream;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// How often a stream looks.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Returns a job of the caller.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = wire::Job)))]
pub async fn get(State(app): State<Shared>, caller: Caller, Path(job): Path<String>) -> Result<Json<wire::Job>, Problem> {
    let job = of_caller(&app, &caller, id(&job, "job")?).await?;
    Ok(Json(wire::Job::of(&job, app.stages.of(job.asked.id))))
}

/// Streams how far a job is: `waiting`, `running`, each stage by its name, and at the end `done` or `dead`.
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
    let following = Following { app, job, before: None, steps: 0, ready: VecDeque::new(), is_over: false, _place: place };
    let stream = futures_util::stream::unfold(following, |mut following| async move {
        let event = following.next().await?;
        Some((Ok(event), following))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Somebody who follows a job.
struct Following {
    app: Shared,
    job: JobId,
    before: Option<wire::Job>,
    steps: usize,
    ready: VecDeque<wire::Job>,
    is_over: bool,
    _place: OwnedSemaphorePermit,
}

impl Following {
    /// Waits for the next thing to tell; nothing once the end was told.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(told) = self.ready.pop_front() {
                let name = told.stage.clone().unwrap_or_else(|| told.state.clone());
                return Event::default().event(name).json_data(&told).ok();
            }
            if self.is_over || self.app.is_closing.load(Ordering::SeqCst) {
                return None;
            }
            self.look().await?;
            if self.ready.is_empty() {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        }
    }

    /// Takes down everything that happened since the last look, in its order.
    async fn look(&mut self) -> Option<()> {
        let now = self.app.office.store().job(self.job).await.ok().flatten()?;
        let now = wire::Job::of(&now, None);
        self.is_over = matches!(now.state.as_str(), "done" | "dead");
        let steps = self.app.stages.since(self.job, self.steps);
        self.steps += steps.len();
        let is_news = self.before.as_ref() != Some(&now);
        if is_news && !self.is_over {
            self.ready.push_back(now.clone());
        }
        let running = wire::Job { state: JobState::Running.as_str().to_owned(), check: None, finished_at: None, ..now.clone() };
        self.ready.extend(steps.into_iter().map(|step| running.at(step)));
        if is_news && self.is_over {
            self.ready.push_back(now.clone());
        }
        self.before = Some(now);
        Some(())
    }
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
    let (by, subject) = (Some(caller.actor.id), format!("job:{job}"));
    let along = engine::audit::along(&app.office, by, "job.revived", subject, serde_json::json!({}));
    if !app.office.store().revive_job(job, app.office.now(), along).await? {
        return Err(Problem::not_found("job that was given up"));
    }
    let job = of_caller(&app, &caller, job).await?;
    app.office.wake(&job.asked.kind);
    Ok(Json(wire::Job::of(&job, None)))
}

/// A job of somebody else is no job of yours.
async fn of_caller(app: &Shared, caller: &Caller, job: JobId) -> Result<engine::Job, Problem> {
    let found = app.office.store().job(job).await?;
    let is_theirs = |job: &engine::Job| job.asked.made_by == Some(caller.actor.id) || caller.sees_all();
    found.filter(is_theirs).ok_or_else(|| Problem::not_found("job"))
}
