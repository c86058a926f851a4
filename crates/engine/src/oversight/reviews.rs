//! The queue of refusals: tag, withdraw, adjudicate, with everybody doing so at once.

use super::OversightError;
use domain::{
    Clock, Given, RejectionEvent, RejectionId, Review, ReviewState, ReviewStep, ReviewerId, SubmitterId, Tag, digest_of,
};
use jiff::Timestamp;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::oversight::golden::{GoldenRecord, golden_records, mixed};
use score::oversight::review::{self, ReviewError, effective_tag, seen_by};
use score::oversight::track_record::{self, Fate, Submitted, TrackRecord, track_record};
use serde::Serialize;
use std::sync::Arc;
use store::{REJECTIONS_MAX, RejectionsWanted, Store, StoreError};

/// Attempts at a step while others take theirs.
const ATTEMPTS_MAX: usize = 16;

/// Watches those who judge.
pub struct Oversight {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
}

/// A refusal as one reviewer may see it. Those with a known answer look like any other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shown {
    /// The refusal.
    pub event: RejectionEvent,
    /// How far its review is.
    pub state: ReviewState,
    /// The tags that may be seen: one's own until both are in.
    pub tags: Vec<Given>,
    /// The tag that stands.
    pub effective: Option<Tag>,
    /// The first two tags differ.
    pub initial_disagreement: bool,
    /// The binding word.
    pub adjudication: Option<domain::Adjudication>,
    /// How often what the submitter handed in was adversarial.
    pub track_record: TrackRecord,
}

/// What a step led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stepped {
    /// Which refusal.
    pub id: RejectionId,
    /// How far it is.
    pub state: ReviewState,
    /// The tag that stands, once one does.
    pub effective: Option<Tag>,
    /// A bypass was approved: the submission is to be assessed again in full, with the refusal annotated (decision S0-17).
    pub reassess: bool,
}

impl Oversight {
    /// Watches over a store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Keeps a refusal for review. False when it is there already.
    pub async fn keep(&self, event: &RejectionEvent) -> Result<bool, OversightError> {
        Ok(self.store.add_rejection(event).await?)
    }

    /// Keeps a refusal whose right tag is known.
    pub async fn keep_golden(&self, event: &RejectionEvent, answer: Tag) -> Result<bool, OversightError> {
        Ok(self.store.add_golden(event, answer).await?)
    }

    /// Tags a refusal.
    pub async fn tag(&self, id: RejectionId, reviewer: &ReviewerId, tag: Tag) -> Result<Stepped, OversightError> {
        let now = self.clock.now();
        if self.store.golden_answer(id).await?.is_some() {
            return self.tag_golden(id, reviewer, tag, now).await;
        }
        self.step(id, |found| review::tag(found, reviewer, tag, now)).await
    }

    /// The reviewer must not be able to tell: the same checks, the same answer as for a first tag.
    async fn tag_golden(&self, id: RejectionId, who: &ReviewerId, tag: Tag, now: Timestamp) -> Result<Stepped, OversightError> {
        let found = self.store.review(id).await?.ok_or(OversightError::Unknown(id))?;
        review::tag(&found, who, tag, now)?;
        match self.store.tag_golden(id, who, tag, now).await? {
            true => Ok(Stepped { id, state: ReviewState::AwaitingSecondReview, effective: None, reassess: false }),
            false => Err(ReviewError::AlreadyTagged(who.clone()).into()),
        }
    }

    /// Takes a tag back.
    pub async fn withdraw(&self, id: RejectionId, reviewer: &ReviewerId) -> Result<Stepped, OversightError> {
        let now = self.clock.now();
        if self.store.golden_answer(id).await?.is_some() {
            return match self.store.untag_golden(id, reviewer).await? {
                true => Ok(Stepped { id, state: ReviewState::Untagged, effective: None, reassess: false }),
                false => Err(ReviewError::NothingToWithdraw(reviewer.clone()).into()),
            };
        }
        self.step(id, |found| review::withdraw(found, reviewer, now)).await
    }

    /// Decides a disagreement.
    pub async fn adjudicate(
        &self,
        id: RejectionId,
        adjudicator: &ReviewerId,
        tag: Tag,
        rationale: &str,
    ) -> Result<Stepped, OversightError> {
        let now = self.clock.now();
        self.step(id, |found| review::adjudicate(found, adjudicator, tag, rationale, now)).await
    }

