//! What may stand behind `probity intake`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What can be done at the gate.
#[derive(Debug, Clone, Subcommand)]
pub enum Intake {
    /// Say what the gate does with a text, and why
    Scan(Scan),
    /// Check rules, and see what they would have done
    #[command(subcommand)]
    Rules(Rules),
}

/// What to scan.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Exit codes: 0 it may pass, 3 it is refused, 2 usage, 1 failure.")]
pub struct Scan {
    /// The text in quotes, or - to read standard input
    #[arg(value_name = "TEXT", required_unless_present = "file", conflicts_with = "file")]
    pub text: Option<String>,
    /// Scan this text file
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// What can be done with rules.
#[derive(Debug, Clone, Subcommand)]
pub enum Rules {
    /// Say whether a file of rules can be used; without a file, show the rules that ship
    Check {
        /// TOML, as crates/score/data/intake/rules.toml
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Run rules over tagged texts beside the live ones: precision, recall, what would change
    Shadow {
        /// The rules that are to go live
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// JSONL with text and tag (intake-false-positive, bypass-approved, truly-harmful, truly-malicious) [default: what
        /// reviewers settled on here]
        #[arg(long, value_name = "FILE")]
        tags: Option<PathBuf>,
    },
}
