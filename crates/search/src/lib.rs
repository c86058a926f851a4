//! Finding passages: full text and vectors, an index derived from the store.
//!
//! One directory a corpus. Losing it loses nothing: the documents and their vectors are in the store, and the index says
//! how far it has followed the store's change feed ([`Index::followed`]). A [`Reader`] is a snapshot; writing never
//! blocks it and never changes its answers.
//!
//! Scores are a function of what the corpus holds, not of how it got there: collection statistics count living passages
//! only, sums run in a fixed order and ties are broken by a hash of the passage id.

pub mod analysis;
mod bm25;
mod error;
mod fields;
mod graph;
mod index;
mod reader;
mod shelf;
mod story;
pub mod vector;
mod writer;

pub use bm25::Weights;
pub use error::IndexError;
pub use index::Index;
pub use reader::{HITS_MAX, Hit, Reader};
pub use shelf::{Shelved, VectorHit, VectorShelf};
pub use writer::{Batch, Position, Writer};
