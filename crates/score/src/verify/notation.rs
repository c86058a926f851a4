//! Numbers in the notation of whoever is read: a judge takes "£2,400 million" and "£2.4 billion" for two sums, and a fifth for no 20 percent.

use super::quantity::{Measure, Quantity, are_same, located};
use domain::Span;
use std::borrow::Cow;

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

/// "One in five", "nine out of ten".
fn is_odds(text: &str) -> bool {
    text.contains(" in ") || text.contains(" out of ")
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
    // "US$5 million" has its country before it, and "a 20 percent rise" an article that goes with no fifth.
    let before = hypothesis[..span.start].split_whitespace().next_back().unwrap_or("");
    let is_led =
        hypothesis[..span.start].ends_with(char::is_alphanumeric) || ["a", "an"].contains(&before.to_lowercase().as_str());
    if is_led || hypothesis[span.end..].trim_start().starts_with("of ") && is_odds(own) {
        return None;
    }
    // "One in five voters" are 20 percent of voters, and 20 percent of voters no "one in five of voters".
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
    let is_rounded = claimed.is_worded != found.is_worded && claimed.value.round() == found.value.round();
    let is_equal = are_same(claimed.value, found.value) || is_rounded;
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
            ("It cost US$5,000 million.", "It cost $5 billion."),
            ("A 20 percent increase came.", "A fifth of it came."),
            ("49.1 percent voted for it.", "Half of them voted for it."),
            ("One in five of the adults smokes.", "20 per cent of adults smoke."),
        ] {
            assert_eq!(noted_as(claim, premise), claim, "{premise}");
        }
    }
}
