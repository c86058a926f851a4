//! Orders of many callers, written with few statements.
//!
//! The connection lives on a thread of its own, and every statement is a trip there and back that costs more than the row it
//! carries. Orders come by the dozen and look alike, so all that commit together travel together.

use crate::column::bytes;
use crate::error::translated;
use domain::ActorId;
use sqlx::{QueryBuilder, SqliteConnection};
use std::collections::HashSet;
use store::{Along, NewAnswer, NewJob, StoreError, canonical};

/// An order and what it becomes in the table of jobs.
struct Ready<'a> {
    job: &'a NewJob,
    payload: String,
}

/// Whether something is an order: one job, and perhaps the answer to give when it comes again.
pub fn is_order(along: &Along) -> bool {
    let Along { jobs, messages, audit, refusals, assessed, answer: _, completion } = along;
    jobs.len() == 1
        && messages.is_empty()
        && audit.is_empty()
        && refusals.is_empty()
        && assessed.is_empty()
        && completion.is_none()
}

/// Writes orders and returns how each ended; one whose key is taken leaves nothing behind. An error here is everybody's.
pub async fn write(connection: &mut SqliteConnection, orders: &[Along]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut known = taken(connection, orders).await?;
    let (mut outcomes, mut answers, mut jobs) = (Vec::with_capacity(orders.len()), Vec::new(), Vec::new());
    for order in orders {
        let outcome = readied(order, &mut known);
        outcomes.push(outcome.as_ref().map(|_| ()).map_err(Clone::clone));
        if let Ok(ready) = outcome {
            answers.extend(&order.answer);
            jobs.extend(ready);
        }
    }
    keep(connection, &answers).await?;
    enqueue(connection, &jobs).await?;
    Ok(outcomes)
}

/// Takes the key of an order, and says what its job becomes.
fn readied<'a>(order: &'a Along, known: &mut HashSet<(ActorId, String)>) -> Result<Vec<Ready<'a>>, StoreError> {
    let ready = |job: &'a NewJob| canonical::encode(&job.payload).map(|payload| Ready { job, payload });
    let ready = order.jobs.iter().map(ready).collect::<Result<_, _>>()?;
    match &order.answer {
        Some(answer) if !known.insert((answer.actor, answer.key.clone())) => Err(StoreError::KeyTaken),
        _ => Ok(ready),
    }
}

/// The keys among those of the orders that are taken.
async fn taken(connection: &mut SqliteConnection, orders: &[Along]) -> Result<HashSet<(ActorId, String)>, StoreError> {
    let wanted: Vec<&NewAnswer> = orders.iter().filter_map(|order| order.answer.as_ref()).collect();
    if wanted.is_empty() {
        return Ok(HashSet::new());
    }
    let mut query = QueryBuilder::new("WITH wanted (place, actor, key) AS (");
    query.push_values(wanted.iter().enumerate(), |mut row, (place, answer)| {
        row.push_bind(place as i64).push_bind(bytes(answer.actor.uuid())).push_bind(&answer.key);
    });
    query.push(") SELECT place FROM wanted CROSS JOIN kept_answers USING (actor, key)");
    let places: Vec<i64> = query.build_query_scalar().persistent(false).fetch_all(connection).await.map_err(translated)?;
    let taken = places.into_iter().filter_map(|place| wanted.get(usize::try_from(place).ok()?));
    Ok(taken.map(|answer| (answer.actor, answer.key.clone())).collect())
}

async fn keep(connection: &mut SqliteConnection, answers: &[&NewAnswer]) -> Result<(), StoreError> {
    if answers.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::new("INSERT INTO kept_answers (actor, key, fingerprint, status, body, at_us) ");
    query.push_values(answers, |mut row, answer| {
        row.push_bind(bytes(answer.actor.uuid())).push_bind(&answer.key).push_bind(answer.fingerprint.as_str());
        row.push_bind(answer.status).push_bind(&answer.body).push_bind(answer.at.as_microsecond());
    });
    query.build().persistent(false).execute(connection).await.map(drop).map_err(translated)
}

async fn enqueue(connection: &mut SqliteConnection, jobs: &[Ready<'_>]) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::new(
        "INSERT INTO jobs (id, kind, payload_version, payload, made_by, once, priority, run_at_us, period_us, attempts_max, \
         created_at_us) ",
    );
    query.push_values(jobs, |mut row, Ready { job, payload }| {
        let period_us = job.period.map(|period| i64::try_from(period.as_micros()).unwrap_or(i64::MAX));
        row.push_bind(bytes(job.id.uuid())).push_bind(&job.kind).push_bind(job.payload_version).push_bind(payload);
        row.push_bind(job.made_by.map(|actor| bytes(actor.uuid()))).push_bind(&job.once).push_bind(job.priority);
        row.push_bind(job.run_at.as_microsecond()).push_bind(period_us).push_bind(job.attempts_max);
        row.push_bind(job.created_at.as_microsecond());
    });
    query.push(" ON CONFLICT DO NOTHING");
    query.build().persistent(false).execute(connection).await.map(drop).map_err(translated)
}
