//! The trained part of intake: a linear model over hashed words, and a small head over the encoder's embedding.
//!
//! One file of whole numbers holds both (`models/intake/intake.bin`, made by `training/intake/train.py`). The linear model reads
//! every text; the head only what the linear model is not sure of.

use super::features::{BUCKETS, Features};
use domain::{Basis, Digest, digest_bytes};
use serde::Serialize;

/// The model that ships.
const BUILT_IN: &[u8] = include_bytes!("../../../../models/intake/intake.bin");
const MAGIC: &[u8] = b"PROBINT1";
/// Width of the encoder's embedding.
const WIDTH: usize = 384;
/// Embeddings have length one; the head was trained on inputs of about one in size.
const SPREAD: f64 = 8.0;
const CLASSES: usize = 3;

/// How likely a text is each of three things. They add up to one but for rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Likelihood {
    /// Nothing is wrong with it.
    pub benign: Basis,
    /// It attacks the system.
    pub injection: Basis,
    /// It asks for harm.
    pub harm: Basis,
}

impl Likelihood {
    /// Returns how likely it is that something is wrong.
    pub fn doubt(&self) -> f64 {
        1.0 - self.benign.get()
    }

    /// Returns the mean of two opinions.
    pub fn with(&self, other: &Self) -> Self {
        let mean = |a: Basis, b: Basis| Basis::take((a.get() + b.get()) / 2.0);
        Self {
            benign: mean(self.benign, other.benign),
            injection: mean(self.injection, other.injection),
            harm: mean(self.harm, other.harm),
        }
    }

    /// Returns the same opinion of a text that cannot be an attack.
    #[must_use]
    pub fn without_attack(self) -> Self {
        let benign = Basis::take(self.benign.get() + self.injection.get());
        Self { benign, injection: Basis::take(0.0), harm: self.harm }
    }

    fn of(logits: [f64; CLASSES]) -> Self {
        let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let grown = logits.map(|logit| libm::exp(logit - top));
        let sum: f64 = grown.iter().sum();
        let [benign, injection, harm] = grown.map(|value| Basis::take(value / sum));
        Self { benign, injection, harm }
    }
}

/// The trained part of intake. Invariant: every part has the size that its reading expects.
#[derive(Debug, Clone)]
pub struct Model {
    steps: [f64; CLASSES],
    bias: [f64; CLASSES],
    /// One row of buckets for each class.
    table: Vec<i8>,
    first: Vec<f32>,
    first_bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: Vec<f32>,
    hash: Digest,
}

/// A file that is no model of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the intake model cannot be read: {0}")]
pub struct ModelError(&'static str);

impl Model {
    /// Returns the model that ships.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN).expect("the shipped model is tested")
    }

    /// Reads a model.
    pub fn parse(bytes: &[u8]) -> Result<Self, ModelError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(ModelError("it does not begin as one"))?;
        let mut rest = Numbers { bytes: body };
        let (buckets, hidden) = (rest.whole()?, rest.whole()?);
        if buckets != BUCKETS || !(1..=1024).contains(&hidden) {
            return Err(ModelError("it is of another shape; train it again"));
        }
        let three = |list: Vec<f32>| [0, 1, 2].map(|at| f64::from(list[at]));
        let model = Self {
            steps: three(rest.floats(CLASSES)?),
            bias: three(rest.floats(CLASSES)?),
            first: rest.floats(hidden * WIDTH)?,
            first_bias: rest.floats(hidden)?,
            second: rest.floats(CLASSES * hidden)?,
            second_bias: rest.floats(CLASSES)?,
            table: rest.take(CLASSES * BUCKETS)?.iter().map(|byte| byte.cast_signed()).collect(),
            hash: digest_bytes(bytes),
        };
        if rest.bytes.is_empty() { Ok(model) } else { Err(ModelError("it is longer than it should be")) }
    }

    /// Returns the fingerprint of the file.
    pub fn hash(&self) -> &Digest {
        &self.hash
    }

    /// Reads the words of a folded text.
    pub fn read_words(&self, folded: &str) -> Likelihood {
        let features = Features::of(folded);
        let root = (features.indexes().len() as f64).sqrt();
        let mut logits = self.bias;
        for (class, logit) in logits.iter_mut().enumerate() {
            let row = &self.table[class * BUCKETS..(class + 1) * BUCKETS];
            let sum: i64 = features.indexes().iter().map(|at| i64::from(row[*at as usize])).sum();
            *logit += sum as f64 * self.steps[class] / root;
        }
        Likelihood::of(logits)
    }

    /// Reads the meaning of a text from its embedding; an embedding of another width says nothing.
    pub fn read_meaning(&self, embedding: &[f32]) -> Option<Likelihood> {
        if embedding.len() != WIDTH {
            return None;
        }
        let dot = |row: &[f32], inputs: &mut dyn Iterator<Item = f64>| -> f64 {
            row.iter().zip(inputs).map(|(weight, input)| f64::from(*weight) * input).sum()
        };
        let hidden: Vec<f64> = self
            .first
            .chunks_exact(WIDTH)
            .zip(&self.first_bias)
            .map(|(row, bias)| dot(row, &mut embedding.iter().map(|x| f64::from(*x) * SPREAD)) + f64::from(*bias))
            .map(|value| value.max(0.0))
            .collect();
        let logit = |class: usize| {
            let row = &self.second[class * hidden.len()..(class + 1) * hidden.len()];
            dot(row, &mut hidden.iter().copied()) + f64::from(self.second_bias[class])
        };
        Some(Likelihood::of([logit(0), logit(1), logit(2)]))
    }
}

/// Numbers in a row, little-endian.
struct Numbers<'a> {
    bytes: &'a [u8],
}

impl<'a> Numbers<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(ModelError("it is cut short"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn whole(&mut self) -> Result<usize, ModelError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        let bytes = self.take(count * 4)?;
        let list: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        if list.iter().all(|value| value.is_finite()) { Ok(list) } else { Err(ModelError("it holds numbers that are none")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::Reading;

    #[test]
    fn the_linear_model_says_what_it_said_when_it_was_trained() {
        let told: serde_json::Value = serde_json::from_str(include_str!("../../../../models/intake/reference.json")).unwrap();
        let model = Model::built_in();
        let rows = told.as_array().unwrap();
        assert!(rows.len() >= 30);
        for row in rows {
            let folded = Reading::of(row["text"].as_str().unwrap());
            assert_eq!(Features::of(folded.text()).indexes().len() as u64, row["features"].as_u64().unwrap(), "{row}");
            let found = model.read_words(folded.text());
            for (class, value) in [found.benign, found.injection, found.harm].into_iter().enumerate() {
                let expected = row["linear"][class].as_f64().unwrap();
                assert!((value.get() - expected).abs() <= 2e-4, "{row}: {found:?}");
            }
        }
    }

    #[test]
    fn a_damaged_file_is_no_model() {
        let mut bytes = BUILT_IN.to_vec();
        assert!(Model::parse(&bytes[..bytes.len() - 1]).is_err());
        bytes.push(0);
        assert!(Model::parse(&bytes).is_err());
        bytes[0] = b'X';
        assert!(Model::parse(&bytes).is_err());
        assert!(BUILT_IN.len() < 600_000);
    }

    #[test]
    fn an_embedding_of_another_width_says_nothing() {
        assert!(Model::built_in().read_meaning(&[0.0; 12]).is_none());
        assert!(Model::built_in().read_meaning(&[0.05; WIDTH]).is_some());
    }
}
