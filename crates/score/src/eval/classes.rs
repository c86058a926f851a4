//! Right and wrong among a few classes.

/// Counts of what was said against what is so: `counts[gold][said]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confusion {
    counts: Vec<Vec<u32>>,
}

impl Confusion {
    /// Counts pairs of gold and predicted class, each below `classes`.
    pub fn of(classes: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut counts = vec![vec![0; classes]; classes];
        for (gold, said) in pairs {
            counts[gold][said] += 1;
        }
        Self { counts }
    }

    /// Returns how many items were counted.
    pub fn total(&self) -> u32 {
        self.counts.iter().flatten().sum()
    }

    /// Returns how often `said` was said where `gold` is so.
    pub fn count(&self, gold: usize, said: usize) -> u32 {
        self.counts[gold][said]
    }

    /// Share of items with the right class; zero without items.
    pub fn accuracy(&self) -> f64 {
        let right: u32 = (0..self.counts.len()).map(|class| self.counts[class][class]).sum();
        share(right, self.total())
    }

    /// Share of a class's items that were found.
    pub fn recall(&self, class: usize) -> f64 {
        share(self.counts[class][class], self.gold(class))
    }

    /// Share of what was called this class that is of it.
    pub fn precision(&self, class: usize) -> f64 {
        share(self.counts[class][class], self.said(class))
    }

    /// Harmonic mean of precision and recall, 2·right / (gold + said); zero when the class occurs on neither side.
    pub fn f1(&self, class: usize) -> f64 {
        share(2 * self.counts[class][class], self.gold(class) + self.said(class))
    }

    /// Mean recall over the classes that occur (balanced accuracy).
    pub fn macro_recall(&self) -> f64 {
        mean((0..self.counts.len()).filter(|class| self.gold(*class) > 0).map(|class| self.recall(class)))
    }

    /// Mean F1 over the classes that occur or were said, as scikit-learn does.
    pub fn macro_f1(&self) -> f64 {
        let present = |class: &usize| self.gold(*class) + self.said(*class) > 0;
        mean((0..self.counts.len()).filter(present).map(|class| self.f1(class)))
    }

    /// Returns what saying the commonest class of all would score.
    pub fn majority(&self) -> Self {
        let commonest = (0..self.counts.len()).rev().max_by_key(|class| self.gold(*class)).unwrap_or(0);
        let pairs = (0..self.counts.len()).flat_map(|gold| vec![(gold, commonest); self.gold(gold) as usize]);
        Self::of(self.counts.len(), pairs)
    }

    fn gold(&self, class: usize) -> u32 {
        self.counts[class].iter().sum()
    }

    fn said(&self, class: usize) -> u32 {
        self.counts.iter().map(|row| row[class]).sum()
    }
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confusion_of_ten_agrees_with_the_pencil() {
        // gold 0: four right, one taken for 1; gold 1: two right, one taken for 0; gold 2: one right, one taken for 0.
        let pairs = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (1, 0), (2, 2), (2, 0)];
        let table = Confusion::of(3, pairs);
        assert_eq!((table.total(), table.count(0, 1)), (10, 1));
        assert!((table.accuracy() - 0.7).abs() < 1e-12);
        assert!((table.macro_recall() - (0.8 + 2.0 / 3.0 + 0.5) / 3.0).abs() < 1e-12);
        assert!((table.f1(0) - 8.0 / 11.0).abs() < 1e-12);
        assert!((table.f1(2) - 2.0 / 3.0).abs() < 1e-12);
        assert!((table.precision(1) - 2.0 / 3.0).abs() < 1e-12);
        assert!((table.macro_f1() - (8.0 / 11.0 + 2.0 / 3.0 + 2.0 / 3.0) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_majority_baseline_says_one_thing_to_everybody() {
        let table = Confusion::of(3, [(0, 1), (1, 1), (1, 2), (2, 2)]);
        let majority = table.majority();
        assert_eq!(majority.accuracy(), 0.5);
        assert!((majority.macro_f1() - (2.0 * 2.0 / 6.0) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_class_that_nobody_speaks_of_does_not_count() {
        let table = Confusion::of(3, [(0, 0), (1, 1)]);
        assert_eq!((table.macro_f1(), table.macro_recall()), (1.0, 1.0));
        assert_eq!(Confusion::of(2, []).macro_f1(), 0.0);
    }
}
