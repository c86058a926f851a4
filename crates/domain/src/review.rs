//! One refusal under review: what was refused, what reviewers said of it, and what was decided (seed S0).

use crate::{ReviewerId, Span, SubmitterId, Tag, Verdict};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

/// Version of the stored shape of a rejection event.
pub const REJECTION_VERSION: u32 = 1;

/// One refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RejectionId(Uuid);

impl RejectionId {
    /// Makes a name from the time and ten bytes of chance, both brought by the caller.
    pub fn from_parts(unix_ms: u64, chance: [u8; 10]) -> Self {
        Self(uuid::Builder::from_unix_timestamp_millis(unix_ms, &chance).into_uuid())
    }

    /// Takes a name that was made before.
    pub fn from_uuid(uuid: Uuid) -> Self {
        Self(uuid)
    }

    /// Returns the underlying UUID.
    pub fn uuid(self) -> Uuid {
        self.0
    }
}

impl fmt::Display for RejectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for RejectionId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self)
    }
}

/// A refusal, kept for review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectionEvent {
    /// Its name.
    pub id: RejectionId,
    /// The submission that was refused.
    pub submission: String,
    /// Who handed it in.
    pub submitter: SubmitterId,
    /// When it was refused.
    pub at: Timestamp,
    /// An attack or a refused topic.
    pub verdict: Verdict,
    /// What it was taken for.
    pub category: String,
    /// The rule or model that refused.
    pub by: String,
    /// Where in the text it found something; absent for what was brought in from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// What was submitted; empty once it was erased.
    pub text: String,
    /// The text was handed in as an article, not as one claim.
    #[serde(default)]
    pub is_article: bool,
}

/// A refusal that operators set aside: the submission was assessed in full all the same (decision S0-17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bypass {
    /// The refusal that was set aside.
    pub rejection: RejectionId,
    /// What it said.
    pub verdict: Verdict,
    /// What the submission was taken for.
    pub category: String,
    /// The rule or model that refused.
    pub by: String,
}

/// How far the review of a refusal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody has tagged it.
    Untagged,
    /// One reviewer has.
    AwaitingSecondReview,
    /// Two reviewers say the same.
    Agreed,
    /// Two reviewers differ.
    AwaitingAdjudication,
    /// A third person decided.
    Adjudicated,
}

impl ReviewState {
    /// All of them, in the order they are passed through.
    pub const ALL: [Self; 5] =
        [Self::Untagged, Self::AwaitingSecondReview, Self::Agreed, Self::AwaitingAdjudication, Self::Adjudicated];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Untagged => "untagged",
            Self::AwaitingSecondReview => "awaiting_second_review",
            Self::Agreed => "agreed",
            Self::AwaitingAdjudication => "awaiting_adjudication",
            Self::Adjudicated => "adjudicated",
        }
    }
}

impl fmt::Display for ReviewState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for ReviewState {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let words = || Self::ALL.map(Self::word).join(", ");
        Self::ALL.into_iter().find(|state| state.word() == word).ok_or_else(|| format!("{word:?} is none of {}", words()))
    }
}

/// What one reviewer said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Who.
    pub reviewer: ReviewerId,
    /// What.
    pub tag: Tag,
    /// Which of the two places it takes.
    pub slot: u8,
    /// When.
    pub at: Timestamp,
    /// Whether it was given before any other could be seen.
    pub is_independent: bool,
    /// Whether it is one of the first two, which α is made from.
    pub is_initial: bool,
    /// Since when it no longer counts.
    pub withdrawn_at: Option<Timestamp>,
}

impl Given {
    /// Whether it counts.
    pub fn is_live(&self) -> bool {
        self.withdrawn_at.is_none()
    }
}

/// The word of a third person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Who.
    pub adjudicator: ReviewerId,
    /// What.
    pub tag: Tag,
    /// Why.
    pub rationale: String,
    /// When.
    pub at: Timestamp,
}

/// A refusal with everything that was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The refusal.
    pub event: RejectionEvent,
    /// What reviewers said, in the order they said it, withdrawn tags among them.
    pub tags: Vec<Given>,
    /// Whether the first two tags differ. Stays, whatever is withdrawn later (decision S0-8).
    pub initial_disagreement: bool,
    /// The binding word.
    pub adjudication: Option<Adjudication>,
    /// Counts the changes, so that nobody changes what they have not seen.
    pub version: u32,
}

impl Review {
    /// A refusal that nobody has spoken of.
    pub fn of(event: RejectionEvent) -> Self {
        Self { event, tags: Vec::new(), initial_disagreement: false, adjudication: None, version: 0 }
    }

    /// Returns the tags that count.
    pub fn live(&self) -> impl Iterator<Item = &Given> {
        self.tags.iter().filter(|given| given.is_live())
    }

    /// Returns how far it is.
    pub fn state(&self) -> ReviewState {
        let live: Vec<Tag> = self.live().map(|given| given.tag).collect();
        match (&self.adjudication, live.as_slice()) {
            (Some(_), _) => ReviewState::Adjudicated,
            (None, _) if self.initial_disagreement => ReviewState::AwaitingAdjudication,
            (None, []) => ReviewState::Untagged,
            (None, [_]) => ReviewState::AwaitingSecondReview,
            (None, [one, other, ..]) if one == other => ReviewState::Agreed,
            (None, _) => ReviewState::AwaitingAdjudication,
        }
    }

    /// Returns the review after a step that was allowed.
    pub fn after(&self, step: &ReviewStep) -> Self {
        let mut next = self.clone();
        next.version += 1;
        match step {
            ReviewStep::Tagged(given) => {
                if given.is_initial {
                    next.tags.iter_mut().filter(|earlier| earlier.is_live()).for_each(|earlier| {
                        earlier.is_initial = true;
                        next.initial_disagreement = earlier.tag != given.tag;
                    });
                }
                next.tags.push(given.clone());
            }
            ReviewStep::Withdrawn { reviewer, at } => {
                let mine = next.tags.iter_mut().filter(|given| given.is_live() && given.reviewer == *reviewer);
                mine.for_each(|given| given.withdrawn_at = Some(*at));
            }
            ReviewStep::Adjudicated(adjudication) => next.adjudication = Some(adjudication.clone()),
        }
        next
    }
}

/// One step of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewStep {
    /// A reviewer said something.
    Tagged(Given),
    /// A reviewer took it back.
    Withdrawn {
        /// Who.
        reviewer: ReviewerId,
        /// When.
        at: Timestamp,
    },
    /// A third person decided.
    Adjudicated(Adjudication),
}
