//! Which sentences are worth checking: a linear model over the words, word pairs and shape of a sentence.
//!
//! Its coefficients ship with the code (`models/checkworthy/`), so that the same sentence has the same worth everywhere.
//! [`fit`] makes them; `training/checkworthy/` tells how, and from what.

mod features;
mod fit;

pub use features::{BUCKETS, Buckets, buckets};
pub use fit::{Lesson, fit};

use domain::Basis;
use std::sync::LazyLock;

/// Worth from which a sentence counts as check-worthy when it is counted as yes or no: where F1 is best in cross-validation.
pub const WORTHY_MIN: Basis = Basis::from_points(3_500);

/// First bytes of a file of coefficients: what it is and its version.
const MAGIC: &[u8; 4] = b"PCW1";
/// Bytes before the first coefficient.
const HEAD_BYTES: usize = 12;

static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/checkworthy/weights.bin");
    Model::read(bytes).expect("the shipped coefficients are tested to be readable")
});

/// A fitted model: one coefficient for each bucket, in steps of `scale`.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    bias: f32,
    scale: f32,
    steps: Vec<i8>,
}

/// Why a file of coefficients was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It does not begin as such a file does.
    #[error("this is no file of check-worthiness coefficients of version 1")]
    Foreign,
    /// It is not as long as it should be.
    #[error("the file has {have} bytes and should have {want}: it was cut short or altered")]
    Length {
        /// Its length.
        have: usize,
        /// The length it should have.
        want: usize,
    },
    /// Its numbers make no sense.
    #[error("the file's bias or scale is not a finite number")]
    NotFinite,
}

impl Model {
    /// Returns the model that ships with this version.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Rounds coefficients to 255 steps: what a verdict rests on must not hang on the last bit of a file.
    pub(super) fn quantised(bias: f64, weights: &[f64]) -> Self {
        let largest = weights.iter().fold(0.0f64, |most, weight| most.max(weight.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        let steps = weights.iter().map(|weight| (weight / scale).round() as i8).collect();
        Self { bias: bias as f32, scale: scale as f32, steps }
    }

    /// Reads coefficients from the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let Some((head, steps)) = bytes.split_at_checked(HEAD_BYTES).filter(|(head, _)| head.starts_with(MAGIC)) else {
            return Err(ModelError::Foreign);
        };
        if steps.len() != BUCKETS {
            return Err(ModelError::Length { have: bytes.len(), want: HEAD_BYTES + BUCKETS });
        }
        let number = |at: usize| f32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (bias, scale) = (number(4), number(8));
        if !(bias.is_finite() && scale.is_finite()) {
            return Err(ModelError::NotFinite);
        }
        Ok(Self { bias, scale, steps: steps.iter().map(|step| i8::from_le_bytes([*step])).collect() })
    }

    /// Returns the bytes of a file with these coefficients.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.steps.iter().flat_map(|step| step.to_le_bytes()));
        bytes
    }

    /// Returns how much a sentence is worth checking: the probability that a reader would want it checked.
    pub fn worth(&self, sentence: &str) -> Basis {
        self.worth_of(&buckets(sentence))
    }

    /// Returns the same for a sentence whose features are known.
    pub fn worth_of(&self, found: &Buckets) -> Basis {
        // Whole steps are summed first: their sum is exact, in whatever order.
        let steps: i64 = found.iter().map(|bucket| i64::from(self.steps[*bucket as usize])).sum();
        let logit = f64::from(self.bias) + f64::from(self.scale) * steps as f64 * found.unit();
        Basis::take(1.0 / (1.0 + libm::exp(-logit)))
    }
}

/// Returns how much a sentence is worth checking, by the shipped model.
pub fn worth(sentence: &str) -> Basis {
    Model::shipped().worth(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_prefers_figures_to_courtesies() {
        let counted = worth("In 2003 the deficit rose to 374 billion dollars under President Bush.");
        assert!(counted >= WORTHY_MIN, "{counted:?}");
        for idle in ["Thank you very much, and good night.", "How are you tonight?", "I think we ought to try."] {
            assert!(worth(idle) < WORTHY_MIN, "{idle}: {:?}", worth(idle));
        }
        assert!(worth("") < WORTHY_MIN && worth("🎉") < WORTHY_MIN);
    }

    #[test]
    fn a_file_comes_back_as_it_was_and_a_damaged_one_says_so() {
        let bytes = Model::shipped().to_bytes();
        assert!(bytes.len() < 300_000, "{}", bytes.len());
        assert_eq!(Model::read(&bytes).as_ref(), Ok(Model::shipped()));
        assert_eq!(Model::read(b"PK"), Err(ModelError::Foreign));
        assert!(matches!(Model::read(&bytes[..500]), Err(ModelError::Length { have: 500, .. })));
        let mut torn = bytes;
        torn[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Model::read(&torn), Err(ModelError::NotFinite));
    }
}
