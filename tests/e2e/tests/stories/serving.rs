//! Stories of the server: answers over HTTP, and a process that is killed at any moment.

use crate::desk::Desk;
use crate::house::{House, key};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Times the process is killed in the short form; `PROBITY_CRASHES` asks for more.
const CRASHES: u64 = 6;

#[test]
fn the_worker_answers_in_its_own_words_and_the_answer_is_kept() {
    let desk = Desk::new();
    let caller = key(&desk, "submitter");
    let house = House::start(&desk, &[]);
    assert!(house.greeting["admin_invitation"].as_str().is_some_and(|text| text.starts_with("inv_")));
    let began = Instant::now();
    while house.get("/readyz", "").map(|answer| answer.0) != Some(200) {
        assert!(began.elapsed() < Duration::from_secs(300), "the models were never loaded");
        std::thread::sleep(Duration::from_millis(100));
    }
    let body = r#"{"job_id": "j-1", "claim": "The Great Wall of China is visible from the Moon.", "room_id": "r", "top_k": 2}"#;
    let (status, first) = house.post("/worker/verify", &caller, "", body).unwrap();
    assert_eq!(status, 200, "{first}");
    let answer: Value = serde_json::from_str(&first).unwrap();
    for field in [
        "job_id",
        "status",
        "claim",
        "room_id",
        "source",
        "domain",
        "verdict",
        "verdict_confidence",
        "confidence",
        "truthfulness_percent",
        "evidence_quality_percent",
        "rationale",
        "evidence",
        "evidence_map",
        "claim_breakdown",
        "top_ranking_score",
        "avg_ranking_score",
        "trust_policy_mode",
        "trust_metric_value",
        "trust_threshold_met",
        "trust_post_adaptive",
        "trust_post_fixed",
        "coverage",
        "diversity",
        "agreement",
        "data_source",
        "used_web_search",
        "analysis_counts",
        "check_id",
        "credence",
    ] {
        assert!(answer.get(field).is_some(), "{field} is missing: {first}");
    }
    assert_eq!((answer["job_id"].as_str(), answer["domain"].as_str()), (Some("j-1"), Some("general")));
    assert_eq!(answer["verdict"], "FALSE", "{first}");
    assert!(answer["evidence"].as_array().unwrap().len() <= 2);
    let again = house.post("/worker/verify", &caller, "", body).unwrap();
    assert_eq!(again.1, first, "the same job with the same body is the same answer");
    let other = body.replace("Moon", "Sun");
    assert_eq!(house.post("/worker/verify", &caller, "", &other).unwrap().0, 409);
    let check = format!("/api/v1/checks/{}", answer["check_id"].as_str().unwrap());
    assert_eq!(house.get(&check, &caller).unwrap().0, 200);
    let stranger = key(&desk, "submitter");
    assert_eq!(house.get(&check, &stranger).unwrap().0, 404, "checks are private to their maker");
    let (status, replay) = house.post(&format!("{check}/replay"), &caller, "", "").unwrap();
    assert_eq!(status, 200);
    assert!(replay.contains("\"is_identical\":true"), "{replay}");
    let (status, review) = house.get(&format!("{check}/claim-review"), &caller).unwrap();
    assert!(status == 200 && review.contains("ClaimReview"), "{review}");
    let accepted =
        house.post("/api/v1/claims/verify", &caller, "prefer: respond-async\r\n", r#"{"claim": "Ice floats on water."}"#);
    let accepted: Value = serde_json::from_str(&accepted.unwrap().1).unwrap();
    let job = accepted["href"].as_str().unwrap();
    let began = Instant::now();
    while !house.get(job, &caller).unwrap().1.contains("\"state\":\"done\"") {
        assert!(began.elapsed() < Duration::from_secs(60), "the job was never done");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(house.get(&format!("/api/v1/checks/{}", accepted["check"].as_str().unwrap()), &caller).unwrap().0, 200);
    drop(house);
    assert_eq!(desk.run(&["audit", "verify"]).code, 0);
}

#[test]
fn nothing_acknowledged_is_lost_however_often_the_process_is_killed() {
    let crashes = std::env::var("PROBITY_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(CRASHES);
    let desk = Desk::new();
    let caller = key(&desk, "submitter");
    let (acknowledged, next) = (Arc::new(Mutex::new(HashMap::new())), Arc::new(AtomicU64::new(0)));
    for crash in 0..crashes {
        let mut house = House::start(&desk, &["--without-models"]);
        let is_over = Arc::new(AtomicBool::new(false));
        let callers: Vec<_> = (0..8)
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
    for (number, answer) in acknowledged.iter() {
        let accepted: Value = serde_json::from_str(answer).unwrap();
        let (status, job) = house.get(accepted["href"].as_str().unwrap(), &caller).unwrap();
        assert_eq!(status, 200, "order {number} was acknowledged and is gone: {job}");
    }
    // Whoever was not answered asks again with the same key: one order, one job.
    for number in 0..next.load(Ordering::SeqCst) {
        let more = format!("prefer: respond-async\r\nidempotency-key: n-{number}\r\n");
        let body = format!(r#"{{"claim": "Number {number} is a number."}}"#);
        let (status, again) = house.post("/api/v1/claims/verify", &caller, &more, &body).unwrap();
        assert_eq!(status, 202);
        assert!(acknowledged.get(&number).is_none_or(|before| *before == again), "order {number} was taken twice");
    }
    let (_, metrics) = house.get("/metrics", "").unwrap();
    let waiting = format!("probity_jobs{{kind=\"verify\",state=\"waiting\"}} {}", next.load(Ordering::SeqCst));
    assert!(metrics.contains(&waiting), "{waiting}: {metrics}");
    drop(house);
    let verified = desk.run(&["audit", "verify", "--json"]);
    assert_eq!(verified.json()["is_whole"], true, "{}", verified.out);
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
