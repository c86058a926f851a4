//! Bringing one page, politely and within limits.
//!
//! Every address passes the gate before anything is sent, redirects are followed by hand so that each of them does too,
//! and each host has its own line, its own breaker and its own wishes (robots.txt).

use super::backoff::{pause, retry_after};
use super::client::{guarded, told};
use super::error::FetchError;
use super::guard::{Gate, PublicOnly, admit};
use super::hosts::{Hosts, Turn};
use super::limits::FetchLimits;
use super::meter::Meter;
use super::names::{Names, SystemNames, refusal_in};
use super::page::{Fetched, kind_of};
use super::robots::{Asked, Rules};
use super::{Chance, body};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_TYPE, DATE, HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Client, Response};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use url::Url;

/// The name that robots.txt files know us by.
pub(super) const AGENT_NAME: &str = "probity";
/// How we introduce ourselves.
pub const AGENT: &str = concat!("probity/", env!("CARGO_PKG_VERSION"), " (checks claims against published pages)");

/// What a fetcher is put together from.
#[derive(Clone)]
pub struct Outfit {
    /// Who may be visited.
    pub gate: Arc<dyn Gate>,
    /// How names are looked up.
    pub names: Arc<dyn Names>,
    /// How much is let in.
    pub limits: FetchLimits,
    /// The dice for backing off.
    pub chance: Chance,
}

impl Outfit {
    /// The outfit for the real web.
    pub fn public(chance: Chance) -> Self {
        Self { gate: Arc::new(PublicOnly), names: Arc::new(SystemNames), limits: FetchLimits::default(), chance }
    }
}

/// Brings pages.
pub struct Fetcher {
    client: Client,
    gate: Arc<dyn Gate>,
    limits: FetchLimits,
    chance: Chance,
    hosts: Hosts,
}

/// A host's first word.
enum Answer {
    Content(Response),
    Elsewhere(String),
}

/// A failure, and whether it is worth another try.
struct Fault {
    error: FetchError,
    may_pass: bool,
    asked_wait: Option<Duration>,
}

impl From<FetchError> for Fault {
    fn from(error: FetchError) -> Self {
        Self { error, may_pass: false, asked_wait: None }
    }
}

impl Fetcher {
    /// Puts a fetcher together.
    pub fn new(outfit: Outfit) -> Result<Self, FetchError> {
        let Outfit { gate, names, limits, chance } = outfit;
        let client = guarded(names, Arc::clone(&gate), limits.connect_timeout)
            .user_agent(AGENT)
            .default_headers(manners())
            .build()
            .map_err(|error| FetchError::Unreachable(told(error)))?;
        Ok(Self { client, gate, limits, chance, hosts: Hosts::new() })
    }

    /// Brings a page, following redirects. Its bytes are taken from the meter, also when it comes to nothing.
    pub async fn fetch(&self, address: &str, meter: &Meter) -> Result<Fetched, FetchError> {
        let mut url = admit(address, &*self.gate)?;
        let mut seen = BTreeSet::from([url.clone()]);
        for _ in 0..=self.limits.redirects {
            if !self.rules(&url, meter).await?.allow(url.as_str()) {
                return Err(FetchError::Robots);
            }
            match self.knock(&url, |response| self.page(&url, response, meter)).await? {
                Step::Done(fetched) => return Ok(fetched),
                Step::Elsewhere(location) => {
                    url = self.next(&url, &location)?;
                    if !seen.insert(url.clone()) {
                        return Err(FetchError::RedirectLoop);
                    }
                }
            }
        }
        Err(FetchError::TooManyRedirects(self.limits.redirects))
    }

    /// Where a redirect leads, once the gate has seen it too.
    fn next(&self, url: &Url, location: &str) -> Result<Url, FetchError> {
        let next = url.join(location).map_err(|_| FetchError::BadRedirect)?;
        Ok(admit(next.as_str(), &*self.gate)?)
    }

