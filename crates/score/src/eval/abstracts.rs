//! SciFact's own measures: which abstracts bear on a claim, which way, and by which sentences (Wadden et al. 2020, § 5).

use std::collections::{BTreeMap, BTreeSet};

/// The side an abstract takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// It supports the claim.
    Support,
    /// It contradicts the claim.
    Contradict,
}

/// Sentences of one abstract that a rationale may show; the official scorer drops what comes after.
pub const RATIONALE_SENTENCES_MAX: usize = 3;

/// What the annotators found in one abstract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gold {
    /// The side it takes.
    pub label: Label,
    /// Sets of sentences, each enough by itself.
    pub rationales: Vec<BTreeSet<u32>>,
}

/// What was said of one abstract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abstract {
    /// The side it is said to take.
    pub label: Label,
    /// The sentences shown for it, best first.
    pub sentences: Vec<u32>,
}

/// One claim: what is so and what was said, by document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Abstracts {
    /// Abstracts with evidence.
    pub gold: BTreeMap<String, Gold>,
    /// Abstracts called evidence.
    pub said: BTreeMap<String, Abstract>,
}

/// Right, said and there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Said and right.
    pub right: u32,
    /// Said.
    pub said: u32,
    /// There to be found.
    pub gold: u32,
}

impl Counts {
    /// Adds up the counts of several claims.
    pub fn sum(counts: impl IntoIterator<Item = Counts>) -> Self {
        counts.into_iter().fold(Self::default(), |a, b| Self {
            right: a.right + b.right,
            said: a.said + b.said,
            gold: a.gold + b.gold,
        })
    }

    /// Share of what was said that is right.
    pub fn precision(self) -> f64 {
        ratio(self.right, self.said)
    }

    /// Share of what is there that was found.
    pub fn recall(self) -> f64 {
        ratio(self.right, self.gold)
    }

    /// Their harmonic mean.
    pub fn f1(self) -> f64 {
        ratio(2 * self.right, self.said + self.gold)
    }
}

fn ratio(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

impl Abstracts {
    /// Abstract level, label only: the abstract is evidence and takes the side it is said to.
    pub fn label_only(&self) -> Counts {
        self.abstracts(|_, _| true)
    }

    /// Abstract level, label and rationale: and the sentences shown hold one whole rationale.
    pub fn label_rationale(&self) -> Counts {
        self.abstracts(|gold, said| {
            let shown = shown(said);
            gold.rationales.iter().any(|rationale| rationale.is_subset(&shown))
        })
    }

    fn abstracts(&self, is_grounded: impl Fn(&Gold, &Abstract) -> bool) -> Counts {
        let is_right = |(id, said): (&String, &Abstract)| {
            self.gold.get(id).is_some_and(|gold| gold.label == said.label && is_grounded(gold, said))
        };
        let right = self.said.iter().filter(|entry| is_right(*entry)).count() as u32;
        Counts { right, said: self.said.len() as u32, gold: self.gold.len() as u32 }
    }

    /// Sentence level, selection and label: a sentence counts when it is of a rationale all of whose sentences are shown and
    /// the abstract's side is right.
    pub fn selection_label(&self) -> Counts {
        let said = self.said.values().map(|said| shown(said).len() as u32).sum();
        let gold = self.gold.values().flat_map(|gold| &gold.rationales).map(|rationale| rationale.len() as u32).sum();
        let mut right = 0;
        for (id, said) in &self.said {
            let Some(gold) = self.gold.get(id).filter(|gold| gold.label == said.label) else { continue };
            let shown = shown(said);
            let whole = gold.rationales.iter().filter(|rationale| rationale.is_subset(&shown));
            right += whole.flatten().collect::<BTreeSet<_>>().len() as u32;
        }
        Counts { right, said, gold }
    }
}

fn shown(said: &Abstract) -> BTreeSet<u32> {
    said.sentences.iter().take(RATIONALE_SENTENCES_MAX).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(gold: &[(&str, Label, &[&[u32]])], said: &[(&str, Label, &[u32])]) -> Abstracts {
        let gold = gold.iter().map(|(id, label, sets)| {
            let rationales = sets.iter().map(|set| set.iter().copied().collect()).collect();
            (id.to_string(), Gold { label: *label, rationales })
        });
        let said = said.iter().map(|(id, label, s)| (id.to_string(), Abstract { label: *label, sentences: s.to_vec() }));
        Abstracts { gold: gold.collect(), said: said.collect() }
    }

    #[test]
    fn the_right_side_counts_even_for_the_wrong_sentence() {
        let found =
            claim(&[("d", Label::Support, &[&[2, 3], &[5]])], &[("d", Label::Support, &[2]), ("e", Label::Support, &[0])]);
        assert_eq!(found.label_only(), Counts { right: 1, said: 2, gold: 1 });
        assert_eq!(found.label_rationale(), Counts { right: 0, said: 2, gold: 1 });
        assert_eq!(found.selection_label(), Counts { right: 0, said: 2, gold: 3 });
    }

    #[test]
    fn a_whole_rationale_counts_each_of_its_sentences() {
        let found = claim(&[("d", Label::Contradict, &[&[2, 3], &[5]])], &[("d", Label::Contradict, &[3, 1, 2])]);
        assert_eq!(found.label_rationale().right, 1);
        assert_eq!(found.selection_label(), Counts { right: 2, said: 3, gold: 3 });
    }

    #[test]
    fn the_wrong_side_and_the_fourth_sentence_count_for_nothing() {
        let wrong = claim(&[("d", Label::Support, &[&[0]])], &[("d", Label::Contradict, &[0])]);
        assert_eq!((wrong.label_only().right, wrong.selection_label().right), (0, 0));
        let late = claim(&[("d", Label::Support, &[&[7]])], &[("d", Label::Support, &[0, 1, 2, 7])]);
        assert_eq!((late.label_rationale().right, late.selection_label().said), (0, 3));
    }

    #[test]
    fn figures_come_from_the_sums_over_claims() {
        let sum = Counts::sum([Counts { right: 1, said: 2, gold: 1 }, Counts { right: 1, said: 1, gold: 3 }]);
        assert_eq!((sum.precision(), sum.recall()), (2.0 / 3.0, 0.5));
        assert!((sum.f1() - 4.0 / 7.0).abs() < 1e-12);
        assert_eq!(Counts::default().f1(), 0.0);
    }
}
