//! How soon a ranked list comes to what was wanted.

use std::collections::BTreeSet;

/// A ranked list, told by which of its places hold something relevant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    hits: Vec<bool>,
    relevant: usize,
}

impl Ranking {
    /// Compares a list, best first, with what is relevant. A thing that stands in the list twice counts at its first place.
    pub fn of<K: Ord>(list: impl IntoIterator<Item = K>, relevant: &BTreeSet<K>) -> Self {
        let mut seen = BTreeSet::new();
        let mut hits = Vec::new();
        for key in list {
            if seen.contains(&key) {
                continue;
            }
            hits.push(relevant.contains(&key));
            seen.insert(key);
        }
        Self { hits, relevant: relevant.len() }
    }

    /// Normalised discounted cumulative gain at `k`, binary relevance, discount 1 / log2(rank + 1) (Järvelin and
    /// Kekäläinen 2002).
    pub fn ndcg_at(&self, k: usize) -> f64 {
        let gain = |rank: usize| 1.0 / libm::log2(rank as f64 + 2.0);
        let found: f64 = self.hits.iter().take(k).enumerate().filter(|(_, hit)| **hit).map(|(rank, _)| gain(rank)).sum();
        let ideal: f64 = (0..self.relevant.min(k)).map(gain).sum();
        if ideal > 0.0 { found / ideal } else { 0.0 }
    }

    /// Share of what is relevant among the first `k`.
    pub fn recall_at(&self, k: usize) -> f64 {
        if self.relevant == 0 {
            return 0.0;
        }
        self.hits.iter().take(k).filter(|hit| **hit).count() as f64 / self.relevant as f64
    }

    /// One over the rank of the first relevant thing; zero when there is none in the list.
    pub fn reciprocal_rank(&self) -> f64 {
        self.hits.iter().position(|hit| *hit).map_or(0.0, |at| 1.0 / (at as f64 + 1.0))
    }

    /// Average precision over the first `k`, divided by the relevant things that could stand there.
    pub fn average_precision_at(&self, k: usize) -> f64 {
        let mut right = 0.0;
        let mut sum = 0.0;
        for (at, hit) in self.hits.iter().take(k).enumerate() {
            if *hit {
                right += 1.0;
                sum += right / (at as f64 + 1.0);
            }
        }
        let possible = self.relevant.min(k);
        if possible > 0 { sum / possible as f64 } else { 0.0 }
    }

    /// One when the first thing is relevant.
    pub fn hit_at_1(&self) -> f64 {
        f64::from(u8::from(self.hits.first().copied().unwrap_or(false)))
    }
}

/// Average precision of scores against binary labels: the mean over positives of the precision at their threshold.
///
/// Equal scores are one threshold, as in scikit-learn. Zero without positives.
pub fn average_precision(items: &[(f64, bool)]) -> f64 {
    let mut sorted: Vec<&(f64, bool)> = items.iter().collect();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let positives = items.iter().filter(|item| item.1).count();
    let (mut seen, mut right, mut sum) = (0, 0, 0.0);
    for group in sorted.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let more = group.iter().filter(|item| item.1).count();
        seen += group.len();
        right += more;
        sum += more as f64 * right as f64 / seen as f64;
    }
    if positives > 0 { sum / positives as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_hits_at_two_and_four_agrees_with_the_pencil() {
        let ranking = Ranking::of(["a", "x", "b", "y", "c"], &BTreeSet::from(["x", "y", "z"]));
        assert_eq!(ranking.reciprocal_rank(), 0.5);
        assert_eq!(ranking.recall_at(2), 1.0 / 3.0);
        assert_eq!(ranking.recall_at(50), 2.0 / 3.0);
        assert_eq!(ranking.hit_at_1(), 0.0);
        assert!((ranking.average_precision_at(5) - (0.5 + 0.5) / 3.0).abs() < 1e-12);
        let (found, ideal) = (1.0 / 3f64.log2() + 1.0 / 5f64.log2(), 1.0 + 1.0 / 3f64.log2() + 0.5);
        assert!((ranking.ndcg_at(10) - found / ideal).abs() < 1e-12);
    }

    #[test]
    fn passages_of_one_document_count_once() {
        let ranking = Ranking::of(["a", "a", "a", "x"], &BTreeSet::from(["x"]));
        assert_eq!(ranking.reciprocal_rank(), 0.5);
        let nothing = Ranking::of(["a"], &BTreeSet::new());
        assert_eq!((nothing.ndcg_at(10), nothing.recall_at(10), nothing.average_precision_at(5)), (0.0, 0.0, 0.0));
    }

    #[test]
    fn average_precision_of_scores_takes_ties_together() {
        // scikit-learn's own example: average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) = 0.8333…
        let items = [(0.1, false), (0.4, false), (0.35, true), (0.8, true)];
        assert!((average_precision(&items) - 0.833_333_333_333).abs() < 1e-9);
        assert_eq!(average_precision(&[(0.5, true), (0.5, false)]), 0.5);
    }
}
