//! Decades and centuries: "in the 1970s", "since the late 19th century". A year that lies in one is told by it, and one outside is another.

use super::numeral::is_ordinal;
use super::{Hedge, Measure, Quantity, matter_after};
use crate::verify::words::Word;

/// Centuries whose years have four digits; what came before is told apart by its number alone.
const CENTURIES: std::ops::RangeInclusive<u32> = 11..=21;
/// Ordinals of these centuries in words, from the eleventh on.
const ORDINALS: [&str; 10] = [
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];
/// Words between an era and what says how it is meant.
const LEADS: [&str; 4] = ["the", "early", "late", "mid"];
/// Words that make one span of two eras, which neither of them is.
const JOINS: [&str; 6] = ["and", "or", "to", "through", "between", "until"];

/// The decade or century that begins at a word, as one year with a reach, and how many words it takes.
///
/// Only what says when something was: a 19th-century bridge may have been reopened at any time.
pub(super) fn era_at(text: &str, tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let ((first, last), length) = decade(text, tokens, at).or_else(|| century(tokens, at))?;
    let leads = (0..at).rev().take_while(|k| LEADS.contains(&tokens[*k].lower.as_str())).count();
    let (from, to) = tokens[at - leads..at].iter().fold((first, last), |years, word| portion(&word.lower, years));
    let before = (at - leads).checked_sub(1).map_or("", |k| tokens[k].lower.as_str());
    if is_attribute(text, tokens, at, length) || tokens.get(at + length).is_some_and(|next| JOINS.contains(&next.lower.as_str()))
    {
        return None;
    }
    let (value, reach, hedge) = match before {
        "in" | "during" | "of" | "throughout" | "over" | "within" if !is_cut(tokens, at - leads) => {
            ((from + to) / 2.0, (to - from) / 2.0, Hedge::Plain)
        }
        "before" => (from, 0.0, Hedge::LessThan),
        "after" => (to, 0.0, Hedge::MoreThan),
        "since" | "from" => (from, 0.0, Hedge::Edge),
        _ => return None,
    };
    let unit = tokens[at..at + length].iter().filter(|_| length > 1).map(|word| word.stem.clone()).collect();
    let of = matter_after(tokens, at + length);
    Some((
        Quantity { value, precision: 0.0, reach, zero: 0.0, measure: Measure::Year, hedge, unit, of, is_worded: false },
        length,
    ))
}

/// It stands before what it is said of: "in the 19th-century hall", "in the 1970s building".
fn is_attribute(text: &str, tokens: &[Word], at: usize, length: usize) -> bool {
    let gap = |k: usize| tokens.get(k + 1).map_or("", |next| &text[tokens[k].span.end..next.span.start]);
    let is_hyphened = length > 1 && gap(at + length - 2).contains('-');
    let next = tokens.get(at + length).filter(|_| gap(at + length - 1).trim().is_empty());
    is_hyphened || next.is_some_and(|word| !word.is_stop && !word.is_number())
}

/// Only a share of it is meant that no word of ours tells: "at the end of the 19th century", "the first half of the 20th century".
fn is_cut(tokens: &[Word], at: usize) -> bool {
    const SHARES: [&str; 8] = ["end", "beginning", "start", "turn", "half", "third", "quarter", "decades"];
    let word = |back: usize| at.checked_sub(back).map_or("", |k| tokens[k].lower.as_str());
    word(1) == "of" && SHARES.contains(&word(2))
}

/// "1970s" and "1970's" are ten years, "1800s" a hundred; whether "2000s" are ten or all since, nobody says, and "1000s of people" are none.
fn decade(text: &str, tokens: &[Word], at: usize) -> Option<((f64, f64), usize)> {
    let word = &tokens[at];
    let is_apart = || ["'s", "’s"].iter().any(|end| text[word.span.end..].starts_with(end));
    let (digits, length) = match word.lower.strip_suffix('s') {
        Some(digits) => (digits, 1),
        None if is_apart() => (word.lower.as_str(), 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.lower == "s"))),
        None => return None,
    };
    let first: u32 = Some(digits).filter(|digits| digits.len() == 4)?.parse().ok()?;
    let is_era =
        (1100..2200).contains(&first) && first.is_multiple_of(10) && first != 2000 && !is_before_christ(tokens, at + length);
    let years = if first.is_multiple_of(100) { 100 } else { 9 };
    is_era.then(|| ((f64::from(first), f64::from(first + years)), length))
}

