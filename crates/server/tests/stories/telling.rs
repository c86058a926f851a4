//! Stories of webhooks and of the audit log.

use crate::site::Site;
use domain::{MessageId, Role};
use engine::hooks::signature;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Waits for something that happens beside us.
async fn until(mut is_so: impl FnMut() -> bool) {
    for _ in 0..400 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it never came to be");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_told_signed_recorded_and_told_again() {
    let site = Site::start().await;
    let ana = site.agent(&[Role::Submitter]).await;
    let actor = site.office.actor_of_key(&ana).await.unwrap().unwrap().1.id;
    let added = site.post("/api/v1/webhooks", &ana, r#"{"url": "https://example.org/hook"}"#).await;
    assert_eq!(added.status, 201, "{added:?}");
    let (id, secret) = (added.json()["id"].as_str().unwrap().to_owned(), added.json()["secret"].as_str().unwrap().to_owned());
    assert!(!site.get("/api/v1/webhooks", &ana).await.body.contains(&secret));
    let rotated = site.post(&format!("/api/v1/webhooks/{id}/rotate"), &ana, "").await.json();
    let newer = rotated["secret"].as_str().unwrap().to_owned();
    let (unix_ms, chance) = site.office.name_parts();
    let message = engine::NewMessage {
        id: MessageId::from_parts(unix_ms, chance),
        kind: "check.completed".to_owned(),
        owner: Some(actor),
        payload: serde_json::json!({"check": "x"}),
        at: site.office.now(),
    };
    let name = message.id;
    site.office.commit(engine::Along { messages: vec![message], ..engine::Along::default() }).await.unwrap();
    until(|| !site.courier.posted.lock().unwrap().is_empty()).await;
    let (url, headers, body) = site.courier.posted.lock().unwrap()[0].clone();
    let header = |name: &str| headers.iter().find(|(found, _)| found == name).unwrap().1.clone();
    assert_eq!(url, "https://example.org/hook");
    let seconds = header("webhook-timestamp").parse().unwrap();
    let expected = [&newer, &secret].map(|secret| signature(secret, &header("webhook-id"), seconds, &body).unwrap());
    assert_eq!(header("webhook-signature"), expected.join(" "), "both secrets sign while one replaces the other");
    until(|| site.courier.failures.load(Ordering::SeqCst) < 0).await;
    let replay = format!("/api/v1/webhooks/{id}/deliveries/{name}/replay");
    assert_eq!(site.post(&replay, &ana, "").await.status, 202);
    until(|| site.courier.posted.lock().unwrap().len() == 2).await;
    let mut deliveries = serde_json::Value::Null;
    for _ in 0..100 {
        deliveries = site.get(&format!("/api/v1/webhooks/{id}/deliveries"), &ana).await.json();
        if deliveries.as_array().unwrap().len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!((deliveries[0]["status"].as_u64(), deliveries[1]["status"].as_u64()), (Some(204), Some(204)), "{deliveries}");
    let ben = site.agent(&[Role::Submitter]).await;
    assert_eq!(site.send("DELETE", &format!("/api/v1/webhooks/{id}"), &ben, "").await.problem(), "not_found");
    assert_eq!(site.send("DELETE", &format!("/api/v1/webhooks/{id}"), &ana, "").await.status, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_sealed_within_a_second_and_proves_itself() {
    let site = Site::start().await;
    let auditor = site.agent(&[Role::Auditor]).await;
    let mut report = serde_json::Value::Null;
    for _ in 0..40 {
        report = site.get("/api/v1/audit/verify", &auditor).await.json();
        if report["unsealed"].as_array().unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(report["is_whole"], true, "{report}");
    assert_eq!(report["unsealed"].as_array().unwrap().len(), 0, "{report}");
    assert!(report["sealed"].as_u64().unwrap() >= 2);
    let rows = site.get("/api/v1/audit?limit=1", &auditor).await.json();
    assert_eq!(rows["items"][0]["row"]["action"], "actor.added");
    let next = rows["next"].as_str().unwrap();
    let more = site.get(&format!("/api/v1/audit?cursor={next}"), &auditor).await.json();
    let actions: Vec<&str> =
        more["items"].as_array().unwrap().iter().map(|item| item["row"]["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"audit.read"), "looking is logged: {actions:?}");
}
