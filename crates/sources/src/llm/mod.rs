//! Language models over HTTP: one question in, one JSON object out, with what it cost.
//!
//! Two dialects behind one trait: [`OpenAi`] speaks to everything that is OpenAI-compatible (also local servers), [`Anthropic`]
//! to Anthropic's messages. Whoever asks decides what the answer may do; here it is only fetched, bounded and counted.

mod anthropic;
mod openai;
mod wire;

pub use anthropic::Anthropic;
pub use openai::OpenAi;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// One question.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What the model is told about its task.
    pub system: String,
    /// What it is asked.
    pub user: String,
    /// JSON Schema that the answer follows.
    pub schema: Value,
    /// Most tokens of the answer.
    pub tokens_max: u32,
    /// How freely it words its answer; 0 is not at all.
    pub temperature: f64,
}

/// Tokens that were read and written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the question.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
}

impl Usage {
    /// Adds what another question took.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
        }
    }
}

/// What tokens cost, in millionths of a dollar for a million tokens: whole numbers add up exactly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tariff {
    /// For a million tokens of questions.
    pub input_micro_usd: u64,
    /// For a million tokens of answers.
    pub output_micro_usd: u64,
}

impl Tariff {
    /// Returns what a use costs, in millionths of a dollar, rounded up.
    pub fn cost_micro_usd(&self, usage: Usage) -> u64 {
        let part = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let sum = part(usage.input_tokens, self.input_micro_usd) + part(usage.output_tokens, self.output_micro_usd);
        u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// The object that was asked for.
    pub value: Value,
    /// What it took.
    pub usage: Usage,
}

/// Where a model is reached, and how patiently.
#[derive(Clone)]
pub struct Line {
    /// The address that the dialect's paths stand behind.
    pub base: String,
    /// The model's name there.
    pub model: String,
    /// The key; local servers want none.
    pub key: Option<String>,
    /// Longest wait for one answer.
    pub timeout: Duration,
    /// How often a busy or broken server is asked again.
    pub retries: u32,
    /// The wait before the first of them; each further one waits twice as long.
    pub pause: Duration,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The key is nobody's business.
        f.debug_struct("Line").field("base", &self.base).field("model", &self.model).finish_non_exhaustive()
    }
}

/// Why half an answer is none.
const CUT_OFF: &str = "it was cut off at the limit of tokens";

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// The server could not be reached in time.
    #[error("the language model cannot be reached: {0}")]
    Unreachable(String),
    /// The server refused.
    #[error("the language model answered with status {0}: check the address, the model's name and the key")]
    Refused(u16),
    /// The server stayed busy.
    #[error("the language model is busy (status {0}): ask again later")]
    Busy(u16),
    /// What came back is not what was asked for.
    #[error("the language model gave no usable answer: {why}")]
    Unusable {
        /// What is wrong with it.
        why: String,
        /// What it took all the same.
        usage: Usage,
    },
}

impl LlmError {
    /// Says of an answer that it is none, and what it took.
    pub fn unusable(why: impl ToString, usage: Usage) -> Self {
        Self::Unusable { why: why.to_string(), usage }
    }

    /// Returns what the asking took: an answer that is of no use is charged like any other.
    pub fn usage(&self) -> Usage {
        match self {
            Self::Unusable { usage, .. } => *usage,
            Self::Unreachable(_) | Self::Refused(_) | Self::Busy(_) => Usage::default(),
        }
    }
}

/// Somebody who answers questions in words.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Asks one question.
    async fn ask(&self, ask: &Ask) -> Result<Said, LlmError>;

    /// Returns the model's name, as it is kept beside its answers.
    fn model(&self) -> &str;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_costs_add_up_exactly() {
        let usage = Usage { input_tokens: 1_500, output_tokens: 20 }.and(Usage { input_tokens: 500, output_tokens: 80 });
        assert_eq!(usage, Usage { input_tokens: 2_000, output_tokens: 100 });
        // 0.15 and 0.60 dollars a million tokens: 300 + 60 millionths of a dollar.
        let tariff = Tariff { input_micro_usd: 150_000, output_micro_usd: 600_000 };
        assert_eq!(tariff.cost_micro_usd(usage), 360);
        assert_eq!(tariff.cost_micro_usd(Usage { input_tokens: 1, output_tokens: 0 }), 1, "never less than it costs");
        assert_eq!(Tariff::default().cost_micro_usd(usage), 0);
    }

    #[test]
    fn a_key_is_never_shown() {
        let line = Line {
            base: "https://api.example".into(),
            model: "m".into(),
            key: Some("sk-secret".into()),
            timeout: Duration::ZERO,
            retries: 0,
            pause: Duration::ZERO,
        };
        assert!(!format!("{line:?}").contains("secret"));
    }
}
