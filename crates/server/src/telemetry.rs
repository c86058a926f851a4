//! Numbers for Prometheus and lines for whoever reads the log.

use crate::app::App;
use engine::JobState;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
/// Upper bounds of the latency histogram, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 20.0, 60.0];

/// Returns the one recorder of this process, made on first use.
pub fn recorder() -> &'static PrometheusHandle {
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        let builder = builder.set_buckets(&SECONDS).unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // Somebody else's recorder in this process keeps its place; ours then renders nothing.
        let _ = metrics::set_global_recorder(recorder);
        handle
    })
}

/// Renders every number, those of the store included.
pub async fn render(app: &App) -> String {
    metrics::gauge!("probity_checks_waiting").set(app.pool.waiting() as f64);
    metrics::gauge!("probity_models_loaded").set(f64::from(u8::from(app.engine.get().is_some())));
    if let Ok(counts) = app.office.store().count_jobs().await {
        for count in counts.iter().filter(|count| count.state != JobState::Done) {
            let (kind, state) = (count.kind.clone(), count.state.as_str());
            metrics::gauge!("probity_jobs", "kind" => kind, "state" => state).set(count.jobs as f64);
        }
    }
    recorder().render()
}

/// Writes the log as JSON lines to standard error, as much as `PROBITY_LOG` asks for.
pub fn log_to_stderr(filter: &str) {
    let filter = tracing_subscriber::EnvFilter::try_new(filter).unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // A second call in one process keeps the first log.
    let _ = tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}
