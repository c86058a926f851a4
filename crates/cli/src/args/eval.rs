//! What may stand behind `probity eval`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A task and what it is measured with.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "The names of all figures are documented in docs/benchmarks.md. Corpora are kept, embedded, in the cache directory."
)]
pub struct Eval {
    /// What to measure.
    #[command(subcommand)]
    pub task: Task,
    /// How to measure it.
    #[command(flatten)]
    pub terms: Terms,
}

/// How to measure.
#[derive(Debug, Clone, Args)]
pub struct Terms {
    /// Take the first N items only
    #[arg(long, global = true, value_name = "N")]
    pub limit: Option<usize>,
    /// Seed of the bootstrap intervals
    #[arg(long, global = true, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Draw reliability and risk–coverage curves
    #[arg(long, global = true, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Write one JSON object for each item, with what was said and why
    #[arg(long, global = true, value_name = "FILE.jsonl")]
    pub dump: Option<PathBuf>,
    /// Keep what the judges say of each pair here, and take what was kept: for trying other settings on the same data
    #[arg(long, global = true, value_name = "DIR")]
    pub remember: Option<PathBuf>,
}

/// What can be measured.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// The stance model by itself: premise, hypothesis, label
    Nli {
        /// JSONL with premise, hypothesis and label
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        /// How a long premise is read
        #[arg(long, value_enum, default_value_t = Windowing::Sentences)]
        windowing: Windowing,
    },
    /// Whether the documents that a claim's author cites are found
    Retrieval {
        /// Corpus in SciFact's format
        #[arg(long, value_name = "FILE")]
        corpus: PathBuf,
        /// Claims in SciFact's format
        #[arg(long, value_name = "FILE")]
        claims: PathBuf,
        /// Leave the entity graph out, to see what it adds
        #[arg(long)]
        without_graph: bool,
        /// Choose the weights of the lexical search anew, without the claims they are measured on
        #[arg(long)]
        cross_validate: bool,
    },
    /// The whole way from claim to direction, in the closed-corpus profile
    Claims {
        /// Corpus in SciFact's format
        #[arg(long, value_name = "FILE")]
        corpus: PathBuf,
        /// Claims in SciFact's format
        #[arg(long, value_name = "FILE")]
        claims: PathBuf,
        /// Read the documents that the claim's author cites instead of searching
        #[arg(long)]
        oracle: bool,
    },
    /// Claims with five given sentences each, four classes
    ClimateFever {
        /// Climate-FEVER's JSONL
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
    /// One sentence against one claim
    Stance {
        /// JSONL with claim, evidence, stance, and a title where there is one
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
    /// Real-world claims with the answers that fact-checkers collected, four classes
    Averitec {
        /// AVeriTeC's JSON
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
    /// Whether a post that repeats a fact-checked claim finds its fact-check
    KnownClaims {
        /// Posts: id and text, tab-separated, with a heading
        #[arg(long, value_name = "FILE")]
        queries: PathBuf,
        /// Fact-checked claims: id, claim and title, tab-separated, with a heading
        #[arg(long, value_name = "FILE")]
        claims: PathBuf,
        /// Which claim each post repeats, in TREC's format
        #[arg(long, value_name = "FILE")]
        qrels: PathBuf,
    },
    /// Which sentences state something that can be checked
    Checkworthy {
        /// JSONL with text and label (1 is check-worthy)
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
    /// How often what a crowd said is so
    Crowd {
        /// CSV with task, worker and label
        #[arg(long, value_name = "FILE")]
        labels: PathBuf,
        /// CSV with task and label: the truth
        #[arg(long, value_name = "FILE")]
        truth: PathBuf,
        /// How labels become one answer: majority, wawa, dawid-skene, glad or mace
        #[arg(long, value_name = "M", default_value = "dawid-skene")]
        method: score::oversight::aggregate::Method,
    },
    /// What is refused at the gate, and what is refused without cause
    Intake {
        /// JSONL with text, label (benign, injection, harm) and source
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
    /// Whether the registry orders web sources as rating bodies do
    Credibility {
        /// CSV with domain and pc1
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
    },
}

/// How a long premise is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Windowing {
    /// As it stands
    Whole,
    /// Sentence by sentence behind the first one when it is longer than the model reads; the clearest voice speaks
    Sentences,
}
