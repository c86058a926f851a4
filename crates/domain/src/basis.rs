//! Model outputs as whole numbers, so that everything after them is exact (decision X15).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A model output in basis points: an integer count of 1e-4.
///
/// Inference differs in the last float bits from machine to machine; a basis point does not. It is taken once, stored in
/// the snapshot, and every later formula starts from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Basis(i32);

impl Basis {
    /// Nothing at all.
    pub const ZERO: Self = Self(0);
    /// The whole: 10 000 basis points.
    pub const ONE: Self = Self(10_000);

    /// Takes a model output, rounding half away from zero; anything that is not finite counts as zero.
    pub fn take(value: f64) -> Self {
        if !value.is_finite() {
            return Self::ZERO;
        }
        Self((value.clamp(-100_000.0, 100_000.0) * 10_000.0).round() as i32)
    }

    /// Returns the value as a fraction.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 10_000.0
    }

    /// Returns the stored count of 1e-4.
    pub fn points(self) -> i32 {
        self.0
    }

    /// Builds a value from a stored count of 1e-4.
    pub const fn from_points(points: i32) -> Self {
        Self(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_output_with_other_last_bits_is_the_same_basis() {
        assert_eq!(Basis::take(0.123_449_9), Basis::take(0.123_4));
        assert_eq!(Basis::take(f64::NAN), Basis::ZERO);
        assert_eq!(Basis::take(1.0), Basis::ONE);
        assert_eq!(Basis::take(-0.5).get(), -0.5);
    }
}
