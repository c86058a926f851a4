//! Other people's files on the command line.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to bring in.
#[derive(Debug, Clone, Subcommand)]
pub enum Import {
    /// FEVER: its Wikipedia pages into a corpus, its claims into a file for `check --batch`
    Fever(Incoming),
    /// SciFact: its corpus into a corpus, its claims into a file for `check --batch`
    Scifact(Incoming),
    /// ClaimReview feeds: fact-checks into a corpus, or with --claims the claims they reviewed into a file for `check --batch`
    Claimreview {
        /// What and where to
        #[command(flatten)]
        incoming: Incoming,
        /// Take the reviewed claims instead of the reviews
        #[arg(long)]
        claims: bool,
    },
}

/// One file and where its content goes.
#[derive(Debug, Clone, Args)]
pub struct Incoming {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The corpus that documents are for
    #[arg(long, value_name = "NAME", default_value = domain::CorpusName::LIBRARY)]
    pub corpus: Option<String>,
    /// The file that claims are for [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What to hand out.
#[derive(Debug, Clone, Subcommand)]
pub enum Export {
    /// Stored answers as schema.org ClaimReview; claims that were abstained from are left out
    Claimreview(Outgoing),
    /// Stored answers as FEVER's scorer reads them: predicted_label and predicted_evidence
    Fever(Outgoing),
    /// Stored answers as SciFact's scorer reads them
    Scifact(Outgoing),
    /// Overturned answers as rows to train the judge with: what it read, and what it should have heard in it
    Training(Overturned),
}

/// Which answers were wrong, and where the rows go.
#[derive(Debug, Clone, Args)]
pub struct Overturned {
    /// CSV or JSONL with `check` (its id), `right` (true, false … or supports, contradicts, none) and, where a check has several
    /// claims, `number` (counted from one)
    #[arg(value_name = "CORRECTIONS")]
    pub corrections: PathBuf,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Which answers, and where they go.
#[derive(Debug, Clone, Args)]
pub struct Outgoing {
    /// The ids that `probity check` printed
    #[arg(value_name = "ID", required_unless_present = "claims", conflicts_with = "claims")]
    pub ids: Vec<String>,
    /// Take the latest answer to each claim of this file, under the file's own ids
    #[arg(long, value_name = "FILE")]
    pub claims: Option<PathBuf>,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
