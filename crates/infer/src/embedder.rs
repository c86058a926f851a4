//! Text into a vector: all-MiniLM-L6-v2, mean pooling, length one.

use crate::batch::Runner;
use crate::encoder::{Encoder, WIDTH};
use crate::token::Tokenizer;
use std::sync::Arc;

/// The meaning of a text as a direction. Invariant: length one (up to rounding), every component finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding([f32; WIDTH]);

impl Embedding {
    fn of(state: &[f32]) -> Self {
        let squares: f64 = state.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
        let length = squares.sqrt().max(f64::MIN_POSITIVE);
        Self(std::array::from_fn(|i| (f64::from(state[i]) / length) as f32))
    }

    /// Returns the components.
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// Returns the cosine of the angle to another embedding, within -1..=1.
    pub fn similarity(&self, other: &Self) -> f64 {
        let dot: f64 = self.0.iter().zip(&other.0).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
        dot.clamp(-1.0, 1.0)
    }
}

/// Turns texts into embeddings. Cheap to clone; clones share the weights.
#[derive(Debug, Clone)]
pub struct Embedder {
    runner: Arc<Runner>,
    tokenizer: Arc<Tokenizer>,
    max_tokens: usize,
}

impl Embedder {
    pub(crate) fn new(encoder: Encoder, tokenizer: Arc<Tokenizer>, max_tokens: usize) -> Self {
        Self { runner: Arc::new(Runner::new(encoder)), tokenizer, max_tokens }
    }

    /// Embeds texts, in order. What lies beyond the model's 256 tokens is not read; an empty text has an embedding too.
    pub fn embed<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Vec<Embedding> {
        self.embed_with_progress(texts, &|_| {})
    }

    /// Embeds texts like [`Embedder::embed`]; `on_done` hears, from any thread, how many more are finished.
    pub fn embed_with_progress<T: AsRef<str> + Sync>(&self, texts: &[T], on_done: &(dyn Fn(usize) + Sync)) -> Vec<Embedding> {
        let encode = |text: &T| self.tokenizer.encode(text.as_ref(), self.max_tokens);
        self.runner.run(texts, encode, Embedding::of, on_done)
    }

    /// Returns the tokenizer, for those who want to count before they ask.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }
}
