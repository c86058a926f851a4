//! `probity serve`: the API and the workers, in one process.

use crate::app::App;
use crate::args::house::Serve;
use crate::clock::WallClock;
use crate::counsel::{counsellor, reader};
use crate::desk::{Desk, audit_key, token_secret};
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::models::Shelf;
use crate::notes;
use crate::reach::{messenger, reach_if_any};
use crate::render::{ACCENT, Page, paint};
use crate::shift::Shift;
use crate::workshop::{INDEX, gate, told};
use domain::Role;
use engine::intake::Gate;
use engine::registry::believed;
use engine::verify::{Counsellor, Reach};
use engine::{Engine, Parts};
use score::verify::Budget;
use score::verify::graph::Extract;
use server::{Background, Limits};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use store_sqlite::SqliteStore;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Serves until Ctrl-C or SIGTERM.
pub fn run(app: &App, arguments: &Serve) -> Result<Outcome, Failure> {
    server::log_to_stderr(&arguments.log);
    let desk = Desk::open(app)?;
    let next = "Name another address with --listen HOST:PORT.";
    let listener = desk
        .runtime
        .block_on(TcpListener::bind(&arguments.listen))
        .or_next(format!("{} cannot be listened on", arguments.listen), next)?;
    let address = listener.local_addr().or_next("the address cannot be told", next)?;
    let reach = reach_if_any(&app.settings)?;
    let _shift = desk.runtime.block_on(Shift::begin(&desk.office, &app.place.data))?;
    // What is missing for the language model is told before anybody is served.
    let judge = arguments.judge.then(|| counsellor(&app.environment)).transpose()?;
    let engine = Arc::new(OnceLock::new());
    let mut limits = Limits { per_second: arguments.rate, burst: arguments.rate * 3.0, ..Limits::default() };
    limits.floors = app.settings.floors;
    limits.golden_rate = arguments.golden_rate.clamp(0.0, 1.0);
    limits.checks_max = arguments.checks.unwrap_or(limits.checks_max).max(1);
    let shared = server::App::new(server::Parts {
        office: Arc::clone(&desk.office),
        engine: Arc::clone(&engine),
        token_secret: token_secret(&app.place.data)?,
        audit_key: Some(audit_key(&app.place.data)?),
        messenger: Arc::new(messenger()?),
        expects_models: !arguments.without_models,
        can_search: reach.is_some(),
        limits,
        is_secure: arguments.secure,
    });
    greet(app, &desk, &address.to_string())?;
    let background = Background { checks_days: arguments.checks_days, records_days: arguments.records_days };
    let (stopping, stop) = watch::channel(false);
    if !arguments.without_models {
        let bench = Bench { counsellor: judge, ..Bench::of(app, &desk, reach)? };
        desk.runtime.spawn(async move { bench.load(&engine).await });
    }
    desk.runtime.spawn(async move {
        told_to_stop().await;
        tracing::info!("stopping: what is under way is finished first");
        // Nobody listens any more when the server has ended by itself.
        let _ = stopping.send(true);
    });
    let served = desk.runtime.block_on(server::serve(listener, shared, background, stop));
    served.or_next("the server stopped", "Look at the log above and start it again.")?;
    desk.runtime.block_on(desk.store.close());
    Ok(Outcome::Done)
}

/// Says where it listens, and lets the first admin in by an invitation instead of a default password.
fn greet(app: &App, desk: &Desk, address: &str) -> Result<(), Failure> {
    let invitation = match desk.run(desk.office.lacks_admin())? {
        true => Some(desk.run(desk.office.invite([Role::Admin].into(), None))?),
        false => None,
    };
    if app.is_json {
        return app.print_json(&serde_json::json!({"listening": address, "admin_invitation": invitation}));
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("listening on http://{address}, documented at http://{address}/docs"));
    if let Some(invitation) = invitation {
        page.line(format_args!("nobody is admin yet; this invitation works once: {}", paint(ACCENT, invitation)));
        page.line("accept it with POST /api/v1/invitations/accept, or make keys with `probity admin key create`");
    }
    app.print(page)
}

/// What the engine is put together from, beside the server that is up already.
struct Bench {
    shelf: Shelf,
    store: Arc<SqliteStore>,
    policy: score::verify::Policy,
    gate: Gate,
    registry: Arc<sources::Registry>,
    reach: Option<Reach>,
    budget: Budget,
    counsellor: Option<Counsellor>,
    reader: Option<Arc<dyn Extract>>,
    data: PathBuf,
}

impl Bench {
    fn of(app: &App, desk: &Desk, reach: Option<Reach>) -> Result<Self, Failure> {
        let (policy, budget, data) = (app.settings.policy.clone(), app.settings.budget.clone(), app.place.data.clone());
        let (shelf, store, gate) = (Shelf::at(&app.place), Arc::clone(&desk.store), gate(&data)?);
        let registry = Arc::new(desk.runtime.block_on(believed(&*desk.store)).map_err(told)?);
        let reach = reach.map(|reach| reach.weighing_by(Arc::clone(&registry)));
        let reader = reader(app, desk.runtime.handle())?;
        Ok(Self { shelf, store, policy, gate, registry, reach, budget, counsellor: None, reader, data })
    }

    /// Loads the models and brings the starter notes in; the server says "not ready" until then.
    async fn load(self, engine: &OnceLock<Arc<Engine>>) {
        let shelf = self.shelf.clone();
        let opened = tokio::task::spawn_blocking(move || {
            let locations = shelf.locations().map_err(|failure| format!("{failure:?}"))?;
            infer::Models::open(&locations).map_err(|error| error.to_string())
        });
        let models = match opened.await {
            Ok(Ok(models)) => models,
            Ok(Err(error)) => return tracing::error!(error, "the models cannot be used: run `probity models fetch`"),
            Err(error) => return tracing::error!(%error, "the models cannot be loaded"),
        };
        let built = Engine::new(Parts {
            store: self.store,
            models: Arc::new(models),
            policy: self.policy,
            clock: Arc::new(WallClock),
            index_dir: self.data.join(INDEX),
        });
        let mut built = built.with_gate(self.gate).believing(self.registry).reaching(self.reach).keeping(self.budget);
        if let Some(counsellor) = self.counsellor {
            built = built.with_counsellor(counsellor);
        }
        if let Some(reader) = self.reader {
            built = built.reading_with(reader);
        }
        let built = Arc::new(built);
        if let Err(failure) = notes::bring_in(&built, &self.data, &()).await {
            tracing::warn!(?failure, "the starter notes could not be brought in");
        }
        // Set once, here.
        let _ = engine.set(built);
        tracing::info!("the models are loaded");
    }
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    let _ = tokio::signal::ctrl_c().await;
}
