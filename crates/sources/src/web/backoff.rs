//! How long to wait before knocking again.

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use std::time::Duration;

/// Doublings after which the wait grows no further.
const DOUBLINGS_MAX: u32 = 16;

/// Returns the wait before a retry, counted from zero: doubling, with up to half of it taken away by chance (0..1), so that
/// many who failed together do not come back together.
pub(super) fn pause(base: Duration, retry: u32, chance: f64) -> Duration {
    let whole = base.saturating_mul(1 << retry.min(DOUBLINGS_MAX));
    whole.mul_f64(1.0 - 0.5 * chance.clamp(0.0, 1.0))
}

/// Reads `Retry-After`: seconds, or a date that is measured from the answer's own `Date`.
pub(super) fn retry_after(value: &str, answered: Option<&str>) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let until = moment(value)?;
    let from = moment(answered?)?;
    Some(until.duration_since(from).try_into().unwrap_or(Duration::ZERO))
}

/// HTTP's dates are those of mail.
fn moment(date: &str) -> Option<Timestamp> {
    rfc2822::parse(date.trim()).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_doubles_and_chance_only_shortens_it() {
        let base = Duration::from_millis(400);
        assert_eq!(pause(base, 0, 0.0), Duration::from_millis(400));
        assert_eq!(pause(base, 3, 0.0), Duration::from_millis(3_200));
        assert_eq!(pause(base, 1, 1.0), Duration::from_millis(400));
        assert!(pause(base, u32::MAX, 0.5) < Duration::from_secs(30_000));
    }

    #[test]
    fn a_host_may_say_when_in_seconds_or_as_a_date() {
        assert_eq!(retry_after("120", None), Some(Duration::from_secs(120)));
        let answered = Some("Wed, 21 Oct 2015 07:28:00 GMT");
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:28:30 GMT", answered), Some(Duration::from_secs(30)));
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:00:00 GMT", answered), Some(Duration::ZERO));
        assert_eq!(retry_after("soon", answered), None);
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:28:30 GMT", None), None);
    }
}
