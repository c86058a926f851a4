//! Stories of orders that are accepted before anybody can answer them.

use crate::site::Site;
use domain::Role;
use engine::JobState;

/// How many orders there are; the house has jobs of its own.
fn orders(counts: &[engine::JobCount]) -> u64 {
    counts.iter().filter(|count| count.kind == engine::orders::VERIFY).map(|count| count.jobs).sum()
}

const ASYNC: &str = "prefer: respond-async\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_accepted_kept_and_private_to_its_maker() {
    let site = Site::start().await;
    let (ana, ben) = (site.agent(&[Role::Submitter]).await, site.agent(&[Role::Submitter]).await);
    let order = r#"{"claim": "Water boils at 100 degrees."}"#;
    let now = site.post("/api/v1/claims/verify", &ana, order).await;
    assert_eq!(now.problem(), "not_ready", "without models nobody can answer at once");
    let accepted = site.send_with("POST", "/api/v1/claims/verify", &ana, order, ASYNC).await;
    assert_eq!(accepted.status, 202, "{accepted:?}");
    let href = accepted.json()["href"].as_str().unwrap().to_owned();
    let job = site.get(&href, &ana).await.json();
    assert_eq!(job["kind"], "verify");
    assert!(["waiting", "running"].contains(&job["state"].as_str().unwrap()));
    assert_eq!(site.get(&href, &ben).await.problem(), "not_found");
    let auditor = site.agent(&[Role::Auditor]).await;
    assert_eq!(site.get(&href, &auditor).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_is_the_same_request_and_another_body_is_a_conflict() {
    let site = Site::start().await;
    let (ana, ben) = (site.agent(&[Role::Submitter]).await, site.agent(&[Role::Submitter]).await);
    let batch = r#"{"claims": ["Water boils at 100 degrees.", "The Earth is flat."]}"#;
    let more = "idempotency-key: abc\r\n";
    let first = site.send_with("POST", "/api/v1/batches", &ana, batch, more).await;
    let again = site.send_with("POST", "/api/v1/batches", &ana, batch, more).await;
    assert_eq!((first.status, again.status), (202, 202), "{first:?}");
    assert_eq!(first.body, again.body);
    assert_eq!(again.header("idempotent-replayed").as_deref(), Some("true"));
    let other = site.send_with("POST", "/api/v1/batches", &ana, r#"{"claims": ["Another one."]}"#, more).await;
    assert_eq!((other.status, other.problem().as_str()), (409, "idempotency_key_reused"));
    let theirs = site.send_with("POST", "/api/v1/batches", &ben, batch, more).await;
    assert_ne!(theirs.body, first.body, "keys belong to their owner");
    let counts = site.office.store().count_jobs().await.unwrap();
    assert_eq!(orders(&counts), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_with_one_key_make_one_job() {
    let site = std::sync::Arc::new(Site::start().await);
    let ana = site.agent(&[Role::Submitter]).await;
    let mut all = Vec::new();
    for _ in 0..16 {
        let (site, ana) = (std::sync::Arc::clone(&site), ana.clone());
        let more = format!("{ASYNC}idempotency-key: once\r\n");
        all.push(tokio::spawn(async move {
            site.send_with("POST", "/api/v1/claims/verify", &ana, r#"{"claim": "Ice floats on water."}"#, &more).await
        }));
    }
    let mut bodies = Vec::new();
    for one in all {
        let answer = one.await.unwrap();
        assert_eq!(answer.status, 202, "{answer:?}");
        bodies.push(answer.body);
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "everybody got the same answer");
    let counts = site.office.store().count_jobs().await.unwrap();
    assert_eq!(orders(&counts), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn events_tell_how_far_a_job_is() {
    let site = Site::start().await;
    let ana = site.agent(&[Role::Submitter]).await;
    // An empty errand cannot be read, so its job is given up at once and the stream ends.
    let (unix_ms, chance) = site.office.name_parts();
    let actor = site.office.actor_of_key(&ana).await.unwrap().unwrap().1.id;
    let now = site.office.now();
    let job = engine::NewJob {
        id: domain::JobId::from_parts(unix_ms, chance),
        kind: engine::hooks::DELIVER.to_owned(),
        payload: serde_json::json!({}),
        payload_version: 1,
        made_by: Some(actor),
        once: None,
        priority: 0,
        run_at: now,
        period: None,
        attempts_max: 4,
        created_at: now,
    };
    let id = job.id;
    site.office.commit(engine::Along::job(job)).await.unwrap();
    let stream = site.get(&format!("/api/v1/jobs/{id}/events"), &ana).await;
    assert!(stream.header("content-type").unwrap().starts_with("text/event-stream"));
    assert!(stream.body.contains("event: dead"), "{}", stream.body);
    assert!(stream.body.contains("the errand cannot be read"), "{}", stream.body);
    let admin = site.agent(&[Role::Admin]).await;
    let dead = site.get("/api/v1/jobs", &admin).await.json();
    assert_eq!(dead["items"][0]["reason"], "the errand cannot be read");
    assert_eq!(site.post(&format!("/api/v1/jobs/{id}/revive"), &admin, "").await.status, 200);
    assert_ne!(site.office.store().job(id).await.unwrap().unwrap().state, JobState::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_closes_waits_for_no_stream() {
    let site = Site::start().await;
    let ana = site.agent(&[Role::Submitter]).await;
    let accepted = site.send_with("POST", "/api/v1/claims/verify", &ana, r#"{"claim": "Ice floats on water."}"#, ASYNC).await;
    let href = accepted.json()["href"].as_str().unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(site.address).await.unwrap();
    let head = format!("GET {href}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {ana}\r\n\r\n");
    tokio::io::AsyncWriteExt::write_all(&mut stream, head.as_bytes()).await.unwrap();
    let mut first = [0; 512];
    let read = tokio::io::AsyncReadExt::read(&mut stream, &mut first).await.unwrap();
    assert!(String::from_utf8_lossy(&first[..read]).starts_with("HTTP/1.1 200"));
    // The job waits for models that never come, so nothing but closing ends this stream.
    site.close().await;
}
