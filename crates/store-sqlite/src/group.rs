//! Group commit: many clients, one fsync.
//!
//! Writes queue for one task. It takes all that wait, runs each in a savepoint of one transaction, orders all together, and
//! commits once; nobody is told of success before that commit is on disk. While one commit syncs, the next batch gathers, so the
//! batches grow with the load and a lone writer waits for nobody.

use crate::error::translated;
use crate::{SqliteStore, many};
use sqlx::{Acquire as _, Sqlite, SqliteConnection, Transaction};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Along, StoreError};
use tokio::sync::{mpsc, oneshot};

/// Most writes in one transaction.
const BATCH_MAX: usize = 128;
/// Most writes waiting; who comes later waits to be let into the queue.
const QUEUE_MAX: usize = 1_024;

/// A write under way.
pub(crate) type Writing<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;
type Work = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, ()> + Send>;

type Done = oneshot::Sender<Result<(), StoreError>>;

/// One write and who waits for it.
pub(crate) enum Write {
    /// Something of its own.
    Work(Work, Done),
    /// An order like many others.
    Order(Box<Along>, Done),
}

/// Makes the queue of a store.
pub(crate) fn queue() -> (mpsc::Sender<Write>, mpsc::Receiver<Write>) {
    mpsc::channel(QUEUE_MAX)
}

/// Commits batch after batch until the last sender is gone.
pub(crate) async fn run(store: crate::Pools, mut queue: mpsc::Receiver<Write>) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while queue.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let writes = std::mem::take(&mut batch);
        commit(&store, writes).await;
    }
}

async fn commit(pools: &crate::Pools, writes: Vec<Write>) {
    let mut waiting = Vec::with_capacity(writes.len());
    let outcome = attempt(pools, writes, &mut waiting).await;
    for (done, mine) in waiting {
        // Somebody who went away does not need to hear how it ended.
        let _ = done.send(mine.and(outcome.clone()));
    }
}

/// Somebody who waits, and how their own write ended.
type Waiting = (Done, Result<(), StoreError>);

/// Runs every write and commits. Those that failed by themselves carry their own error; an error here is everybody's.
async fn attempt(pools: &crate::Pools, writes: Vec<Write>, waiting: &mut Vec<Waiting>) -> Result<(), StoreError> {
    let (mut works, mut orders, mut orderers) = (VecDeque::new(), Vec::new(), Vec::new());
    for write in writes {
        match write {
            Write::Work(work, done) => works.push_back((work, done)),
            Write::Order(order, done) => {
                orders.push(*order);
                orderers.push(done);
            }
        }
    }
    let written = match pools.begin().await {
        Err(error) => Err(error),
        Ok(transaction) => write_all(transaction, &mut works, &orders, &mut orderers, waiting).await,
    };
    // Whoever was not reached shares what became of the whole.
    waiting.extend(works.into_iter().map(|(_, done)| done).chain(orderers).map(|done| (done, Ok(()))));
    written
}

/// Writes and commits; those who were reached move over to the waiting, with how it ended for them.
async fn write_all(
    mut transaction: Transaction<'static, Sqlite>,
    works: &mut VecDeque<(Work, Done)>,
    orders: &[Along],
    orderers: &mut Vec<Done>,
    waiting: &mut Vec<Waiting>,
) -> Result<(), StoreError> {
    while let Some((work, done)) = works.pop_front() {
        let mut savepoint = transaction.begin().await.map_err(translated)?;
        match work(&mut savepoint).await {
            Ok(()) => {
                waiting.push((done, Ok(())));
                savepoint.commit().await.map_err(translated)?;
            }
            Err(error) => {
                let is_undone = savepoint.rollback().await.is_ok();
                waiting.push((done, Err(error.clone())));
                // When SQLite has rolled everything back by itself (a full disk), the whole batch is void.
                if !is_undone {
                    return Err(error);
                }
            }
        }
    }
    if !orders.is_empty() {
        let outcomes = many::write(&mut transaction, orders).await?;
        waiting.extend(orderers.drain(..).zip(outcomes));
    }
    transaction.commit().await.map_err(translated)
}

impl SqliteStore {
    /// Runs a write in the next batch and returns once it is on disk.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, T> + Send + 'static,
    {
        let slot = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&slot);
        let work: Work = Box::new(move |connection| {
            Box::pin(async move {
                let value = work(connection).await?;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                Ok(())
            })
        });
        self.queued(|done| Write::Work(work, done)).await?;
        let value = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(closed)
    }

    /// Writes an order in the next batch and returns once it is on disk.
    pub(crate) async fn write_order(&self, order: Along) -> Result<(), StoreError> {
        self.queued(|done| Write::Order(Box::new(order), done)).await
    }

    async fn queued(&self, write: impl FnOnce(Done) -> Write) -> Result<(), StoreError> {
        let (done, committed) = oneshot::channel();
        self.queue.send(write(done)).await.map_err(|_| closed())?;
        committed.await.map_err(|_| closed())?
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store was closed".to_owned())
}
