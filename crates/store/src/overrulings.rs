//! What operators say of sources against the registry, in the order in which they said it.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::Overruling;

/// Version of the stored shape of a word against the registry.
pub const OVERRULING_VERSION: u32 = 1;

/// Keeps what operators say against the registry. Nothing is ever taken out.
#[async_trait]
pub trait Overrulings: Send + Sync {
    /// Adds a word against the registry.
    async fn overrule(&self, word: &Overruling, along: Along) -> Result<(), StoreError>;

    /// Returns everything that was ever said, oldest first.
    async fn overrulings(&self) -> Result<Vec<Overruling>, StoreError>;
}
