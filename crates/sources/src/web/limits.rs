//! How much of the web is let in, and how often we knock.

use std::time::Duration;

/// Bounds on what one page, and one host, may cost.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchLimits {
    /// Most bytes of one page over the wire.
    pub wire_bytes: u64,
    /// Most bytes of one page after unpacking.
    pub body_bytes: u64,
    /// Most bytes that one packed byte may turn into, once a mebibyte has come out.
    pub unpack_ratio: u64,
    /// Longest wait for a connection.
    pub connect_timeout: Duration,
    /// Longest time from knocking to the last byte of one answer.
    pub answer_timeout: Duration,
    /// Most redirects that are followed for one page.
    pub redirects: u32,
    /// Most times a page is tried again after a failure that may pass.
    pub retries: u32,
    /// Wait before the first retry; it doubles with each one, and chance takes up to half of it away.
    pub backoff: Duration,
    /// Longest wait that a host may ask for, by `Retry-After` or `Crawl-delay`; who asks for more is left alone.
    pub wait: Duration,
    /// Least time between two knocks at one host.
    pub politeness: Duration,
    /// Failures in a row after which a host is left alone for a while.
    pub breaker_failures: u32,
    /// That while.
    pub breaker_rest: Duration,
    /// Most bytes of a robots.txt that are read; RFC 9309 asks for at least 500 KiB.
    pub robots_bytes: u64,
    /// How long a robots.txt is remembered.
    pub robots_ttl: Duration,
    /// Most hosts that are remembered.
    pub hosts: usize,
}

impl FetchLimits {
    /// Unpacked output below this is never called a bomb, however well it was packed.
    pub(super) const RATIO_FLOOR_BYTES: u64 = 1 << 20;
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            wire_bytes: 4 << 20,
            body_bytes: 8 << 20,
            unpack_ratio: 100,
            connect_timeout: Duration::from_secs(5),
            answer_timeout: Duration::from_secs(15),
            redirects: 5,
            retries: 2,
            backoff: Duration::from_millis(500),
            wait: Duration::from_secs(10),
            politeness: Duration::from_secs(1),
            breaker_failures: 3,
            breaker_rest: Duration::from_secs(120),
            robots_bytes: 512 << 10,
            robots_ttl: Duration::from_hours(24),
            hosts: 4_096,
        }
    }
}
