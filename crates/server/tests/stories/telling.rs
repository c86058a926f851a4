//! Stories of webhooks and of the audit log.

use crate::receiver::{Received, Receiver};
use crate::site::Site;
use domain::{ActorId, MessageId, Role};
use engine::JobState;
use engine::hooks::signature;
use serde_json::Value;
use std::time::Duration;

/// Waits for something that happens beside us.
async fn until(is_so: impl AsyncFn() -> bool) {
    for _ in 0..400 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it never came to be");
}

/// Somebody with a webhook at this address.
struct Listener {
    key: String,
    actor: ActorId,
    hook: String,
    secret: String,
}

impl Listener {
    async fn at(site: &Site, url: &str) -> Self {
        let key = site.agent(&[Role::Submitter]).await;
        let actor = site.office.actor_of_key(&key).await.unwrap().unwrap().1.id;
        let added = site.post("/api/v1/webhooks", &key, &format!(r#"{{"url": "{url}"}}"#)).await;
        assert_eq!(added.status, 201, "{added:?}");
        let word = |name: &str| added.json()[name].as_str().unwrap().to_owned();
        Self { key, actor, hook: word("id"), secret: word("secret") }
    }

    /// Something happens that they want to hear of.
    async fn told(&self, site: &Site, kind: &str) -> MessageId {
        let (unix_ms, chance) = site.office.name_parts();
        let message = engine::NewMessage {
            id: MessageId::from_parts(unix_ms, chance),
            kind: kind.to_owned(),
            owner: Some(self.actor),
            payload: serde_json::json!({"check": "x"}),
            at: site.office.now(),
        };
        let name = message.id;
        site.office.commit(engine::Along { messages: vec![message], ..engine::Along::default() }).await.unwrap();
        name
    }

    /// The delivery log once it has so many lines, latest first.
    async fn log(&self, site: &Site, lines: usize) -> Vec<Value> {
        // The clock of these stories goes a little with every look at it, so looking is what makes time pass.
        for _ in 0..6_000 {
            let log = site.get(&format!("/api/v1/webhooks/{}/deliveries", self.hook), &self.key).await.json();
            if log.as_array().unwrap().len() >= lines {
                return log.as_array().unwrap().clone();
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        panic!("there never were {lines} deliveries");
    }
}

fn signed(received: &Received, secrets: &[&String]) -> String {
    let (id, seconds) = (received.header("webhook-id"), received.header("webhook-timestamp").parse().unwrap());
    let each = secrets.iter().map(|secret| signature(secret, &id, seconds, &received.body).unwrap());
    each.collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_told_signed_recorded_and_told_again() {
    let (site, receiver) = (Site::start().await, Receiver::answering(&[]).await);
    let ana = Listener::at(&site, &receiver.url("hooks.example")).await;
    assert!(!site.get("/api/v1/webhooks", &ana.key).await.body.contains(&ana.secret), "the secret is shown once");
    let rotated = site.post(&format!("/api/v1/webhooks/{}/rotate", ana.hook), &ana.key, "").await.json();
    let newer = rotated["secret"].as_str().unwrap().to_owned();
    let message = ana.told(&site, "check.completed").await;
    let log = ana.log(&site, 1).await;
    assert_eq!((log[0]["status"].as_u64(), &log[0]["error"]), (Some(204), &Value::Null), "{log:?}");
    let first = receiver.received()[0].clone();
    assert_eq!(first.header("content-type"), "application/json");
    let body: Value = serde_json::from_str(&first.body).unwrap();
    assert_eq!((body["type"].as_str(), body["data"]["check"].as_str()), (Some("check.completed"), Some("x")));
    assert_eq!(
        first.header("webhook-signature"),
        signed(&first, &[&newer, &ana.secret]),
        "both sign while one replaces the other"
    );
    let replay = format!("/api/v1/webhooks/{}/deliveries/{message}/replay", ana.hook);
    assert_eq!(site.post(&replay, &ana.key, "").await.status, 202);
    ana.log(&site, 2).await;
    let again = receiver.received()[1].clone();
    assert_eq!((again.header("webhook-id"), &again.body), (first.header("webhook-id"), &first.body), "the same message");
    let third = site.post(&format!("/api/v1/webhooks/{}/rotate", ana.hook), &ana.key, "").await.json();
    site.post(&replay, &ana.key, "").await;
    ana.log(&site, 3).await;
    let last = receiver.received()[2].clone();
    let third = third["secret"].as_str().unwrap().to_owned();
    assert_eq!(last.header("webhook-signature"), signed(&last, &[&third, &newer]), "the oldest secret signs no more");
    let ben = site.agent(&[Role::Submitter]).await;
    for (method, path) in [("DELETE", ""), ("POST", "/rotate"), ("GET", "/deliveries")] {
        let path = format!("/api/v1/webhooks/{}{path}", ana.hook);
        assert_eq!(site.send(method, &path, &ben, "").await.problem(), "not_found", "{method} {path}");
    }
    assert_eq!(site.send("DELETE", &format!("/api/v1/webhooks/{}", ana.hook), &ana.key, "").await.status, 204);
    assert_eq!(site.get("/api/v1/webhooks", &ana.key).await.body, "[]");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_fails_is_tried_again_and_a_redirect_is_not_followed() {
    let (site, receiver) = (Site::start().await, Receiver::answering(&[500, 302]).await);
    let ana = Listener::at(&site, &receiver.url("hooks.example")).await;
    ana.told(&site, "check.completed").await;
    let log = ana.log(&site, 3).await;
    let statuses: Vec<u64> = log.iter().rev().map(|line| line["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [500, 302, 204], "{log:?}");
    assert_eq!((log[2]["error"].as_str(), &log[0]["error"]), (Some("answered 500"), &Value::Null));
    assert_eq!(receiver.received().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_gone_is_not_tried_again_and_who_is_indoors_is_never_visited() {
    let (site, receiver) = (Site::start().await, Receiver::answering(&[410]).await);
    let ana = Listener::at(&site, &receiver.url("hooks.example")).await;
    let ben = Listener::at(&site, &receiver.url("inside.example")).await;
    ana.told(&site, "check.completed").await;
    ben.told(&site, "check.completed").await;
    assert_eq!(ana.log(&site, 1).await[0]["status"], 410);
    let log = ben.log(&site, 1).await;
    assert!(log[0]["error"].as_str().unwrap().contains("192.168.1.1 is not a public address"), "{log:?}");
    assert_eq!(log[0]["status"], Value::Null);
    until(async || {
        let dead = site.office.store().jobs_in(JobState::Dead, None, 10).await.unwrap();
        dead.iter().any(|job| job.reason.as_deref() == Some("answered 410"))
    })
    .await;
    assert_eq!(receiver.received().len(), 1, "only one of them was told anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_hears_only_the_kinds_it_named() {
    let (site, receiver) = (Site::start().await, Receiver::answering(&[]).await);
    let ana = Listener::at(&site, &receiver.url("hooks.example")).await;
    let url = receiver.url("other.example");
    let only = site.post("/api/v1/webhooks", &ana.key, &format!(r#"{{"url": "{url}", "kinds": ["panel.decided"]}}"#)).await;
    assert_eq!(only.status, 201, "{only:?}");
    ana.told(&site, "check.completed").await;
    ana.log(&site, 1).await;
    let other = site.get(&format!("/api/v1/webhooks/{}/deliveries", only.json()["id"].as_str().unwrap()), &ana.key).await;
    assert_eq!(other.body, "[]");
    assert_eq!(receiver.received().len(), 1);
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
    // The week's account may be taken before anybody comes in.
    let first = rows["items"][0]["row"]["action"].as_str().unwrap();
    assert!(["actor.added", "snapshot.taken"].contains(&first), "{rows}");
    let next = rows["next"].as_str().unwrap();
    let more = site.get(&format!("/api/v1/audit?cursor={next}"), &auditor).await.json();
    let actions: Vec<&str> =
        more["items"].as_array().unwrap().iter().map(|item| item["row"]["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"audit.read"), "looking is logged: {actions:?}");
}
