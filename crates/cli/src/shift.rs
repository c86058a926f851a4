//! Who works on a data directory. Everybody who leases jobs holds a file there, and the system lets go of it when they die.
//! Whoever finds it held by nobody knows that no worker from before is alive, and need not wait until their leases run out.

use crate::failure::{Failure, OrNext as _};
use crate::workshop::told;
use engine::Office;
use std::fs::{File, OpenOptions};
use std::path::Path;

const FILE: &str = "working.lock";

/// A place among those who work, until it is dropped.
pub struct Shift {
    _held: File,
}

impl Shift {
    /// Joins those who work on a directory; whoever is the first ends the leases of those who are gone.
    pub async fn begin(office: &Office, data: &Path) -> Result<Self, Failure> {
        let path = data.join(FILE);
        let next = "Make the data directory writable, or choose another one with --data DIR.";
        let what = || format!("{} cannot be held", path.display());
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = opened.or_next(what(), next)?;
        if file.try_lock().is_ok() {
            let expired = office.store().expire_leases(office.now()).await.map_err(|error| told(error.into()))?;
            if expired > 0 {
                tracing::info!(jobs.count = expired, "{expired} jobs were under way when the last worker ended; they go on");
            }
            file.unlock().or_next(what(), next)?;
        }
        // Nobody leases before they are here, so whoever comes between the two finds nothing of ours to end.
        file.lock_shared().or_next(what(), next)?;
        Ok(Self { _held: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Dice, WallClock};
    use engine::jobs::LEASE;
    use engine::{Along, NewJob};
    use std::sync::Arc;
    use store::{Jobs as _, Lease};
    use store_sqlite::SqliteStore;

    #[tokio::test]
    async fn whoever_comes_first_waits_for_nobody_and_whoever_comes_second_takes_nothing_away() {
        let room = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&room.path().join("probity.db")).await.unwrap());
        let office = Office::new(Arc::clone(&store) as _, Arc::new(WallClock), Arc::new(Dice));
        let now = office.now();
        let job = NewJob {
            id: domain::JobId::from_parts(1, [1; 10]),
            kind: "verify".to_owned(),
            payload: serde_json::json!({}),
            payload_version: 1,
            made_by: None,
            once: None,
            priority: 0,
            run_at: now,
            period: None,
            attempts_max: 4,
            created_at: now,
        };
        office.commit(Along::job(job)).await.unwrap();
        let take = |worker: &str| {
            let kinds = vec!["verify".to_owned()];
            let lease = Lease { worker: worker.to_owned(), kinds, now: office.now(), for_ms: LEASE.as_millis() as i64, limit: 1 };
            let store = Arc::clone(&store);
            async move { store.lease_jobs(&lease).await.unwrap().len() }
        };
        let first = Shift::begin(&office, room.path()).await.unwrap();
        assert_eq!(take("ana").await, 1);
        let second = Shift::begin(&office, room.path()).await.unwrap();
        assert_eq!(take("ben").await, 0, "ana is alive");
        drop(first);
        let third = Shift::begin(&office, room.path()).await.unwrap();
        assert_eq!(take("ben").await, 0, "somebody is, and nobody knows whose lease it is");
        drop((second, third));
        let _fourth = Shift::begin(&office, room.path()).await.unwrap();
        assert_eq!(take("ben").await, 1, "nobody is");
    }
}
