//! The nouns of Probity: what a claim, a piece of evidence, a stance and a verdict are.
//!
//! This crate knows nobody. It does no I/O, asks no clock and throws no dice; a wrong state should not be sayable in it.

mod actor;
mod basis;
mod check;
mod claim;
mod clock;
mod corpus;
mod counsel;
mod dice;
mod digest;
mod document;
mod evidence;
mod expansion;
mod ids;
mod measures;
mod names;
mod profile;
mod rarity;
mod refusal;
mod rejection;
mod sentences;
mod snapshot;
mod source;
mod span;
mod stance;
mod trace;
mod verdict;

pub use actor::{Actor, ActorKind, Role};
pub use basis::Basis;
pub use check::{Assessment, Check, Flip, SCHEMA_VERSION, Segment, SegmentStatus, Summary};
pub use claim::{Claim, Subclaim, Topic, claim_key};
pub use clock::Clock;
pub use corpus::CorpusName;
pub use counsel::{Advice, Counsel};
pub use dice::Dice;
pub use digest::{Digest, digest_bytes, digest_fields, digest_of};
pub use document::{Document, DocumentKind, Passage};
pub use evidence::Evidence;
pub use expansion::{Ended, Expansion, Inquiry, PageFate, Spent};
pub use ids::{CheckId, DocumentId, EvidenceId, PassageId};
pub use measures::{Agreement, Confidence, Coverage, Credence, Credibility, Diversity, Truthfulness};
pub use names::{ActorId, DeliveryId, JobId, KeyId, MessageId, WebhookId};
pub use profile::Profile;
pub use rarity::Rarity;
pub use refusal::{Category, Refusal, RefusedBy};
pub use rejection::{Tag, UnknownTag};
pub use sentences::{SENTENCE_BYTES_MAX, sentences};
pub use snapshot::{Candidate, Reading, SetAside, Snapshot};
pub use source::registrable_domain;
pub use span::Span;
pub use stance::{Stance, StanceScores};
pub use trace::{Term, Trace};
pub use verdict::{Direction, JudgeWord, Reason, Verdict, WorkerWord};
