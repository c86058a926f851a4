//! The store and those who watch over it, without any model: for what people decide.

use crate::app::App;
use crate::clock::WallClock;
use crate::failure::{Failure, OrNext as _};
use crate::workshop::{DATABASE, sentence};
use domain::{RejectionId, ReviewerId, SubmitterId};
use engine::oversight::{Oversight, OversightError};
use std::sync::Arc;
use store_sqlite::SqliteStore;
use tokio::runtime::Runtime;

/// Oversight over the data directory.
pub struct Records {
    runtime: Runtime,
    oversight: Oversight,
}

impl Records {
    /// Opens the data directory, making it when it is not there.
    pub fn open(app: &App) -> Result<Self, Failure> {
        let next = "Make the directory writable, or choose another one with --data DIR.";
        let data = &app.place.data;
        std::fs::create_dir_all(data).or_next(format!("the data directory {} cannot be made", data.display()), next)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .or_next("no threads could be started", "Close some programs and run it again.")?;
        let store = runtime.block_on(SqliteStore::open(&data.join(DATABASE))).map_err(|error| told(&error.into()))?;
        Ok(Self { runtime, oversight: Oversight::new(Arc::new(store), Arc::new(WallClock)) })
    }

    /// Returns those who watch.
    pub fn oversight(&self) -> &Oversight {
        &self.oversight
    }

    /// Waits for a piece of work and translates what went wrong with it.
    pub fn run<T>(&self, work: impl Future<Output = Result<T, OversightError>>) -> Result<T, Failure> {
        self.runtime.block_on(work).map_err(|error| told(&error))
    }
}

/// What happened stands before the last colon, what to do behind it.
fn told(error: &OversightError) -> Failure {
    let text = error.to_string();
    let (what, next) = text.rsplit_once(": ").unwrap_or((&text, "look at it again with `probity rejections show`"));
    Failure::new(what, sentence(next))
}

/// Reads the name of somebody who reviews.
pub fn reviewer(name: &str) -> Result<ReviewerId, String> {
    ReviewerId::new(name).ok_or_else(|| "a name has at least one character and no space around it".to_owned())
}

/// Reads the name of somebody who submits.
pub fn submitter(name: &str) -> Result<SubmitterId, String> {
    SubmitterId::new(name).ok_or_else(|| "a name has at least one character and no space around it".to_owned())
}

/// Reads the name of a refusal.
pub fn rejection(id: &str) -> Result<RejectionId, String> {
    id.parse().map_err(|_| "`probity rejections list` prints the id of each refusal".to_owned())
}
