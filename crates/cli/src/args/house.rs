//! What may stand behind `probity serve`, `admin` and `audit`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Where and how to serve.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "The first start prints an invitation for the first admin. Stop with Ctrl-C or SIGTERM: what is under way is finished."
)]
pub struct Serve {
    /// Listen here
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8420", env = "PROBITY_LISTEN")]
    pub listen: String,
    /// Requests a second of one caller
    #[arg(long, value_name = "N", default_value_t = 20.0, env = "PROBITY_RATE_PER_SECOND")]
    pub rate: f64,
    /// Checks that run at a time [default: one for each processor]
    #[arg(long, value_name = "N", env = "PROBITY_CHECKS")]
    pub checks: Option<usize>,
    /// Forget checks after this many days [default: never]
    #[arg(long, value_name = "DAYS", env = "PROBITY_CHECKS_DAYS")]
    pub checks_days: Option<u32>,
    /// Forget done jobs, messages and deliveries after this many days
    #[arg(long, value_name = "DAYS", default_value_t = 30, env = "PROBITY_RECORDS_DAYS")]
    pub records_days: u32,
    /// Share of known-answer items in the queue of a reviewer
    #[arg(long, value_name = "RATE", default_value_t = engine::oversight::GOLDEN_RATE, env = "PROBITY_GOLDEN_RATE")]
    pub golden_rate: f64,
    /// Ask the language model that PROBITY_LLM names before an answer goes one way or the other
    #[arg(long, env = "PROBITY_JUDGE")]
    pub judge: bool,
    /// Send cookies over TLS only: set it behind a proxy that speaks https
    #[arg(long, env = "PROBITY_SECURE")]
    pub secure: bool,
    /// How much to log: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "info", env = "PROBITY_LOG")]
    pub log: String,
    /// Serve without models: jobs are accepted and wait
    #[arg(long)]
    pub without_models: bool,
}

/// Who may come in.
#[derive(Debug, Clone, Subcommand)]
pub enum Admin {
    /// API keys of agents
    #[command(subcommand)]
    Key(Key),
    /// People
    #[command(subcommand)]
    User(User),
    /// Make an invitation and print it once
    Invite {
        /// What whoever accepts may do, comma-separated
        #[arg(long, value_name = "ROLES", value_delimiter = ',', default_value = "submitter")]
        roles: Vec<String>,
    },
}

/// What can be done with keys.
#[derive(Debug, Clone, Subcommand)]
pub enum Key {
    /// Let an agent in and print its key once
    Create {
        /// What others call it
        name: String,
        /// What it may do, comma-separated
        #[arg(long, value_name = "ROLES", value_delimiter = ',', default_value = "submitter")]
        roles: Vec<String>,
    },
    /// Show every key: its beginning, its owner, when it was last used
    List,
    /// Revoke a key
    Revoke {
        /// Its id
        id: String,
    },
}

/// What can be done with people and agents.
#[derive(Debug, Clone, Subcommand)]
pub enum User {
    /// Show everybody who may come in
    List,
    /// Give somebody these roles and no others
    Roles {
        /// Their id
        id: String,
        /// The roles, comma-separated
        #[arg(value_delimiter = ',', required = true)]
        roles: Vec<String>,
    },
    /// Close the door to somebody
    Disable {
        /// Their id
        id: String,
    },
}

/// What can be done with the audit log.
#[derive(Debug, Clone, Subcommand)]
pub enum Audit {
    /// Prove the log whole, or name what was changed, removed or reordered, and what is not sealed yet
    Verify {
        /// Hold it against signed heads that were exported before
        #[arg(long, value_name = "FILE")]
        heads: Option<PathBuf>,
    },
    /// Seal, sign and print the head of the log, to be kept somewhere else
    Export,
}
