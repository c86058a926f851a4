//! Steps of a review: tag, withdraw, adjudicate, with everybody doing so at once. Each commits with its audit row and with the
//! work it causes.

use super::{OversightError, reassess};
use crate::audit;
use crate::office::Office;
use domain::{RejectionEvent, RejectionId, Review, ReviewState, ReviewStep, ReviewerId, Tag};
use jiff::Timestamp;
use score::oversight::golden::{GoldenRecord, golden_records};
use score::oversight::review::{self, ReviewError, effective_tag};
use score::oversight::snapshot::Floors;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Along, GoldenTag, NewAnswer, NewAudit, Store, StoreError};

/// Attempts at a step while others take theirs.
const ATTEMPTS_MAX: usize = 16;

/// Watches those who judge.
pub struct Oversight {
    pub(super) office: Arc<Office>,
    pub(super) floors: Floors,
    keep: Option<Keep>,
}

/// Says what to answer when the request for a step comes again, given what the step led to.
pub type Keep = Box<dyn Fn(&Stepped) -> NewAnswer + Send + Sync>;

/// What a step led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stepped {
    /// Which refusal.
    pub id: RejectionId,
    /// How far it is.
    pub state: ReviewState,
    /// The tag that stands, once one does.
    pub effective: Option<Tag>,
    /// A bypass was approved: the submission will be assessed again in full, with the refusal annotated (decision S0-17).
    pub reassess: bool,
}

impl Oversight {
    /// Watches from an office, with the methodology's own floors.
    pub fn new(office: Arc<Office>) -> Self {
        Self { office, floors: Floors::default(), keep: None }
    }

    /// Holds the weekly accounts to other floors.
    #[must_use]
    pub fn held_to(self, floors: Floors) -> Self {
        Self { floors, ..self }
    }

    /// Keeps the answer to a step, in the transaction of the step, for when the same request comes again.
    #[must_use]
    pub fn keeping(self, keep: Option<Keep>) -> Self {
        Self { keep, ..self }
    }

    /// What goes along with a step: its row, and the answer to it.
    fn along(&self, id: RejectionId, step: &ReviewStep, outcome: &Stepped) -> Along {
        let answer = self.keep.as_ref().map(|keep| keep(outcome));
        Along { answer, ..Along::audit(self.row(id, step)) }
    }

    /// Returns the floors that accounts are held to.
    pub fn floors(&self) -> Floors {
        self.floors
    }

    pub(super) fn store(&self) -> &dyn Store {
        self.office.store()
    }

    /// Makes the audit row of what a reviewer did.
    pub(super) fn told(&self, who: &ReviewerId, action: &str, subject: String, facts: Value) -> NewAudit {
        let mut facts = facts;
        facts["reviewer"] = json!(who);
        audit::row(&self.office, who.actor(), action, subject, facts)
    }

    /// Keeps a refusal from elsewhere for review. False when it is there already.
    pub async fn keep(&self, event: &RejectionEvent) -> Result<bool, OversightError> {
        let facts = json!({"verdict": event.verdict, "category": event.category, "by": event.by});
        let along = audit::along(&self.office, None, "rejection.brought_in", subject(event.id), facts);
        Ok(self.store().add_rejection(event, along).await?)
    }

    /// Keeps a refusal whose right tag is known, together with what goes along.
    pub async fn keep_golden(&self, event: &RejectionEvent, answer: Tag, along: Along) -> Result<bool, OversightError> {
        let (subject, facts) = (subject(event.id), json!({"answer": answer}));
        let told = audit::along(&self.office, None, "rejection.golden_brought_in", subject, facts);
        Ok(self.store().add_golden(event, answer, Along { audit: told.audit, ..along }).await?)
    }

    /// Tags a refusal.
    pub async fn tag(&self, id: RejectionId, reviewer: &ReviewerId, tag: Tag) -> Result<Stepped, OversightError> {
        let now = self.office.now();
        if self.store().golden_answer(id).await?.is_some() {
            return self.tag_golden(id, reviewer, tag, now).await;
        }
        self.step(id, |found| review::tag(found, reviewer, tag, now)).await
    }

