//! A piece of evidence as a verdict reports it.

use crate::{Credibility, DocumentId, DocumentKind, EvidenceId, Span, Stance, StanceScores};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What was read, where, and what it says of the claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Its name within the assessment.
    pub id: EvidenceId,
    /// The sentence that was read, with enough around it to be understood.
    pub text: String,
    /// The sentence within `text` that decides its stance.
    pub deciding: Span,
    /// The document's title.
    pub title: String,
    /// Who speaks.
    pub source: String,
    /// The document it stands in.
    pub document: DocumentId,
    /// Index of the deciding sentence within the document.
    pub sentence: u32,
    /// Where it can be read.
    pub url: Option<String>,
    /// When it was published.
    pub date: Option<Date>,
    /// What sort of source it is.
    pub kind: DocumentKind,
    /// What the source is worth.
    pub credibility: Credibility,
    /// Which part of the claim it was read against, counted from zero.
    pub subclaim: u32,
    /// The side it takes.
    pub stance: Stance,
    /// How strongly it takes that side, 0..1.
    #[serde(default)]
    pub strength: f64,
    /// The rule that set the stance where the NLI judge had read otherwise.
    #[serde(default)]
    pub rule: Option<String>,
    /// What the NLI judge gave each side.
    pub stance_scores: StanceScores,
    /// Whether it speaks of this claim and not of a neighbour of it.
    pub on_target: bool,
    /// S1's final ranking score.
    pub score: f64,
}
