//! Providers asked over a real line, answering in the formats they document.

use super::site::{Reply, Site};
use domain::{CorpusName, DocumentKind};
use jiff::civil::date;
use sources::Options;
use sources::web::search::{
    Brave, FactCheckTools, GovernmentData, Hit, Line, SearXng, SearchError, SearchProvider, Serper, Wikipedia,
};

fn line() -> Line {
    Line::open().unwrap()
}

async fn asked(provider: &dyn SearchProvider) -> Vec<Hit> {
    provider.search("how tall is the  Eiffel Tower", 5).await.unwrap()
}

const SEARXNG: &str = r#"{"query": "how tall is the Eiffel Tower", "number_of_results": 2, "results": [
    {"url": "https://www.toureiffel.paris/en/the-monument", "title": "The monument", "content": "330 metres <b>tall</b>",
     "engine": "duckduckgo", "engines": ["duckduckgo"], "score": 1.0, "category": "general", "publishedDate": "2023-05-01T00:00:00"},
    {"url": "https://example.org/tower", "title": "Tower", "engine": "bing", "publishedDate": null}],
    "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}"#;

#[tokio::test]
async fn searxng_answers_with_pages() {
    let site = Site::showing(Reply::json(SEARXNG)).await;
    let hits = asked(&SearXng::new(&line(), &site.base()).unwrap()).await;
    assert_eq!(hits[0].url, "https://www.toureiffel.paris/en/the-monument");
    assert_eq!(hits[0].snippet, "330 metres tall");
    assert_eq!(hits[0].published, Some(date(2023, 5, 1)));
    assert_eq!(
        hits[1],
        Hit {
            url: "https://example.org/tower".into(),
            title: "Tower".into(),
            snippet: String::new(),
            published: None,
            review: None
        }
    );
    assert_eq!(site.paths(), ["/search?q=how+tall+is+the+Eiffel+Tower&format=json&language=en"]);
}

#[tokio::test]
async fn a_base_with_a_path_keeps_it() {
    let site = Site::showing(Reply::json(SEARXNG)).await;
    asked(&SearXng::new(&line(), &format!("{}/searx", site.base())).unwrap()).await;
    assert!(site.paths()[0].starts_with("/searx/search?"));
}

#[tokio::test]
async fn brave_is_asked_with_a_token() {
    let answer = r#"{"type": "search", "query": {"original": "x", "more_results_available": true}, "web": {"type": "search", "results": [
        {"type": "search_result", "title": "Eiffel Tower", "url": "https://www.britannica.com/topic/Eiffel-Tower-Paris-France",
         "description": "It is <strong>330</strong> m tall", "page_age": "2024-08-12T10:00:00", "language": "en", "family_friendly": true}]}}"#;
    let site = Site::showing(Reply::json(answer)).await;
    let hits = asked(&Brave::new(&line(), &site.base(), "token-1").unwrap()).await;
    assert_eq!((hits[0].snippet.as_str(), hits[0].published), ("It is 330 m tall", Some(date(2024, 8, 12))));
    assert!(site.visits()[0].headers.contains("x-subscription-token: token-1"));
    assert!(site.paths()[0].starts_with("/res/v1/web/search?q=how+tall"));
    let empty = Site::showing(Reply::json(r#"{"type": "search", "query": {"original": "x"}}"#)).await;
    assert!(asked(&Brave::new(&line(), &empty.base(), "k").unwrap()).await.is_empty());
}

#[tokio::test]
async fn serper_is_asked_by_post() {
    let answer = r#"{"searchParameters": {"q": "x", "type": "search"}, "organic": [
        {"title": "Eiffel Tower", "link": "https://en.wikipedia.org/wiki/Eiffel_Tower", "snippet": "330 m", "date": "Mar 5, 2024", "position": 1}],
        "credits": 1}"#;
    let site = Site::showing(Reply::json(answer)).await;
    let hits = asked(&Serper::new(&line(), &site.base(), "key-1").unwrap()).await;
    assert_eq!((hits[0].url.as_str(), hits[0].published), ("https://en.wikipedia.org/wiki/Eiffel_Tower", Some(date(2024, 3, 5))));
    let visit = &site.visits()[0];
    assert!(visit.headers.contains("x-api-key: key-1"));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&visit.body).unwrap()["q"], "how tall is the Eiffel Tower");
}