/// "19th century", "nineteenth century". To most people it begins in 1800, to some in 1801: both its ends belong to it.
fn century(tokens: &[Word], at: usize) -> Option<((f64, f64), usize)> {
    let lower = |k: usize| tokens.get(k).map_or("", |word| word.lower.as_str());
    let (number, next) = match ORDINALS.iter().position(|name| *name == lower(at)) {
        Some(place) => (place as u32 + CENTURIES.start(), at + 1),
        None if lower(at) == "twenty" && lower(at + 1) == "first" => (21, at + 2),
        None => {
            let digits = lower(at).trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (digits.parse().ok().filter(|_| is_ordinal(&lower(at)[digits.len()..]))?, at + 1)
        }
    };
    let is_era = lower(next) == "century" && CENTURIES.contains(&number) && !is_before_christ(tokens, next + 1);
    is_era.then(|| ((100.0 * f64::from(number - 1), 100.0 * f64::from(number)), next + 1 - at))
}

fn is_before_christ(tokens: &[Word], at: usize) -> bool {
    tokens.get(at).is_some_and(|word| ["bc", "bce", "b"].contains(&word.lower.as_str()))
}

/// The years of an era that a word before it does not rule out: where the early ones end, nobody says.
fn portion(word: &str, (first, last): (f64, f64)) -> (f64, f64) {
    let length = last - first;
    match word {
        "early" => (first, first + 0.6 * length),
        "late" => (last - 0.6 * length, last),
        "mid" => (first + 0.2 * length, last - 0.2 * length),
        _ => (first, last),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Measure, quantities};

    fn compare(claim: &str, found: &str) -> Option<Comparison> {
        quantities(claim)[0].compare(&quantities(found)[0])
    }

    fn has_era(text: &str) -> bool {
        quantities(text).iter().any(|q| q.measure == Measure::Year)
    }

    #[test]
    fn a_year_of_the_claimed_era_agrees_and_another_does_not() {
        for (claim, found) in [
            ("first played in the 1970s", "at Montreal in 1976"),
            ("first played in the 1970's", "at Montreal in 1976"),
            ("built in the 19th century", "opened in 1854"),
            ("built in the nineteenth century", "opened in 1900"),
            ("in the late 1800s", "in 1889"),
            ("in the 1800s", "in the 19th century"),
            ("in the early twentieth century", "in 1912"),
            ("in the early 1970s", "in 1975"),
            ("in the mid-1970s", "in 1977"),
            ("in the twenty-first century", "in 2004"),
            ("Output doubled over the 1970s", "in 1976"),
            ("before the 1970s", "in 1969"),
            ("after the 1970s", "in 1980"),
            ("in the 19th century", "in the 1840s"),
        ] {
            assert_eq!(compare(claim, found), Some(Comparison::Agrees), "{claim}, {found}");
        }
        for (claim, found) in [
            ("first played in the 1970s", "in 1981"),
            ("built in the 18th century", "opened in 1854"),
            ("in the early 1970s", "in 1979"),
            ("in the 18th century", "in the 19th century"),
            ("in 1985", "in the 1970s"),
        ] {
            assert!(!matches!(compare(claim, found), Some(Comparison::Agrees) | None), "{claim}, {found}");
        }
    }

    #[test]
    fn an_era_around_the_claimed_year_settles_nothing() {
        assert_eq!(compare("in 1976", "in the 1970s"), None);
        assert_eq!(compare("in the 1840s", "in the 19th century"), None);
        assert_eq!(compare("since the 1970s", "in 1976"), None);
    }

    #[test]
    fn what_only_looks_like_an_era_is_none() {
        for text in [
            "by the 1970s",
            "in the 2000s",
            "in the 70s",
            "in the 1975s",
            "1000s of people died",
            "about the 1970s",
            "The 19th-century Kestrel bridge was reopened.",
            "In the 1970s building nobody works.",
            "in the 1970s and 1980s",
            "between the 1970s and the 1980s",
            "from the 19th to the 20th century",
            "at the end of the 19th century",
            "in the first half of the 20th century",
            "in the 12th century BC",
            "in the 1200s BC",
        ] {
            assert!(!has_era(text), "{text}: {:?}", quantities(text));
        }
        assert_eq!(
            compare("the 5th century BC", "the 5th century"),
            Some(Comparison::Agrees),
            "told apart by their numbers alone"
        );
    }
}
