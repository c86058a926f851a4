//! From how much to how much: "from 118 to 131", "£86 million, up from £77 million". A judge hears the same two numbers either way round.

use super::{are_same, bare_number, numbers};
use crate::verify::words::{Word, is_negated, words};

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

/// The sentence tells the claim's change the other way round. One that goes and comes back, and one that is denied, tell nothing by that.
pub fn is_change_turned(claim: &str, text: &str) -> bool {
    let (claimed, found) = (changes(claim), changes(text));
    let ([claimed], [found]) = (&claimed[..], &found[..]) else { return false };
    let is_turned = claimed.from != claimed.to && are_same(claimed.from, found.to) && are_same(claimed.to, found.from);
    let is_told_once = numbers(text).into_iter().filter(|number| are_same(*number, claimed.to)).count() == 1;
    is_turned && is_told_once && !is_negated(&words(claim)) && !is_negated(&words(text))
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
    let (from, next) = bare_number(text, tokens, at + 1)?;
    let to = (next..tokens.len().min(next + BETWEEN_MAX)).find(|k| tokens[*k].lower == "to")?;
    let (to, _) = bare_number(text, tokens, to + 1)?;
    Some(Change { from, to })
}

/// "131, up from 118", "£86.5 million, down 12 percent from £98 million".
fn since(text: &str, tokens: &[Word], at: usize) -> Option<Change> {
    if !["up", "down"].contains(&tokens[at].lower.as_str()) {
        return None;
    }
    let from = (at + 1..tokens.len().min(at + BETWEEN_MAX)).find(|k| tokens[*k].lower == "from")?;
    let (from, _) = bare_number(text, tokens, from + 1)?;
    let (to, _) = (at.saturating_sub(BEFORE_MAX)..at).rev().find_map(|k| bare_number(text, tokens, k))?;
    Some(Change { from, to })
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
            ("Burglaries did not fall from 131 to 118.", "Burglaries rose from 118 to 131."),
            (
                "It fell from 8 percent to 4 percent.",
                "It rose from 4 percent in 2019 to 8 percent in 2020 and was back at 4 percent in 2022.",
            ),
            ("Burglaries rose to 131.", "Burglaries rose from 131 to 118."),
            ("It ran from 1990 to 1985.", "It ran from 1985 to 1990."),
        ] {
            assert!(!is_change_turned(claim, text), "{claim}");
        }
    }
}
