//! A small web on this machine: one server that answers for every name, as badly as a story asks for.

use async_trait::async_trait;
use sources::web::{FetchError, FetchLimits, Fetched, Fetcher, Gate, Meter, Names, Outfit, PublicOnly, Refusal};
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    pub host: String,
    /// Path and query.
    pub path: String,
    pub headers: String,
    pub body: String,
}

/// How the server answers.
#[derive(Debug, Clone)]
pub enum Reply {
    /// These bytes, then the line goes dead.
    Raw(Vec<u8>),
    /// The first bytes once, the others again and again, with a pause between.
    Endless { first: Vec<u8>, then: Vec<u8>, pause: Duration },
}

impl Reply {
    pub fn of(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n", body.len());
        Self::Raw([head.as_bytes(), body].concat())
    }

    pub fn html(body: impl AsRef<[u8]>) -> Self {
        Self::of("200 OK", "content-type: text/html; charset=utf-8\r\n", body)
    }

    pub fn json(body: impl AsRef<[u8]>) -> Self {
        Self::of("200 OK", "content-type: application/json\r\n", body)
    }

    pub fn to(location: &str) -> Self {
        Self::of("302 Found", &format!("location: {location}\r\n"), "")
    }

    pub fn missing() -> Self {
        Self::of("404 Not Found", "content-type: text/html\r\n", "<p>Nothing here.")
    }

    pub fn packed(bytes: &[u8]) -> Self {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(bytes).unwrap();
        Self::of("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", packer.finish().unwrap())
    }
}

/// The small web.
pub struct Site {
    pub port: u16,
    visits: Arc<Mutex<Vec<Visit>>>,
}

impl Site {
    pub async fn open(answer: impl Fn(&Visit) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let visits: Arc<Mutex<Vec<Visit>>> = Arc::default();
        let (answer, seen) = (Arc::new(answer), Arc::clone(&visits));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, seen) = (Arc::clone(&answer), Arc::clone(&seen));
                tokio::spawn(async move {
                    let reply = |visit: Visit| {
                        seen.lock().unwrap().push(visit.clone());
                        answer(&visit)
                    };
                    // A visitor who hangs up is what many of these stories are about.
                    let _ = serve(stream, reply).await;
                });
            }
        });
        Self { port, visits }
    }

    /// A site without wishes, where every page is the same.
    pub async fn showing(page: Reply) -> Self {
        Self::open(move |visit| if visit.path == "/robots.txt" { Reply::missing() } else { page.clone() }).await
    }

    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.port)
    }

    pub fn base(&self) -> String {
        self.url("127.0.0.1", "")
    }

    /// The paths that were asked for, in order.
    pub fn paths(&self) -> Vec<String> {
        self.visits.lock().unwrap().iter().map(|visit| visit.path.clone()).collect()
    }

    pub fn visits(&self) -> Vec<Visit> {
        self.visits.lock().unwrap().clone()
    }

    pub fn fetcher(&self) -> Fetcher {
        self.fetcher_with(limits(), Arc::new(Everywhere))
    }

    pub fn fetcher_with(&self, limits: FetchLimits, names: Arc<dyn Names>) -> Fetcher {
        let gate = Arc::new(Here { port: self.port });
        Fetcher::new(Outfit { gate, names, limits, chance: Arc::new(|| 0.5) }).unwrap()
    }

    pub async fn fetch(&self, path: &str) -> Result<Fetched, FetchError> {
        self.fetcher().fetch(&self.url("news.example", path), &Meter::new(u64::MAX)).await
    }
}

/// Short patience, so that the stories are short.
pub fn limits() -> FetchLimits {
    FetchLimits {
        wire_bytes: 256 << 10,
        body_bytes: 2 << 20,
        connect_timeout: Duration::from_secs(5),
        answer_timeout: Duration::from_secs(2),
        backoff: Duration::from_millis(10),
        politeness: Duration::ZERO,
        ..FetchLimits::default()
    }
}

/// The exception for tests: this machine may be visited on 127.0.0.1, and at the small web's port. It exists only here.
struct Here {
    port: u16,
}

impl Gate for Here {
    fn admits(&self, address: IpAddr) -> Result<(), Refusal> {
        if address == Ipv4Addr::LOCALHOST { Ok(()) } else { PublicOnly.admits(address) }
    }

    fn admits_port(&self, port: u16) -> Result<(), Refusal> {
        if port == self.port { Ok(()) } else { PublicOnly.admits_port(port) }
    }
}

/// Every name leads here, but for one that leads into somebody's house.
pub struct Everywhere;

#[async_trait]
impl Names for Everywhere {
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![if host == "inside.example" { [192, 168, 1, 1].into() } else { [127, 0, 0, 1].into() }])
    }
}

async fn serve(mut stream: TcpStream, reply: impl FnOnce(Visit) -> Reply) -> io::Result<()> {
    let Some(visit) = listen(&mut stream).await? else { return Ok(()) };
    match reply(visit) {
        Reply::Raw(bytes) => stream.write_all(&bytes).await?,
        Reply::Endless { first, then, pause } => {
            stream.write_all(&first).await?;
            loop {
                stream.write_all(&then).await?;
                tokio::time::sleep(pause).await;
            }
        }
    }
    stream.shutdown().await
}

async fn listen(stream: &mut TcpStream) -> io::Result<Option<Visit>> {
    let mut text = String::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(visit) = understood(&text) {
            return Ok(Some(visit));
        }
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            return Ok(None);
        }
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
}

fn understood(text: &str) -> Option<Visit> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let (first, headers) = head.split_once("\r\n")?;
    let headers = headers.to_lowercase();
    let header = |name: &str| headers.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let length: usize = header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    if body.len() < length {
        return None;
    }
    let host = header("host").unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
    let path = first.split(' ').nth(1)?.to_owned();
    Some(Visit { host, path, headers: headers.clone(), body: body.to_owned() })
}
