//! Checks over HTTP by many clients at once, beside the batch command on the same claims; and what overload answers.

use crate::client::Client;
use crate::house::{House, Room};
use crate::percentile_ms;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const CLIENTS: usize = 16;
const CROWD: usize = 120;

pub fn measure(binary: &Path, claims: &str) {
    let room = Room::new(binary);
    let text = std::fs::read_to_string(claims).unwrap();
    let claims: Vec<String> = text.lines().filter_map(|line| Some(line.split('\t').next()?.trim().to_owned())).collect();
    let (file, one) = (room.path("claims.txt"), room.path("one.txt"));
    std::fs::write(&file, claims.join("\n")).unwrap();
    std::fs::write(&one, &claims[0]).unwrap();
    // The first run brings the starter notes in; what it costs to load is taken off by a batch of one.
    batch(&room, &one);
    let (loading, loading_cpu) = batch(&room, &one);
    let (wall, cpu) = batch(&room, &file);
    let (wall, cpu) = ((wall - loading) / (claims.len() - 1) as f64, (cpu - loading_cpu) / (claims.len() - 1) as f64);
    println!("batch command       {:.2} claims/s   CPU {:.0} ms a claim", 1.0 / wall, cpu * 1e3);
    let keys: Vec<String> = (0..CLIENTS).map(|_| room.key()).collect();
    let house = room.open(&[]);
    house.wait_until_ready();
    println!("memory at rest      {:.0} MiB with models", house.resident_mib());
    let (rate, served) = clients(&house, &keys, &claims);
    println!("server / batch      throughput {:.2}, CPU {:.2}", rate * wall, served / cpu);
    crowd(&house, "one caller", &keys[..1], &claims);
    crowd(&house, "16 callers", &keys, &claims);
}

/// Wall and processor seconds of one run of the batch command.
fn batch(room: &Room, file: &Path) -> (f64, f64) {
    let inner = room.command(&["check", "--batch", &file.display().to_string(), "--json"]);
    let began = Instant::now();
    let mut timed = Command::new("bash");
    timed.args(["-c", "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1", "time"]);
    timed.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        timed.env(name, value.unwrap());
    }
    let told = timed.output().unwrap();
    let wall = began.elapsed().as_secs_f64();
    let told = String::from_utf8(told.stderr).unwrap();
    let cpu = told.split_whitespace().filter_map(|figure| figure.parse::<f64>().ok()).sum();
    (wall, cpu)
}

/// Every claim once, by clients who ask again when they are told to; returns claims a second and CPU seconds a claim.
fn clients(house: &House, keys: &[String], claims: &[String]) -> (f64, f64) {
    let next = AtomicUsize::new(0);
    let (began, before) = (Instant::now(), house.cpu_seconds());
    let each: Vec<Vec<Duration>> = std::thread::scope(|scope| {
        let all: Vec<_> = keys
            .iter()
            .map(|key| {
                let next = &next;
                scope.spawn(move || {
                    let mut client = Client::connect(&house.address, key);
                    let mut times = Vec::new();
                    while let Some(claim) = claims.get(next.fetch_add(1, Ordering::SeqCst)) {
                        let body = serde_json::json!({"claim": claim, "fresh": true}).to_string();
                        let start = Instant::now();
                        loop {
                            let answer = client.send("POST", "/api/v1/claims/verify", "", &body);
                            match answer.retry_after {
                                Some(seconds) => std::thread::sleep(Duration::from_secs(seconds)),
                                None => {
                                    assert_eq!(answer.status, 200, "{}", answer.body);
                                    break;
                                }
                            }
                        }
                        times.push(start.elapsed());
                    }
                    times
                })
            })
            .collect();
        all.into_iter().map(|client| client.join().unwrap()).collect()
    });
    let rate = claims.len() as f64 / began.elapsed().as_secs_f64();
    let cpu = (house.cpu_seconds() - before) / claims.len() as f64;
    let mut times: Vec<Duration> = each.iter().flatten().copied().collect();
    times.sort_unstable();
    let (p50, p99) = (percentile_ms(&times, 0.5), percentile_ms(&times, 1.0));
    let counts: Vec<usize> = each.iter().map(Vec::len).collect();
    println!(
        "server, {CLIENTS} clients  {rate:.2} claims/s   CPU {:.0} ms a claim   p50 {p50:.0} ms  longest {p99:.0} ms",
        cpu * 1e3
    );
    let mean = |times: &Vec<Duration>| times.iter().sum::<Duration>().as_secs_f64() / times.len().max(1) as f64 * 1e3;
    let means: Vec<f64> = each.iter().map(mean).collect();
    println!(
        "fairness            {} to {} answers a client, mean wait {:.0} to {:.0} ms",
        counts.iter().min().unwrap(),
        counts.iter().max().unwrap(),
        means.iter().copied().fold(f64::INFINITY, f64::min),
        means.iter().copied().fold(0.0, f64::max)
    );
    (rate, cpu)
}

/// Far more at once than can be served: who cannot be is told when to come back, nobody waits for ever, and the line stays short.
fn crowd(house: &House, who: &str, keys: &[String], claims: &[String]) {
    let (began, is_over) = (Instant::now(), AtomicBool::new(false));
    let (answers, waited): (Vec<(u16, bool, Duration)>, usize) = std::thread::scope(|scope| {
        let watching = scope.spawn(|| longest_line(house, &is_over));
        let all: Vec<_> = (0..CROWD)
            .map(|number| {
                scope.spawn(move || {
                    let body = serde_json::json!({"claim": claims[number % claims.len()], "fresh": true}).to_string();
                    let start = Instant::now();
                    let mut client = Client::connect(&house.address, &keys[number % keys.len()]);
                    let answer = client.send("POST", "/api/v1/claims/verify", "", &body);
                    (answer.status, answer.retry_after.is_some(), start.elapsed())
                })
            })
            .collect();
        let answers = all.into_iter().map(|one| one.join().unwrap()).collect();
        is_over.store(true, Ordering::SeqCst);
        (answers, watching.join().unwrap())
    });
    let count = |is: u16| answers.iter().filter(|(status, ..)| *status == is).count();
    let turned_away: Vec<_> = answers.iter().filter(|(status, ..)| matches!(status, 429 | 503)).collect();
    let slowest = turned_away.iter().map(|(.., time)| *time).max().unwrap_or_default();
    assert!(turned_away.iter().all(|(_, has_retry, _)| *has_retry), "everybody who is turned away is told when to come back");
    println!(
        "overload, {who}: {CROWD} at once, {} answered, {} told 429, {} told 503, each with Retry-After, within {:.0} ms; \
         at most {waited} waited, all over after {:.1} s",
        count(200),
        count(429),
        count(503),
        slowest.as_secs_f64() * 1e3,
        began.elapsed().as_secs_f64()
    );
}

/// The most checks that waited at a time, by the server's own numbers.
fn longest_line(house: &House, is_over: &AtomicBool) -> usize {
    let mut client = Client::connect(&house.address, "");
    let mut longest = 0;
    while !is_over.load(Ordering::SeqCst) {
        let numbers = client.send("GET", "/metrics", "", "").body;
        let waiting = numbers.lines().find_map(|line| line.strip_prefix("probity_checks_waiting "));
        longest = longest.max(waiting.and_then(|number| number.parse().ok()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    longest
}
