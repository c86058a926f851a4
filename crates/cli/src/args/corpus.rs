//! What may stand behind `probity corpus`.

use clap::Subcommand;

/// What can be done with what was brought in.
#[derive(Debug, Clone, Subcommand)]
pub enum Corpus {
    /// Show every corpus and how many documents it holds
    List,
    /// Take single documents out: they are evidence no more
    Remove {
        /// Their ids, as `check --json` names them under evidence
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
        /// The corpus they are in
        #[arg(long, value_name = "NAME", default_value = domain::CorpusName::LIBRARY)]
        corpus: String,
    },
}
