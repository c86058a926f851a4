//! Stories of connections: how many there are, and how long somebody may keep one without asking for anything.

use crate::site::Site;
use server::Limits;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

fn limits(lines_max: usize, silence: Duration) -> Limits {
    Limits { per_second: 1e6, burst: 1e6, lines_max, silence_max: silence, ..Limits::default() }
}

const ASK: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn when_every_line_is_taken_the_next_caller_is_told_when_to_come_back() {
    let site = Site::start_with(limits(2, Duration::from_secs(60))).await;
    let (mut first, second) = (TcpStream::connect(site.address).await.unwrap(), TcpStream::connect(site.address).await.unwrap());
    // An answer on the first shows that both were let in, for they are let in one after the other.
    first.write_all(ASK.as_bytes()).await.unwrap();
    let mut answer = [0; 15];
    first.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
    let mut told = site.get("/healthz", "").await;
    for _ in 0..50 {
        if told.status == 503 {
            break;
        }
        // The second one may still be on its way in.
        told = site.get("/healthz", "").await;
    }
    assert_eq!((told.status, told.problem().as_str()), (503, "overloaded"));
    assert_eq!(told.header("retry-after").as_deref(), Some("1"));
    drop((first, second));
    let mut tries = 0;
    while site.get("/healthz", "").await.status != 200 {
        tries += 1;
        assert!(tries < 1_000, "a line that was hung up is free again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_on_which_nobody_asks_anything_is_cut() {
    let site = Site::start_with(limits(10, Duration::from_millis(300))).await;
    let (mut silent, mut slow) =
        (TcpStream::connect(site.address).await.unwrap(), TcpStream::connect(site.address).await.unwrap());
    let dribbling = tokio::spawn(async move {
        // A request that comes a byte at a time does not keep the line either.
        for byte in ASK.as_bytes().iter().cycle() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if *byte == b'\r' || slow.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
        let mut rest = Vec::new();
        slow.read_to_end(&mut rest).await.map(|_| rest)
    });
    let mut rest = Vec::new();
    let cut = tokio::time::timeout(Duration::from_secs(20), silent.read_to_end(&mut rest)).await;
    assert!(cut.is_ok() && rest.is_empty(), "{rest:?}");
    let dribbled = tokio::time::timeout(Duration::from_secs(20), dribbling).await.unwrap().unwrap();
    assert!(dribbled.is_err() || !String::from_utf8_lossy(&dribbled.unwrap()).contains("200 OK"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_in_use_is_kept_however_long_it_is_used() {
    let site = Site::start_with(limits(10, Duration::from_millis(400))).await;
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    for _ in 0..6 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        stream.write_all(ASK.as_bytes()).await.unwrap();
        let mut answer = [0; 2048];
        let read = stream.read(&mut answer).await.unwrap();
        assert!(answer[..read].starts_with(b"HTTP/1.1 200 OK"), "{}", String::from_utf8_lossy(&answer[..read]));
    }
}
