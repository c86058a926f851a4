//! From how much to how much: "from 118 to 131", "£86 million, up from £77 million". A judge hears the same two numbers either way round.

use super::is_year;
use super::numeral::{Numeral, numeral};
use super::unit::currency_before;
use crate::verify::words::{Word, words};

/// Share of a number within which two are one.
const SAME: f64 = 1e-6;
/// Words between the two ends of a change: "from 64 in the year 2022 to 52".
const BETWEEN_MAX: usize = 6;
/// Words within which what it is now stands before "up from".
const BEFORE_MAX: usize = 8;

/// A change with both its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Change {
    from: f64,
    to: f64,
}

/// The sentence tells a change of the claim the other way round.
pub fn is_change_turned(claim: &str, text: &str) -> bool {
    let claimed = changes(claim);
    if claimed.is_empty() {
        return false;
    }
    let found = changes(text);
    let is_same = |a: f64, b: f64| (a - b).abs() <= SAME * a.abs().max(b.abs());
    let is_straight = |c: &Change| found.iter().any(|f| is_same(c.from, f.from) && is_same(c.to, f.to));
    let is_turned = |c: &Change| c.from != c.to && found.iter().any(|f| is_same(c.from, f.to) && is_same(c.to, f.from));
    claimed.iter().any(|c| is_turned(c) && !is_straight(c))
}

/// Every number of a text that is no year, with or without what it counts.
pub fn numbers(text: &str) -> Vec<f64> {
    let tokens = words(text);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let read = number(text, &tokens, at);
        found.extend(read.map(|(value, _)| value));
        at = read.map_or(at + 1, |(_, next)| next.max(at + 1));
    }
    found
}

fn changes(text: &str) -> Vec<Change> {
    let tokens = words(text);
    (0..tokens.len()).filter_map(|at| onwards(text, &tokens, at).or_else(|| since(text, &tokens, at))).collect()
}

/// "From 118 to 131", "from 64 in 2022 to 52 in 2023".
fn onwards(text: &str, tokens: &[Word], at: usize) -> Option<Change> {
    if tokens[at].lower != "from" {
        return None;
    }
    let (from, next) = number(text, tokens, at + 1)?;
    let to = (next..tokens.len().min(next + BETWEEN_MAX)).find(|k| tokens[*k].lower == "to")?;
    let (to, _) = number(text, tokens, to + 1)?;
    Some(Change { from, to })
}

/// "131, up from 118", "£86.5 million, down 12 percent from £98 million".
fn since(text: &str, tokens: &[Word], at: usize) -> Option<Change> {
    if !["up", "down"].contains(&tokens[at].lower.as_str()) {
        return None;
    }
    let from = (at + 1..tokens.len().min(at + BETWEEN_MAX)).find(|k| tokens[*k].lower == "from")?;
    let (from, _) = number(text, tokens, from + 1)?;
    let (to, _) = (at.saturating_sub(BEFORE_MAX)..at).rev().find_map(|k| number(text, tokens, k))?;
    Some(Change { from, to })
}

/// The number that begins at a word, and where it ends; a bare year is a time.
fn number(text: &str, tokens: &[Word], at: usize) -> Option<(f64, usize)> {
    let word = tokens.get(at)?;
    let is_money = currency_before(text[..word.span.start].trim_end()).is_some();
    let Numeral { value, length, suffix, .. } = numeral(tokens, at, is_money)?;
    let is_time = !is_money && length == 1 && is_year(&word.lower, value) || !suffix.is_empty();
    (!is_time).then_some((value, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_told_the_other_way_round_is_turned() {
        for (claim, text) in [
            ("Burglaries rose from 131 to 118.", "Burglaries rose from 118 to 131."),
            ("Unemployment has fallen from 4.2 percent to 8.4 percent.", "It has halved: from 8.4 percent to 4.2 percent."),
            ("Admissions for asthma fell from 52 to 64.", "Admissions for asthma fell from 64 in 2022 to 52 in 2023."),
            (
                "Revenue rose from £86.5 million to £77.2 million.",
                "Revenue of £86.5 million for 2024, up 12 per cent from £77.2 million in 2023.",
            ),
        ] {
            assert!(is_change_turned(claim, text), "{claim}");
        }
    }

    #[test]
    fn the_same_change_and_another_are_not() {
        for (claim, text) in [
            ("Burglaries rose from 118 to 131.", "Burglaries rose from 118 to 131."),
            ("Burglaries rose from 118 to 131.", "Burglaries numbered 131, up from 118."),
            ("Burglaries rose from 131 to 118.", "Burglaries rose from 118 to 140."),
            ("Burglaries rose to 131.", "Burglaries rose from 131 to 118."),
            ("It ran from 1990 to 1985.", "It ran from 1985 to 1990."),
        ] {
            assert!(!is_change_turned(claim, text), "{claim}");
        }
    }
}
