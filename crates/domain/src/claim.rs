//! A statement that somebody wants checked, and the parts it is made of.

use crate::{Digest, Span, digest_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One checkable statement, with its place in the text it was found in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// The statement, with its context restored.
    pub text: String,
    /// Where it stands in the submitted text.
    pub span: Span,
    /// The words as they were written, where names were put in the place of pronouns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

impl Claim {
    /// A text that is one claim as a whole.
    pub fn whole(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { span: Span::new(0, text.len()), text, written: None }
    }
}

/// Version of what a claim's key is taken over.
const KEY_VERSION: u32 = 1;

/// Returns the key under which the same claim is found again: case, spacing, quote marks and the full stop do not matter.
pub fn claim_key(text: &str) -> Digest {
    let straight = text.to_lowercase().replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
    let words: Vec<&str> = straight.split_whitespace().collect();
    digest_of(KEY_VERSION, &words.join(" ").trim_end_matches(['.', '!', ' ']))
}

/// One part of a claim that can be true or false by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subclaim {
    /// The part as a sentence of its own: the subject is restored when the claim named it only once.
    pub text: String,
    /// Where the part stands in the claim's text.
    pub span: Span,
}

/// What a claim is about (decision X12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say all there is")]
pub enum Topic {
    Health,
    Finance,
    Politics,
    Science,
    Environment,
    Technology,
    Law,
    History,
    Society,
    Sport,
    Entertainment,
    General,
}

impl Topic {
    /// Every topic, in the order of the decision.
    pub const ALL: [Self; 12] = [
        Self::Health,
        Self::Finance,
        Self::Politics,
        Self::Science,
        Self::Environment,
        Self::Technology,
        Self::Law,
        Self::History,
        Self::Society,
        Self::Sport,
        Self::Entertainment,
        Self::General,
    ];

    /// A wrong answer here can hurt somebody.
    pub fn is_high_risk(self) -> bool {
        matches!(self, Self::Health | Self::Finance | Self::Politics)
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Health => "health",
            Self::Finance => "finance",
            Self::Politics => "politics",
            Self::Science => "science",
            Self::Environment => "environment",
            Self::Technology => "technology",
            Self::Law => "law",
            Self::History => "history",
            Self::Society => "society",
            Self::Sport => "sport",
            Self::Entertainment => "entertainment",
            Self::General => "general",
        })
    }
}

/// How much a wrong answer can hurt (decision X12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// No more than any answer.
    #[default]
    Ordinary,
    /// Somebody's health, money or vote may hang on it, or the operator says so.
    High,
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ordinary => "ordinary",
            Self::High => "high",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_claim_has_the_same_key_however_it_is_typed() {
        assert_eq!(claim_key("Water boils at 100 °C."), claim_key("  water  boils at 100 °C"));
        assert_eq!(claim_key("It\u{2019}s wet"), claim_key("it's wet!"));
        assert_ne!(claim_key("Water boils at 100 °C."), claim_key("Water boils at 90 °C."));
        assert_ne!(claim_key("Is water wet?"), claim_key("Is water wet"));
    }
}
