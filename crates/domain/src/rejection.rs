//! Refusals as people review them: who was refused, who says what of it, and in which words (seed S0).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a reviewer says of a refusal, from the least to the most adversarial intake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// The refusal was the wrong call.
    IntakeFalsePositive,
    /// The refusal was right for the shape of the input, and an operator lets this case through.
    BypassApproved,
    /// The refusal caught a request for harm.
    TrulyHarmful,
    /// The refusal caught an attack on the system.
    TrulyMalicious,
}

impl Tag {
    /// All of them, in the order that the ordinal level of agreement rests on.
    pub const ALL: [Self; 4] = [Self::IntakeFalsePositive, Self::BypassApproved, Self::TrulyHarmful, Self::TrulyMalicious];

    /// Returns the seed's own word.
    pub fn word(self) -> &'static str {
        match self {
            Self::IntakeFalsePositive => "intake-false-positive",
            Self::BypassApproved => "bypass-approved",
            Self::TrulyHarmful => "truly-harmful",
            Self::TrulyMalicious => "truly-malicious",
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is none of the four tags.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no tag: choose intake-false-positive, bypass-approved, truly-harmful or truly-malicious")]
pub struct UnknownTag(String);

impl FromStr for Tag {
    type Err = UnknownTag;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|tag| tag.word() == word).ok_or_else(|| UnknownTag(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_tags_keep_their_words_and_their_order() {
        for tag in Tag::ALL {
            assert_eq!(tag.word().parse(), Ok(tag));
            assert_eq!(serde_json::to_string(&tag).unwrap(), format!("\"{tag}\""));
        }
        assert!(Tag::ALL.windows(2).all(|pair| pair[0] < pair[1]));
        assert!("harmful".parse::<Tag>().unwrap_err().to_string().contains("truly-harmful"));
    }
}
