//! What the cross-encoder says.

use crate::{AWKWARD, MODELS, locations};
use infer::{Logits, Models, Pair};
use serde::Deserialize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Deserialize)]
struct Reference {
    premise: String,
    hypothesis: String,
    ids: Vec<u32>,
    logits: [f32; 3],
}

impl Reference {
    fn pair(&self) -> Pair<'_> {
        Pair { premise: &self.premise, hypothesis: &self.hypothesis }
    }
}

fn references(nli: &Path) -> Vec<Reference> {
    let text = std::fs::read_to_string(nli.join("nli.reference.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Reads the pairs that came with the weights, and compares tokens and logits with those of the framework.
fn agrees_with_its_reference(models: &Models, nli: &Path) {
    let references = references(nli);
    let pairs: Vec<Pair<'_>> = references.iter().map(Reference::pair).collect();
    for (reference, logits) in references.iter().zip(models.cross_encoder.read(&pairs)) {
        assert_eq!(models.cross_encoder.encode(&reference.pair()).ids, reference.ids);
        for (ours, theirs) in as_array(logits).iter().zip(reference.logits) {
            assert!((ours - theirs).abs() < 1e-3, "{ours} is not {theirs} for {:?}", reference.pair());
        }
    }
}

fn as_array(logits: Logits) -> [f32; 3] {
    [logits.entailment, logits.contradiction, logits.neutral]
}

/// Pairs of all lengths, some of them longer than the model reads.
fn mixed() -> Vec<(String, String)> {
    let text = |i: usize| "the tower was finished in the year of the great flood ".repeat(1 + i % 17);
    (0..60).map(|i| (text(i * 7), format!("the tower is {i} metres high"))).collect()
}

fn pairs(texts: &[(String, String)]) -> Vec<Pair<'_>> {
    texts.iter().map(|(premise, hypothesis)| Pair { premise, hypothesis }).collect()
}

#[test]
fn logits_and_tokens_equal_the_reference_that_came_with_the_weights() {
    agrees_with_its_reference(&MODELS, &locations().nli);
}

#[test]
fn a_pair_is_read_the_same_alone_in_company_and_on_any_number_of_threads() {
    let texts = mixed();
    let pairs = pairs(&texts);
    let together = MODELS.cross_encoder.read(&pairs);
    for i in [0, 1, 17, 59] {
        assert_eq!(MODELS.cross_encoder.read(&pairs[i..=i]), together[i..=i]);
    }
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| MODELS.cross_encoder.read(&pairs)), together);
    }
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let texts = mixed();
    let pairs = pairs(&texts);
    let reversed: Vec<Pair<'_>> = pairs.iter().rev().copied().collect();
    let mut answers = MODELS.cross_encoder.read(&reversed);
    answers.reverse();
    assert_eq!(answers, MODELS.cross_encoder.read(&pairs));
}

#[test]
fn progress_counts_every_pair_once() {
    let texts = mixed();
    let done = AtomicUsize::new(0);
    MODELS.cross_encoder.read_with_progress(&pairs(&texts), &|more| {
        done.fetch_add(more, Ordering::Relaxed);
    });
    assert_eq!(done.into_inner(), texts.len());
}

#[test]
fn no_pairs_give_no_answers_and_awkward_ones_give_finite_answers() {
    assert!(MODELS.cross_encoder.read(&[]).is_empty());
    let long = "é👍 binary \u{0} ".repeat(8_000);
    let texts: Vec<&str> = AWKWARD.into_iter().chain([long.as_str()]).collect();
    let pairs: Vec<Pair<'_>> = texts.iter().map(|text| Pair { premise: text, hypothesis: texts[3] }).collect();
    assert!(MODELS.cross_encoder.read(&pairs).into_iter().flat_map(as_array).all(f32::is_finite));
}

#[test]
fn probabilities_of_a_clear_case_lean_the_right_way() {
    let pair = Pair { premise: "The bridge opened in 1937.", hypothesis: "The bridge opened in 1947." };
    let logits = MODELS.cross_encoder.read(&[pair])[0];
    let scores = logits.probabilities(MODELS.cross_encoder.temperature());
    assert!(scores.contradiction > scores.entailment && scores.contradiction > scores.neutral, "{scores:?}");
    let sum = scores.contradiction.points() + scores.entailment.points() + scores.neutral.points();
    assert!((9_999..=10_001).contains(&sum));
}
