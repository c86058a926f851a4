//! The store and those who watch over it, without any model: for what people decide.

use crate::app::App;
use crate::desk::Desk;
use crate::failure::Failure;
use crate::workshop::sentence;
use domain::{RejectionId, ReviewerId, SubmitterId, Verdict};
use engine::oversight::{Oversight, OversightError};
use std::sync::Arc;

/// Oversight over the data directory.
pub struct Records {
    desk: Desk,
    oversight: Oversight,
}

impl Records {
    /// Opens the data directory, making it when it is not there.
    pub fn open(app: &App) -> Result<Self, Failure> {
        let desk = Desk::open(app)?;
        let oversight = Oversight::new(Arc::clone(&desk.office)).held_to(app.settings.floors);
        Ok(Self { desk, oversight })
    }

    /// Returns those who watch.
    pub fn oversight(&self) -> &Oversight {
        &self.oversight
    }

    /// Waits for a piece of work and translates what went wrong with it.
    pub fn run<T>(&self, work: impl Future<Output = Result<T, OversightError>>) -> Result<T, Failure> {
        self.desk.runtime.block_on(work).map_err(|error| told(&error))
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

/// Reads the verdict of a refusal.
pub fn verdict(word: &str) -> Result<Verdict, String> {
    let refusals = Verdict::ALL.into_iter().filter(|verdict| verdict.is_refusal());
    let found = refusals.into_iter().find(|verdict| verdict.as_str() == word);
    found.ok_or_else(|| "a refusal is attack_detected or refused_topic".to_owned())
}
