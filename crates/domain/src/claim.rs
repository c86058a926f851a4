//! A statement that somebody wants checked, and the parts it is made of.

use crate::Span;
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
