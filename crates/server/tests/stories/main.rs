//! The server as callers meet it: real sockets, a real store, no models.

// Helpers of tests fail like tests.
#![allow(clippy::unwrap_used)]

mod bodies;
mod doors;
mod lines;
mod receiver;
mod review;
mod site;
mod telling;
mod work;

use site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_pinned() {
    let document = serde_json::to_string_pretty(&server::openapi()).unwrap();
    insta::assert_snapshot!("openapi", document);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_says_how_it_is() {
    let site = Site::start().await;
    assert_eq!(site.get("/healthz", "").await.status, 200);
    let ready = site.get("/readyz", "").await;
    assert_eq!((ready.status, ready.json()["type"].as_str()), (503, Some("/problems/not_ready")));
    assert!(ready.header("retry-after").is_some());
    assert!(site.get("/metrics", "").await.body.contains("probity_http_requests_total"));
    let root = site.get("/", "").await;
    assert_eq!((root.status, root.header("location").as_deref()), (303, Some("/docs")));
    let docs = site.get("/docs", "").await;
    assert!(docs.body.contains("/worker/verify") && !docs.body.contains("<script"));
    assert!(docs.header("x-request-id").is_some());
    assert_eq!(site.get("/nowhere", "").await.status, 404);
    assert_eq!(site.send("PUT", "/healthz", "", "").await.status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_keeps_the_name_it_came_with() {
    let site = Site::start().await;
    let named = site.raw("GET /healthz HTTP/1.1\r\nhost: x\r\nx-request-id: mine-1\r\nconnection: close\r\n\r\n").await;
    assert_eq!(named.header("x-request-id").as_deref(), Some("mine-1"));
}
