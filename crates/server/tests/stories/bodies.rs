//! Stories of bodies that are not as they must be: the right 4xx, what to change, and nothing written.

use crate::site::Site;
use domain::Role;
use engine::JobState;
use server::Limits;
use std::time::Duration;

/// How many decisions were written down; that the week's account was taken is the house's own.
async fn decided(site: &Site) -> usize {
    let rows = site.office.store().audit_rows(0, 1_000).await.unwrap();
    rows.iter().filter(|(row, _)| row.action != "snapshot.taken").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_body_gets_the_right_answer_and_nothing_is_written() {
    let site = Site::start_with(Limits { body_bytes_max: 20_000, per_second: 1e6, burst: 1e6, ..Limits::default() }).await;
    let key = site.agent(&[Role::Submitter, Role::Admin]).await;
    let long = format!(r#"{{"claim": "{}"}}"#, "word ".repeat(1_000));
    let huge = format!(r#"{{"claim": "{}"}}"#, "x".repeat(30_000));
    let batch = format!(r#"{{"claims": [{}]}}"#, vec!["\"a b\""; 101].join(","));
    let table: &[(&str, &str, u16, &str)] = &[
        ("/api/v1/claims/verify", "{", 400, "malformed_json"),
        ("/api/v1/claims/verify", "[]", 422, "invalid_field"),
        ("/api/v1/claims/verify", "{}", 422, "invalid_field"),
        ("/api/v1/claims/verify", r#"{"claim": 7}"#, 422, "invalid_field"),
        ("/api/v1/claims/verify", r#"{"claim": "  "}"#, 422, "invalid_field"),
        ("/api/v1/claims/verify", r#"{"claim": "a b c", "clame": 1}"#, 422, "invalid_field"),
        ("/api/v1/claims/verify", r#"{"claim": "a b c", "corpus": "No Such/"}"#, 422, "invalid_field"),
        ("/api/v1/claims/verify", r#"{"claim": "a b c", "profile": "lax"}"#, 422, "invalid_field"),
        ("/api/v1/claims/verify", "{\"claim\": \"a \\u0000 b\"}", 422, "invalid_field"),
        ("/api/v1/claims/verify", &long, 422, "invalid_field"),
        ("/api/v1/claims/verify", &huge, 413, "body_too_large"),
        ("/api/v1/articles/verify", r#"{"text": ""}"#, 422, "invalid_field"),
        ("/api/v1/batches", r#"{"claims": []}"#, 422, "invalid_field"),
        ("/api/v1/batches", r#"{"claims": ["good one", " "]}"#, 422, "invalid_field"),
        ("/api/v1/batches", &batch, 422, "invalid_field"),
        ("/worker/verify", r#"{"claim": "a b c"}"#, 422, "invalid_field"),
        ("/worker/verify", r#"{"job_id": "1"}"#, 422, "invalid_field"),
        ("/worker/verify", r#"{"job_id": "1", "claim": "a b c", "top_k": 0}"#, 422, "invalid_field"),
        ("/worker/verify", r#"{"job_id": "1", "claim": "a b c", "top_k": 21}"#, 422, "invalid_field"),
        ("/worker/verify", r#"{"job_id": "1", "claim": "a b c", "top_k": "5"}"#, 422, "invalid_field"),
        ("/worker/verify", r#"{"job_id": "", "claim": "a b c"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "http://10.0.0.1/x"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "http://169.254.169.254/latest/meta-data/"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "http://localhost/x"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "https://ana:secret@hooks.example/x"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "file:///etc/passwd"}"#, 422, "invalid_field"),
        ("/api/v1/webhooks", r#"{"url": "https://hooks.example/x", "kinds": [7]}"#, 422, "invalid_field"),
        ("/api/v1/admin/keys", r#"{"name": "x", "roles": ["root"]}"#, 422, "invalid_field"),
        ("/api/v1/admin/keys", r#"{"name": "x", "roles": []}"#, 422, "invalid_field"),
        ("/api/v1/admin/keys", r#"{"name": "", "roles": ["submitter"]}"#, 422, "invalid_field"),
        ("/api/v1/corpora/shelf/documents", r#"{"documents": []}"#, 422, "invalid_field"),
    ];
    let rows_before = decided(&site).await;
    for (path, body, status, code) in table {
        let answer = site.send_with("POST", path, &key, body, "prefer: respond-async\r\n").await;
        let shown: String = body.chars().take(80).collect();
        assert_eq!((answer.status, answer.problem().as_str()), (*status, *code), "{path} {shown}: {}", answer.body);
    }
    let typed = format!(
        "POST /api/v1/claims/verify HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {key}\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    assert_eq!(site.raw(&typed).await.problem(), "unsupported_media_type");
    for path in ["/api/v1/checks?limit=0", "/api/v1/checks?limit=x", "/api/v1/checks?cursor=x", "/api/v1/checks?page=2"] {
        assert_eq!(site.get(path, &key).await.problem(), "invalid_field", "{path}");
    }
    assert_eq!(site.get("/api/v1/jobs/not-an-id", &key).await.problem(), "not_found");
    let waiting = site.office.store().jobs_in(JobState::Waiting, None, 10).await.unwrap();
    assert!(waiting.iter().all(|job| job.asked.kind == engine::oversight::ACCOUNT_WEEKLY), "{waiting:?}");
    assert_eq!(decided(&site).await, rows_before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_web_does_not_go_with_the_rules_for_a_chosen_corpus() {
    let site = Site::start().await;
    let key = site.agent(&[Role::Submitter]).await;
    for (path, asked) in [
        ("/api/v1/claims/verify", r#""claim": "Ice floats on water.""#),
        ("/api/v1/articles/verify", r#""text": "Ice floats on water.""#),
        ("/api/v1/batches", r#""claims": ["Ice floats on water."]"#),
    ] {
        let body = format!(r#"{{{asked}, "profile": "closed-corpus", "web": true}}"#);
        let answer = site.send_with("POST", path, &key, &body, "prefer: respond-async\r\n").await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid_field"), "{path}");
        assert!(answer.body.contains("leave profile out, or leave web out"), "{path}: {}", answer.body);
    }
}

/// What the Worker takes and what it does not (S1): each field alone, at its bounds and beyond. Without models a good request
/// is told to come back, which shows that nothing is wrong with it.
#[tokio::test(flavor = "multi_thread")]
async fn the_worker_takes_what_the_seed_says_and_nothing_else() {
    let site = Site::start().await;
    let key = site.agent(&[Role::Submitter]).await;
    let word = |count: usize| format!("\"{}\"", "w".repeat(count));
    let good = [
        ("room_id", "null".to_owned()),
        ("room_id", "\"r\"".to_owned()),
        ("source", "null".to_owned()),
        ("source", word(200)),
        ("domain", "\"general\"".to_owned()),
        ("domain", "\"health\"".to_owned()),
        ("top_k", "1".to_owned()),
        ("top_k", "20".to_owned()),
        ("confidence_mode", "true".to_owned()),
        ("job_id", word(200)),
        ("claim", "\"Water boils.\"".to_owned()),
    ];
    let bad = [
        ("room_id", "7".to_owned()),
        ("room_id", word(201)),
        ("source", "[]".to_owned()),
        ("source", word(201)),
        ("domain", "null".to_owned()),
        ("domain", word(201)),
        ("top_k", "0".to_owned()),
        ("top_k", "21".to_owned()),
        ("top_k", "-1".to_owned()),
        ("top_k", "2.5".to_owned()),
        ("top_k", "\"5\"".to_owned()),
        ("top_k", "null".to_owned()),
        ("top_k", "4294967296".to_owned()),
        ("confidence_mode", "1".to_owned()),
        ("job_id", "null".to_owned()),
        ("job_id", "\"  \"".to_owned()),
        ("job_id", word(201)),
        ("claim", "null".to_owned()),
        ("claim", "\"\\u0001\"".to_owned()),
        ("claim", word(2_001)),
        ("topk", "5".to_owned()),
    ];
    let asked = |field: &str, value: &str| {
        let usual = [("job_id", "\"j\""), ("claim", "\"Ice floats on water.\"")];
        let rest: Vec<String> =
            usual.iter().filter(|(name, _)| *name != field).map(|(name, value)| format!("\"{name}\": {value}")).collect();
        format!("{{{}, \"{field}\": {value}}}", rest.join(", ")).replace("{, ", "{")
    };
    for (field, value) in good {
        let answer = site.post("/worker/verify", &key, &asked(field, &value)).await;
        assert_eq!(answer.problem(), "not_ready", "{field} = {value:.40}: {}", answer.body);
    }
    for (field, value) in bad {
        let answer = site.post("/worker/verify", &key, &asked(field, &value)).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid_field"), "{field} = {value:.40}: {}", answer.body);
    }
}

/// Bodies that were good once and then damaged, a few hundred of them: never a 5xx that is not asked to come back, always a
/// problem document, and nothing left behind.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_bodies_are_refused_with_a_reason_and_leave_nothing_behind() {
    let site = Site::start().await;
    let key = site.agent(&[Role::Submitter, Role::Operator, Role::Admin]).await;
    let good = [
        (
            "/worker/verify",
            r#"{"job_id": "j", "claim": "Ice floats on water.", "top_k": 5, "room_id": "r", "domain": "general"}"#,
        ),
        (
            "/api/v1/claims/verify",
            r#"{"claim": "Ice floats on water.", "corpus": "shelf", "profile": "open-web", "fresh": true}"#,
        ),
        ("/api/v1/articles/verify", r#"{"text": "Ice floats on water. Iron sinks.", "confidence_mode": false}"#),
        (
            "/api/v1/corpora/shelf/documents",
            r#"{"documents": [{"id": "a", "title": "A", "text": "Alpha.", "date": "2026-11-16"}]}"#,
        ),
        ("/api/v1/admin/invitations", r#"{"roles": ["reviewer"], "x": 1}"#),
    ];
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut throw = |below: usize| {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        (chance % below as u64) as usize
    };
    for round in 0..300 {
        let (path, body) = good[round % good.len()];
        let mut bytes: Vec<char> = body.chars().collect();
        for _ in 0..=throw(3) {
            if bytes.len() < 2 {
                break;
            }
            let at = throw(bytes.len());
            match throw(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = ['{', '"', '0', ':', '\u{0}', ']', 'é', '\\'][throw(8)],
                2 => bytes.insert(at, ['9', '"', '}', ',', 'e', '-', '\n', '𝕏'][throw(8)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let damaged: String = bytes.into_iter().collect();
        let answer = site.post(path, &key, &damaged).await;
        // Some damage leaves a body that means something: without models it is told to come back.
        let is_known = [400, 422, 503].contains(&answer.status) || (answer.status == 201 && path.ends_with("invitations"));
        assert!(is_known, "{path} {damaged}: {answer:?}");
        assert!(answer.status == 201 || !answer.problem().is_empty());
    }
    let counts = site.office.store().count_jobs().await.unwrap();
    assert!(counts.iter().all(|count| count.kind == engine::oversight::ACCOUNT_WEEKLY), "{counts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_no_request_is_told_so_or_closed() {
    let site = Site::start().await;
    for frame in [
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u{0}\u{1}\u{2}\r\n\r\n",
        "POST /worker/verify HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        "POST /worker/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        "GET /healthz HTTP/1.1\r\nhost: x\r\nx: \u{7f}\u{1}\r\nconnection: close\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        // What reads like the beginning of something longer is waited for; we do not.
        let Ok(answer) = tokio::time::timeout(Duration::from_secs(3), site.raw(frame)).await else { continue };
        assert!([0, 400, 401, 505].contains(&answer.status), "{frame:?}: {answer:?}");
    }
    let many = format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(5_000));
    assert!([0, 400, 431].contains(&site.raw(&many).await.status));
    assert_eq!(site.get("/healthz", "").await.status, 200, "the next one is served as ever");
}
