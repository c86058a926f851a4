//! The HTTP client that pages and providers are reached with.

use super::guard::Gate;
use super::names::{GuardedNames, Names};
use reqwest::ClientBuilder;
use reqwest::redirect::Policy;
use std::sync::Arc;
use std::time::Duration;

/// Most header lines of an answer.
const HEADERS_MAX: usize = 100;

/// Begins a client that follows no redirect, uses no proxy that the environment names, and keeps no cookies: whoever
/// builds on it decides where every single request goes.
pub(super) fn plain() -> ClientBuilder {
    // A second installation changes nothing, and the first one is ours.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .no_gzip()
        .referer(false)
        .retry(reqwest::retry::never())
        .http1_max_headers(HEADERS_MAX)
}

/// Begins a client whose every connection passes the gate, on the address it is made to.
pub(super) fn guarded(names: Arc<dyn Names>, gate: Arc<dyn Gate>, connect_timeout: Duration) -> ClientBuilder {
    plain().connect_timeout(connect_timeout).dns_resolver(Arc::new(GuardedNames { names, gate }))
}

/// Says what went wrong without the address, which may hold what nobody should read in a log.
pub(super) fn told(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut deepest: &dyn std::error::Error = &error;
    while let Some(inner) = deepest.source() {
        deepest = inner;
    }
    deepest.to_string()
}
