//! A server of its own on a free port, and a caller that speaks plain HTTP.

use async_trait::async_trait;
use domain::{Clock, Dice, Role};
use engine::Office;
use jiff::Timestamp;
use serde_json::Value;
use server::{App, Background, Limits, Parts};
use sources::web::{FetchLimits, Gate, Messenger, Names, Outfit, PublicOnly, Refusal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use store_sqlite::SqliteStore;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A clock that goes a millisecond with every look, so that tokens and buckets behave as in life.
pub struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + self.0.fetch_add(1, Ordering::SeqCst)).unwrap()
    }
}

/// Dice whose throws are all different.
pub struct Counting(AtomicU64);

impl Dice for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let throw = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::SeqCst).to_le_bytes();
            chunk.copy_from_slice(&throw[..chunk.len()]);
        }
    }
}

/// The exception for tests: this machine may be told things, on ports that nobody serves the public from. It exists only here.
struct Here;

impl Gate for Here {
    fn admits(&self, address: IpAddr) -> Result<(), Refusal> {
        if address == Ipv4Addr::LOCALHOST { Ok(()) } else { PublicOnly.admits(address) }
    }

    fn admits_port(&self, port: u16) -> Result<(), Refusal> {
        if port >= 1_024 { Ok(()) } else { PublicOnly.admits_port(port) }
    }
}

/// Every name leads here, but for one that leads into somebody's house.
struct Everywhere;

#[async_trait]
impl Names for Everywhere {
    async fn addresses(&self, host: &str) -> std::io::Result<Vec<IpAddr>> {
        Ok(vec![if host == "inside.example" { [192, 168, 1, 1].into() } else { Ipv4Addr::LOCALHOST.into() }])
    }
}

fn messenger() -> Arc<Messenger> {
    let outfit =
        Outfit { gate: Arc::new(Here), names: Arc::new(Everywhere), limits: FetchLimits::default(), chance: Arc::new(|| 0.5) };
    Arc::new(Messenger::new(outfit).unwrap())
}

pub struct Site {
    pub office: Arc<Office>,
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<std::io::Result<()>>,
    _room: tempfile::TempDir,
}

impl Site {
    pub async fn start() -> Self {
        Self::start_with(Limits { per_second: 1e6, burst: 1e6, ..Limits::default() }).await
    }

    pub async fn start_with(limits: Limits) -> Self {
        let room = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&room.path().join("probity.db")).await.unwrap();
        let (clock, dice) = (Arc::new(Ticking(AtomicI64::new(0))), Arc::new(Counting(AtomicU64::new(1))));
        let office = Arc::new(Office::new(Arc::new(store), clock, dice));
        let app = App::new(Parts {
            office: Arc::clone(&office),
            engine: Arc::new(OnceLock::new()),
            token_secret: [7; 32],
            audit_key: None,
            messenger: messenger(),
            expects_models: true,
            can_search: false,
            limits,
            is_secure: false,
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let background = Background { checks_days: None, records_days: 30 };
        let serving = tokio::spawn(server::serve(listener, app, background, stopped));
        Self { office, address, stop, serving, _room: room }
    }

    /// Asks the server to stop and waits until it has.
    pub async fn close(self) {
        self.stop.send(true).unwrap();
        let stopped = tokio::time::timeout(Duration::from_secs(10), self.serving).await;
        stopped.expect("it stops within seconds").unwrap().unwrap();
    }

    /// Lets an agent with these roles in and returns its key.
    pub async fn agent(&self, roles: &[Role]) -> String {
        self.office.add_agent("agent", roles.iter().copied().collect(), None).await.unwrap().1.secret
    }

    pub async fn get(&self, path: &str, key: &str) -> Answer {
        self.send("GET", path, key, "").await
    }

    pub async fn post(&self, path: &str, key: &str, body: &str) -> Answer {
        self.send("POST", path, key, body).await
    }

    /// Sends a request; a key is sent as bearer, a body as JSON.
    pub async fn send(&self, method: &str, path: &str, key: &str, body: &str) -> Answer {
        self.send_with(method, path, key, body, "").await
    }

    /// Sends a request with more header lines, each ending in `\r\n`.
    pub async fn send_with(&self, method: &str, path: &str, key: &str, body: &str, more: &str) -> Answer {
        let bearer = if key.is_empty() { String::new() } else { format!("authorization: Bearer {key}\r\n") };
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let length = body.len();
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{bearer}{kind}{more}content-length: {length}\r\n\r\n{body}"
        ))
        .await
    }

    /// Sends bytes as they are and reads until the server hangs up.
    pub async fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses a body may hang up before all of it is sent.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Answer::read(&String::from_utf8_lossy(&bytes))
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok()).unwrap_or(0);
        let pair = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        Self { status, headers: lines.filter_map(pair).collect(), body: body.to_owned() }
    }

    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.clone())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.body))
    }

    /// The code of a problem document.
    pub fn problem(&self) -> String {
        assert_eq!(self.header("content-type").as_deref(), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        assert!(!problem["detail"].as_str().unwrap().is_empty());
        problem["type"].as_str().unwrap().trim_start_matches("/problems/").to_owned()
    }
}