#[tokio::test]
async fn wikipedia_gives_its_pages_in_order() {
    let answer = r#"{"batchcomplete": true, "query": {"pages": [
        {"pageid": 2, "ns": 0, "title": "Tokyo Tower", "index": 2, "touched": "2026-01-02T03:04:05Z", "fullurl": "https://en.wikipedia.org/wiki/Tokyo_Tower"},
        {"pageid": 1, "ns": 0, "title": "Eiffel Tower", "index": 1, "touched": "2026-01-02T03:04:05Z", "fullurl": "https://en.wikipedia.org/wiki/Eiffel_Tower"}]}}"#;
    let site = Site::showing(Reply::json(answer)).await;
    let hits = asked(&Wikipedia::new(&line(), &site.base()).unwrap()).await;
    let titles: Vec<&str> = hits.iter().map(|hit| hit.title.as_str()).collect();
    assert_eq!(titles, ["Eiffel Tower", "Tokyo Tower"]);
    assert!(site.paths()[0].starts_with("/w/api.php?action=query&format=json"));
    let nothing = Site::showing(Reply::json(r#"{"batchcomplete": true}"#)).await;
    assert!(asked(&Wikipedia::new(&line(), &nothing.base()).unwrap()).await.is_empty());
    let complaint = r#"{"error": {"code": "maxlag", "info": "Waiting for a database server"}}"#;
    let site = Site::showing(Reply::json(complaint)).await;
    let told = Wikipedia::new(&line(), &site.base()).unwrap().search("x", 1).await.unwrap_err().to_string();
    assert!(told.contains("maxlag: Waiting"), "{told}");
}

#[tokio::test]
async fn fact_check_tools_lead_to_the_articles() {
    let answer = r#"{"claims": [{"text": "The Eiffel Tower is for sale", "claimant": "A post", "claimDate": "2025-01-01T00:00:00Z",
        "claimReview": [{"publisher": {"name": "Full Fact", "site": "fullfact.org"}, "url": "https://fullfact.org/tower",
        "title": "No, the tower is not for sale", "reviewDate": "2025-02-03T00:00:00Z", "textualRating": "False", "languageCode": "en"}]}],
        "nextPageToken": "CAo"}"#;
    let site = Site::showing(Reply::json(answer)).await;
    let hits = asked(&FactCheckTools::new(&line(), &site.base(), "key-1").unwrap()).await;
    assert_eq!(hits[0].url, "https://fullfact.org/tower");
    assert_eq!(hits[0].snippet, "The Eiffel Tower is for sale (False)");
    assert_eq!(hits[0].published, Some(date(2025, 2, 3)));
    let said = hits[0].review.clone().unwrap().document(&Options::open_web(CorpusName::web())).unwrap();
    assert_eq!(said.text, "Claim reviewed: \"The Eiffel Tower is for sale\".\nRating: False.\nClaimed by A post.");
    assert_eq!((said.kind, said.source.as_str(), said.credibility.get()), (DocumentKind::FactCheck, "fullfact.org", 0.87));
    assert!(!site.paths()[0].contains("key-1"), "a key in an address ends up in logs");
    let nothing = Site::showing(Reply::json("{}")).await;
    assert!(asked(&FactCheckTools::new(&line(), &nothing.base(), "k").unwrap()).await.is_empty());
}

#[tokio::test]
async fn government_data_leads_to_data_sets() {
    let answer = r#"{"help": "https://catalog.example.gov/api/3/action/help_show?name=package_search", "success": true, "result": {"count": 1,
        "results": [{"id": "1f", "name": "consumer-price-index", "title": "Consumer Price Index", "notes": "Monthly <i>data</i>",
        "metadata_modified": "2026-04-01T12:00:00.000000", "organization": {"title": "Bureau"}, "resources": []}]}}"#;
    let site = Site::showing(Reply::json(answer)).await;
    let hits = asked(&GovernmentData::new(&line(), &site.base()).unwrap()).await;
    assert_eq!(hits[0].url, format!("{}/dataset/consumer-price-index", site.base()));
    assert_eq!(hits[0].snippet, "Monthly data");
    let failed = Site::showing(Reply::json(r#"{"success": false, "error": {"message": "no"}}"#)).await;
    let told = GovernmentData::new(&line(), &failed.base()).unwrap().search("x", 1).await.unwrap_err();
    assert!(matches!(told, SearchError::Malformed { .. }));
}

#[tokio::test]
async fn what_goes_wrong_names_the_provider_and_the_way_out() {
    let told = |reply: Reply| async move {
        let site = Site::showing(reply).await;
        Brave::new(&line(), &site.base(), "k").unwrap().search("x", 3).await.unwrap_err().to_string()
    };
    let denied = told(Reply::of("401 No", "", "")).await;
    assert!(denied.contains("Brave Search") && denied.contains("BRAVE_SEARCH_API_KEY"), "{denied}");
    let slow = told(Reply::of("429 Slow", "retry-after: 7\r\n", "")).await;
    assert!(slow.contains("try again in 7 seconds"), "{slow}");
    assert!(told(Reply::of("500 Oops", "", "")).await.contains("status 500"));
    let page = told(Reply::html("<html>a login page</html>")).await;
    assert!(page.contains("a format we do not know"), "{page}");
    let other = told(Reply::json(r#"{"web": {"results": [{"title": "no address"}]}}"#)).await;
    assert!(other.contains("missing field `url`"), "{other}");
    assert!(told(Reply::json(" ".repeat(5 << 20))).await.contains("longer than"));
    let redirected = told(Reply::to("http://169.254.169.254/")).await;
    assert!(redirected.contains("status 302"), "{redirected}");
}

#[tokio::test]
async fn an_address_that_is_none_is_told_before_anything_is_asked() {
    for address in ["", "searx.example", "ftp://a.example", "https://"] {
        let told = SearXng::new(&line(), address).unwrap_err().to_string();
        assert!(told.contains("SEARXNG_URL"), "{told}");
    }
    let nobody = SearXng::new(&line(), "http://127.0.0.1:9").unwrap().search("x", 1).await.unwrap_err();
    assert!(matches!(nobody, SearchError::Unreachable { .. }), "{nobody}");
}
