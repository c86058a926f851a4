//! The account of each week, taken when its Monday has come, and of the weeks that were missed.
//!
//! The job looks every hour whether an account is missing, so that a machine that slept on Monday catches up, and a late run
//! does not move those that follow.

use super::Oversight;
use crate::jobs::{Attempt, Handler, Turn};
use crate::office::Office;
use async_trait::async_trait;
use domain::JobId;
use jiff::SignedDuration;
use score::oversight::snapshot::Week;
use serde_json::json;
use std::sync::Arc;
use store::{ATTEMPTS_MAX, NewJob, StoredSnapshot};

/// The kind of job that takes the weekly accounts.
pub const ACCOUNT_WEEKLY: &str = "oversight.weekly";
/// How often it looks.
const EVERY: SignedDuration = SignedDuration::from_hours(1);
/// Weeks that are caught up: those whose window an account of today overlaps.
const WEEKS_MAX: usize = 13;

/// Makes the job that takes the weekly accounts. Adding it again while it waits changes nothing.
pub fn weekly(office: &Office) -> NewJob {
    let (unix_ms, chance) = office.name_parts();
    NewJob {
        id: JobId::from_parts(unix_ms, chance),
        kind: ACCOUNT_WEEKLY.to_owned(),
        payload: json!({}),
        payload_version: 1,
        made_by: None,
        once: Some("weekly".to_owned()),
        priority: 0,
        run_at: office.now(),
        period: Some(EVERY),
        attempts_max: ATTEMPTS_MAX,
        created_at: office.now(),
    }
}

/// Takes the weekly accounts.
pub struct Accounting {
    oversight: Arc<Oversight>,
}

impl Accounting {
    /// Takes them, held to the floors of those who watch.
    pub fn new(oversight: Arc<Oversight>) -> Self {
        Self { oversight }
    }
}

#[async_trait]
impl Handler for Accounting {
    async fn attempt(&self, _: &Office, _: &Turn) -> Attempt {
        match self.oversight.catch_up().await {
            Ok(taken) => {
                taken.iter().filter(|stored| stored.body["requires_attention"] == true).for_each(flagged);
                let weeks: Vec<&str> = taken.iter().map(|stored| stored.key.week.as_str()).collect();
                Attempt::Done { result: json!({"weeks": weeks}), along: Box::default() }
            }
            Err(error) => Attempt::Failed(error.to_string()),
        }
    }
}

fn flagged(stored: &StoredSnapshot) {
    let week = &stored.key.week;
    tracing::warn!(%week, breached = %stored.body["breached"], "the account of {week} breaks a floor and waits for an operator");
}

/// Returns the weeks without an account: those after the last one, or this one when there is none.
pub(super) fn missing(last: Option<Week>, this: Week) -> Vec<Week> {
    let mut weeks = vec![this];
    while let Some(last) = last
        && weeks.len() < WEEKS_MAX
        && weeks.last().is_some_and(|week| week.previous() > last)
    {
        weeks.extend(weeks.last().map(|week| week.previous()));
    }
    weeks.retain(|week| last.is_none_or(|last| *week > last));
    weeks.reverse();
    weeks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weeks(last: Option<&str>, this: &str) -> Vec<String> {
        let week = |text: &str| text.parse::<Week>().unwrap();
        missing(last.map(week), week(this)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn weeks_that_were_missed_are_caught_up_in_order_and_not_for_ever() {
        assert_eq!(weeks(None, "2026-W46"), ["2026-W46"]);
        assert!(weeks(Some("2026-W46"), "2026-W46").is_empty());
        assert!(weeks(Some("2026-W47"), "2026-W46").is_empty(), "a clock that was set back takes no account twice");
        assert_eq!(weeks(Some("2025-W51"), "2026-W02"), ["2025-W52", "2026-W01", "2026-W02"]);
        assert_eq!(weeks(Some("2020-W01"), "2026-W46").len(), WEEKS_MAX);
    }
}