    /// Decides on the review as it stands and writes, again when somebody was faster.
    async fn step(
        &self,
        id: RejectionId,
        decide: impl Fn(&Review) -> Result<ReviewStep, ReviewError>,
    ) -> Result<Stepped, OversightError> {
        for _ in 0..ATTEMPTS_MAX {
            let found = self.store.review(id).await?.ok_or(OversightError::Unknown(id))?;
            let step = decide(&found)?;
            match self.store.step_review(id, found.version, &step).await {
                Ok(()) => return Ok(stepped(&found.after(&step), effective_tag(&found))),
                Err(StoreError::Moved | StoreError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(OversightError::Busy)
    }

    /// Returns a refusal as a reviewer may see it, or whole to whoever may read all.
    pub async fn show(&self, id: RejectionId, viewer: Option<&ReviewerId>) -> Result<Shown, OversightError> {
        let mut found = self.store.review(id).await?.ok_or(OversightError::Unknown(id))?;
        if let (Some(viewer), Some(_)) = (viewer, self.store.golden_answer(id).await?) {
            let answers = self.store.golden_answers().await?;
            let mine = answers.into_iter().find(|answer| answer.event == id && answer.reviewer == *viewer);
            found.tags.extend(mine.map(|answer| Given {
                reviewer: answer.reviewer,
                tag: answer.said,
                slot: 1,
                at: answer.at,
                is_independent: true,
                is_initial: false,
                withdrawn_at: None,
            }));
        }
        self.shown(found, viewer).await
    }

    /// Returns the refusals that wait for a reviewer, golden items among them at a rate.
    ///
    /// Those that lack only one tag come first; the submitter's record is the second key and the time the third.
    pub async fn queue(&self, reviewer: &ReviewerId, limit: u32, golden_rate: f64) -> Result<Vec<Shown>, OversightError> {
        let mut open = Vec::new();
        for state in [ReviewState::AwaitingSecondReview, ReviewState::Untagged] {
            let wanted = RejectionsWanted { state: Some(state), limit: REJECTIONS_MAX, ..RejectionsWanted::default() };
            let waits = |found: &Review| {
                let is_mine = reviewer.is_same_person(&found.event.submitter);
                !is_mine && !found.live().any(|given| given.reviewer == *reviewer)
            };
            open.extend(self.store.reviews(&wanted).await?.into_iter().filter(waits));
        }
        let real = self.all_shown(open, reviewer).await?;
        let golden = self.all_shown(self.store.goldens_for(reviewer).await?, reviewer).await?;
        // The same order on the same day, so that looking twice tells nothing.
        let day = self.clock.now().to_string()[..10].to_owned();
        let seed = digest_of(1, &(reviewer.as_str(), day));
        let seed = u64::from_str_radix(&seed.as_str()[..16], 16).unwrap_or_default();
        let mut mixed = mixed(sorted(real), golden, golden_rate, &mut ChaCha8Rng::seed_from_u64(seed));
        mixed.truncate(limit as usize);
        Ok(mixed)
    }

    /// Lists refusals in the order of their names, for those who may read all.
    pub async fn list(&self, wanted: &RejectionsWanted) -> Result<Vec<Shown>, OversightError> {
        let mut shown = Vec::new();
        for found in self.store.reviews(wanted).await? {
            shown.push(self.shown(found, None).await?);
        }
        Ok(shown)
    }

    /// Returns how each reviewer did where the answer is known.
    pub async fn golden_records(&self) -> Result<Vec<GoldenRecord>, OversightError> {
        let answers = self.store.golden_answers().await?;
        Ok(golden_records(answers.into_iter().map(|answer| (answer.reviewer, answer.said, answer.answer))))
    }

    /// Returns the record of a submitter over the last 90 days.
    pub async fn track_record(&self, submitter: &SubmitterId) -> Result<TrackRecord, OversightError> {
        Ok(track_record(&self.history(submitter).await?, self.clock.now()))
    }

    async fn history(&self, submitter: &SubmitterId) -> Result<Vec<Submitted>, OversightError> {
        let since = self.clock.now() - track_record::WINDOW;
        let assessed = self.store.assessed_since(submitter, since).await?.into_iter().map(|one| {
            let fate = if one.is_directional { Fate::Directional } else { Fate::Open };
            Submitted { submission: one.submission, at: one.at, fate }
        });
        let mut history: Vec<Submitted> = assessed.collect();
        let mut wanted = RejectionsWanted {
            submitter: Some(submitter.clone()),
            since: Some(since),
            limit: REJECTIONS_MAX,
            ..RejectionsWanted::default()
        };
        loop {
            let page = self.store.reviews(&wanted).await?;
            history.extend(page.iter().map(|found| submitted(found, effective_tag(found))));
            wanted.after = page.last().map(|found| found.event.id);
            if page.len() < REJECTIONS_MAX as usize {
                return Ok(history);
            }
        }
    }

    async fn all_shown(&self, found: Vec<Review>, reviewer: &ReviewerId) -> Result<Vec<Shown>, OversightError> {
        let mut shown = Vec::with_capacity(found.len());
        for found in found {
            shown.push(self.shown(found, Some(reviewer)).await?);
        }
        Ok(shown)
    }

    async fn shown(&self, found: Review, viewer: Option<&ReviewerId>) -> Result<Shown, OversightError> {
        let mut history = self.history(&found.event.submitter).await?;
        if !history.iter().any(|one| one.submission == found.event.submission) {
            // A golden item is in nobody's history; its own refusal is counted as that of any other would be.
            history.push(submitted(&found, effective_tag(&found)));
        }
        Ok(Shown {
            state: found.state(),
            tags: match viewer {
                Some(viewer) => seen_by(&found, viewer).cloned().collect(),
                None => found.tags.clone(),
            },
            effective: effective_tag(&found),
            initial_disagreement: found.initial_disagreement,
            adjudication: found.adjudication.clone(),
            track_record: track_record(&history, self.clock.now()),
            event: found.event,
        })
    }
}

fn stepped(after: &Review, before: Option<Tag>) -> Stepped {
    let effective = effective_tag(after);
    let reassess = effective == Some(Tag::BypassApproved) && before != effective;
    Stepped { id: after.event.id, state: after.state(), effective, reassess }
}

fn submitted(found: &Review, effective: Option<Tag>) -> Submitted {
    Submitted { submission: found.event.submission.clone(), at: found.event.at, fate: Fate::Refused(effective) }
}

/// Nearly done first; then by the submitter's record, the more adversarial first; then by time.
fn sorted(mut shown: Vec<Shown>) -> Vec<Shown> {
    let ratio = |one: &Shown| one.track_record.ratio.unwrap_or(0.0);
    shown.sort_by(|a, b| {
        let states = b.state.cmp(&a.state);
        states.then(ratio(b).total_cmp(&ratio(a))).then(a.event.at.cmp(&b.event.at)).then(a.event.id.cmp(&b.event.id))
    });
    shown
}
