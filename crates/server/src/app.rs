//! What every handler can reach.

use crate::known::Known;
use crate::pool::Pool;
use crate::problem::{NOT_READY, Problem};
use crate::rate::Rates;
use crate::stages::Stages;
use crate::token::Tokens;
use domain::{CorpusName, KeyId};
use engine::hooks::Messenger;
use engine::oversight::{Floors, GOLDEN_RATE, Oversight};
use engine::{Engine, Office, SigningKey};
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Everything has a limit, and the limits have names.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest body, in bytes.
    pub body_bytes_max: usize,
    /// Connections at a time, idle ones included.
    pub lines_max: usize,
    /// How long nothing may be asked on one that nothing is answered on.
    pub silence_max: Duration,
    /// Requests under way at a time.
    pub requests_max: usize,
    /// Longest time for an answer.
    pub answer_max: Duration,
    /// Requests a second of one caller.
    pub per_second: f64,
    /// Requests of one caller at once.
    pub burst: f64,
    /// Checks that run at a time.
    pub checks_max: usize,
    /// Checks that wait.
    pub waiting_max: usize,
    /// Checks of one caller that wait.
    pub waiting_each_max: usize,
    /// Event streams at a time.
    pub streams_max: usize,
    /// Share of known-answer items in a reviewer's queue.
    pub golden_rate: f64,
    /// What the weekly accounts are held to.
    pub floors: Floors,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes_max: 2 << 20,
            lines_max: 800,
            silence_max: Duration::from_secs(60),
            requests_max: 512,
            answer_max: Duration::from_secs(120),
            per_second: 20.0,
            burst: 60.0,
            checks_max: std::thread::available_parallelism().map_or(2, usize::from),
            waiting_max: 64,
            waiting_each_max: 16,
            streams_max: 128,
            golden_rate: GOLDEN_RATE,
            floors: Floors::default(),
        }
    }
}

/// What an app is put together from.
pub struct Parts {
    /// What needs no models.
    pub office: Arc<Office>,
    /// What does, once it is loaded.
    pub engine: Arc<OnceLock<Arc<Engine>>>,
    /// Secret of the admin tokens.
    pub token_secret: [u8; 32],
    /// Signs the heads of the audit chain.
    pub audit_key: Option<SigningKey>,
    /// Carries webhooks.
    pub messenger: Arc<Messenger>,
    /// The models will come; without them only jobs are accepted.
    pub expects_models: bool,
    /// A search provider is configured, so that more can be looked for on the web.
    pub can_search: bool,
    /// The limits.
    pub limits: Limits,
    /// Cookies are sent over TLS only.
    pub is_secure: bool,
}

/// What every handler can reach.
pub struct App {
    pub(crate) office: Arc<Office>,
    pub(crate) engine: Arc<OnceLock<Arc<Engine>>>,
    pub(crate) tokens: Tokens,
    pub(crate) audit_key: Option<SigningKey>,
    pub(crate) messenger: Arc<Messenger>,
    pub(crate) expects_models: bool,
    pub(crate) can_search: bool,
    pub(crate) limits: Limits,
    pub(crate) is_secure: bool,
    pub(crate) pool: Pool,
    pub(crate) rates: Rates,
    pub(crate) known: Known,
    pub(crate) stages: Arc<Stages>,
    pub(crate) requests: Arc<Semaphore>,
    pub(crate) streams: Arc<Semaphore>,
    /// The house closes: streams that would go on for ever end.
    pub(crate) is_closing: AtomicBool,
    touched: Mutex<HashMap<KeyId, Timestamp>>,
}

/// The app as handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Puts an app together.
    pub fn new(parts: Parts) -> Shared {
        let Parts { office, engine, token_secret, audit_key, messenger, expects_models, can_search, limits, is_secure } = parts;
        Arc::new(Self {
            office,
            engine,
            tokens: Tokens::new(token_secret),
            audit_key,
            messenger,
            expects_models,
            can_search,
            is_secure,
            pool: Pool::new(limits.checks_max, limits.waiting_max, limits.waiting_each_max),
            rates: Rates::new(limits.per_second, limits.burst),
            known: Known::default(),
            stages: Arc::default(),
            requests: Arc::new(Semaphore::new(limits.requests_max)),
            streams: Arc::new(Semaphore::new(limits.streams_max)),
            limits,
            is_closing: AtomicBool::new(false),
            touched: Mutex::default(),
        })
    }

    /// Returns the engine once the models are loaded.
    pub(crate) fn engine(&self) -> Result<&Arc<Engine>, Problem> {
        let why = match self.expects_models {
            true => "the models are being loaded: ask again",
            false => "this server runs without models: order it as a job with `Prefer: respond-async`, or ask another server",
        };
        self.engine.get().ok_or_else(|| Problem::retry(NOT_READY, why, 2))
    }

    /// Returns those who watch over the ones who judge.
    pub(crate) fn oversight(&self) -> Oversight {
        Oversight::new(Arc::clone(&self.office)).held_to(self.limits.floors)
    }

    /// Decides where to look when nobody says: in the library when it holds something, else in the starter notes.
    pub(crate) async fn corpus(&self) -> Result<CorpusName, Problem> {
        let now = self.office.now();
        if let Some(is_stocked) = self.known.is_stocked(now) {
            return Ok(if is_stocked { CorpusName::library() } else { CorpusName::notes() });
        }
        let usual = self.office.usual_corpus().await?;
        self.known.learn_stocked(now, usual == CorpusName::library());
        Ok(usual)
    }

    /// Remembers that a key was used; written down now and then, not with every request.
    pub(crate) fn touched(&self, key: KeyId) {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(key, self.office.now());
    }

    /// Writes down which keys were used.
    pub(crate) async fn write_touched(&self) {
        let touched = std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner));
        let touched: Vec<(KeyId, Timestamp)> = touched.into_iter().collect();
        if touched.is_empty() {
            return;
        }
        if let Err(error) = self.office.store().touch_keys(&touched).await {
            tracing::warn!(%error, "when keys were last used could not be written down");
        }
    }
}
