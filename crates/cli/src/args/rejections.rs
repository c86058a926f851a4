//! What may stand behind `probity rejections` and `probity track-record`.

use crate::records::{rejection, reviewer, submitter, verdict};
use clap::{Args, Subcommand, ValueEnum};
use domain::{RejectionId, ReviewState, ReviewerId, SubmitterId, Tag, Verdict};
use engine::oversight::GOLDEN_RATE;
use std::path::PathBuf;

/// What can be done with refusals.
#[derive(Debug, Clone, Subcommand)]
pub enum Rejections {
    /// List refusals: the queue of one reviewer with --as, else all of them
    List {
        /// Only those this far: untagged, awaiting_second_review, agreed, awaiting_adjudication, adjudicated
        #[arg(long, value_name = "STATE", conflicts_with = "who")]
        state: Option<ReviewState>,
        /// Only those of this submitter
        #[arg(long, value_name = "NAME", value_parser = submitter, conflicts_with = "who")]
        submitter: Option<SubmitterId>,
        /// Only attack_detected, or only refused_topic
        #[arg(long, value_name = "VERDICT", value_parser = verdict)]
        verdict: Option<Verdict>,
        /// Only those taken for this, such as weapons or persona
        #[arg(long, value_name = "CATEGORY")]
        category: Option<String>,
        /// Only those behind this one
        #[arg(long, value_name = "ID", value_parser = rejection)]
        after: Option<RejectionId>,
        /// What waits for this reviewer, most urgent first
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: Option<ReviewerId>,
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Share of known-answer items in a queue
        #[arg(long, value_name = "RATE", default_value_t = GOLDEN_RATE)]
        golden_rate: f64,
    },
    /// Show one refusal with what may be seen of its review
    Show {
        /// Its id
        #[arg(value_parser = rejection)]
        id: RejectionId,
        /// As this reviewer sees it; whole without
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: Option<ReviewerId>,
    },
    /// Say what a refusal was: intake-false-positive, bypass-approved, truly-harmful or truly-malicious
    Tag {
        /// Its id
        #[arg(value_parser = rejection)]
        id: RejectionId,
        /// The tag
        tag: Tag,
        /// Who says so
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: ReviewerId,
    },
    /// Take one's tag back
    Withdraw {
        /// Its id
        #[arg(value_parser = rejection)]
        id: RejectionId,
        /// Whose tag
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: ReviewerId,
    },
    /// Decide a disagreement, once and for all
    Adjudicate {
        /// Its id
        #[arg(value_parser = rejection)]
        id: RejectionId,
        /// The tag that stands from now on
        tag: Tag,
        /// Who decides
        #[arg(long = "as", value_name = "NAME", value_parser = reviewer)]
        who: ReviewerId,
        /// Why
        #[arg(long, value_name = "TEXT")]
        rationale: String,
    },
    /// Assess every submission whose bypass was approved; a running server does so by itself
    Reassess,
    /// Write all refusals with their tags to a file or to standard output
    Export {
        /// In which form
        #[arg(long, value_enum, default_value_t = Form::Jsonl)]
        format: Form,
        /// Where to
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Bring refusals in from JSONL; one with an `answer` becomes a known-answer item
    Import {
        /// JSONL with submission, submitter, at, verdict, category, by and text
        file: PathBuf,
    },
    /// Show how each reviewer does on known-answer items
    Golden,
}

/// A form to export in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// One row a refusal
    Csv,
    /// One object a line
    Jsonl,
    /// Tasks with annotations for Label Studio
    LabelStudio,
}

/// Whose record to show.
#[derive(Debug, Clone, Args)]
pub struct TrackRecord {
    /// The submitter
    #[arg(value_parser = submitter)]
    pub submitter: SubmitterId,
}
