//! Two searches, one list.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// One thing a search found, with its raw score.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<K> {
    /// What was found.
    pub key: K,
    /// The search's own score; only the order and the ratios within one list matter.
    pub score: f64,
}

/// Weight of the lexical list in the fused score; the vector list has the rest.
///
/// Equal shares, untuned: neither search is better on every corpus.
pub const LEXICAL_WEIGHT: f64 = 0.5;

/// Fuses a lexical and a vector list into one, by min-max normalised scores, best first.
///
/// What one list lacks counts there as that list's smallest score: it was looked at and came out below the last one shown.
/// Ties are broken by key, so the order of the lists' equal items does not matter.
pub fn fuse<K: Ord + Clone>(lexical: &[Found<K>], vector: &[Found<K>]) -> Vec<Found<K>> {
    let mut sums: BTreeMap<K, f64> = BTreeMap::new();
    for (list, weight) in [(lexical, LEXICAL_WEIGHT), (vector, 1.0 - LEXICAL_WEIGHT)] {
        for found in list {
            *sums.entry(found.key.clone()).or_default() += weight * normalised(found.score, list);
        }
    }
    let mut fused: Vec<Found<K>> = sums.into_iter().map(|(key, score)| Found { key, score }).collect();
    fused.sort_by(|a, b| by_score(a.score, b.score).then_with(|| a.key.cmp(&b.key)));
    fused
}

/// Orders scores from high to low, totally.
pub fn by_score(a: f64, b: f64) -> Ordering {
    b.total_cmp(&a)
}

fn normalised<K>(score: f64, list: &[Found<K>]) -> f64 {
    let low = list.iter().map(|f| f.score).fold(f64::INFINITY, f64::min);
    let high = list.iter().map(|f| f.score).fold(f64::NEG_INFINITY, f64::max);
    if high > low { (score - low) / (high - low) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[(&'static str, f64)]) -> Vec<Found<&'static str>> {
        items.iter().map(|&(key, score)| Found { key, score }).collect()
    }

    #[test]
    fn what_both_searches_like_comes_first() {
        let lexical = list(&[("a", 12.0), ("b", 9.0), ("c", 2.0)]);
        let vector = list(&[("b", 0.8), ("d", 0.7), ("a", 0.2)]);
        let order: Vec<&str> = fuse(&lexical, &vector).into_iter().map(|f| f.key).collect();
        assert_eq!(order, ["b", "a", "d", "c"]);
    }

    #[test]
    fn one_empty_list_leaves_the_other_in_order() {
        let only = list(&[("x", 3.0), ("y", 1.0)]);
        let order: Vec<&str> = fuse(&only, &[]).into_iter().map(|f| f.key).collect();
        assert_eq!(order, ["x", "y"]);
        assert!(fuse::<&str>(&[], &[]).is_empty());
    }
}
