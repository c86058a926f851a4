//! The weekly account: taken, kept, acknowledged, decided on, and told to the public.

use super::agreement::dice;
use super::weekly::missing;
use super::{Oversight, OversightError};
use crate::audit;
use domain::ReviewerId;
use score::oversight::review::RATIONALE_BYTES_MAX;
use score::oversight::snapshot::{SNAPSHOT_VERSION, Snapshot, Terms, WINDOW, Week, snapshot};
use serde_json::{Value, json};
use store::{
    Acknowledgement, Along, MethodologyDecision, MethodologyOutcome, NewAudit, NewSnapshot, RejectionsWanted, SNAPSHOTS_MAX,
    SnapshotKey, StoredSnapshot,
};

/// Seed of the intervals of a snapshot: always the same, so that a re-run of the same corpus is the same account.
const SEED: u64 = 0;

impl Oversight {
    /// Takes the snapshot of a week and keeps it. The same corpus, held to the same floors, gives the version that is there already.
    pub async fn take_snapshot(&self, week: Week) -> Result<StoredSnapshot, OversightError> {
        let within =
            RejectionsWanted { since: Some(week.monday() - WINDOW), until: Some(week.monday()), ..RejectionsWanted::default() };
        let reviews = self.all_reviews(within).await?;
        let previous = self.store().snapshot(&week.previous().to_string(), None).await?;
        let previous = previous.and_then(|stored| serde_json::from_value::<Snapshot>(stored.body).ok());
        let taken = snapshot(&reviews, Terms { week, floors: self.floors, previous: previous.as_ref() }, dice(SEED));
        let body = serde_json::to_value(&taken).expect("our own types always serialise");
        let (taken_at, input_hash) = (self.office.now(), taken.input_hash.clone());
        let facts = json!({
            "input_hash": input_hash,
            "breached": taken.breached,
            "requires_attention": taken.requires_attention,
        });
        let along = audit::along(&self.office, None, "snapshot.taken", format!("snapshot:{week}"), facts);
        let new = NewSnapshot { week: week.to_string(), taken_at, input_hash, body };
        let key = self.store().save_snapshot(&new, along).await?;
        let stored = self.store().snapshot(&key.week, Some(key.version)).await?;
        stored.ok_or(OversightError::UnknownSnapshot(key.week))
    }

    /// Returns the week that is to be accounted for: the present one, whose Monday has come.
    pub fn this_week(&self) -> Week {
        Week::of(self.office.now())
    }

    /// Takes the accounts that are missing, in order, up to this week's.
    pub async fn catch_up(&self) -> Result<Vec<StoredSnapshot>, OversightError> {
        let last = self.store().snapshots(1).await?.pop().and_then(|stored| stored.key.week.parse().ok());
        let mut taken = Vec::new();
        for week in missing(last, self.this_week()) {
            taken.push(self.take_snapshot(week).await?);
        }
        Ok(taken)
    }

    /// Returns the latest version of each week, latest first.
    pub async fn snapshot_history(&self) -> Result<Vec<StoredSnapshot>, OversightError> {
        Ok(self.store().snapshots(SNAPSHOTS_MAX).await?)
    }

    /// Says that somebody has seen an account of a week: this version, or the latest.
    pub async fn acknowledge(&self, week: &str, version: Option<u32>, by: &ReviewerId) -> Result<StoredSnapshot, OversightError> {
        let stored = self.snapshot(week, version).await?;
        let seen = Acknowledgement { by: by.clone(), at: self.office.now() };
        let along = Along::audit(self.told(by, "snapshot.acknowledged", subject(&stored.key), json!({})));
        match self.store().acknowledge_snapshot(&stored.key, &seen, along).await? {
            true => self.snapshot(week, Some(stored.key.version)).await,
            false => Err(OversightError::AlreadyAcknowledged(week.to_owned())),
        }
    }

    /// Records what was decided about an account of a week: this version, or the latest. Nothing changes by itself.
    pub async fn decide(
        &self,
        week: &str,
        version: Option<u32>,
        by: &ReviewerId,
        outcome: MethodologyOutcome,
        rationale: &str,
    ) -> Result<StoredSnapshot, OversightError> {
        let rationale = rationale.trim().to_owned();
        if rationale.is_empty() || rationale.len() > RATIONALE_BYTES_MAX {
            return Err(OversightError::NoRationale);
        }
        let stored = self.snapshot(week, version).await?;
        let row = self.told(by, "methodology.decided", subject(&stored.key), json!({"outcome": outcome}));
        let row = NewAudit { text: Some(audit::salted(&self.office, &rationale)), ..row };
        let decision = MethodologyDecision { by: by.clone(), at: self.office.now(), outcome, rationale };
        self.store().decide_snapshot(&stored.key, &decision, Along::audit(row)).await?;
        self.snapshot(week, Some(stored.key.version)).await
    }

    /// Returns one version of a week, or the latest.
    pub async fn snapshot(&self, week: &str, version: Option<u32>) -> Result<StoredSnapshot, OversightError> {
        self.store().snapshot(week, version).await?.ok_or_else(|| OversightError::UnknownSnapshot(week.to_owned()))
    }

    /// Returns what the public may know: α with its intervals, the floors, the false-positive rate, the policy; nobody's name.
    pub async fn transparency(&self) -> Result<Value, OversightError> {
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
            "floors": self.floors,
            "false_positive_rate_max": self.floors.false_positive_rate_max,
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

fn subject(key: &SnapshotKey) -> String {
    format!("snapshot:{}/{}", key.week, key.version)
}
