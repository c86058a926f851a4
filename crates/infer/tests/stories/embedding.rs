//! What the embedder says.

use crate::{AWKWARD, MODELS};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    text: String,
    first: Vec<f32>,
    last: Vec<f32>,
}

/// Made once by `tests/fixtures/embeddings.py` from the same weights with onnxruntime.
fn references() -> Vec<Reference> {
    serde_json::from_str(include_str!("../fixtures/embeddings.json")).unwrap()
}

fn assert_close(ours: &[f32], theirs: &[f32], text: &str) {
    for (a, b) in ours.iter().zip(theirs) {
        assert!((a - b).abs() < 1e-5, "{a} is not {b} for {text:?}");
    }
}

#[test]
fn embeddings_equal_the_reference() {
    let references = references();
    let texts: Vec<&str> = references.iter().map(|r| r.text.as_str()).collect();
    for (reference, embedding) in references.iter().zip(MODELS.embedder.embed(&texts)) {
        assert_close(&embedding.as_slice()[..8], &reference.first, &reference.text);
        assert_close(&embedding.as_slice()[376..], &reference.last, &reference.text);
    }
}

#[test]
fn related_sentences_lie_closer_than_unrelated_ones() {
    let [reef, coral, tax] = MODELS
        .embedder
        .embed(&["The reef is made of coral.", "Corals build the reef.", "Income tax is due in April."])
        .try_into()
        .unwrap();
    assert!(reef.similarity(&coral) > 0.7);
    assert!(reef.similarity(&tax) < 0.3);
}

#[test]
fn a_text_is_embedded_the_same_alone_and_in_company() {
    let long = "sentence upon sentence ".repeat(300);
    let texts: Vec<&str> = AWKWARD.into_iter().cycle().take(200).chain([long.as_str()]).collect();
    let together = MODELS.embedder.embed(&texts);
    for i in [0, 3, 7, 150, 200] {
        assert_eq!(MODELS.embedder.embed(&texts[i..=i]), together[i..=i]);
    }
}

#[test]
fn every_embedding_has_length_one_even_of_nothing_and_of_noise() {
    assert!(MODELS.embedder.embed::<&str>(&[]).is_empty());
    let large = "\u{0}\u{1}é👍".repeat(12_000);
    let texts: Vec<&str> = AWKWARD.into_iter().chain([large.as_str()]).collect();
    for embedding in MODELS.embedder.embed(&texts) {
        assert!((embedding.similarity(&embedding) - 1.0).abs() < 1e-5);
    }
}
