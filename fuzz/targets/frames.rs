//! Any bytes on the server's own socket: an answer that the document knows, or a connection that is closed; never a 500.
#![no_main]

use domain::{Clock, Dice};
use engine::Office;
use engine::hooks::Messenger;
use jiff::Timestamp;
use libfuzzer_sys::fuzz_target;
use server::{App, Background, Limits, Parts};
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

struct Counting(AtomicU64);

impl Clock for Counting {
    fn now(&self) -> Timestamp {
        let ms = 1_800_000_000_000 + self.0.fetch_add(1, Ordering::Relaxed) as i64;
        Timestamp::from_millisecond(ms).expect("within range")
    }
}

impl Dice for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let throw = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed).to_le_bytes();
            chunk.copy_from_slice(&throw[..chunk.len()]);
        }
    }
}

/// One server for all inputs, and the key of somebody who may do everything.
static SERVER: LazyLock<(SocketAddr, String)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let started = runtime.block_on(async {
        let room = tempfile::tempdir().expect("a temporary folder").keep();
        let store = store_sqlite::SqliteStore::open(&room.join("probity.db")).await.expect("a store");
        let counting = || Arc::new(Counting(AtomicU64::new(1)));
        let office = Arc::new(Office::new(Arc::new(store), counting(), counting()));
        let roles = domain::Role::ALL.into_iter().collect();
        let key = office.add_agent("fuzzer", roles, None).await.expect("an agent").1.secret;
        let outfit = sources::web::Outfit::public(Arc::new(|| 0.5));
        let app = App::new(Parts {
            office,
            engine: Arc::new(OnceLock::new()),
            token_secret: [7; 32],
            audit_key: None,
            messenger: Arc::new(Messenger::new(outfit).expect("certificates")),
            expects_models: true,
            can_search: false,
            limits: Limits { per_second: 1e9, burst: 1e9, ..Limits::default() },
            is_secure: false,
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stopping, stop) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            let _stopping = stopping;
            server::serve(listener, app, Background { checks_days: None, records_days: 30 }, stop).await
        });
        (address, key)
    });
    // The server lives as long as the process.
    std::mem::forget(runtime);
    started
});

fuzz_target!(|bytes: &[u8]| {
    let (address, key) = &*SERVER;
    let mut stream = TcpStream::connect(address).expect("the server is up");
    stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a socket");
    // A `\x01` stands for the key, so that inputs get past the door.
    let mut sent = Vec::with_capacity(bytes.len());
    for byte in bytes {
        if *byte == 1 { sent.extend_from_slice(key.as_bytes()) } else { sent.push(*byte) }
    }
    if stream.write_all(&sent).is_err() {
        return;
    }
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}", String::from_utf8_lossy(&answer));
});
