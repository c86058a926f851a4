//! Decades and centuries: "the 1970s", "the late 19th century". A year that lies in one is told by it, and one outside is another.

use super::numeral::is_ordinal;
use super::{Hedge, Measure, Quantity, matter_after, moment_hedge};
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

/// The decade or century that begins at a word, as one year with a reach, and how many words it takes. "By the 1970s" names no span of it.
pub(super) fn era_at(tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let ((first, last), length) = decade(&tokens[at]).map(|years| (years, 1)).or_else(|| century(tokens, at))?;
    let is_led = |k: usize| ["the", "early", "late", "mid"].contains(&tokens[k].lower.as_str());
    let leads = (0..at).rev().take_while(|k| is_led(*k)).count();
    let (from, to) = tokens[at - leads..at].iter().fold((first, last), |years, word| portion(&word.lower, years));
    let (value, reach, hedge) = match moment_hedge(tokens, at - leads) {
        Hedge::AtLeast | Hedge::AtMost | Hedge::Nearly => return None,
        // Before an era is before its first year, and after it is after its last.
        Hedge::LessThan => (from, 0.0, Hedge::LessThan),
        Hedge::MoreThan => (to, 0.0, Hedge::MoreThan),
        Hedge::Edge => (from, 0.0, Hedge::Edge),
        hedge => ((from + to) / 2.0, (to - from) / 2.0, hedge),
    };
    let unit = tokens[at + 1..at + length].iter().map(|word| word.stem.clone()).collect();
    let of = matter_after(tokens, at + length);
    Some((Quantity { value, precision: 0.0, reach, zero: 0.0, measure: Measure::Year, hedge, unit, of }, length))
}

/// "1970s" are ten years, "1800s" a hundred; whether "2000s" are ten or all since, nobody says.
fn decade(word: &Word) -> Option<(f64, f64)> {
    let first: u32 = word.lower.strip_suffix('s').filter(|digits| digits.len() == 4)?.parse().ok()?;
    let last = match first {
        2000 => return None,
        _ if !(1000..2200).contains(&first) || first % 10 != 0 => return None,
        _ if first % 100 == 0 => first + 99,
        _ => first + 9,
    };
    Some((f64::from(first), f64::from(last)))
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
    let is_later = lower(next) == "century" && !["bc", "bce", "b"].contains(&lower(next + 1)) && CENTURIES.contains(&number);
    is_later.then(|| ((100.0 * f64::from(number - 1), 100.0 * f64::from(number)), next + 1 - at))
}

/// The share of an era that a word before it names.
fn portion(word: &str, (first, last): (f64, f64)) -> (f64, f64) {
    let length = last - first;
    match word {
        "early" => (first, first + length / 2.0),
        "late" => (last - length / 2.0, last),
        "mid" => (first + 0.3 * length, last - 0.3 * length),
        _ => (first, last),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, quantities};

    fn compare(claim: &str, found: &str) -> Option<Comparison> {
        quantities(claim)[0].compare(&quantities(found)[0])
    }

    #[test]
    fn a_year_of_the_claimed_era_agrees_and_another_does_not() {
        for (claim, found) in [
            ("first played in the 1970s", "at Montreal in 1976"),
            ("built in the 19th century", "opened in 1854"),
            ("built in the nineteenth century", "opened in 1900"),
            ("in the late 1800s", "in 1889"),
            ("in the early twentieth century", "in 1912"),
            ("in the twenty-first century", "in 2004"),
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
        for text in ["by the 1970s", "in the 2000s", "in the 70s", "in the 1975s"] {
            assert!(quantities(text).is_empty(), "{text}: {:?}", quantities(text));
        }
        assert_eq!(
            compare("the 5th century BC", "the 5th century"),
            Some(Comparison::Agrees),
            "told apart by their numbers alone"
        );
        assert_eq!(compare("the 12th century BC", "in 1150"), None);
    }
}
