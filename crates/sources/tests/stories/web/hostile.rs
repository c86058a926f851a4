//! Pages that mean harm: each costs its own row, in bounded time and bytes, and nothing else.

use super::site::{Everywhere, Reply, Site, Visit, limits};
use async_trait::async_trait;
use sources::web::{FetchError, FetchLimits, Fetcher, Gate as _, Meter, Names, Outfit, PublicOnly, Refusal};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn an_endless_body_is_hung_up_on_at_the_limit() {
    let flood = Reply::Endless { first: HEAD.into(), then: vec![b'a'; 16 << 10], pause: Duration::ZERO };
    let site = Site::showing(flood).await;
    let meter = Meter::new(u64::MAX);
    let told = site.fetcher().fetch(&site.url("news.example", "/"), &meter).await;
    assert_eq!(told, Err(FetchError::TooLarge { limit_bytes: limits().wire_bytes }));
    assert!(meter.used() < limits().wire_bytes + (64 << 10), "{} bytes were let in", meter.used());
}

#[tokio::test]
async fn a_length_that_is_too_long_is_not_even_begun() {
    let site =
        Site::showing(Reply::Raw(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999999999\r\n\r\n".to_vec()))
            .await;
    assert_eq!(site.fetch("/").await, Err(FetchError::TooLarge { limit_bytes: limits().wire_bytes }));
}

#[tokio::test]
async fn a_slow_drip_ends_with_our_patience() {
    let drip = Reply::Endless { first: HEAD.into(), then: b"a".to_vec(), pause: Duration::from_millis(50) };
    let site = Site::showing(drip).await;
    assert_eq!(site.fetch("/").await, Err(FetchError::TimedOut { seconds: 2 }));
    assert_eq!(site.paths(), ["/robots.txt", "/"], "a page that takes for ever is not tried again");
}

#[tokio::test]
async fn headers_without_end_are_hung_up_on() {
    let first = b"HTTP/1.1 200 OK\r\n".to_vec();
    let then = format!("x-filler: {}\r\n", "a".repeat(8_000)).into_bytes();
    let site = Site::showing(Reply::Endless { first, then, pause: Duration::ZERO }).await;
    let told = site.fetch("/").await;
    assert!(matches!(told, Err(FetchError::Unreachable(_))), "{told:?}");
}

#[tokio::test]
async fn a_gzip_bomb_goes_off_outside() {
    let site = Site::showing(Reply::packed(&vec![0; 64 << 20])).await;
    let told = |limits: FetchLimits| {
        let fetcher = site.fetcher_with(limits, Arc::new(Everywhere));
        let address = site.url("bomb.example", "/");
        async move { fetcher.fetch(&address, &Meter::new(u64::MAX)).await }
    };
    assert_eq!(told(FetchLimits { body_bytes: 48 << 20, ..limits() }).await, Err(FetchError::Bomb), "by its ratio");
    let by_size = FetchLimits { unpack_ratio: u64::MAX, ..limits() };
    assert_eq!(told(by_size).await, Err(FetchError::TooLarge { limit_bytes: limits().body_bytes }), "by its size");
}

#[tokio::test]
async fn what_says_it_is_packed_and_is_not_is_told() {
    let lying = Reply::of("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", "<p>Not packed at all.");
    assert!(matches!(Site::showing(lying).await.fetch("/").await, Err(FetchError::Packing(_))));
    let strange = Reply::of("200 OK", "content-type: text/html\r\ncontent-encoding: br\r\n", "x");
    assert!(matches!(Site::showing(strange).await.fetch("/").await, Err(FetchError::Packing(_))));
}

#[tokio::test]
async fn redirects_in_a_circle_and_without_end_are_left() {
    let circle = Site::open(|visit: &Visit| match visit.path.as_str() {
        "/robots.txt" => Reply::missing(),
        "/a" => Reply::to("/b"),
        _ => Reply::to("/a"),
    })
    .await;
    assert_eq!(circle.fetch("/a").await, Err(FetchError::RedirectLoop));
    let chain = Site::open(|visit: &Visit| match visit.path.strip_prefix("/page/") {
        Some(number) => Reply::to(&format!("/page/{}", number.parse::<u32>().unwrap() + 1)),
        None => Reply::missing(),
    })
    .await;
    assert_eq!(chain.fetch("/page/1").await, Err(FetchError::TooManyRedirects(5)));
    assert_eq!(chain.paths().iter().filter(|path| path.starts_with("/page/")).count(), 6);
    let nowhere = Site::showing(Reply::of("302 Found", "", "")).await;
    assert_eq!(nowhere.fetch("/").await, Err(FetchError::BadRedirect));
}

#[tokio::test]
async fn a_redirect_cannot_lead_indoors() {
    for inner in [
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/",
        "http://0x7f.0.0.2/",
        "http://[::ffff:127.0.0.1]/",
        "file:///etc/passwd",
        "http://ana:pw@news.example/",
        "http://localhost/",
        "http://news.example:22/",
    ] {
        let site = Site::showing(Reply::to(inner)).await;
        let told = site.fetch("/").await;
        assert!(matches!(told, Err(FetchError::Refused(_))), "{inner}: {told:?}");
    }
    let named = Site::open(|visit: &Visit| match visit.path.as_str() {
        "/robots.txt" => Reply::missing(),
        _ => Reply::to("http://inside.example/"),
    })
    .await;
    let told = named.fetch("/").await;
    assert!(matches!(told, Err(FetchError::Refused(Refusal::Closed { what: "private", .. }))), "{told:?}");
}

/// Answers with a harmless address first and with another one ever after.
struct Rebinding(AtomicU32);

#[async_trait]
impl Names for Rebinding {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let is_first = self.0.fetch_add(1, Ordering::SeqCst) == 0;
        // The gate of these tests lets 127.0.0.1 pass and nothing else of this machine.
        Ok(vec![if is_first { [127, 0, 0, 1].into() } else { [127, 0, 0, 2].into() }])
    }
}

#[tokio::test]
async fn a_name_that_changes_its_mind_reaches_nothing() {
    let site = Site::showing(Reply::html("<p>The secret of the machine next door.")).await;
    let fetcher = site.fetcher_with(limits(), Arc::new(Rebinding(AtomicU32::new(0))));
    let told = fetcher.fetch(&site.url("rebind.example", "/"), &Meter::new(u64::MAX)).await;
    assert!(matches!(told, Err(FetchError::Refused(Refusal::Closed { what: "loopback", .. }))), "{told:?}");
    assert_eq!(site.paths(), ["/robots.txt"], "the second answer was never connected to");
}

#[tokio::test]
async fn what_ships_visits_nothing_on_this_machine() {
    let site = Site::showing(Reply::html("<p>Here.")).await;
    let outfit = Outfit { names: Arc::new(Everywhere), ..Outfit::public(Arc::new(|| 0.5)) };
    assert_eq!(outfit.gate.admits([127, 0, 0, 1].into()), PublicOnly.admits([127, 0, 0, 1].into()));
    let fetcher = Fetcher::new(outfit).unwrap();
    let told = fetcher.fetch("http://news.example/", &Meter::new(u64::MAX)).await;
    assert!(matches!(told, Err(FetchError::Refused(Refusal::Closed { what: "loopback", .. }))), "{told:?}");
    let told = fetcher.fetch(&site.url("news.example", "/"), &Meter::new(u64::MAX)).await;
    assert_eq!(told, Err(FetchError::Refused(Refusal::Port(site.port))));
    assert!(site.paths().is_empty());
}

#[tokio::test]
async fn a_budget_of_bytes_is_kept_to_the_byte_that_breaks_it() {
    let site = Site::showing(Reply::html("a".repeat(100 << 10))).await;
    let meter = Meter::new(60 << 10);
    let fetcher = site.fetcher();
    assert_eq!(fetcher.fetch(&site.url("news.example", "/"), &meter).await, Err(FetchError::BudgetSpent));
    assert!(meter.is_spent());
}
