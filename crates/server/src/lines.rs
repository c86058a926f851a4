//! The lines callers come in on: so many at a time, and nobody keeps one by saying nothing.

use crate::problem::{OVERLOADED, Problem};
use axum::extract::connect_info::Connected;
use axum::response::IntoResponse as _;
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

/// Those who are told at a time that there is no line for them; whoever comes on top of that is cut off without a word.
const TURNED_AWAY_MAX: usize = 64;
/// How long such a farewell may take.
const FAREWELL_MAX: Duration = Duration::from_secs(1);
/// Most of what they sent that is read before the line is cut, so that they hear the answer.
const FAREWELL_BYTES_MAX: u64 = 64 << 10;

/// Lets callers in while there are lines.
pub struct Lines {
    listener: TcpListener,
    places: Arc<Semaphore>,
    farewells: Arc<Semaphore>,
    silence_max: Duration,
}

impl Lines {
    /// Keeps so many lines; one on which nobody waits for an answer and nobody asks is cut after a while.
    pub fn new(listener: TcpListener, lines_max: usize, silence_max: Duration) -> Self {
        let (places, farewells) = (Arc::new(Semaphore::new(lines_max)), Arc::new(Semaphore::new(TURNED_AWAY_MAX)));
        Self { listener, places, farewells, silence_max }
    }

    fn turn_away(&self, stream: TcpStream) {
        let Ok(place) = Arc::clone(&self.farewells).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _place = place;
            // They may be gone already, and then there is nobody to tell.
            let _ = timeout(FAREWELL_MAX, say_no(stream)).await;
        });
    }
}

impl Listener for Lines {
    type Io = Line;
    type Addr = Peer;

    async fn accept(&mut self) -> (Line, Peer) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            // Answers are written whole; waiting for more to send with them only costs time.
            let _ = stream.set_nodelay(true);
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
                self.turn_away(stream);
                continue;
            };
            let (peer, since) = (Peer { address, asking: Arc::default() }, Instant::now());
            let alarm = Box::pin(sleep_until(since + self.silence_max));
            let line = Line { stream, peer: peer.clone(), since, alarm, silence_max: self.silence_max, _place: place };
            return (line, peer);
        }
    }

    fn local_addr(&self) -> io::Result<Peer> {
        Ok(Peer { address: self.listener.local_addr()?, asking: Arc::default() })
    }
}

async fn say_no(mut stream: TcpStream) -> io::Result<()> {
    let response = Problem::retry(OVERLOADED, "too many connections are open: ask again", 1).into_response();
    let mut head = format!("HTTP/1.1 {}\r\nconnection: close\r\n", response.status());
    for (name, value) in response.headers() {
        head.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap_or_default()));
    }
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.map_err(io::Error::other)?;
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&body).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(FAREWELL_BYTES_MAX), &mut tokio::io::sink()).await.map(drop)
}

/// Who is at the other end of a line, and whether they wait for an answer.
#[derive(Debug, Clone)]
pub struct Peer {
    /// Where they are.
    pub address: SocketAddr,
    asking: Arc<AtomicUsize>,
}

/// A request under way on a line.
pub struct Asking(Arc<AtomicUsize>);

impl Peer {
    /// Notes that a request is under way, until what is returned is dropped.
    pub fn asks(&self) -> Asking {
        self.asking.fetch_add(1, Ordering::SeqCst);
        Asking(Arc::clone(&self.asking))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Connected<IncomingStream<'_, Lines>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Self {
        stream.remote_addr().clone()
    }
}

/// One line.
pub struct Line {
    stream: TcpStream,
    peer: Peer,
    /// When it was opened or last written to. What is merely received does not count: a request that comes a byte at a time
    /// is no reason to go on waiting for its end.
    since: Instant,
    alarm: Pin<Box<Sleep>>,
    silence_max: Duration,
    _place: OwnedSemaphorePermit,
}

impl Line {
    fn is_asking(&self) -> bool {
        self.peer.asking.load(Ordering::SeqCst) > 0
    }

    /// Waits until the line was silent for too long.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            let due = self.since + self.silence_max;
            if Instant::now() >= due {
                return Poll::Ready(io::Error::from(io::ErrorKind::TimedOut));
            }
            if self.alarm.deadline() != due {
                self.alarm.as_mut().reset(due);
            }
            ready!(self.alarm.as_mut().poll(context));
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let line = self.get_mut();
        match Pin::new(&mut line.stream).poll_read(context, buffer) {
            // While somebody works on an answer, it is our turn to speak; how long that may take is decided elsewhere.
            Poll::Pending if line.is_asking() => Poll::Pending,
            Poll::Pending => line.poll_silence(context).map(Err),
            done => done,
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let line = self.get_mut();
        let written = Pin::new(&mut line.stream).poll_write(context, bytes);
        if written.is_ready() {
            line.since = Instant::now();
        }
        written
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let line = self.get_mut();
        let written = Pin::new(&mut line.stream).poll_write_vectored(context, slices);
        if written.is_ready() {
            line.since = Instant::now();
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
