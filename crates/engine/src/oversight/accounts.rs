//! The weekly account: taken, kept, acknowledged, decided on, and told to the public.

use super::agreement::dice;
use super::{Oversight, OversightError};
use domain::{Review, ReviewerId};
use score::oversight::snapshot::{Floors, SNAPSHOT_VERSION, Snapshot, Terms, WINDOW, Week, snapshot};
use serde_json::{Value, json};
use store::{
    Acknowledgement, MethodologyDecision, MethodologyOutcome, REJECTIONS_MAX, RejectionsWanted, SNAPSHOTS_MAX, StoredSnapshot,
};

/// Seed of the intervals of a snapshot: always the same, so that a re-run of the same corpus is the same account.
const SEED: u64 = 0;

impl Oversight {
    /// Takes the snapshot of a week and keeps it. The same corpus gives the version that is there already.
    pub async fn take_snapshot(&self, week: Week, floors: Floors) -> Result<StoredSnapshot, OversightError> {
        let reviews = self.reviews_before(week).await?;
        let previous = self.store.snapshot(&week.previous().to_string(), None).await?;
        let previous = previous.and_then(|stored| serde_json::from_value::<Snapshot>(stored.body).ok());
        let taken = snapshot(&reviews, Terms { week, floors, previous: previous.as_ref() }, dice(SEED));
        let body = serde_json::to_value(&taken).expect("our own types always serialise");
        let key = self.store.save_snapshot(&week.to_string(), self.clock.now(), &taken.input_hash, &body).await?;
        let stored = self.store.snapshot(&key.week, Some(key.version)).await?;
        stored.ok_or(OversightError::UnknownSnapshot(key.week))
    }

    /// Returns the week that is to be accounted for: the present one, whose Monday has come.
    pub fn this_week(&self) -> Week {
        Week::of(self.clock.now())
    }

    async fn reviews_before(&self, week: Week) -> Result<Vec<Review>, OversightError> {
        let mut wanted = RejectionsWanted {
            since: Some(week.monday() - WINDOW),
            until: Some(week.monday()),
            limit: REJECTIONS_MAX,
            ..RejectionsWanted::default()
        };
        let mut reviews = Vec::new();
        loop {
            let page = self.store.reviews(&wanted).await?;
            let is_last = page.len() < REJECTIONS_MAX as usize;
            wanted.after = page.last().map(|review| review.event.id);
            reviews.extend(page);
            if is_last {
                return Ok(reviews);
            }
        }
    }

    /// Returns the latest version of each week, latest first.
    pub async fn snapshot_history(&self) -> Result<Vec<StoredSnapshot>, OversightError> {
        Ok(self.store.snapshots(SNAPSHOTS_MAX).await?)
    }

    /// Says that somebody has seen the latest account of a week.
    pub async fn acknowledge(&self, week: &str, by: &ReviewerId) -> Result<StoredSnapshot, OversightError> {
        let stored = self.stored(week).await?;
        let seen = Acknowledgement { by: by.clone(), at: self.clock.now() };
        match self.store.acknowledge_snapshot(&stored.key, &seen).await? {
            true => self.stored(week).await,
            false => Err(OversightError::AlreadyAcknowledged(week.to_owned())),
        }
    }

    /// Records what was decided about the latest account of a week. Nothing changes by itself.
    pub async fn decide(
        &self,
        week: &str,
        by: &ReviewerId,
        outcome: MethodologyOutcome,
        rationale: &str,
    ) -> Result<StoredSnapshot, OversightError> {
        let rationale = rationale.trim().to_owned();
        if rationale.is_empty() {
            return Err(OversightError::NoRationale);
        }
        let stored = self.stored(week).await?;
        let decision = MethodologyDecision { by: by.clone(), at: self.clock.now(), outcome, rationale };
        self.store.decide_snapshot(&stored.key, &decision).await?;
        self.stored(week).await
    }

    async fn stored(&self, week: &str) -> Result<StoredSnapshot, OversightError> {
        self.store.snapshot(week, None).await?.ok_or_else(|| OversightError::UnknownSnapshot(week.to_owned()))
    }

    /// Returns what the public may know: α with its intervals, the floors, the false-positive rate, the policy; nobody's name.
    pub async fn transparency(&self, floors: Floors) -> Result<Value, OversightError> {
        let history = self.snapshot_history().await?;
        let told = |stored: &StoredSnapshot| {
            let body = &stored.body;
            let outcomes: Vec<&str> = stored.decisions.iter().map(|decision| decision.outcome.word()).collect();
            json!({
                "week": stored.key.week,
                "version": stored.key.version,
                "events": body["events"],
                "pairable": body["pairable"],
                "raw_agreement": body["raw_agreement"],
                "ordinal": body["ordinal"],
                "nominal": body["nominal"],
                "breached": body["breached"],
                "publishable": body["publishable"],
                "false_positives": body["false_positives"],
                "acknowledged": stored.acknowledgement.is_some(),
                "decisions": outcomes,
                "input_hash": stored.input_hash.as_str(),
            })
        };
        Ok(json!({
            "schema_version": SNAPSHOT_VERSION,
            "floors": floors,
            "false_positive_rate_max": score::oversight::snapshot::FALSE_POSITIVE_RATE_MAX,
            "policy": {
                "reviewers": 2,
                "blind": true,
                "adjudication_enters_alpha": false,
                "window_days": 90,
                "track_record_reaches_assessment": false,
                "methodology_changes_by_itself": false,
            },
            "weeks": history.iter().map(told).collect::<Vec<_>>(),
        }))
    }
}
