//! Stories of bodies that are not as they must be: the right 4xx, what to change, and nothing written.

use crate::site::Site;
use domain::Role;
use engine::JobState;
use server::Limits;

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
    let rows_before = site.office.store().audit_rows(0, 1_000).await.unwrap().len();
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
    assert!(site.office.store().jobs_in(JobState::Waiting, None, 10).await.unwrap().is_empty());
    assert_eq!(site.office.store().audit_rows(0, 1_000).await.unwrap().len(), rows_before);
}
