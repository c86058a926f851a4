//! Names and moments to tell stories with.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use crate::{ATTEMPTS_MAX, Along, Job, Lease, NewAudit, NewJob, NewMessage, Salted, Store};
use domain::{Actor, ActorId, ActorKind, JobId, MessageId, Role};
use jiff::Timestamp;
use serde_json::json;

/// So many seconds into the story.
pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

pub fn chance(number: u8) -> [u8; 10] {
    [number; 10]
}

pub fn job_id(number: u8) -> JobId {
    JobId::from_parts(u64::from(number), chance(number))
}

pub fn message_id(number: u8) -> MessageId {
    MessageId::from_parts(u64::from(number), chance(number))
}

pub fn actor_id(number: u8) -> ActorId {
    ActorId::from_parts(u64::from(number), chance(number))
}

pub fn agent(number: u8) -> Actor {
    Actor {
        id: actor_id(number),
        kind: ActorKind::Agent,
        name: format!("agent {number}"),
        roles: [Role::Submitter].into(),
        created_at: at(0),
        disabled_at: None,
    }
}

/// A job that is due at once.
pub fn job(number: u8) -> NewJob {
    NewJob {
        id: job_id(number),
        kind: "verify".to_owned(),
        payload: json!({"claim": format!("Claim {number}.")}),
        payload_version: 1,
        made_by: None,
        once: None,
        priority: 0,
        run_at: at(0),
        period: None,
        attempts_max: ATTEMPTS_MAX,
        created_at: at(0),
    }
}

pub fn message(number: u8) -> NewMessage {
    NewMessage {
        id: message_id(number),
        kind: "check.completed".to_owned(),
        owner: Some(actor_id(1)),
        payload: json!({"number": number}),
        at: at(0),
    }
}

pub fn row(number: u8, text: Option<&str>) -> NewAudit {
    NewAudit {
        at: at(i64::from(number)),
        actor: Some(actor_id(1)),
        action: "check.completed".to_owned(),
        subject: format!("check:{number}"),
        facts: json!({"number": number, "share": 0.1 + 0.2}),
        text: text.map(|text| Salted { salt: format!("{number:02x}"), text: text.to_owned() }),
    }
}

/// Takes one job as this worker, for ten seconds.
pub async fn take(store: &dyn Store, worker: &str, seconds: i64) -> Option<Job> {
    let lease = Lease { worker: worker.to_owned(), kinds: vec!["verify".to_owned()], now: at(seconds), for_ms: 10_000, limit: 1 };
    store.lease_jobs(&lease).await.unwrap().pop()
}

pub async fn enqueue(store: &dyn Store, job: NewJob) {
    store.commit(Along::job(job)).await.unwrap();
}
