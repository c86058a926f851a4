//! Pages that are meant well, and pages that have nothing to say.

use super::site::{Reply, Site, Visit};
use domain::{CorpusName, DocumentKind};
use sources::web::{FetchError, PageKind};
use sources::{Options, SkipReason};

fn options() -> Options {
    Options::open_web(CorpusName::new("web").unwrap())
}

const ARTICLE: &str = "<html><head><title>Bridge approved</title><meta property='article:published_time' content='2026-03-05'></head>\
    <body><article><h1>Bridge approved</h1><p>The council approved the new bridge over the river on Monday evening, by nine votes \
    to four.</p><p>Work is to begin in the spring of next year, the mayor said after the meeting.</p></article></body></html>";

#[tokio::test]
async fn a_page_becomes_a_document_with_its_domain_and_standing() {
    let site = Site::showing(Reply::html(ARTICLE)).await;
    let document = site.fetch("/2026/bridge").await.unwrap().document(&options()).unwrap();
    assert_eq!(document.source, "news.example");
    assert_eq!(document.title, "Bridge approved");
    assert!(document.text.contains("nine votes to four"));
    assert_eq!(document.kind, DocumentKind::Unknown);
    assert!((document.credibility.get() - 0.60).abs() < 1e-9, "nobody knows news.example");
    assert_eq!(document.published.map(|date| date.to_string()).as_deref(), Some("2026-03-05"));
}

#[tokio::test]
async fn a_redirected_page_is_known_by_where_it_was_found() {
    let site = Site::open(|visit: &Visit| match (visit.host.as_str(), visit.path.as_str()) {
        (_, "/robots.txt") => Reply::missing(),
        ("short.example", _) => Reply::to(&format!("http://paper.example:{}/story", port_of(visit))),
        _ => Reply::packed(ARTICLE.as_bytes()),
    })
    .await;
    let fetched = site.fetcher().fetch(&site.url("short.example", "/x"), &sources::web::Meter::new(1 << 20)).await.unwrap();
    assert_eq!(fetched.url, site.url("paper.example", "/story"));
    assert_eq!(fetched.document(&options()).unwrap().source, "paper.example");
}

fn port_of(visit: &Visit) -> String {
    let host = visit.headers.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    host.split(':').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn a_wrong_charset_does_not_spoil_the_page() {
    let text = b"<p>The caf\xE9 on the corner opened its doors in 1889, and it has been open every single day since then.</p>";
    for header in ["text/html; charset=utf-8", "text/html", "text/html; charset=windows-1252"] {
        let site = Site::showing(Reply::of("200 OK", &format!("content-type: {header}\r\n"), text)).await;
        let document = site.fetch("/").await.unwrap().document(&options()).unwrap();
        assert!(document.text.contains("café"), "{header}: {}", document.text);
    }
    let lied_about = "<p>The café on the corner opened its doors in 1889, and it has been open every single day since then.</p>";
    let site = Site::showing(Reply::of("200 OK", "content-type: text/html; charset=iso-8859-1\r\n", lied_about)).await;
    assert!(site.fetch("/").await.unwrap().document(&options()).unwrap().text.contains("café"));
}

#[tokio::test]
async fn a_page_of_scripts_has_nothing_to_say() {
    let page = "<!doctype html><title>App</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>\
        <script>window.__DATA__ = {\"verdict\": \"true\"}; render()</script>";
    let site = Site::showing(Reply::html(page)).await;
    assert_eq!(site.fetch("/").await.unwrap().document(&options()), Err(SkipReason::ScriptOnly));
}

#[tokio::test]
async fn what_is_no_page_is_not_read() {
    let site = Site::showing(Reply::of("200 OK", "content-type: image/png\r\n", "PNG")).await;
    assert_eq!(site.fetch("/").await, Err(FetchError::Kind("image/png".into())));
    let text = Reply::of("200 OK", "content-type: text/plain\r\n", "Bridges\n\nThe bridge is 300 metres long.");
    let fetched = Site::showing(text).await.fetch("/").await.unwrap();
    assert_eq!(fetched.kind, PageKind::Text);
    assert_eq!(fetched.document(&options()).unwrap().title, "Bridges");
}
