//! What one piece of evidence says about one part of a claim.

use crate::Basis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The side a piece of evidence takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// If the evidence is right, so is the claim.
    Supports,
    /// If the evidence is right, the claim is not.
    Contradicts,
    /// The evidence leaves the claim open.
    Neutral,
}

impl fmt::Display for Stance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::Neutral => "neutral",
        })
    }
}

/// The three probabilities of the NLI judge, in basis points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StanceScores {
    /// Probability that the evidence entails the claim.
    pub entailment: Basis,
    /// Probability that the evidence contradicts the claim.
    pub contradiction: Basis,
    /// Probability of neither.
    pub neutral: Basis,
}

impl StanceScores {
    /// What a judge says that was not asked.
    pub const SILENT: Self = Self { entailment: Basis::ZERO, contradiction: Basis::ZERO, neutral: Basis::ONE };

    /// Takes three probabilities as a model gave them.
    pub fn take(entailment: f64, contradiction: f64, neutral: f64) -> Self {
        Self { entailment: Basis::take(entailment), contradiction: Basis::take(contradiction), neutral: Basis::take(neutral) }
    }
}
