//! Refusals under review.
//!
//! The rules of the protocol are in `score::oversight::review`; those of independence are in the database besides, so that
//! no caller, however wrong or hasty, can write two tags of one reviewer or a tag on one's own submission.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{RejectionEvent, RejectionId, Review, ReviewState, ReviewStep, ReviewerId, SubmitterId, Tag, Verdict};
use jiff::Timestamp;

/// Most refusals listed at once.
pub const REJECTIONS_MAX: u32 = 1_000;

/// Which refusals are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RejectionsWanted {
    /// Only those this far.
    pub state: Option<ReviewState>,
    /// Only those of this submitter.
    pub submitter: Option<SubmitterId>,
    /// Only attacks, or only refused topics.
    pub verdict: Option<Verdict>,
    /// Only those taken for this.
    pub category: Option<String>,
    /// Only those refused at this moment or later.
    pub since: Option<Timestamp>,
    /// Only those refused before this moment.
    pub until: Option<Timestamp>,
    /// Only those behind this one, in the order of their names.
    pub after: Option<RejectionId>,
    /// How many at most; [`REJECTIONS_MAX`] is the limit.
    pub limit: u32,
}

/// What somebody says of a refusal with a known answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenTag {
    /// Which one.
    pub event: RejectionId,
    /// Who.
    pub reviewer: ReviewerId,
    /// What they say.
    pub tag: Tag,
    /// When.
    pub at: Timestamp,
}

/// What somebody said of a refusal with a known answer, beside that answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenAnswer {
    /// Which one.
    pub event: RejectionId,
    /// Who.
    pub reviewer: ReviewerId,
    /// What they said.
    pub said: Tag,
    /// What is right.
    pub answer: Tag,
    /// When.
    pub at: Timestamp,
}

/// Keeps refusals and what is said of them.
#[async_trait]
pub trait Rejections: Send + Sync {
    /// Keeps a refusal. False when it is there already, and then nothing goes along.
    async fn add_rejection(&self, event: &RejectionEvent, along: Along) -> Result<bool, StoreError>;

    /// Returns a refusal with everything that was said of it. Those with a known answer look like any other.
    async fn review(&self, id: RejectionId) -> Result<Option<Review>, StoreError>;

    /// Takes a step on the review as it was at `version`. When it has moved on since, [`StoreError::Moved`]; when the step
    /// breaks a rule of independence, [`StoreError::Refused`]. Nothing is written in either case.
    async fn step_review(&self, id: RejectionId, version: u32, step: &ReviewStep, along: Along) -> Result<(), StoreError>;

    /// Returns refusals in the order of their names, those with a known answer left out.
    async fn reviews(&self, wanted: &RejectionsWanted) -> Result<Vec<Review>, StoreError>;

    /// Keeps a refusal whose right tag is known. False when it is there already, and then nothing goes along.
    async fn add_golden(&self, event: &RejectionEvent, answer: Tag, along: Along) -> Result<bool, StoreError>;

    /// Returns the right tag, when it is known.
    async fn golden_answer(&self, id: RejectionId) -> Result<Option<Tag>, StoreError>;

    /// Returns the refusals with a known answer that a reviewer has not tagged.
    async fn goldens_for(&self, reviewer: &ReviewerId) -> Result<Vec<Review>, StoreError>;

    /// Keeps what a reviewer said of a refusal with a known answer. False when they have said something before, and then
    /// nothing goes along.
    async fn tag_golden(&self, said: &GoldenTag, along: Along) -> Result<bool, StoreError>;

    /// Forgets what a reviewer said of a refusal with a known answer. False when they have said nothing, and then nothing goes
    /// along.
    async fn untag_golden(&self, id: RejectionId, reviewer: &ReviewerId, along: Along) -> Result<bool, StoreError>;

    /// Returns what was said of refusals with a known answer.
    async fn golden_answers(&self) -> Result<Vec<GoldenAnswer>, StoreError>;
}
