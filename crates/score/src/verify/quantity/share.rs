//! Shares in words: "a fifth of voters", "two thirds of the road", "one in five", "fell by a quarter". They are percent, as people say it.

use super::numeral::number_word;
use super::unit::unit;
use super::{Measure, Quantity, hedge_before, matter_after};
use crate::verify::words::Word;

/// Percentage points by which who says "a fifth" may have rounded.
const ROUNDED_BY: f64 = 1.5;

/// The share that begins at a word, in percent, and how many words it takes.
pub(super) fn share_at(text: &str, tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let (share, length) = fraction(text, tokens, at).or_else(|| one_in_so_many(text, tokens, at))?;
    let hedge = hedge_before(tokens, at);
    let unit = tokens[at..at + length].iter().filter(|word| !word.is_stop).map(|word| word.stem.clone()).collect();
    let of = matter_after(tokens, at + length);
    let (value, precision) = (100.0 * share, ROUNDED_BY);
    Some((
        Quantity { value, precision, reach: 0.0, zero: 0.0, measure: Measure::Percent, hedge, unit, of, is_worded: true },
        length,
    ))
}

/// "A fifth of", "two-thirds of", "half of", and what something grew or fell by.
fn fraction(text: &str, tokens: &[Word], at: usize) -> Option<(f64, usize)> {
    let word = |k: usize| tokens.get(k).map_or("", |word| word.lower.as_str());
    let before = at.checked_sub(1).map_or("", word);
    let (parts, length) = match (word(at), part(word(at + 1))) {
        ("half", _) => (0.5, 1),
        ("a" | "an" | "one", Some(whole)) => (1.0 / whole, 2),
        (several, Some(whole)) => (number_word(several).filter(|parts| (2.0..whole).contains(parts))? / whole, 2),
        _ => return None,
    };
    // "Half of a million" is a number, "a quarter of an hour" a while, and "the first half of the match" no share of anything.
    let is_of = word(at + length) == "of" && !["a", "an"].contains(&word(at + length + 1));
    // "Fell by a third", and neither "by a third party" nor "by half a million" nor "by half a percent".
    let end = tokens[at + length - 1].span.end;
    let ends_there = tokens.get(at + length).is_none_or(|next| {
        let is_parted = !text[end..next.span.start].trim().is_empty();
        is_parted || next.is_stop && !["a", "an", "of"].contains(&next.lower.as_str())
    });
    let is_by = before == "by" && ends_there;
    let is_one_of_halves = length == 1 && PLACES.contains(&before);
    ((is_of || is_by) && !is_one_of_halves).then_some((parts, length))
}

/// Words before "half" by which it is one of two.
const PLACES: [&str; 9] = ["first", "second", "other", "latter", "last", "better", "top", "bottom", "the"];

/// Into how many parts a whole is divided.
fn part(word: &str) -> Option<f64> {
    const NAMES: [&str; 9] = ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let one = if word == "halves" { "half" } else { word.strip_suffix('s').unwrap_or(word) };
    NAMES.iter().position(|name| *name == one).map(|at| at as f64 + 2.0)
}

/// "One in five voters", "nine out of ten dentists"; not "three in 20 minutes" nor "one in 2019".
fn one_in_so_many(text: &str, tokens: &[Word], at: usize) -> Option<(f64, usize)> {
    let word = |k: usize| tokens.get(k).map_or("", |word| word.lower.as_str());
    let number = |k: usize| number_word(word(k)).or_else(|| word(k).parse().ok());
    let length = match (word(at + 1), word(at + 2)) {
        ("in", _) => 3,
        ("out", "of") => 4,
        _ => return None,
    };
    let (some, all) = (number(at)?, number(at + length - 1)?);
    let is_told_in_one_breath = (at + 1..at + length).all(|k| tokens[k].span.start - tokens[k - 1].span.end == 1);
    let is_share = 1.0 <= some && some < all && all <= MANY_MAX && is_told_in_one_breath;
    // "One in 10 million", and "two in five days".
    let next = tokens.get(at + length).filter(|next| text[tokens[at + length - 1].span.end..next.span.start].trim().is_empty());
    let is_more = next.is_some_and(|next| super::magnitude(&next.lower).is_some()) || unit(tokens, at + length, all).is_some();
    (is_share && !is_more).then_some((some / all, length))
}

/// More than so many are years, and no "one in …" that people say.
const MANY_MAX: f64 = 1_000.0;

#[cfg(test)]
mod tests {
    use crate::verify::quantity::{Comparison, Measure, quantities};

    fn percent(text: &str) -> Option<f64> {
        quantities(text).into_iter().find(|q| q.measure == Measure::Percent).map(|q| q.value.round())
    }

    #[test]
    fn shares_in_words_are_percent() {
        for (text, share) in [
            ("A fifth of voters stayed at home.", 20.0),
            ("About two-thirds of the road is paved.", 67.0),
            ("Three quarters of all pupils passed.", 75.0),
            ("Half of the budget goes to schools.", 50.0),
            ("More than one half of them left.", 50.0),
            ("Sales fell by a third.", 33.0),
            ("One in five adults smokes.", 20.0),
            ("Nine out of ten dentists agree.", 90.0),
            ("It affects 1 in 8 women.", 13.0),
            ("Sales fell by a third in 2019.", 33.0),
        ] {
            assert_eq!(percent(text), Some(share), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_share_is_none() {
        for text in [
            "She won a third term.",
            "The second half of the match was dull.",
            "It took a quarter of an hour.",
            "A quarter of a million people came.",
            "He was one in 2019.",
            "They scored two in five minutes.",
            "Profits rose in the third quarter of the year.",
            "The odds are one in 14 million.",
            "The population grew by half a million people.",
            "It was audited by a third party.",
            "It was seen by a quarter of a million people.",
            "Bach's Fifth of May march.",
        ] {
            assert_eq!(percent(text), None, "{text}");
        }
    }

    #[test]
    fn a_share_in_words_is_held_against_one_in_percent() {
        let compare = |claim: &str, found: &str| quantities(claim)[0].compare(&quantities(found)[0]);
        assert_eq!(compare("a fifth of voters", "20 percent of voters"), Some(Comparison::Agrees));
        assert_eq!(compare("20 percent of voters", "a fifth of voters"), Some(Comparison::Agrees));
        assert_eq!(compare("a third of voters", "33.4 % of voters"), Some(Comparison::Agrees));
        assert_eq!(compare("more than half of voters", "56 percent of voters"), Some(Comparison::Agrees));
        assert_eq!(compare("9 percent of adults", "8 percent of adults"), Some(Comparison::ClaimTooLarge));
        for (claim, found) in [
            ("a fifth of voters", "30 percent of voters"),
            ("one in ten adults", "a quarter of adults"),
            ("one in twenty adults", "8 percent of adults"),
        ] {
            assert_eq!(compare(claim, found), None, "{claim}: may be of something else");
        }
    }
}
