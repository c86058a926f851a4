//! What can go wrong in a workflow.

use domain::CheckId;
use std::path::PathBuf;

/// A workflow that could not be carried out. Nothing half-done is kept.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is nothing to check.
    #[error("the claim is empty: write a statement to check")]
    EmptyClaim,
    /// The claim is longer than one claim can be.
    #[error("the claim has {have} characters, more than the {max} of one claim: check an article with --file instead")]
    ClaimTooLong {
        /// Its length.
        have: usize,
        /// The limit.
        max: usize,
    },
    /// The article is longer than is checked at once.
    #[error("the text has {have} bytes, more than the {max} that are checked at once: split it")]
    ArticleTooLong {
        /// Its size.
        have: usize,
        /// The limit.
        max: usize,
    },
    /// The claim is not text.
    #[error("the claim contains control characters: it looks like binary data, not text")]
    NotText,
    /// The corpus holds nothing.
    #[error("corpus {0} holds no documents: bring some in with `probity ingest PATH`")]
    EmptyCorpus(domain::CorpusName),
    /// There is nobody to ask about the web.
    #[error(
        "no search provider is configured: set SEARXNG_URL, WIKIPEDIA_URL, BRAVE_SEARCH_API_KEY, SERPER_API_KEY or GOOGLE_FACT_CHECK_API_KEY"
    )]
    NoProvider,
    /// A word against the registry was not taken.
    #[error("{0}: `probity registry list` shows what holds")]
    Overruling(#[source] sources::OverruleError),
    /// There is no such check.
    #[error("there is no check {0}: `probity check` prints the id of each answer it stores")]
    UnknownCheck(CheckId),
    /// The check was erased.
    #[error("check {id} was erased on {on}: what it was made from is gone, so ask again")]
    Erased {
        /// Which check.
        id: CheckId,
        /// The day.
        on: jiff::civil::Date,
    },
    /// Whoever asked went away.
    #[error("stopped before the end; what was brought in so far is kept, and the same command goes on from there")]
    Stopped,
    /// A file of an evaluation cannot be read.
    #[error("{path}:{line}: {why}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A file cannot be opened.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// The index.
    #[error(transparent)]
    Index(#[from] search::IndexError),
}
