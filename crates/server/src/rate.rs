//! How often: a bucket of requests for each caller that fills again with time.

use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Callers remembered at a time; the fullest buckets are forgotten first, which is the same as never having met them.
const CALLERS_MAX: usize = 10_000;

/// The buckets.
pub struct Rates {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at_ms: i64,
}

impl Rates {
    /// Allows so many a second, and so many at once.
    pub fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, buckets: Mutex::default() }
    }

    /// Takes one request out of a caller's bucket, or says after how many seconds there is one again.
    pub fn take(&self, caller: &str, now: Timestamp) -> Result<(), u64> {
        let now_ms = now.as_millisecond();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CALLERS_MAX && !buckets.contains_key(caller) {
            let (burst, rate) = (self.burst, self.per_second);
            buckets.retain(|_, bucket| bucket.filled(now_ms, rate, burst) < burst);
        }
        if buckets.len() >= CALLERS_MAX && !buckets.contains_key(caller) {
            return Err(1);
        }
        let bucket = buckets.entry(caller.to_owned()).or_insert(Bucket { left: self.burst, at_ms: now_ms });
        let left = bucket.filled(now_ms, self.per_second, self.burst);
        if left < 1.0 {
            return Err(((1.0 - left) / self.per_second).ceil() as u64);
        }
        *bucket = Bucket { left: left - 1.0, at_ms: now_ms };
        Ok(())
    }
}

impl Bucket {
    fn filled(self, now_ms: i64, per_second: f64, burst: f64) -> f64 {
        let passed_s = (now_ms - self.at_ms).max(0) as f64 / 1_000.0;
        (self.left + passed_s * per_second).min(burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_it_takes_time() {
        let rates = Rates::new(2.0, 3.0);
        let at = |ms: i64| Timestamp::from_millisecond(ms).unwrap();
        for _ in 0..3 {
            assert_eq!(rates.take("ana", at(0)), Ok(()));
        }
        assert_eq!(rates.take("ana", at(0)), Err(1));
        assert_eq!(rates.take("ben", at(0)), Ok(()), "others do not pay for her");
        assert_eq!(rates.take("ana", at(500)), Ok(()));
        assert_eq!(rates.take("ana", at(500)), Err(1));
    }
}
