//! Numbers that are all between nothing and one, and none of them another.
//!
//! The seeds call half of these "confidence". Here each has its own type, so that a diversity cannot be passed where an
//! agreement is meant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! unit_interval {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        ///
        /// Invariant: finite, within 0..=1.
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// Nothing.
            pub const ZERO: Self = Self(0.0);
            /// The whole.
            pub const ONE: Self = Self(1.0);

            /// Returns the value if it is within 0..=1.
            pub fn new(value: f64) -> Option<Self> {
                (0.0..=1.0).contains(&value).then_some(Self(value))
            }

            /// Brings a computed value into range; what is not a number counts as nothing.
            pub fn clamped(value: f64) -> Self {
                // An empty sum is minus nothing, which people take for less than nothing.
                if value.is_nan() { Self::ZERO } else { Self(value.clamp(0.0, 1.0) + 0.0) }
            }

            /// Returns the number.
            pub fn get(self) -> f64 {
                self.0
            }

            /// Returns the value with four decimals: what is shown and stored.
            pub fn rounded(self) -> Self {
                Self((self.0 * 10_000.0).round() / 10_000.0)
            }
        }

        impl TryFrom<f64> for $name {
            type Error = String;

            fn try_from(value: f64) -> Result<Self, Self::Error> {
                Self::new(value).ok_or_else(|| format!("{value} is not within 0..=1"))
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> f64 {
                value.0
            }
        }
    )+};
}

unit_interval! {
    /// The calibrated probability that a verdict's direction is right. People see this one.
    Credence;
    /// S1's composite confidence, with its floors and caps.
    Confidence;
    /// How true the claim is, by the statuses of its parts.
    Truthfulness;
    /// The share of a claim's parts that the evidence resolves, either way.
    Coverage;
    /// How many independent places the evidence comes from.
    Diversity;
    /// The larger side's share of the evidence that takes a side.
    Agreement;
    /// How far a source is to be believed before it is read.
    Credibility;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_outside_the_unit_interval_cannot_be_made() {
        assert!(Credence::new(1.01).is_none());
        assert!(Credence::new(f64::NAN).is_none());
        assert_eq!(Coverage::clamped(7.0), Coverage::ONE);
        assert_eq!(Coverage::clamped(f64::NAN), Coverage::ZERO);
        assert!(Coverage::clamped([].iter().sum()).get().is_sign_positive(), "nothing has no sign");
        assert!(serde_json::from_str::<Diversity>("-0.1").is_err());
    }
}
