//! What became of a file or of a row in it.

use domain::Document;
use std::fmt;
use std::path::PathBuf;

/// One step of a walk: a document, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A document that can be stored.
    Document(Box<Document>),
    /// Something that was left out.
    Skipped(Skipped),
}

impl Outcome {
    /// Returns the document, if it is one.
    pub fn document(self) -> Option<Document> {
        match self {
            Self::Document(document) => Some(*document),
            Self::Skipped(_) => None,
        }
    }

    /// Returns what was left out, if something was.
    pub fn skipped(self) -> Option<Skipped> {
        match self {
            Self::Document(_) => None,
            Self::Skipped(skipped) => Some(skipped),
        }
    }
}

/// Something that was left out, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// The line or row in it, counted from one, when not the whole file was left out.
    pub line: Option<u64>,
    /// Why.
    pub why: SkipReason,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Why something was left out. Each displays as a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// Not a text file.
    #[error("this is a binary file, not text")]
    Binary,
    /// No bytes, or nothing but white space.
    #[error("there is nothing in it")]
    Empty,
    /// More than one character in a hundred cannot be read.
    #[error("it is not in UTF-8, nor in another encoding that we read")]
    NotUtf8,
    /// Beyond a named limit.
    #[error("it is larger than the limit of {limit_bytes} bytes")]
    TooLarge {
        /// The limit.
        limit_bytes: u64,
    },
    /// The file goes on past the most documents taken from one.
    #[error("only the first {limit} documents of this file were taken")]
    TooMany {
        /// The limit.
        limit: u64,
    },
    /// A page or file without sentences of its own.
    #[error("no readable text was found in it")]
    NoText,
    /// A page that says nothing until its scripts have run.
    #[error("the page is drawn by scripts and says nothing without them")]
    ScriptOnly,
    /// Another document of this run has the same id.
    #[error("another document has the id {0}; this one was left out")]
    DuplicateId(String),
    /// Not in the shape that its name promises.
    #[error("it cannot be understood: {0}")]
    Malformed(String),
    /// A format that we do not read.
    #[error("{0} files are not supported")]
    Unsupported(String),
    /// A small file that unpacks into an enormous one.
    #[error("it unpacks into far more than its size allows, so it was not read")]
    ZipBomb,
    /// The operating system would not let us.
    #[error("it could not be read: {0}")]
    Unreadable(String),
}

impl SkipReason {
    /// Returns the word under which a summary counts this reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Empty => "empty",
            Self::NotUtf8 => "not_utf8",
            Self::TooLarge { .. } => "too_large",
            Self::TooMany { .. } => "too_many",
            Self::NoText => "no_text",
            Self::ScriptOnly => "script_only",
            Self::DuplicateId(_) => "duplicate_id",
            Self::Malformed(_) => "malformed",
            Self::Unsupported(_) => "unsupported",
            Self::ZipBomb => "zip_bomb",
            Self::Unreadable(_) => "unreadable",
        }
    }
}
