//! How much the words of a claim tell: a rare word found weighs more than a common one.

use crate::Basis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The weight of each of a claim's stems in the corpus that was searched, 0..1. A stem nobody weighed counts in full, so that
/// without a corpus all words are equal.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rarity(BTreeMap<String, Basis>);

impl Rarity {
    /// Takes weights by stem.
    pub fn new(weights: impl IntoIterator<Item = (String, Basis)>) -> Self {
        Self(weights.into_iter().collect())
    }

    /// Returns what a stem weighs.
    pub fn weight(&self, stem: &str) -> f64 {
        self.0.get(stem).map_or(1.0, |weight| weight.get().clamp(0.0, 1.0))
    }

    /// Nothing was weighed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unweighed_stem_counts_in_full() {
        let rarity = Rarity::new([("cell".to_owned(), Basis::take(0.25))]);
        assert_eq!((rarity.weight("cell"), rarity.weight("telomer")), (0.25, 1.0));
        assert!(Rarity::default().is_empty());
    }
}
