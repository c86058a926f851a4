//! Durable writes and reads over HTTP, and what the bare driver does alone on the same disk.

use crate::client::Client;
use crate::house::{House, Room};
use crate::percentile_ms;
use domain::digest_bytes;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;
use std::time::{Duration, Instant};
use store_sqlite::SqliteStore;

const CLIENTS: usize = 32;
const FOR: Duration = Duration::from_secs(6);
const STARTS: usize = 5;
const ROUNDS: usize = 3;

pub fn measure(binary: &Path) {
    let room = Room::new(binary);
    let key = room.key();
    let mut starts: Vec<Duration> = (0..STARTS).map(|_| room.open(&["--without-models"]).cold_start).collect();
    starts.sort_unstable();
    let house = room.open(&["--without-models"]);
    println!("cold start to the first answer   median {:.0} ms", percentile_ms(&starts, 0.5));
    println!("memory at rest                   {:.0} MiB", house.resident_mib());
    // In turns, so that whatever else the machine does meets both.
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let driver = bare(&room);
        println!("bare driver, one commit each: {driver:.0}/s");
        alone.push(driver);
        together.push(load(&house, &key, "writes", |client, number| {
            let body = format!(r#"{{"claim": "Number {number} is a number."}}"#);
            let more = format!("prefer: respond-async\r\nidempotency-key: {number}-{:?}\r\n", Instant::now());
            assert_eq!(client.send("POST", "/api/v1/claims/verify", &more, &body).status, 202);
        }));
    }
    alone.sort_by(f64::total_cmp);
    together.sort_by(f64::total_cmp);
    let (alone, together) = (alone[ROUNDS / 2], together[ROUNDS / 2]);
    println!("bare driver, one commit each     {alone:7.0} writes/s");
    println!("through HTTP, {CLIENTS} clients         {together:7.0} writes/s, ratio {:.2}", together / alone);
    let order = r#"{"claim": "Ice floats on water."}"#;
    let accepted =
        Client::connect(&house.address, &key).send("POST", "/api/v1/claims/verify", "prefer: respond-async\r\n", order);
    let accepted: serde_json::Value = serde_json::from_str(&accepted.body).unwrap();
    let job = accepted["href"].as_str().unwrap();
    load(&house, &key, "reads of a job", |client, _| assert_eq!(client.send("GET", job, "", "").status, 200));
    println!("memory after all that            {:.0} MiB", house.resident_mib());
}

/// What the driver does alone: one connection, the rows of one order, one commit, and the next.
fn bare(room: &Room) -> f64 {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let file = room.path("bare.db");
        // The same tables and indexes, and the same journal and care as the server's.
        SqliteStore::open(&file).await.unwrap().close().await;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
        let began = Instant::now();
        let mut count = 0_u32;
        while began.elapsed() < FOR {
            write(&pool, count).await;
            count += 1;
        }
        pool.close().await;
        f64::from(count) / began.elapsed().as_secs_f64()
    })
}

/// Writes the two rows that an accepted order is: the job, and the answer under its idempotency key.
async fn write(pool: &SqlitePool, number: u32) {
    let id = |what: &str| digest_bytes(format!("{what} {number} {:?}", Instant::now()).as_bytes());
    let (job, fingerprint, now_us) = (id("job"), id("body"), i64::from(number));
    let name = &job.as_str()[job.as_str().len() - 36..];
    let accepted = format!(r#"{{"job":"{name}","check":"{name}","href":"/api/v1/jobs/{name}"}}"#);
    let order = serde_json::json!({
        "check": name, "corpus": "notes", "is_article": false, "is_fresh": false, "is_hurried": false, "maker": name,
        "on_web": false, "profile": "closed-corpus", "text": format!("Number {number} is a number."),
    });
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
    sqlx::query("INSERT INTO kept_answers (actor, key, fingerprint, status, body, at_us) VALUES (?, ?, ?, 202, ?, ?)")
        .bind(vec![7_u8; 16])
        .bind(job.as_str())
        .bind(fingerprint.as_str())
        .bind(accepted)
        .bind(now_us)
        .execute(&mut *transaction)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO jobs (id, kind, payload_version, payload, made_by, priority, run_at_us, attempts_max, created_at_us)
         VALUES (?, 'verify', 1, ?, ?, 10, ?, 4, ?)",
    )
    .bind(name.as_bytes()[..16].to_vec())
    .bind(order.to_string())
    .bind(vec![7_u8; 16])
    .bind(now_us)
    .bind(now_us)
    .execute(&mut *transaction)
    .await
    .unwrap();
    transaction.commit().await.unwrap();
}

/// Has every client do something over and over; returns how often a second, and says how long each took.
fn load(house: &House, key: &str, what: &str, act: impl Fn(&mut Client, u64) + Sync) -> f64 {
    let (began, before) = (Instant::now(), house.cpu_seconds());
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS as u64)
            .map(|number| {
                let act = &act;
                scope.spawn(move || {
                    let mut client = Client::connect(&house.address, key);
                    let mut times = Vec::new();
                    while began.elapsed() < FOR {
                        let start = Instant::now();
                        act(&mut client, number * 1_000_000 + times.len() as u64);
                        times.push(start.elapsed());
                    }
                    times
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    let cpu_us = (house.cpu_seconds() - before) * 1e6 / times.len() as f64;
    times.sort_unstable();
    let (p50, p99) = (percentile_ms(&times, 0.5), percentile_ms(&times, 0.99));
    println!("{what}: {rate:7.0}/s  p50 {p50:.1} ms  p99 {p99:.1} ms  server CPU {cpu_us:.0} µs each");
    rate
}
