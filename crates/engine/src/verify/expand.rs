//! The corrective loop (S1, decision S1-25): retrieve, rank, weigh; while that does not suffice, ask, fetch, read, ingest,
//! and look again. Each step has a budget, and a spent one ends the loop with what there is.

use super::check::Pursuit;
use super::reach::Reach;
use super::stage::Stage;
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{CorpusName, Document, DocumentId, Ended, Expansion, Inquiry, PageFate, Snapshot, Verdict};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt as _};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use score::verify::{conclude, kind_of_claim, queries};
use sources::web::search::Hit;
use sources::web::{FetchError, Meter};
use sources::{Options, Review};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use store::Added;
use tokio::time::{Instant, timeout_at};

/// Pages fetched at the same time. Pages of one host wait for each other all the same.
const FETCHES_AT_ONCE: usize = 4;
/// Parts of an address that only tell where a visitor came from.
const TRACKERS: [&str; 4] = ["utm_", "fbclid", "gclid", "mc_"];

impl Engine {
    /// Looks for evidence until it suffices, there is nothing left to ask, or a budget is spent. The snapshot ends up with
    /// the best that was found and with the ledger of the search.
    pub(super) async fn expand(&self, snapshot: &mut Snapshot, reach: &Reach, pursuit: Pursuit<'_>) -> Result<(), EngineError> {
        let (place, watch) = (pursuit.place, pursuit.place.watch);
        let corpora = [pursuit.question.corpus.clone(), CorpusName::web()];
        self.follow(&corpora[1], watch).await?;
        self.look(&corpora, snapshot, place).await?;
        let mut search = Search::begin(reach, self.clock.now(), &snapshot.claim.text);
        let aged = search.aged(self, snapshot).await?;
        if !aged.is_empty() {
            let documents = search.fetch(&aged, watch).await;
            if self.take_in(documents, watch).await? {
                self.look(&corpora, snapshot, place).await?;
            }
        }
        if self.suffices(snapshot, pursuit) {
            snapshot.expansion = Some(search.end(Ended::NotNeeded));
            return Ok(());
        }
        let plan = queries(&snapshot.claim);
        let total = plan.len() as u64;
        let mut ended = Ended::NothingLeftToAsk;
        for (round, query) in plan.iter().enumerate() {
            if let Some(spent) = search.spent() {
                ended = spent;
                break;
            }
            place.reach(Stage::Search);
            watch.at("searching the web", round as u64, total);
            let documents = search.round(self, query, watch).await?;
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
            if self.take_in(documents, watch).await? {
                watch.at("weighing what was found", round as u64, total);
                self.look(&corpora, snapshot, place).await?;
            }
            if self.suffices(snapshot, pursuit) {
                ended = Ended::Sufficient;
                break;
            }
        }
        snapshot.expansion = Some(search.end(ended));
        Ok(())
    }

    /// Trust is sufficient, and the judge does not ask for more.
    fn suffices(&self, snapshot: &Snapshot, pursuit: Pursuit<'_>) -> bool {
        pursuit.place.reach(Stage::Trust);
        let inside = tokio::task::block_in_place(|| conclude(snapshot, pursuit.policy));
        inside.trust.is_sufficient && inside.judgement.verdict != Verdict::InsufficientEvidence
    }

    /// Brings pages into the corpus of the web; says whether that changed anything there.
    async fn take_in(&self, documents: Vec<Document>, watch: &dyn Watch) -> Result<bool, EngineError> {
        if documents.is_empty() {
            return Ok(false);
        }
        let web = CorpusName::web();
        let added = self.store.add_documents(&web, &documents).await?;
        self.follow(&web, watch).await?;
        self.fill_vectors(&web, watch).await?;
        Ok(added.iter().any(|added| matches!(added, Added::New | Added::Replaced)))
    }

    /// The pages among these that have been read before.
    async fn read_before<'a>(&self, urls: impl Iterator<Item = &'a str> + Send) -> Result<Vec<Document>, EngineError> {
        let ids: Vec<DocumentId> = urls.filter_map(DocumentId::new).collect();
        Ok(self.store.documents(&CorpusName::web(), &ids).await?)
    }
}

/// One claim's search, and what is left of its budget.
struct Search<'a> {
    reach: &'a Reach,
    meter: Meter,
    began: Instant,
    deadline: Instant,
    now: Timestamp,
    /// Pages fetched before this moment may have changed since.
    fresh_since: Timestamp,
    seen: BTreeSet<String>,
    /// Fact-checks whose claim and rating are known, by the address of their article.
    reviews: BTreeMap<String, Vec<Review>>,
    has_answer: bool,
    ledger: Expansion,
}

