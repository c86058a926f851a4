//! How far the answer to a claim is, in the words of the product: retrieve, rank, read, trust, search, judge.

use crate::corpus::Watch;

/// A step on the way from a text to a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The text is screened and taken apart.
    Claims,
    /// Passages that may speak of the claim are looked for.
    Retrieve,
    /// They are put in order and the nearest sentences chosen.
    Rank,
    /// The model reads those sentences beside the claim.
    Read,
    /// What was found is weighed: does it suffice?
    Trust,
    /// More is looked for on the web.
    Search,
    /// The verdict is reached.
    Judge,
}

impl Stage {
    /// Every stage, in the order in which a claim first meets them.
    pub const ALL: [Self; 7] = [Self::Claims, Self::Retrieve, Self::Rank, Self::Read, Self::Trust, Self::Search, Self::Judge];

    /// Returns its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Claims => "claims",
            Self::Retrieve => "retrieve",
            Self::Rank => "rank",
            Self::Read => "read",
            Self::Trust => "trust",
            Self::Search => "search",
            Self::Judge => "judge",
        }
    }
}

/// One claim of many, and who watches it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) watch: &'a dyn Watch,
    pub(super) done: u64,
    pub(super) total: u64,
}

impl Place<'_> {
    /// The claim has come to a stage.
    pub(super) fn reach(&self, stage: Stage) {
        self.watch.stage(stage, self.done, self.total);
    }
}
