//! Stories of the server: a process that is killed at any moment, and copies made while it runs.

use crate::desk::Desk;
use crate::house::{House, key};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Times the process is killed in the short form; `PROBITY_CRASHES` asks for more.
const CRASHES: u64 = 6;

/// Those who ask at the same time.
const CALLERS: u64 = 8;

fn crashes() -> u64 {
    std::env::var("PROBITY_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(CRASHES)
}

#[test]
fn nothing_acknowledged_is_lost_however_often_the_process_is_killed() {
    let crashes = crashes();
    let desk = Desk::new();
    let caller = key(&desk, "submitter");
    let (acknowledged, next) = (Arc::new(Mutex::new(HashMap::new())), Arc::new(AtomicU64::new(0)));
    for crash in 0..crashes {
        let mut house = House::start(&desk, &["--without-models"]);
        let is_over = Arc::new(AtomicBool::new(false));
        let callers: Vec<_> = (0..CALLERS)
            .map(|_| {
                let (address, caller, is_over) = (house.address.clone(), caller.clone(), Arc::clone(&is_over));
                let (acknowledged, next) = (Arc::clone(&acknowledged), Arc::clone(&next));
                std::thread::spawn(move || {
                    while !is_over.load(Ordering::SeqCst) {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        let more = format!("prefer: respond-async\r\nidempotency-key: n-{number}\r\n");
                        let body = format!(r#"{{"claim": "Number {number} is a number."}}"#);
                        let answer = crate::house::request(&address, "POST", "/api/v1/claims/verify", &caller, &more, &body);
                        let Some((202, answer)) = answer else { continue };
                        acknowledged.lock().unwrap().insert(number, answer);
                    }
                })
            })
            .collect();
        // Somewhere within the first half second, each time elsewhere.
        std::thread::sleep(Duration::from_millis(80 + (crash * 7_919) % 420));
        house.kill();
        is_over.store(true, Ordering::SeqCst);
        callers.into_iter().for_each(|caller| caller.join().unwrap());
    }
    let house = House::start(&desk, &["--without-models"]);
    let acknowledged = acknowledged.lock().unwrap();
    assert!(acknowledged.len() as u64 >= crashes, "{} orders were acknowledged", acknowledged.len());
    let orders = next.load(Ordering::SeqCst);
    std::thread::scope(|scope| {
        for first in 0..CALLERS {
            let (house, caller, acknowledged) = (&house, &caller, &acknowledged);
            scope.spawn(move || {
                for number in (first..orders).step_by(CALLERS as usize) {
                    asked_again(house, caller, number, acknowledged.get(&number));
                }
            });
        }
    });
    let (_, metrics) = house.get("/metrics", "").unwrap();
    let waiting = format!("probity_jobs{{kind=\"verify\",state=\"waiting\"}} {orders}");
    assert!(metrics.contains(&waiting), "{waiting}: {metrics}");
    drop(house);
    let verified = desk.run(&["audit", "verify", "--json"]);
    assert_eq!(verified.json()["is_whole"], true, "{}", verified.out);
}

/// What was acknowledged is there, and whoever asks again with the same key, answered or not, has one order and one job.
fn asked_again(house: &House, caller: &str, number: u64, acknowledged: Option<&String>) {
    if let Some(answer) = acknowledged {
        let accepted: Value = serde_json::from_str(answer).unwrap();
        let (status, job) = house.get(accepted["href"].as_str().unwrap(), caller).unwrap();
        assert_eq!(status, 200, "order {number} was acknowledged and is gone: {job}");
    }
    let more = format!("prefer: respond-async\r\nidempotency-key: n-{number}\r\n");
    let body = format!(r#"{{"claim": "Number {number} is a number."}}"#);
    let (status, again) = house.post("/api/v1/claims/verify", caller, &more, &body).unwrap();
    assert_eq!(status, 202);
    assert!(acknowledged.is_none_or(|before| *before == again), "order {number} was taken twice");
}

#[test]
fn every_answer_is_given_once_however_often_the_process_is_killed_while_it_works() {
    let desk = Desk::new();
    let (caller, auditor) = (key(&desk, "submitter"), key(&desk, "auditor"));
    let mut orders: Vec<Value> = Vec::new();
    for crash in 0..crashes().div_ceil(3) {
        let mut house = House::start(&desk, &[]);
        house.wait_until_ready();
        for number in 0..5 {
            let body = format!(r#"{{"claim": "Water boils at {} degrees Celsius at sea level."}}"#, 10 * crash + number);
            let (status, accepted) = house.post("/api/v1/claims/verify", &caller, "prefer: respond-async\r\n", &body).unwrap();
            assert_eq!(status, 202, "{accepted}");
            orders.push(serde_json::from_str(&accepted).unwrap());
        }
        // Somewhere while they are being answered, each time elsewhere.
        std::thread::sleep(Duration::from_millis((crash * 7_919) % 1_500));
        house.kill();
    }
    let house = House::start(&desk, &[]);
    house.wait_until_ready();
    let began = Instant::now();
    for order in &orders {
        // What was under way goes on at once, for nobody else works here.
        while !house.get(order["href"].as_str().unwrap(), &caller).unwrap().1.contains("\"state\":\"done\"") {
            assert!(began.elapsed() < Duration::from_secs(180), "{order} was never answered");
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(house.get(&format!("/api/v1/checks/{}", order["check"].as_str().unwrap()), &caller).unwrap().0, 200);
    }
    let told = audited(&house, &auditor, "check.completed");
    assert_eq!(told.len(), orders.len(), "one row for each answer, and no answer without one");
    for order in &orders {
        let subject = format!("check:{}", order["check"].as_str().unwrap());
        assert_eq!(told.iter().filter(|row| **row == subject).count(), 1, "{subject}");
    }
    drop(house);
    assert_eq!(desk.run(&["audit", "verify"]).code, 0);
}

/// What the rows of one action in the audit log are about.
fn audited(house: &House, auditor: &str, action: &str) -> Vec<String> {
    let (mut subjects, mut cursor) = (Vec::new(), "0".to_owned());
    loop {
        let page = house.get(&format!("/api/v1/audit?limit=100&cursor={cursor}"), auditor).unwrap().1;
        let page: Value = serde_json::from_str(&page).unwrap();
        let rows = page["items"].as_array().unwrap().iter().map(|item| &item["row"]);
        subjects.extend(rows.filter(|row| row["action"] == action).map(|row| row["subject"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return subjects,
        }
    }
}

#[test]
fn a_copy_made_while_serving_puts_everything_back() {
    let desk = Desk::new();
    let caller = key(&desk, "submitter");
    let house = House::start(&desk, &["--without-models"]);
    let copy = desk.path("copy.db").display().to_string();
    let order = |text: &str| {
        let body = format!(r#"{{"claim": "{text}"}}"#);
        let answer = house.post("/api/v1/claims/verify", &caller, "prefer: respond-async\r\n", &body).unwrap().1;
        serde_json::from_str::<Value>(&answer).unwrap()["href"].as_str().unwrap().to_owned()
    };
    let before = order("Before the copy.");
    assert_eq!(desk.run(&["backup", &copy]).code, 0);
    assert_eq!(desk.run(&["backup", &copy]).code, 1, "a copy is never written over");
    let after = order("After the copy.");
    assert_eq!(desk.run(&["restore", &copy]).code, 0);
    assert_eq!(house.get(&before, &caller).unwrap().0, 200);
    assert_eq!(house.get(&after, &caller).unwrap().0, 404);
}

#[test]
fn the_log_has_a_line_for_every_request_and_no_secret_in_any() {
    let desk = Desk::new();
    let caller = key(&desk, "submitter");
    let log = desk.path("log.jsonl");
    let house = House::start_logging(&desk, &["--without-models", "--log", "debug"], &log);
    let order = r#"{"claim": "My neighbour Wilhelmina owes me money."}"#;
    assert_eq!(house.post("/api/v1/claims/verify", &caller, "prefer: respond-async\r\n", order).unwrap().0, 202);
    let wrong = r#"{"login": "wilhelmina", "password": "correct horse battery"}"#;
    assert_eq!(house.post("/api/v1/session", "", "cookie: probity_session=ses_hidden\r\n", wrong).unwrap().0, 401);
    assert_eq!(house.get("/api/v1/checks?cursor=oh-no", &caller).unwrap().0, 422);
    drop(house);
    let told = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let paths: Vec<&str> = lines.iter().filter_map(|line| line["fields"]["path"].as_str()).collect();
    for path in ["/api/v1/claims/verify", "/api/v1/session", "/api/v1/checks"] {
        assert!(paths.contains(&path), "{path} is missing: {told}");
    }
    for secret in [caller.as_str(), "Wilhelmina", "wilhelmina", "correct horse", "ses_hidden", "oh-no"] {
        assert!(!told.contains(secret), "{secret} is in the log: {told}");
    }
}
