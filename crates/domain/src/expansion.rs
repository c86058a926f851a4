//! What was done on the web for one claim: who was asked, what was brought, what it cost, and why it ended.

use crate::CheckId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why the search for more evidence ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// What was there already sufficed, so nobody was asked.
    NotNeeded,
    /// What was found suffices.
    Sufficient,
    /// Everything that could be asked was asked.
    NothingLeftToAsk,
    /// No provider answered.
    NobodyAnswered,
    /// The queries allowed for one claim are spent.
    QueriesSpent,
    /// The pages allowed for one claim are spent.
    PagesSpent,
    /// The bytes allowed for one claim are spent.
    BytesSpent,
    /// The time allowed for one claim is spent.
    TimeSpent,
    /// The answer is an earlier one, which still stands.
    FromEarlierCheck,
}

impl Ended {
    /// The answer rests on less than there may have been to find.
    pub fn is_partial(self) -> bool {
        matches!(self, Self::NobodyAnswered | Self::QueriesSpent | Self::PagesSpent | Self::BytesSpent | Self::TimeSpent)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotNeeded => "what was there already sufficed",
            Self::Sufficient => "what was found suffices",
            Self::NothingLeftToAsk => "there was nothing left to ask",
            Self::NobodyAnswered => "no search provider answered",
            Self::QueriesSpent => "the queries allowed for one claim are spent",
            Self::PagesSpent => "the pages allowed for one claim are spent",
            Self::BytesSpent => "the bytes allowed for one claim are spent",
            Self::TimeSpent => "the time allowed for one claim is spent",
            Self::FromEarlierCheck => "an earlier answer still stands",
        })
    }
}

/// One query to one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// What was asked.
    pub query: String,
    /// Who was asked.
    pub provider: String,
    /// How many pages were named.
    pub hits: u32,
    /// What went wrong, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// One page that was visited, or that was to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFate {
    /// Where it is.
    pub url: String,
    /// `read`, `known` when it was there already, or the word for what went wrong.
    pub outcome: String,
    /// The same in a sentence; empty when nothing went wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What it cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Queries sent.
    pub queries: u32,
    /// Pages visited.
    pub pages: u32,
    /// Bytes over the wire.
    pub bytes: u64,
    /// Time, in milliseconds.
    pub ms: u64,
}

/// The web's part in one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expansion {
    /// Why it ended.
    pub ended: Ended,
    /// The answer rests on less than there may have been to find.
    pub is_partial: bool,
    /// What it cost.
    pub spent: Spent,
    /// Who was asked what, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inquiries: Vec<Inquiry>,
    /// What became of each page, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<PageFate>,
    /// The earlier check that this answer is taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_from: Option<CheckId>,
}

impl Expansion {
    /// Opens the ledger of a claim for which nothing was done, and which ended so.
    pub fn ended(ended: Ended) -> Self {
        let spent = Spent::default();
        Self { ended, is_partial: ended.is_partial(), spent, inquiries: vec![], pages: vec![], answered_from: None }
    }

    /// The answer of an earlier check that still stands.
    pub fn from_earlier(check: CheckId) -> Self {
        Self { answered_from: Some(check), ..Self::ended(Ended::FromEarlierCheck) }
    }

    /// Returns how many of the pages were read.
    pub fn pages_read(&self) -> usize {
        self.pages.iter().filter(|page| page.outcome == "read").count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_makes_a_partial_answer_and_sufficiency_does_not() {
        assert!(Expansion::ended(Ended::PagesSpent).is_partial);
        assert!(!Expansion::ended(Ended::Sufficient).is_partial);
        assert!(!Expansion::ended(Ended::NothingLeftToAsk).is_partial);
    }

    #[test]
    fn a_ledger_survives_the_wire() {
        let ledger = Expansion::from_earlier(CheckId::from_parts(1, [1; 10]));
        let text = serde_json::to_string(&ledger).unwrap();
        assert!(text.contains("from_earlier_check"), "{text}");
        assert_eq!(serde_json::from_str::<Expansion>(&text).unwrap(), ledger);
    }
}
