//! The answers: twelve verdicts and two refusals, and what the seeds' vocabularies call them (decision X1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The answer to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every part holds.
    True,
    /// It holds, with a reservation.
    MostlyTrue,
    /// Some parts hold and some do not.
    HalfTrue,
    /// It does not hold, with a reservation.
    MostlyFalse,
    /// It does not hold.
    False,
    /// The direction is right and the number is too large.
    Exaggerated,
    /// The parts hold and the whole leads astray.
    Misleading,
    /// It held once.
    Outdated,
    /// Good evidence stands on both sides.
    Conflicting,
    /// The evidence at hand does not settle it.
    InsufficientEvidence,
    /// No evidence could settle it.
    Unverifiable,
    /// There is nothing to check.
    NotAClaim,
    /// Refused: an attack on the system.
    AttackDetected,
    /// Refused: a topic we do not touch.
    RefusedTopic,
}

impl Verdict {
    /// Every answer, in the order of the product's vocabulary.
    pub const ALL: [Self; 14] = [
        Self::True,
        Self::MostlyTrue,
        Self::HalfTrue,
        Self::MostlyFalse,
        Self::False,
        Self::Exaggerated,
        Self::Misleading,
        Self::Outdated,
        Self::Conflicting,
        Self::InsufficientEvidence,
        Self::Unverifiable,
        Self::NotAClaim,
        Self::AttackDetected,
        Self::RefusedTopic,
    ];

    /// The claim was answered, not passed over: such a verdict always cites evidence.
    pub fn is_directional(self) -> bool {
        matches!(
            self,
            Self::True
                | Self::MostlyTrue
                | Self::HalfTrue
                | Self::MostlyFalse
                | Self::False
                | Self::Exaggerated
                | Self::Misleading
                | Self::Outdated
        )
    }

    /// Nothing was looked for: it states nothing, or nothing could settle it.
    pub fn is_passed_over(self) -> bool {
        matches!(self, Self::Unverifiable | Self::NotAClaim)
    }

    /// The submission was turned away at intake. Refusals never enter claim statistics.
    pub fn is_refusal(self) -> bool {
        matches!(self, Self::AttackDetected | Self::RefusedTopic)
    }

    /// The claim comes out on the false side, so that confidence is measured from the other end (decision S1-10).
    pub fn is_false_side(self) -> bool {
        matches!(self, Self::MostlyFalse | Self::False | Self::Exaggerated | Self::Misleading | Self::Outdated)
    }

    /// Returns the word as scripts read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::MostlyTrue => "mostly_true",
            Self::HalfTrue => "half_true",
            Self::MostlyFalse => "mostly_false",
            Self::False => "false",
            Self::Exaggerated => "exaggerated",
            Self::Misleading => "misleading",
            Self::Outdated => "outdated",
            Self::Conflicting => "conflicting",
            Self::InsufficientEvidence => "insufficient_evidence",
            Self::Unverifiable => "unverifiable",
            Self::NotAClaim => "not_a_claim",
            Self::AttackDetected => "attack_detected",
            Self::RefusedTopic => "refused_topic",
        }
    }

    /// Translates into the Worker's vocabulary (S1).
    pub fn worker_word(self) -> WorkerWord {
        match self {
            Self::True | Self::MostlyTrue => WorkerWord::True,
            Self::HalfTrue | Self::Misleading => WorkerWord::PartiallyTrue,
            Self::MostlyFalse | Self::False | Self::Exaggerated | Self::Outdated => WorkerWord::False,
            Self::Conflicting
            | Self::InsufficientEvidence
            | Self::Unverifiable
            | Self::NotAClaim
            | Self::AttackDetected
            | Self::RefusedTopic => WorkerWord::Unverifiable,
        }
    }

    /// Translates into the judge's vocabulary (S4): three words, the third with a reason for abstaining.
    pub fn judge_word(self) -> JudgeWord {
        match self {
            Self::True | Self::MostlyTrue => JudgeWord::Supported,
            Self::MostlyFalse | Self::False | Self::Exaggerated | Self::Misleading | Self::Outdated => JudgeWord::Contradicted,
            Self::HalfTrue => JudgeWord::Uncertain,
            Self::Conflicting => JudgeWord::ConflictingExpertOpinion,
            Self::InsufficientEvidence => JudgeWord::InsufficientEvidence,
            Self::Unverifiable | Self::NotAClaim | Self::AttackDetected | Self::RefusedTopic => JudgeWord::Uncertain,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// S1's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the seed's own words")]
pub enum WorkerWord {
    True,
    PartiallyTrue,
    False,
    Unverifiable,
}

/// S4's words: supported, contradicted, uncertain, and its two reasons for abstaining.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the seed's own words")]
pub enum JudgeWord {
    Supported,
    Contradicted,
    #[default]
    Uncertain,
    InsufficientEvidence,
    ConflictingExpertOpinion,
}

/// Which way the evidence points before anybody decides whether to abstain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards true.
    Supports,
    /// Towards false.
    Contradicts,
    /// Nowhere.
    None,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::None => "none",
        })
    }
}

