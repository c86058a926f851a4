//! How nouns become stored text and come back: canonical JSON (RFC 8785) beside the version of its shape.
//!
//! Shared by the backends, so that the same value is the same text in each of them.

use crate::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a value as canonical JSON.
pub fn encode<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_jcs::to_string(value).map_err(|error| StoreError::Unavailable(format!("a value has no JSON form: {error}")))
}

/// Reads a value back, unless its shape is newer than the one this program knows.
pub fn decode<T: DeserializeOwned>(version: i64, known: u32, text: &str) -> Result<T, StoreError> {
    let known = i64::from(known);
    if version > known {
        return Err(StoreError::Newer { found: version, known });
    }
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_of_the_future_is_not_guessed_at() {
        assert_eq!(decode::<u32>(2, 1, "7"), Err(StoreError::Newer { found: 2, known: 1 }));
        assert_eq!(decode::<u32>(1, 1, "7"), Ok(7));
        assert!(matches!(decode::<u32>(1, 1, "seven"), Err(StoreError::Corrupt(_))));
    }
}