impl<'a> Search<'a> {
    fn begin(reach: &'a Reach, now: Timestamp, claim: &str) -> Self {
        let budget = reach.budget();
        let began = Instant::now();
        let hours = budget.page_ttl_hours(kind_of_claim(claim, now.to_zoned(TimeZone::UTC).year()));
        Self {
            fresh_since: now.checked_sub(SignedDuration::from_hours(hours as i64)).unwrap_or(Timestamp::MIN),
            now,
            reviews: BTreeMap::new(),
            meter: Meter::new(budget.WEB_BYTES_PER_CLAIM as u64),
            deadline: began + Duration::from_secs_f64(budget.WEB_SECONDS_PER_CLAIM),
            ledger: Expansion::ended(Ended::NothingLeftToAsk),
            seen: BTreeSet::new(),
            has_answer: false,
            began,
            reach,
        }
    }

    /// The first budget that is spent, if one is.
    fn spent(&self) -> Option<Ended> {
        let (budget, spent) = (self.reach.budget(), &self.ledger.spent);
        match () {
            () if Instant::now() >= self.deadline => Some(Ended::TimeSpent),
            () if self.meter.is_spent() => Some(Ended::BytesSpent),
            () if f64::from(spent.pages) >= budget.WEB_PAGES_PER_CLAIM => Some(Ended::PagesSpent),
            () if f64::from(spent.queries) >= budget.WEB_QUERIES_PER_CLAIM => Some(Ended::QueriesSpent),
            () => None,
        }
    }

    /// Closes the ledger.
    fn end(mut self, ended: Ended) -> Expansion {
        let nobody = !self.has_answer && !self.ledger.inquiries.is_empty() && ended == Ended::NothingLeftToAsk;
        // The last round may have spent what no further round asked about.
        let ended = match (nobody, ended) {
            (true, _) => Ended::NobodyAnswered,
            (false, Ended::NothingLeftToAsk) => {
                self.spent().filter(|spent| matches!(spent, Ended::TimeSpent | Ended::BytesSpent)).unwrap_or(ended)
            }
            (false, ended) => ended,
        };
        self.ledger.ended = ended;
        self.ledger.is_partial = ended.is_partial();
        self.ledger.spent.bytes = self.meter.used();
        self.ledger.spent.ms = self.began.elapsed().as_millis() as u64;
        self.ledger
    }

    /// The candidates' pages that may have changed since they were fetched, within the budget.
    async fn aged(&mut self, engine: &Engine, snapshot: &Snapshot) -> Result<Vec<String>, EngineError> {
        let named: BTreeSet<&str> = snapshot.candidates.iter().map(|candidate| candidate.passage.document.as_str()).collect();
        let pages = engine.read_before(named.into_iter()).await?;
        let aged = pages.iter().filter(|page| !self.is_fresh(page)).filter_map(|page| page.url.clone());
        let aged: Vec<String> = aged.take(self.room()).collect();
        self.seen.extend(aged.iter().cloned());
        Ok(aged)
    }

    fn is_fresh(&self, page: &Document) -> bool {
        page.fetched.is_some_and(|at| at >= self.fresh_since)
    }

    /// How many pages may be visited at once.
    fn room(&self) -> usize {
        let budget = self.reach.budget();
        let left = (budget.WEB_PAGES_PER_CLAIM as usize).saturating_sub(self.ledger.spent.pages as usize);
        left.min(budget.WEB_URLS_PER_QUERY as usize)
    }

    /// Asks one query and brings the pages it names.
    async fn round(&mut self, engine: &Engine, query: &str, watch: &dyn Watch) -> Result<Vec<Document>, EngineError> {
        let lists = self.ask(query).await;
        let urls = self.choose(engine, &lists).await?;
        Ok(self.fetch(&urls, watch).await)
    }

