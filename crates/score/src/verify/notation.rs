//! Numbers in the notation of whoever is read: a judge takes "£2,400 million" and "£2.4 billion" for two sums, and a fifth for no 20 percent.

use super::quantity::{Measure, Quantity, located};
use domain::Span;
use std::borrow::Cow;

/// Share of a number within which two are the same but for how they are written.
const SAME: f64 = 1e-9;

/// Returns the hypothesis with every number that the premise has in another notation written as it stands there.
pub fn noted_as<'h>(hypothesis: &'h str, premise: &str) -> Cow<'h, str> {
    let claimed = located(hypothesis);
    if claimed.is_empty() {
        return Cow::Borrowed(hypothesis);
    }
    let found = located(premise);
    let mut noted = Cow::Borrowed(hypothesis);
    // From the right, so that what stands before keeps its place.
    for (quantity, span) in claimed.iter().rev() {
        if let Some(written) = written_as(quantity, *span, hypothesis, (&found, premise)) {
            noted.to_mut().replace_range(span.start..span.end, &written);
        }
    }
    noted
}

/// How the premise writes the same number; nothing where it has it in the claim's own notation, in several others, or not at all.
fn written_as(claimed: &Quantity, span: Span, hypothesis: &str, (found, premise): (&[(Quantity, Span)], &str)) -> Option<String> {
    let own = span.of(hypothesis)?;
    let mut others: Vec<&str> =
        found.iter().filter(|(other, _)| is_same(claimed, other)).filter_map(|(_, span)| span.of(premise)).collect();
    others.sort_unstable();
    others.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    let [other] = others[..] else { return None };
    if other.eq_ignore_ascii_case(own) {
        return None;
    }
    // "One in five voters" are 20 percent of voters, and 20 percent of voters no "one in five of voters".
    let is_odds = |text: &str| text.contains(" in ") || text.contains(" out of ");
    match (is_odds(own), is_odds(other)) {
        (false, true) => None,
        (true, false) => Some(format!("{other} of")),
        _ => Some(other.to_owned()),
    }
}

/// Both are one number of one thing, however they are written. Names of years and days have one notation, and places in a row are no sizes.
fn is_same(claimed: &Quantity, found: &Quantity) -> bool {
    let is_size = !matches!(claimed.measure, Measure::Year | Measure::Day | Measure::Rank(_) | Measure::Temperature);
    let is_one = claimed.reach == 0.0 && found.reach == 0.0;
    // A share in words is rounded: a third is 33 percent.
    let apart = (claimed.value - found.value).abs();
    let is_equal = apart <= SAME * claimed.value.abs() || claimed.is_worded() != found.is_worded() && apart < 1.0;
    is_size && is_one && claimed.measure == found.measure && is_equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_it_is_read() {
        for (claim, premise, noted) in [
            ("The pool cost £2,400 million.", "It cost £2.4 billion in all.", "The pool cost £2.4 billion."),
            ("The deficit was £0.31 million.", "a deficit of £310,000", "The deficit was £310,000."),
            ("20 percent of voters stayed at home.", "A fifth of voters did.", "A fifth of voters stayed at home."),
            ("A third of them left.", "33% of them left.", "33% of them left."),
            ("One in five adults smokes.", "20 per cent of adults smoke.", "20 per cent of adults smokes."),
            ("The tower is 0.32 km tall.", "It is 320 metres tall.", "The tower is 320 metres tall."),
            ("Twelve people died.", "The fire killed 12 people.", "12 people died."),
        ] {
            assert_eq!(noted_as(claim, premise), noted, "{claim}");
        }
    }

    #[test]
    fn another_number_and_the_same_notation_stay() {
        for (claim, premise) in [
            ("The pool cost £2.4 billion.", "It cost £2.4 billion."),
            ("The pool cost £2,500 million.", "It cost £2.4 billion."),
            ("The pool cost £2,400 million.", "It cost $2.4 billion."),
            ("The mill closed in 1984.", "The mill closed in 1985."),
            ("20 percent of voters stayed at home.", "One in five voters did."),
            ("Some 300 people came.", "Nobody came."),
        ] {
            assert_eq!(noted_as(claim, premise), claim, "{premise}");
        }
    }
}
