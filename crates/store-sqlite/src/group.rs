//! Group commit: many clients, one fsync.
//!
//! Writes queue for one task. It takes all that wait, runs each in a savepoint of one transaction, and commits once; nobody is
//! told of success before that commit is on disk. While one commit syncs, the next batch gathers, so the batches grow with the
//! load and a lone writer waits for nobody.

use crate::SqliteStore;
use crate::error::translated;
use sqlx::{Acquire as _, SqliteConnection};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use store::StoreError;
use tokio::sync::{mpsc, oneshot};

/// Most writes in one transaction.
const BATCH_MAX: usize = 128;
/// Most writes waiting; who comes later waits to be let into the queue.
const QUEUE_MAX: usize = 1_024;

/// A write under way.
pub(crate) type Writing<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;
type Work = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, ()> + Send>;

/// One write and who waits for it.
pub(crate) struct Write {
    work: Work,
    done: oneshot::Sender<Result<(), StoreError>>,
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
type Waiting = (oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>);

/// Runs every write and commits. Those that failed by themselves carry their own error; an error here is everybody's.
async fn attempt(pools: &crate::Pools, writes: Vec<Write>, waiting: &mut Vec<Waiting>) -> Result<(), StoreError> {
    let mut begun = pools.begin().await;
    let mut broken = begun.as_ref().err().cloned();
    for Write { work, done } in writes {
        let (Ok(transaction), None) = (begun.as_mut(), &broken) else {
            waiting.push((done, Ok(())));
            continue;
        };
        let mine = match transaction.begin().await {
            Err(error) => Err(translated(error)),
            Ok(mut savepoint) => match work(&mut savepoint).await {
                Ok(()) => savepoint.commit().await.map_err(translated),
                Err(error) => match savepoint.rollback().await {
                    Ok(()) => {
                        waiting.push((done, Err(error)));
                        continue;
                    }
                    // SQLite has rolled everything back by itself (a full disk): the whole batch is void.
                    Err(_) => Err(error),
                },
            },
        };
        broken = mine.err();
        waiting.push((done, Ok(())));
    }
    match broken {
        Some(error) => Err(error),
        None => begun?.commit().await.map_err(translated),
    }
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
        let (done, committed) = oneshot::channel();
        let closed = || StoreError::Unavailable("the store was closed".to_owned());
        self.queue.send(Write { work, done }).await.map_err(|_| closed())?;
        committed.await.map_err(|_| closed())??;
        let value = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(closed)
    }
}
