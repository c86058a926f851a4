//! The nouns of Probity: what a claim, a piece of evidence, a stance and a verdict are.
//!
//! This crate knows nobody. It does no I/O, asks no clock and throws no dice; a wrong state should not be sayable in it.

mod basis;
mod check;
mod claim;
mod clock;
mod corpus;
mod digest;
mod document;
mod evidence;
mod ids;
mod measures;
mod people;
mod profile;
mod rejection;
mod review;
mod sentences;
mod snapshot;
mod source;
mod span;
mod stance;
mod trace;
mod verdict;

pub use basis::Basis;
pub use check::{Assessment, Check, Flip, SCHEMA_VERSION, Segment, SegmentStatus, Summary};
pub use claim::{Claim, Subclaim, Topic};
pub use clock::Clock;
pub use corpus::CorpusName;
pub use digest::{Digest, digest_bytes, digest_of};
pub use document::{Document, DocumentKind, Passage};
pub use evidence::Evidence;
pub use ids::{CheckId, DocumentId, EvidenceId, PassageId};
pub use measures::{Agreement, Confidence, Coverage, Credence, Credibility, Diversity, Truthfulness};
pub use people::{ReviewerId, SubmitterId};
pub use profile::Profile;
pub use rejection::{Tag, UnknownTag};
pub use review::{Adjudication, Given, REJECTION_VERSION, RejectionEvent, RejectionId, Review, ReviewState, ReviewStep};
pub use sentences::{SENTENCE_BYTES_MAX, sentences};
pub use snapshot::{Candidate, Reading, Snapshot};
pub use source::registrable_domain;
pub use span::Span;
pub use stance::{Stance, StanceScores};
pub use trace::{Term, Trace};
pub use verdict::{Direction, JudgeWord, Reason, Verdict, WorkerWord};
