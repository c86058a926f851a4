//! What may stand behind `probity corpus`.

use clap::Subcommand;

/// What can be done with what was brought in.
#[derive(Debug, Clone, Subcommand)]
pub enum Corpus {
    /// Show every corpus and how many documents it holds, or the documents of one
    List {
        /// The corpus whose documents are wanted: their ids, titles and dates
        #[arg(value_name = "NAME")]
        name: Option<String>,
        /// Go on behind this place, as the page before says
        #[arg(long, value_name = "PLACE", default_value_t = 0, requires = "name")]
        after: u64,
        /// How many are shown
        #[arg(long, value_name = "COUNT", default_value_t = 50, requires = "name", value_parser = clap::value_parser!(u32).range(1..=1000))]
        limit: u32,
    },
    /// Take single documents out: they are evidence no more
    Remove {
        /// Their ids, as `corpus list NAME` shows them
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
        /// The corpus they are in
        #[arg(long, value_name = "NAME", default_value = domain::CorpusName::LIBRARY)]
        corpus: String,
    },
}
