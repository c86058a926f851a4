//! How we behave at other people's doors.

use super::site::{Everywhere, Reply, Site, Visit, limits};
use sources::web::{AGENT, FetchError, FetchLimits, Meter};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::Instant;

const PAGE: &str = "<article><p>The council approved the new bridge on Monday, by nine votes to four.</p></article>";

async fn with_robots(robots: &'static str) -> Site {
    Site::open(move |visit: &Visit| match visit.path.as_str() {
        "/robots.txt" => Reply::of("200 OK", "content-type: text/plain\r\n", robots),
        _ => Reply::html(PAGE),
    })
    .await
}

#[tokio::test]
async fn what_robots_txt_closes_stays_closed_and_is_asked_once() {
    let site = with_robots("User-agent: *\nDisallow: /private\n").await;
    let (fetcher, meter) = (site.fetcher(), Meter::new(u64::MAX));
    let closed = fetcher.fetch(&site.url("news.example", "/private/a"), &meter).await;
    assert_eq!(closed, Err(FetchError::Robots));
    assert!(fetcher.fetch(&site.url("news.example", "/open"), &meter).await.is_ok());
    assert!(fetcher.fetch(&site.url("other.example", "/private/a"), &meter).await.is_err(), "another host is asked for itself");
    assert_eq!(site.paths(), ["/robots.txt", "/open", "/robots.txt"]);
}

#[tokio::test]
async fn a_site_that_cannot_say_what_it_wishes_is_left_alone() {
    let site = Site::open(|visit: &Visit| match visit.path.as_str() {
        "/robots.txt" => Reply::of("500 Oops", "", ""),
        _ => Reply::html(PAGE),
    })
    .await;
    assert_eq!(site.fetch("/").await, Err(FetchError::Robots));
    assert_eq!(site.paths(), ["/robots.txt"]);
}

#[tokio::test]
async fn we_say_who_we_are_and_what_we_can_unpack() {
    let site = with_robots("").await;
    site.fetch("/").await.unwrap();
    let headers = site.visits()[1].headers.clone();
    assert!(headers.contains(&format!("user-agent: {AGENT}")), "{headers}");
    assert!(headers.contains("accept-encoding: gzip"), "{headers}");
    assert!(!headers.contains("cookie") && !headers.contains("referer"), "{headers}");
}

#[tokio::test]
async fn two_pages_of_one_host_are_fetched_a_politeness_apart() {
    let site = with_robots("").await;
    let politeness = Duration::from_millis(120);
    let fetcher = site.fetcher_with(FetchLimits { politeness, ..limits() }, Arc::new(Everywhere));
    let meter = Meter::new(u64::MAX);
    let (a, b) = (site.url("news.example", "/a"), site.url("news.example", "/b"));
    let began = Instant::now();
    fetcher.fetch(&a, &meter).await.unwrap();
    fetcher.fetch(&b, &meter).await.unwrap();
    assert!(began.elapsed() >= politeness * 2, "robots.txt, /a and /b are three knocks");
}

/// Fails a number of times, then shows a page.
async fn shaky(failures: u32, failure: Reply) -> Site {
    let count = AtomicU32::new(0);
    Site::open(move |visit: &Visit| match visit.path.as_str() {
        "/robots.txt" => Reply::missing(),
        _ if count.fetch_add(1, Ordering::SeqCst) < failures => failure.clone(),
        _ => Reply::html(PAGE),
    })
    .await
}

#[tokio::test]
async fn a_failure_that_may_pass_is_tried_again() {
    let site = shaky(2, Reply::of("503 Busy", "retry-after: 0\r\n", "")).await;
    assert!(site.fetch("/").await.is_ok());
    assert_eq!(site.paths(), ["/robots.txt", "/", "/", "/"]);
    let gone = shaky(1, Reply::of("410 Gone", "", "")).await;
    assert_eq!(gone.fetch("/").await, Err(FetchError::Status(410)));
    assert_eq!(gone.paths(), ["/robots.txt", "/"], "what is gone stays gone");
}

#[tokio::test]
async fn a_host_that_asks_for_patience_gets_it_or_is_left() {
    let site = shaky(1, Reply::of("429 Slow down", "retry-after: 1\r\n", "")).await;
    let began = Instant::now();
    assert!(site.fetch("/").await.is_ok());
    assert!(began.elapsed() >= Duration::from_secs(1));
    let slow = shaky(1, Reply::of("429 Slow down", "retry-after: 3600\r\n", "")).await;
    assert_eq!(slow.fetch("/").await, Err(FetchError::TooPatient { seconds: 3600 }));
}

#[tokio::test]
async fn a_host_that_keeps_failing_is_left_alone() {
    let site = shaky(u32::MAX, Reply::of("500 Oops", "", "")).await;
    let (fetcher, meter) = (site.fetcher(), Meter::new(u64::MAX));
    for page in 0..3 {
        assert_eq!(fetcher.fetch(&site.url("news.example", &format!("/{page}")), &meter).await, Err(FetchError::Status(500)));
    }
    let before = site.paths().len();
    let told = fetcher.fetch(&site.url("news.example", "/again"), &meter).await;
    assert!(matches!(told, Err(FetchError::Resting { failures: 3, .. })), "{told:?}");
    assert_eq!(site.paths().len(), before, "nobody knocked");
    assert_eq!(fetcher.fetch(&site.url("other.example", "/"), &meter).await, Err(FetchError::Status(500)));
}