    /// Asks every provider at once.
    async fn ask(&mut self, query: &str) -> Vec<Vec<Hit>> {
        self.ledger.spent.queries += 1;
        let (limit, deadline) = (self.reach.budget().WEB_URLS_PER_QUERY as u32 * 2, self.deadline);
        // Each on the heap: whoever spawns a check needs to know that its steps may move between threads.
        let asked = self.reach.providers().iter().map(|provider| {
            let asked = async move {
                let answer = timeout_at(deadline, provider.search(query, limit)).await;
                let late = |_| Err("no answer in the time that was left".to_owned());
                (provider.name(), answer.map_or_else(late, |a| a.map_err(|e| e.to_string())))
            };
            asked.boxed()
        });
        let asked: Vec<BoxFuture<'_, _>> = asked.collect();
        let answers: Vec<_> = futures_util::future::join_all(asked).await;
        let mut lists = Vec::with_capacity(answers.len());
        for (provider, answer) in answers {
            let (hits, error) = match answer {
                Ok(hits) => (hits, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            self.has_answer |= error.is_none();
            let (query, provider) = (query.to_owned(), provider.to_owned());
            self.ledger.inquiries.push(Inquiry { query, provider, hits: hits.len() as u32, error });
            lists.push(hits);
        }
        lists
    }

    /// Chooses which pages to visit: the best of each provider in turn, none twice, none that was read lately.
    async fn choose(&mut self, engine: &Engine, lists: &[Vec<Hit>]) -> Result<Vec<String>, EngineError> {
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let in_turn = (0..longest).flat_map(|rank| lists.iter().filter_map(move |list| list.get(rank)));
        let mut named = Vec::new();
        for hit in in_turn {
            let url = canonical(&hit.url);
            if self.seen.insert(url.clone()) {
                self.reviews.entry(url.clone()).or_default().extend(hit.review.clone());
                named.push(url);
            }
        }
        let before = engine.read_before(named.iter().map(String::as_str)).await?;
        let lately: BTreeSet<&str> = before.iter().filter(|page| self.is_fresh(page)).map(|page| page.id.as_str()).collect();
        let (known, fresh): (Vec<String>, Vec<String>) = named.into_iter().partition(|url| lately.contains(url.as_str()));
        for url in known {
            self.ledger.pages.push(PageFate { url, outcome: "known".to_owned(), note: String::new() });
        }
        let room = self.room();
        // What there is no room for now may be named again by a later query.
        for url in fresh.iter().skip(room) {
            self.seen.remove(url);
        }
        Ok(fresh.into_iter().take(room).collect())
    }

    /// Visits pages, a few at a time, and reads what they say.
    async fn fetch(&mut self, urls: &[String], watch: &dyn Watch) -> Vec<Document> {
        self.ledger.spent.pages += urls.len() as u32;
        let (reach, meter, deadline, options) = (self.reach, &self.meter, self.deadline, self.reach.options());
        let options = &options;
        let visits = urls.iter().map(|url| {
            let visit = async move {
                let Ok(fetched) = timeout_at(deadline, reach.fetcher().fetch(url, meter)).await else {
                    return Err(("timed_out", "no time was left for it".to_owned()));
                };
                let fetched = fetched.map_err(|error: FetchError| (error.code(), error.to_string()))?;
                let document = tokio::task::block_in_place(|| fetched.document(options));
                let document = document.map_err(|why| (why.code(), why.to_string()))?;
                match document.language.as_str() {
                    _ if is_readable(&document) => Ok(document),
                    other => Err(("other_language", format!("it is written in another language ({other})"))),
                }
            };
            visit.boxed()
        });
        let visits: Vec<BoxFuture<'_, _>> = visits.collect();
        // In the order of the list, so that the same answers of the same sites give the same ledger.
        let mut visits = stream::iter(visits).buffered(FETCHES_AT_ONCE);
        let mut documents = Vec::new();
        let mut done = 0;
        while let Some(visit) = visits.next().await {
            let url = urls[done].clone();
            done += 1;
            watch.at("fetching pages", done as u64, urls.len() as u64);
            match visit {
                Ok(document) => {
                    self.ledger.pages.push(PageFate { url, outcome: "read".to_owned(), note: String::new() });
                    documents.push(document);
                }
                Err((code, note)) => {
                    let rated = self.rated(&url, options);
                    let note = if rated.is_empty() { note } else { format!("{note}; its rating is taken from who named it") };
                    documents.extend(rated);
                    self.ledger.pages.push(PageFate { url, outcome: code.to_owned(), note });
                }
            }
        }
        for document in &mut documents {
            document.fetched = Some(self.now);
        }
        documents
    }

    /// What is known of fact-checks whose article could not be had.
    fn rated(&self, url: &str, options: &Options) -> Vec<Document> {
        let reviews = self.reviews.get(url).cloned().unwrap_or_default();
        reviews.into_iter().filter_map(|review| review.document(options).ok()).filter(is_readable).collect()
    }
}

/// Verdicts are given in English, and the judge reads nothing else.
fn is_readable(document: &Document) -> bool {
    matches!(document.language.as_str(), "en" | "und")
}

/// One spelling for one page: no fragment, and nothing that only tells where a visitor came from.
fn canonical(address: &str) -> String {
    let (address, _) = address.split_once('#').unwrap_or((address, ""));
    let Some((path, query)) = address.trim().split_once('?') else { return address.trim().to_owned() };
    let is_tracker = |pair: &&str| TRACKERS.iter().any(|tracker| pair.starts_with(tracker));
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_tracker(pair)).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_page_has_one_spelling() {
        assert_eq!(canonical("https://a.example/x?utm_source=y&id=3#top"), "https://a.example/x?id=3");
        assert_eq!(canonical(" https://a.example/x?fbclid=1 "), "https://a.example/x");
        assert_eq!(canonical("https://a.example/x"), "https://a.example/x");
    }
}
