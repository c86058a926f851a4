//! What may stand behind `probity agreement` and `probity aggregate`.

use crate::records::reviewer;
use clap::{Args, Subcommand};
use domain::ReviewerId;
use score::oversight::snapshot::Week;
use std::path::PathBuf;
use store::MethodologyOutcome;

/// What to measure the agreement of.
#[derive(Debug, Clone, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
A CSV file has the columns unit, coder and value; a JSON file holds one table or a list of them, each with a name and, under
ratings, a row of values for each coder, null where there is none.

Exit codes: 0 measured, 3 no table has an α at any level, 1 failure, 2 usage."
)]
pub struct Agreement {
    /// The ratings: CSV with the columns unit, coder and value, or JSON; packed when the name ends in .gz
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// What to do with the weekly account of refusals
    #[command(subcommand)]
    pub account: Option<Account>,
    /// Values that are words, from least to most; the four review tags are known
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub order: Option<Vec<String>>,
    /// Draws of the bootstrap; 0 for no intervals
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub draws: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
}

/// What can be done with the weekly account of refusals.
#[derive(Debug, Clone, Subcommand)]
pub enum Account {
    /// Take the account of a week and keep it
    Snapshot {
        /// The week, as in 2026-W46 [default: this one]
        #[arg(long, value_name = "WEEK")]
        week: Option<Week>,
    },
    /// Show every week, latest first
    History {
        /// Draw α week by week, with the floors
        #[arg(long, value_name = "FILE.svg")]
        plot: Option<PathBuf>,
    },
    /// Say that the latest account of a week was seen
    Acknowledge {
        /// The week
        week: Week,
        /// Who has seen it
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: ReviewerId,
    },
    /// Record what was decided: tighten_definitions, train_reviewers, adjust_threshold or no_change
    Decide {
        /// The week
        week: Week,
        /// The outcome
        outcome: MethodologyOutcome,
        /// Who decided
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: ReviewerId,
        /// Why
        #[arg(long, value_name = "TEXT")]
        rationale: String,
    },
    /// Print what the public may know, as JSON
    Transparency,
}

/// What to aggregate, and how.
#[derive(Debug, Clone, Args)]
#[command(after_help = "A file has the columns task, worker and label.")]
pub struct Aggregate {
    /// The labels: CSV with the columns task, worker and label; packed when the name ends in .gz
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How labels become one answer: majority, wawa, dawid-skene, glad or mace
    #[arg(long, value_name = "M", default_value = "dawid-skene")]
    pub method: score::oversight::aggregate::Method,
    /// Write an answer for each task, with the probability of every label, as CSV
    #[arg(long, value_name = "FILE.csv")]
    pub output: Option<PathBuf>,
}
