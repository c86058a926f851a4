//! What a language model said of a verdict. It may explain or abstain, never reverse (decision S4-11).

use crate::Direction;
use serde::{Deserialize, Serialize};

/// What a model advised, word for word. Kept in the snapshot, so that a replay needs no model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// It would rather not have a verdict.
    pub abstains: bool,
    /// Which way it reads the evidence.
    pub direction: Direction,
    /// Why, in its own words.
    pub rationale: String,
    /// The ids of the evidence it names.
    pub cites: Vec<String>,
}

/// A model that was asked, what it said, and what that took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counsel {
    /// The model's name.
    pub model: String,
    /// What it advised; nothing when it could not be asked.
    pub advice: Option<Advice>,
    /// Why it could not be asked, or not to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Tokens of the questions.
    pub input_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// What they cost, in millionths of a dollar.
    pub cost_micro_usd: u64,
}
