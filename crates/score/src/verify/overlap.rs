//! What a candidate's words have in common with the claim's.
//!
//! S1 names the two overlaps and leaves them open. Ours: of the claim's content words, and of what it is about (its anchors,
//! a proper name counting twice), the share that the candidate has; a word weighs what it tells in the corpus
//! ([`domain::Rarity`]), since "telomerase" found is more than "increases" found.

use super::understand::Reading;
use super::words::{Word, words};
use domain::{Candidate, Rarity};
use std::collections::BTreeSet;

/// How much a proper name counts beside another word that the claim is about.
const NAME_WEIGHT: f64 = 2.0;

/// What a candidate shares with a claim.
pub(super) struct Overlap {
    /// Share of what the claim is about, by weight.
    pub(super) entity: f64,
    /// Share of the claim's content words, by weight.
    pub(super) words_found: f64,
    /// Share of the claim's anchors, each counting the same.
    pub(super) anchor: f64,
    /// Enough anchors are found (decision S1-5).
    pub(super) anchors_pass: bool,
    /// The candidate's content stems.
    pub(super) stems: BTreeSet<String>,
    /// The candidate's words.
    pub(super) words: Vec<Word>,
}

impl Overlap {
    /// Compares a candidate with a claim.
    pub(super) fn of(claim: &Reading, rarity: &Rarity, candidate: &Candidate) -> Self {
        let text = format!("{}. {}", candidate.title, candidate.sentences.join(" "));
        let words = words(&text);
        let stems: BTreeSet<String> = words.iter().filter(|word| !word.is_stop).map(|word| word.stem.clone()).collect();
        Self {
            entity: entity(claim, rarity, &stems),
            words_found: recall_by_weight(&claim.content, &stems, rarity),
            anchor: anchor_match(&claim.anchors, &stems),
            anchors_pass: anchors_pass(&claim.anchors, &stems),
            stems,
            words,
        }
    }
}

fn entity(claim: &Reading, rarity: &Rarity, stems: &BTreeSet<String>) -> f64 {
    let (mut found, mut all) = (0.0, 0.0);
    for group in &claim.anchors {
        let heaviest = group.iter().map(|stem| rarity.weight(stem)).fold(0.0, f64::max);
        let weight = if claim.proper.contains(group) { NAME_WEIGHT * heaviest } else { heaviest };
        all += weight;
        if is_found(group, stems) {
            found += weight;
        }
    }
    if all > 0.0 { found / all } else { 0.0 }
}

fn recall_by_weight(wanted: &BTreeSet<String>, have: &BTreeSet<String>, rarity: &Rarity) -> f64 {
    let (mut found, mut all) = (0.0, 0.0);
    for stem in wanted {
        let weight = rarity.weight(stem);
        all += weight;
        if have.contains(stem) {
            found += weight;
        }
    }
    if all > 0.0 { found / all } else { 0.0 }
}

/// Returns the share of anchor groups found; a group is found when at least half of its stems are.
pub(super) fn anchor_match(anchors: &[BTreeSet<String>], stems: &BTreeSet<String>) -> f64 {
    if anchors.is_empty() {
        return 0.0;
    }
    matched(anchors, stems) as f64 / anchors.len() as f64
}

/// Enough anchors are found: the only one, or two of several (decision S1-5).
fn anchors_pass(anchors: &[BTreeSet<String>], stems: &BTreeSet<String>) -> bool {
    !anchors.is_empty() && matched(anchors, stems) >= anchors.len().min(2)
}

fn matched(anchors: &[BTreeSet<String>], stems: &BTreeSet<String>) -> usize {
    anchors.iter().filter(|group| is_found(group, stems)).count()
}

fn is_found(group: &BTreeSet<String>, stems: &BTreeSet<String>) -> bool {
    group.intersection(stems).count() * 2 >= group.len()
}

#[cfg(test)]
mod tests {
    use super::super::understand::read;
    use super::super::words::content_stems;
    use super::*;
    use domain::Basis;

    fn rarity() -> Rarity {
        Rarity::new([("telomeras".to_owned(), Basis::take(0.9)), ("cell".to_owned(), Basis::take(0.3))])
    }

    #[test]
    fn a_rare_word_found_is_more_than_a_common_one() {
        let wanted = BTreeSet::from(["telomeras".to_owned(), "cell".to_owned()]);
        let share = |word: &str| recall_by_weight(&wanted, &BTreeSet::from([word.to_owned()]), &rarity());
        assert!((share("telomeras") - 0.75).abs() < 1e-12 && (share("cell") - 0.25).abs() < 1e-12);
        assert_eq!(recall_by_weight(&BTreeSet::new(), &wanted, &rarity()), 0.0);
    }

    #[test]
    fn a_name_counts_twice_among_what_a_claim_is_about() {
        let claim = read("The brother of Marta Ruiz visited Lenna.");
        let share = |text: &str| entity(&claim, &Rarity::default(), &content_stems(text));
        assert!((share("a brother") - 0.2).abs() < 1e-12, "one of one and two names");
        assert!((share("Marta Ruiz") - 0.4).abs() < 1e-12);
        assert_eq!(share("nobody"), 0.0);
    }
}
