//! Who and what a text names, and what it says of them: the entity graph's nodes and edges, read by patterns.
//!
//! A node is a normalised name ([`entity`]); an edge is a fact that a pattern is sure of ("Warsaw is the capital of Poland") or
//! two names in one sentence. Every edge belongs to its sentence, and through it to a passage, a document and a source.

mod entity;
mod extract;
mod trails;

pub use entity::{Mention, key, mentions};
pub use extract::{Extract, Fact, Facts, Patterns};
pub use trails::{ENTITIES_PER_CLAIM_MAX, Known, Trail, trails};
