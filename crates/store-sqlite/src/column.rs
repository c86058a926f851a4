//! Our values as columns and back.

use jiff::Timestamp;
use serde_json::Value;
use store::{StoreError, canonical};
use uuid::Uuid;

/// A name as bytes.
pub fn bytes(uuid: Uuid) -> Vec<u8> {
    uuid.into_bytes().to_vec()
}

/// A name from bytes.
pub fn uuid(bytes: &[u8]) -> Result<Uuid, StoreError> {
    Uuid::from_slice(bytes).map_err(|_| StoreError::Corrupt("a name of the wrong length".to_owned()))
}

/// A moment from microseconds.
pub fn moment(us: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(us).map_err(|_| StoreError::Corrupt(format!("{us} is no moment")))
}

/// A moment that may be absent.
pub fn moment_or_none(us: Option<i64>) -> Result<Option<Timestamp>, StoreError> {
    us.map(moment).transpose()
}

/// JSON from text.
pub fn json(text: &str) -> Result<Value, StoreError> {
    canonical::decode(0, 0, text)
}

/// A hash from text.
pub fn digest(text: &str) -> Result<domain::Digest, StoreError> {
    domain::Digest::parse(text).ok_or_else(|| StoreError::Corrupt("a hash of the wrong length".to_owned()))
}

/// A whole number that cannot be negative.
pub fn count(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} is no count")))
}