/// The rule that gave the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Every part is supported by evidence on target.
    EveryPartSupported,
    /// Support outweighs what speaks against it.
    MostlySupported,
    /// One part holds and another does not, or the evidence for and against a part balances out half way.
    PartsDiffer,
    /// What speaks against it outweighs the support.
    MostlyContradicted,
    /// Evidence on target contradicts it.
    Contradicted,
    /// The same quantity is found smaller than claimed, beyond tolerance.
    NumberTooLarge,
    /// An absolute word in the claim is refuted although its parts hold.
    AbsoluteRefuted,
    /// Its parts hold, but only under a restriction that it leaves out.
    QualifierOmitted,
    /// Newer, authoritative evidence differs from the older.
    NewerEvidenceDiffers,
    /// A fact-check of this very claim carries its rating over.
    RatingTransferred,
    /// Nothing that was found speaks of this claim.
    NoEvidenceOnTarget,
    /// Too few independent sources speak of it.
    TooFewSources,
    /// No source that does is authoritative.
    NoAuthoritativeSource,
    /// What was found is too weak, too narrow or too far off to rest a verdict on.
    TrustInsufficient,
    /// Neither side of the evidence prevails.
    WeakConsensus,
    /// Strong evidence stands on both sides.
    BothSidesStrong,
    /// Authorities on target stand on both sides.
    AuthoritiesSplit,
    /// The quality gates for a plain true or false are not met.
    BinaryGatesFailed,
    /// A language model that was asked would rather not have a verdict.
    JudgeAbstained,
    /// It asks instead of stating.
    Question,
    /// It gives an order or a wish.
    Command,
    /// It states a taste, not a fact.
    Opinion,
    /// It is not a sentence that states anything.
    NoStatement,
    /// It speaks of what has not happened yet.
    FutureEvent,
    /// It speaks of what somebody privately thinks or intends.
    PrivateIntention,
    /// Nothing observable would speak against it.
    Unfalsifiable,
    /// It does not say whom or what it speaks of.
    MissingReferent,
    /// It is not in English.
    OtherLanguage,
    /// It attacks the system.
    Attack,
    /// It asks for what we do not help with.
    ForbiddenTopic,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_one_word_and_a_place_in_each_vocabulary() {
        for verdict in Verdict::ALL {
            let json = serde_json::to_string(&verdict).unwrap();
            assert_eq!(json, format!("\"{}\"", verdict.as_str()));
            assert!(!(verdict.is_directional() && verdict.is_refusal()));
        }
    }

    #[test]
    fn the_worker_hears_unverifiable_for_everything_that_is_not_answered() {
        for verdict in Verdict::ALL {
            let is_unverifiable = verdict.worker_word() == WorkerWord::Unverifiable;
            assert_eq!(is_unverifiable, !verdict.is_directional(), "{verdict}");
        }
    }

    #[test]
    fn conflict_and_lack_of_evidence_stay_apart_for_the_judge() {
        assert_eq!(Verdict::Conflicting.judge_word(), JudgeWord::ConflictingExpertOpinion);
        assert_eq!(Verdict::InsufficientEvidence.judge_word(), JudgeWord::InsufficientEvidence);
        assert_eq!(serde_json::to_string(&Verdict::False.worker_word()).unwrap(), "\"FALSE\"");
    }
}