    async fn page(&self, url: &Url, response: Response, meter: &Meter) -> Result<Fetched, FetchError> {
        let declared = response.headers().get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or("?").to_owned());
        let (kind, charset) = kind_of(declared.as_deref())?;
        let bytes = body::read(response, &self.limits, meter).await?;
        Ok(Fetched { url: url.to_string(), kind, charset, bytes })
    }

    /// What the page's host asks of programs: remembered, or asked for.
    async fn rules(&self, url: &Url, meter: &Meter) -> Result<Arc<Rules>, FetchError> {
        let host = line_of(url);
        if let Some(rules) = self.hosts.rules(&host, Instant::now(), &self.limits) {
            return Ok(rules);
        }
        let rules = Arc::new(Rules::of(self.ask_rules(url, meter).await?));
        self.hosts.learn(&host, Arc::clone(&rules), Instant::now(), &self.limits);
        Ok(rules)
    }

    async fn ask_rules(&self, page: &Url, meter: &Meter) -> Result<Asked, FetchError> {
        let limits =
            FetchLimits { wire_bytes: self.limits.robots_bytes, body_bytes: self.limits.robots_bytes, ..self.limits.clone() };
        let mut url = page.join("/robots.txt").map_err(|_| FetchError::BadRedirect)?;
        for _ in 0..=self.limits.redirects {
            match self.knock(&url, |response| body::read(response, &limits, meter)).await {
                Ok(Step::Done(bytes)) => return Ok(Asked::Found(bytes)),
                Ok(Step::Elsewhere(location)) => url = self.next(&url, &location)?,
                Err(FetchError::Status(400..=499)) => return Ok(Asked::None),
                // The host is down or its breaker is open: that is told as it is, and not remembered as a wish.
                Err(error) if error.is_hosts_fault() && !matches!(error, FetchError::Status(_)) => return Err(error),
                Err(error @ (FetchError::Resting { .. } | FetchError::Refused(_) | FetchError::BudgetSpent)) => {
                    return Err(error);
                }
                Err(_) => return Ok(Asked::Unknown),
            }
        }
        // Who redirects robots.txt without end has none that can be read.
        Ok(Asked::None)
    }

    /// Knocks, again where that may help, and has the answer read within the time of one answer.
    async fn knock<T, F: Future<Output = Result<T, FetchError>>>(
        &self,
        url: &Url,
        read: impl Fn(Response) -> F,
    ) -> Result<Step<T>, FetchError> {
        let host = line_of(url);
        let mut retry = 0;
        loop {
            self.wait_turn(&host).await?;
            let answer = async {
                match self.once(url).await? {
                    Answer::Content(response) => Ok(Step::Done(read(response).await?)),
                    Answer::Elsewhere(location) => Ok(Step::Elsewhere(location)),
                }
            };
            let seconds = self.limits.answer_timeout.as_secs();
            let timed = timeout(self.limits.answer_timeout, answer).await;
            let fault: Fault = match timed.unwrap_or_else(|_| Err(FetchError::TimedOut { seconds }.into())) {
                Ok(step) => {
                    self.hosts.went(&host, true, Instant::now(), &self.limits);
                    return Ok(step);
                }
                Err(fault) => fault,
            };
            // A page that is missing says nothing against its host; a line that breaks does.
            let is_well = !fault.error.is_hosts_fault();
            if !is_well || matches!(fault.error, FetchError::Status(_)) {
                self.hosts.went(&host, is_well, Instant::now(), &self.limits);
            }
            if !fault.may_pass || retry >= self.limits.retries {
                return Err(fault.error);
            }
            let wait = pause(self.limits.backoff, retry, (self.chance)()).max(fault.asked_wait.unwrap_or_default());
            if wait > self.limits.wait {
                return Err(FetchError::TooPatient { seconds: wait.as_secs() });
            }
            sleep(wait).await;
            retry += 1;
        }
    }

    async fn wait_turn(&self, host: &str) -> Result<(), FetchError> {
        match self.hosts.turn(host, Instant::now(), &self.limits) {
            Turn::At(moment) => {
                sleep_until(moment).await;
                Ok(())
            }
            Turn::Resting { failures } => Err(FetchError::Resting { host: host.to_owned(), failures }),
            Turn::Crowded { wait } => Err(FetchError::TooPatient { seconds: wait.as_secs() }),
        }
    }

    /// Sends one request and hears the first word of the answer.
    async fn once(&self, url: &Url) -> Result<Answer, Fault> {
        let response = self.client.get(url.clone()).send().await.map_err(|error| match refusal_in(&error) {
            Some(refusal) => Fault::from(FetchError::Refused(refusal)),
            None => Fault { error: FetchError::Unreachable(told(error)), may_pass: true, asked_wait: None },
        })?;
        let status = response.status();
        if status.is_redirection() {
            let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
            return location.map(|to| Answer::Elsewhere(to.to_owned())).ok_or_else(|| FetchError::BadRedirect.into());
        }
        if status.is_success() {
            return Ok(Answer::Content(response));
        }
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        let asked_wait = header(RETRY_AFTER).and_then(|value| retry_after(value, header(DATE)));
        let may_pass = matches!(status.as_u16(), 429 | 502 | 503 | 504);
        Err(Fault { error: FetchError::Status(status.as_u16()), may_pass, asked_wait })
    }
}

/// An answer that was read, or the way to another one.
enum Step<T> {
    Done(T),
    Elsewhere(String),
}

/// One line for each host and port.
fn line_of(url: &Url) -> String {
    format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
}

fn manners() -> HeaderMap {
    let plain = |value: &'static str| value.parse().expect("a plain header value");
    HeaderMap::from_iter([
        (ACCEPT, plain("text/html, application/xhtml+xml, text/plain;q=0.8, application/pdf;q=0.5")),
        (ACCEPT_ENCODING, plain("gzip")),
        (ACCEPT_LANGUAGE, plain("en")),
    ])
}