    /// The reviewer must not be able to tell: the same checks, the same row, the same answer as for a first tag.
    async fn tag_golden(&self, id: RejectionId, who: &ReviewerId, tag: Tag, now: Timestamp) -> Result<Stepped, OversightError> {
        let found = self.store().review(id).await?.ok_or(OversightError::Unknown(id))?;
        let outcome = Stepped { id, state: ReviewState::AwaitingSecondReview, effective: None, reassess: false };
        let along = self.along(id, &review::tag(&found, who, tag, now)?, &outcome);
        let said = GoldenTag { event: id, reviewer: who.clone(), tag, at: now };
        match self.store().tag_golden(&said, along).await? {
            true => Ok(outcome),
            false => Err(ReviewError::AlreadyTagged(who.clone()).into()),
        }
    }

    /// Takes a tag back.
    pub async fn withdraw(&self, id: RejectionId, reviewer: &ReviewerId) -> Result<Stepped, OversightError> {
        let at = self.office.now();
        if self.store().golden_answer(id).await?.is_some() {
            let outcome = Stepped { id, state: ReviewState::Untagged, effective: None, reassess: false };
            let along = self.along(id, &ReviewStep::Withdrawn { reviewer: reviewer.clone(), at }, &outcome);
            return match self.store().untag_golden(id, reviewer, along).await? {
                true => Ok(outcome),
                false => Err(ReviewError::NothingToWithdraw(reviewer.clone()).into()),
            };
        }
        self.step(id, |found| review::withdraw(found, reviewer, at)).await
    }

    /// Decides a disagreement.
    pub async fn adjudicate(
        &self,
        id: RejectionId,
        adjudicator: &ReviewerId,
        tag: Tag,
        rationale: &str,
    ) -> Result<Stepped, OversightError> {
        let now = self.office.now();
        self.step(id, |found| review::adjudicate(found, adjudicator, tag, rationale, now)).await
    }

    /// Decides on the review as it stands and writes, again when somebody was faster.
    async fn step(
        &self,
        id: RejectionId,
        decide: impl Fn(&Review) -> Result<ReviewStep, ReviewError>,
    ) -> Result<Stepped, OversightError> {
        for _ in 0..ATTEMPTS_MAX {
            let found = self.store().review(id).await?.ok_or(OversightError::Unknown(id))?;
            let step = decide(&found)?;
            let outcome = stepped(&found.after(&step), effective_tag(&found));
            let mut along = self.along(id, &step, &outcome);
            if outcome.reassess {
                along.jobs.push(reassess::job(&self.office, id));
            }
            match self.store().step_review(id, found.version, &step, along).await {
                Ok(()) => {
                    self.office.wake(reassess::REASSESS);
                    return Ok(outcome);
                }
                Err(StoreError::Moved | StoreError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(OversightError::Busy)
    }

    /// Tells of a step: who, what, and of a decision why, in a text that can be erased.
    fn row(&self, id: RejectionId, step: &ReviewStep) -> NewAudit {
        match step {
            ReviewStep::Tagged(given) => self.told(&given.reviewer, "rejection.tagged", subject(id), json!({"tag": given.tag})),
            ReviewStep::Withdrawn { reviewer, .. } => self.told(reviewer, "rejection.withdrawn", subject(id), json!({})),
            ReviewStep::Adjudicated(word) => {
                let row = self.told(&word.adjudicator, "rejection.adjudicated", subject(id), json!({"tag": word.tag}));
                NewAudit { text: Some(audit::salted(&self.office, &word.rationale)), ..row }
            }
        }
    }

    /// Returns how each reviewer did where the answer is known.
    pub async fn golden_records(&self) -> Result<Vec<GoldenRecord>, OversightError> {
        let answers = self.store().golden_answers().await?;
        Ok(golden_records(answers.into_iter().map(|answer| (answer.reviewer, answer.said, answer.answer))))
    }
}

fn subject(id: RejectionId) -> String {
    format!("rejection:{id}")
}

fn stepped(after: &Review, before: Option<Tag>) -> Stepped {
    let effective = effective_tag(after);
    let reassess = effective == Some(Tag::BypassApproved) && before != effective;
    Stepped { id: after.event.id, state: after.state(), effective, reassess }
}
