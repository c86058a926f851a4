//! What is remembered of each host: when we may knock again, how it has been doing, what it asks of programs.

use super::limits::FetchLimits;
use super::robots::Rules;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Every host we have met lately.
pub(super) struct Hosts {
    known: Mutex<HashMap<String, Host>>,
}

/// One of them.
#[derive(Debug, Clone)]
struct Host {
    /// The next moment at which somebody may knock.
    free_at: Instant,
    /// Failures since the last success.
    failures: u32,
    /// Until when it is left alone.
    resting_until: Option<Instant>,
    rules: Option<(Arc<Rules>, Instant)>,
}

/// Leave to knock, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// At this moment.
    At(Instant),
    /// The host failed this often and is left alone.
    Resting { failures: u32 },
    /// Others are waiting already, longer than we would.
    Crowded { wait: Duration },
}

impl Hosts {
    pub(super) fn new() -> Self {
        Self { known: Mutex::default() }
    }

    /// Takes the next turn at a host. Turns are handed out at least a politeness apart, so that two who ask together do
    /// not knock together.
    pub(super) fn turn(&self, host: &str, now: Instant, limits: &FetchLimits) -> Turn {
        self.with(host, now, limits, |host| {
            if host.resting_until.is_some_and(|until| now < until) {
                return Turn::Resting { failures: host.failures };
            }
            // When the rest is over, one visitor finds out: a failure renews the rest at once, a success ends it.
            let at = host.free_at.max(now);
            let wait = at.duration_since(now);
            if wait > limits.wait {
                return Turn::Crowded { wait };
            }
            let asked = host.rules.as_ref().and_then(|(rules, _)| rules.delay()).unwrap_or_default();
            host.free_at = at + limits.politeness.max(asked.min(limits.wait));
            Turn::At(at)
        })
    }

    /// Notes how a visit went.
    pub(super) fn went(&self, host: &str, is_well: bool, now: Instant, limits: &FetchLimits) {
        self.with(host, now, limits, |host| {
            host.failures = if is_well { 0 } else { host.failures.saturating_add(1) };
            host.resting_until = (host.failures >= limits.breaker_failures).then(|| now + limits.breaker_rest);
        });
    }

    /// Returns what the host asks of programs, while that is fresh.
    pub(super) fn rules(&self, host: &str, now: Instant, limits: &FetchLimits) -> Option<Arc<Rules>> {
        self.with(host, now, limits, |host| {
            let (rules, until) = host.rules.as_ref()?;
            (now < *until).then(|| Arc::clone(rules))
        })
    }

    pub(super) fn learn(&self, host: &str, rules: Arc<Rules>, now: Instant, limits: &FetchLimits) {
        self.with(host, now, limits, |host| host.rules = Some((rules, now + limits.robots_ttl)));
    }

    fn with<T>(&self, name: &str, now: Instant, limits: &FetchLimits, act: impl FnOnce(&mut Host) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains_key(name) && known.len() >= limits.hosts.max(1) {
            // Whoever was due longest ago is forgotten first.
            let oldest = known.iter().min_by_key(|(_, host)| host.free_at).map(|(name, _)| name.clone());
            oldest.map(|oldest| known.remove(&oldest));
        }
        act(known.entry(name.to_owned()).or_insert_with(|| Host { free_at: now, failures: 0, resting_until: None, rules: None }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::robots::Asked;
    use super::*;

    fn limits() -> FetchLimits {
        FetchLimits { breaker_failures: 2, hosts: 2, ..FetchLimits::default() }
    }

    #[test]
    fn two_who_ask_together_get_turns_apart() {
        let (hosts, now, limits) = (Hosts::new(), Instant::now(), limits());
        assert_eq!(hosts.turn("a", now, &limits), Turn::At(now));
        assert_eq!(hosts.turn("a", now, &limits), Turn::At(now + limits.politeness));
        assert_eq!(hosts.turn("b", now, &limits), Turn::At(now), "another host has its own line");
    }

    #[test]
    fn a_line_that_is_too_long_is_left() {
        let (hosts, now, limits) = (Hosts::new(), Instant::now(), limits());
        let turns: Vec<Turn> = (0..20).map(|_| hosts.turn("a", now, &limits)).collect();
        assert!(turns.iter().any(|turn| matches!(turn, Turn::Crowded { .. })));
    }

    #[test]
    fn a_failing_host_rests_then_gets_one_chance() {
        let (hosts, now, limits) = (Hosts::new(), Instant::now(), limits());
        hosts.went("a", false, now, &limits);
        assert_eq!(hosts.turn("a", now, &limits), Turn::At(now), "one failure is no reason");
        hosts.went("a", false, now, &limits);
        assert_eq!(hosts.turn("a", now, &limits), Turn::Resting { failures: 2 });
        let later = now + limits.breaker_rest;
        assert!(matches!(hosts.turn("a", later, &limits), Turn::At(_)));
        hosts.went("a", false, later, &limits);
        assert!(matches!(hosts.turn("a", later, &limits), Turn::Resting { failures: 3 }));
        let later = later + limits.breaker_rest;
        hosts.went("a", true, later, &limits);
        assert!(matches!(hosts.turn("a", later, &limits), Turn::At(_)));
    }

    #[test]
    fn a_host_may_ask_for_a_longer_pause_within_reason() {
        let (hosts, now, limits) = (Hosts::new(), Instant::now(), limits());
        let slow = Rules::of(Asked::Found(b"User-agent: *\nCrawl-delay: 4\n".to_vec()));
        hosts.learn("a", Arc::new(slow), now, &limits);
        assert!(hosts.rules("a", now, &limits).is_some());
        assert!(hosts.rules("a", now + limits.robots_ttl, &limits).is_none(), "it is asked again in time");
        hosts.turn("a", now, &limits);
        assert_eq!(hosts.turn("a", now, &limits), Turn::At(now + Duration::from_secs(4)));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let (hosts, now, limits) = (Hosts::new(), Instant::now(), limits());
        for name in ["a", "b", "c", "d"] {
            hosts.turn(name, now, &limits);
        }
        assert_eq!(hosts.known.lock().unwrap().len(), 2);
    }
}
