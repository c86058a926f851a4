//! Running: listen, work, seal, relay, keep house; and stop without losing anything.

use crate::app::Shared;
use crate::lines::{Lines, Peer};
use crate::router::router;
use engine::jobs::Workers;
use engine::orders::{Answering, VERIFY};
use engine::oversight::{ACCOUNT_WEEKLY, Accounting, REASSESS, Reassessing, weekly};
use engine::{Along, Retention, hooks};
use jiff::SignedDuration;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How often messages are relayed and used keys written down.
const RELAY_EVERY: Duration = Duration::from_millis(500);
/// How often the workers look whether the models are loaded.
const READY_EVERY: Duration = Duration::from_millis(100);
/// How often what is old is forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(3_600);
/// How long answers stay under their idempotency keys.
const ANSWERS_FOR: SignedDuration = SignedDuration::from_hours(48);
/// Deliveries made at a time beside the checks.
const ERRANDS_MAX: usize = 4;

/// What goes on beside answering requests.
#[derive(Debug, Clone, Copy)]
pub struct Background {
    /// Days after which checks are forgotten; `None` keeps them.
    pub checks_days: Option<u32>,
    /// Days after which done jobs, messages and deliveries are forgotten.
    pub records_days: u32,
}

/// Serves until told to stop, then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    app: Shared,
    background: Background,
    mut stop: watch::Receiver<bool>,
) -> std::io::Result<()> {
    crate::telemetry::recorder();
    let mut chores = JoinSet::new();
    let sealing = (Arc::clone(&app), stop.clone());
    chores.spawn(async move { sealing.0.office.keep_sealing(sealing.0.audit_key.as_ref(), sealing.1).await });
    let answering = Answering::new(Arc::clone(&app.engine), Arc::clone(&app.stages) as _);
    let reassessing = Reassessing::new(Arc::clone(&app.engine));
    let workers = Workers::new(Arc::clone(&app.office), app.limits.checks_max);
    let workers = workers.with(VERIFY, Arc::new(answering)).with(REASSESS, Arc::new(reassessing));
    chores.spawn(answer_when_ready(Arc::clone(&app), workers, stop.clone()));
    chores.spawn(account_weekly(Arc::clone(&app), stop.clone()));
    let delivering = hooks::Delivering::new(Arc::clone(&app.messenger));
    let couriers = Workers::new(Arc::clone(&app.office), ERRANDS_MAX).with(hooks::DELIVER, Arc::new(delivering));
    chores.spawn(couriers.run(stop.clone()));
    chores.spawn(relay(Arc::clone(&app), stop.clone()));
    chores.spawn(forget(Arc::clone(&app), background, stop.clone()));
    let lines = Lines::new(listener, app.limits.lines_max, app.limits.silence_max);
    let service = router(&app).into_make_service_with_connect_info::<Peer>();
    let closing = Arc::clone(&app);
    let stopped = async move {
        // Nobody left to tell us to stop means stop.
        let _ = stop.wait_for(|stopping| *stopping).await;
        closing.is_closing.store(true, Ordering::SeqCst);
    };
    axum::serve(lines, service).with_graceful_shutdown(stopped).await?;
    while chores.join_next().await.is_some() {}
    app.write_touched().await;
    Ok(())
}

/// Orders wait until the models are there; trying without them would only use their attempts up.
async fn answer_when_ready(app: Shared, workers: Workers, mut stop: watch::Receiver<bool>) {
    while app.engine.get().is_none() {
        tokio::select! {
            () = tokio::time::sleep(READY_EVERY) => {}
            _ = stop.wait_for(|stopping| *stopping) => return,
        }
    }
    workers.run(stop).await;
}

/// Takes the account of each week when its Monday has come.
async fn account_weekly(app: Shared, stop: watch::Receiver<bool>) {
    if let Err(error) = app.office.commit(Along::job(weekly(&app.office))).await {
        tracing::warn!(%error, "the weekly account could not be ordered; it is after the next start");
    }
    let accounting = Accounting::new(Arc::new(app.oversight()));
    Workers::new(Arc::clone(&app.office), 1).with(ACCOUNT_WEEKLY, Arc::new(accounting)).run(stop).await;
}

async fn relay(app: Shared, mut stop: watch::Receiver<bool>) {
    loop {
        if let Err(error) = app.office.relay().await {
            tracing::warn!(%error, "messages could not be relayed; trying again");
        }
        app.write_touched().await;
        tokio::select! {
            () = tokio::time::sleep(RELAY_EVERY) => {}
            _ = stop.wait_for(|stopping| *stopping) => return,
        }
    }
}

async fn forget(app: Shared, background: Background, mut stop: watch::Receiver<bool>) {
    let days = |days: u32| SignedDuration::from_hours(24 * i64::from(days));
    loop {
        let now = app.office.now();
        let records = Some(now - days(background.records_days));
        let retention = Retention {
            checks_before: background.checks_days.map(|count| now - days(count)),
            jobs_before: records,
            messages_before: records,
            answers_before: Some(now - ANSWERS_FOR),
            sessions_before: Some(now),
        };
        match app.office.store().forget(&retention, now).await {
            Ok(forgotten) => tracing::debug!(?forgotten, "forgot what is old"),
            Err(error) => tracing::warn!(%error, "what is old could not be forgotten; trying again later"),
        }
        tokio::select! {
            () = tokio::time::sleep(FORGET_EVERY) => {}
            _ = stop.wait_for(|stopping| *stopping) => return,
        }
    }
}
