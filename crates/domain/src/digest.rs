//! Fingerprints. Everything hashed is hashed over canonical JSON (RFC 8785) with a version in front.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256 fingerprint in lower-case hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    /// Returns the 64 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the first twelve digits: enough to tell two apart by eye.
    pub fn short(&self) -> &str {
        &self.0[..12]
    }

    /// Accepts 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        fits.then(|| Self(text.to_ascii_lowercase()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Hashes bytes as they are.
pub fn digest_bytes(bytes: &[u8]) -> Digest {
    let hash = Sha256::digest(bytes);
    Digest(hash.iter().map(|b| format!("{b:02x}")).collect())
}

/// Hashes a value over its canonical JSON, with the version of its schema in front.
pub fn digest_of<T: Serialize>(version: u32, value: &T) -> Digest {
    let canonical = serde_jcs::to_vec(value).expect("our own types always serialise");
    let mut bytes = format!("v{version}:").into_bytes();
    bytes.extend_from_slice(&canonical);
    digest_bytes(&bytes)
}

/// Hashes fields in order, each behind its length, with a version in front (decision S2-38): no two lists of fields collide.
pub fn digest_fields(version: u32, fields: &[&str]) -> Digest {
    let mut hash = Sha256::new();
    hash.update(format!("v{version}:"));
    for field in fields {
        hash.update((field.len() as u64).to_be_bytes());
        hash.update(field.as_bytes());
    }
    Digest(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_keys_does_not_matter_and_the_version_does() {
        let one = serde_json::json!({"b": 1, "a": 2.5});
        let other = serde_json::json!({"a": 2.5, "b": 1});
        assert_eq!(digest_of(1, &one), digest_of(1, &other));
        assert_ne!(digest_of(1, &one), digest_of(2, &one));
        assert_eq!(Digest::parse(digest_of(1, &one).as_str()), Some(digest_of(1, &one)));
        assert!(Digest::parse("beef").is_none());
    }

    #[test]
    fn fields_that_run_together_are_told_apart() {
        assert_ne!(digest_fields(1, &["ab", "c"]), digest_fields(1, &["a", "bc"]));
        assert_ne!(digest_fields(1, &["ab"]), digest_fields(2, &["ab"]));
        assert_eq!(digest_fields(1, &["ab"]), digest_fields(1, &["ab"]));
    }
}
