//! What every request passes on its way in: a name, a place, who is it, may they, how often; and on its way out: the log.

use crate::app::Shared;
use crate::caller::{self, Caller};
use crate::doors;
use crate::lines::Peer;
use crate::problem::{OVERLOADED, Problem, RATE_LIMITED, TIMED_OUT, WRONG_ROLE};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The header that names a request, taken from whoever asks when it is plain, else made here.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_BYTES_MAX: usize = 64;

/// Lets one request pass.
pub async fn front(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let began = app.office.now();
    let _asking = request.extensions().get::<ConnectInfo<Peer>>().map(|peer| peer.0.asks());
    let id = request_id(&app, &request);
    let path = request.extensions().get::<MatchedPath>().map_or("unmatched", |path| path.as_str()).to_owned();
    let method = request.method().clone();
    if let Ok(value) = HeaderValue::from_str(&id) {
        request.headers_mut().insert(REQUEST_ID, value);
    }
    let mut response = match pass(&app, &path, request, next).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    };
    let (status, took) = (response.status().as_u16(), app.office.now().duration_since(began).as_secs_f64());
    metrics::counter!("probity_http_requests_total", "method" => method.to_string(), "path" => path.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("probity_http_request_seconds", "path" => path.clone()).record(took);
    // The path as the router has it: ids and texts of people do not get into the log, and neither do keys and cookies.
    tracing::info!(request.id = %id, %method, path, status, took_ms = took * 1e3, "{method} {path} answered {status}");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

async fn pass(app: &Shared, path: &str, mut request: Request, next: Next) -> Result<Response, Problem> {
    let overloaded = |_| Problem::retry(OVERLOADED, "too many requests are under way: ask again", 1);
    let _place = app.requests.try_acquire().map_err(overloaded)?;
    let access = doors::access(request.method(), path);
    // What the router does not know goes on to be told so by the router.
    if let Some(access) = access {
        let caller = match access {
            doors::Access::Public => None,
            _ => caller::identify(app, request.method(), request.headers()).await?,
        };
        let name = match &caller {
            Some(caller) => caller.actor.id.to_string(),
            None => {
                let peer = request.extensions().get::<ConnectInfo<Peer>>();
                peer.map_or("nobody".to_owned(), |peer| peer.0.address.ip().to_string())
            }
        };
        if !matches!(path, "/healthz" | "/readyz" | "/metrics") {
            let again = |after| Problem::retry(RATE_LIMITED, "slow down: ask again after the time given", after);
            app.rates.take(&name, app.office.now()).map_err(again)?;
        }
        admit(access, caller.as_ref())?;
        if let Some(caller) = caller {
            request.extensions_mut().insert(caller);
        }
    }
    let late = |_| Problem::retry(TIMED_OUT, "nothing that was not answered has happened: ask again", 5);
    tokio::time::timeout(app.limits.answer_max, next.run(request)).await.map_err(late)
}

fn admit(access: doors::Access, caller: Option<&Caller>) -> Result<(), Problem> {
    match (access.admits(caller.map(|caller| &caller.actor.roles)), caller) {
        (true, _) => Ok(()),
        (false, None) => Err(caller::unknown()),
        (false, Some(_)) => Err(Problem::new(WRONG_ROLE, "ask an admin for a role that may do this")),
    }
}

fn request_id(app: &Shared, request: &Request) -> String {
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        (1..=REQUEST_ID_BYTES_MAX).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    given.filter(is_plain).map_or_else(|| app.office.chance_text::<12>(), str::to_owned)
}
