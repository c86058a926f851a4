//! Shares of a whole: what is less than most of it, and what is the rest of it.

use crate::verify::quantity::{Measure, Quantity, are_same, quantities};
use crate::verify::understand::Reading as Statement;
use crate::verify::words::{Word, is_negated, words};

/// Words by which a claim says that something is more than half of a thing.
const MOSTLY: [&str; 4] = ["mostly", "mainly", "largely", "primarily"];
/// Percent from which something is most of a thing.
const HALF_PERCENT: f64 = 50.0;

/// "Mostly oxygen", where the sentence counts 21 percent oxygen, and something else of which there is more than half.
pub(super) fn is_less_than_most(claim: &str, text: &str) -> bool {
    let tokens = words(claim);
    let Some(at) = tokens.iter().position(|word| MOSTLY.contains(&word.lower.as_str())) else { return false };
    let Some((own, others)) = shares(&tokens[at + 1..], text) else { return false };
    own < HALF_PERCENT && others.iter().any(|other| *other > HALF_PERCENT) && !is_negated(&tokens)
}

/// "Most participants fell", where 38 percent of participants did. They may have done something else, so that it only confirms nothing.
pub(super) fn is_share_below_half(claim: &str, text: &str) -> bool {
    let tokens = words(claim);
    let is_most = tokens.first().is_some_and(|word| word.lower == "most");
    let share = shares(tokens.get(1..).unwrap_or_default(), text).filter(|(_, others)| others.is_empty());
    let told = words(text);
    let says_most = told.iter().any(|word| ["most", "majority"].contains(&word.lower.as_str()));
    is_most && share.is_some_and(|(own, _)| own < HALF_PERCENT) && !says_most && !is_negated(&tokens) && !is_negated(&told)
}

/// How many percent a text has of what the words name, if it tells one such share, and of other things.
fn shares(of: &[Word], text: &str) -> Option<(f64, Vec<f64>)> {
    let what = of.iter().find(|word| !word.is_stop)?;
    let told = quantities(text).into_iter().filter(|q| q.measure == Measure::Percent && q.reach == 0.0);
    let (own, others): (Vec<Quantity>, Vec<Quantity>) = told.partition(|q| q.of.as_ref() == Some(&what.stem));
    let [own] = &own[..] else { return None };
    Some((own.value, others.iter().filter(|q| q.of.is_some()).map(|q| q.value).collect()))
}

/// The shares of claim and sentence make a whole: 25 percent that did not, beside three quarters that did.
pub(super) fn are_complements(part: &Statement, text: &str) -> bool {
    let percent = |list: &[Quantity]| -> Vec<f64> {
        list.iter().filter(|q| q.measure == Measure::Percent && q.reach == 0.0).map(|q| q.value).collect()
    };
    let found = percent(&quantities(text));
    let is_whole = |one: f64, other: f64| (one + other - WHOLE_PERCENT).abs() < ROUNDED_PERCENT;
    // "75 percent did not pass, only 25 percent did": the claim's own share is there, and denied.
    let is_rest =
        |own: &f64| found.iter().any(|other| is_whole(*own, *other)) && !found.iter().any(|other| are_same(*own, *other));
    percent(&part.quantities).iter().any(is_rest)
}

/// All there is, in percent …
const WHOLE_PERCENT: f64 = 100.0;
/// … to the rounding of two shares.
const ROUNDED_PERCENT: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::read;

    #[test]
    fn a_quarter_that_did_not_is_three_quarters_that_did() {
        let are_whole = |claim: &str, text: &str| are_complements(&read(claim), text);
        assert!(are_whole("25 percent of them were not solved.", "Three quarters of them were solved."));
        assert!(!are_whole("35 percent of them were not solved.", "Three quarters of them were solved."));
        assert!(!are_whole("75 percent of them passed.", "75 percent of them did not pass; only 25 percent did."));
    }

    #[test]
    fn a_fifth_is_not_most_of_it() {
        let air = "Dry air is about 78 percent nitrogen and about 21 percent oxygen.";
        assert!(is_less_than_most("The air we breathe is mostly oxygen.", air));
        assert!(!is_less_than_most("The air we breathe is mostly nitrogen.", air));
        assert!(!is_less_than_most("The air we breathe is oxygen.", air));
        assert!(
            !is_less_than_most("The air is mostly oxygen.", "In 2019, 21 percent oxygen was added."),
            "nothing else is most of it"
        );
        let fell = "Over three years, 38% of participants fell at least once.";
        assert!(is_share_below_half("Most participants fell at least once.", fell));
        let most = "The majority of patients recovered, though 38 percent of patients still coughed.";
        assert!(!is_share_below_half("Most patients recovered.", most));
        assert!(!is_share_below_half("Most men fell at least once.", fell));
        assert!(!is_share_below_half("Most participants fell.", "Over three years, 38% of participants did not fall."));
    }
}
