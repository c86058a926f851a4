//! How soon the answer to a claim may change (decision S1-24): the kinds that cached answers keep for different times.

use super::topic::topic;
use super::understand::understand;
use super::words::words;
use domain::Topic;

/// How soon an answer may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// It speaks of how things stand now, or of figures that move from day to day.
    Volatile,
    /// It speaks of what is past.
    Settled,
    /// Anything else.
    Other,
}

/// Words that tie a statement to the present moment.
const NOW: [&str; 12] =
    ["now", "today", "current", "currently", "latest", "recent", "recently", "yesterday", "ongoing", "still", "this", "tonight"];
/// Topics whose figures move from day to day.
const MOVING: [Topic; 3] = [Topic::Finance, Topic::Politics, Topic::Sport];

/// Says which kind a claim is of. `year` is the year of asking.
pub fn kind_of_claim(claim: &str, year: i16) -> ClaimKind {
    let tokens = words(claim);
    let understood = understand(claim);
    let years = || tokens.iter().filter_map(|word| word.lower.parse::<i16>().ok()).filter(|y| (1000..=year).contains(y));
    let is_now = tokens.iter().any(|word| NOW.contains(&word.lower.as_str())) || years().any(|y| y == year);
    let counts_what_moves = understood.is_present && !understood.whole.quantities.is_empty() && MOVING.contains(&topic(claim));
    if is_now || counts_what_moves {
        return ClaimKind::Volatile;
    }
    // Last year's figures are still being corrected; older ones are history.
    let is_past = years().any(|y| y < year - 1) || topic(claim) == Topic::History;
    if is_past && !understood.is_present { ClaimKind::Settled } else { ClaimKind::Other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_past_keeps_longest_and_what_is_now_shortest() {
        let kind = |claim| kind_of_claim(claim, 2026);
        assert_eq!(kind("The Berlin Wall fell in 1989."), ClaimKind::Settled);
        assert_eq!(kind("Inflation is currently above five percent."), ClaimKind::Volatile);
        assert_eq!(kind("The unemployment rate was 4 percent in 2026."), ClaimKind::Volatile);
        assert_eq!(kind("Copper conducts electricity well."), ClaimKind::Other);
    }
}
