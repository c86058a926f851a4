//! Two ways of trusting a corpus (decision X11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much corroboration a verdict needs, given where its evidence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Pages from anywhere: independent domains, authorities and diversity are required.
    OpenWeb,
    /// Documents somebody chose: each is its own source, and one that is on target may decide.
    ClosedCorpus,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenWeb => "open-web",
            Self::ClosedCorpus => "closed-corpus",
        })
    }
}

/// Which gate the evidence had to pass (decision S1-28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrustPolicyMode {
    /// The usual one.
    Adaptive,
    /// The lower one, for callers who cannot wait for more evidence.
    Confidence,
}

impl fmt::Display for TrustPolicyMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Adaptive => "adaptive",
            Self::Confidence => "confidence",
        })
    }
}
