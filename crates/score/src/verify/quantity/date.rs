//! Days and months: "3 March 1984", "March 3", "in May". Two texts may name the same year and another day.

use super::numeral::is_ordinal;
use crate::verify::words::Word;
use domain::MONTHS;

/// A day or a month as a text names it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    /// Its place in a year whose months all have 31 days; the middle of a month that stands by itself.
    pub value: f64,
    /// How far the place may be off.
    pub precision: f64,
    /// The stem of the month's name.
    pub month: String,
    /// How many words it takes.
    pub length: usize,
}

/// The day or month that is named from a word on.
pub(super) fn date_at(text: &str, tokens: &[Word], at: usize) -> Option<Named> {
    let gap = |k: usize| tokens.get(k + 1).map_or("", |next| &text[tokens[k].span.end..next.span.start]);
    let named = |month: usize, at_word: usize, day: Option<f64>, length: usize| Named {
        value: 31.0 * month as f64 + day.unwrap_or(16.0),
        precision: if day.is_some() { 0.0 } else { 15.0 },
        month: tokens[at_word].stem.clone(),
        length,
    };
    // "3 March", "3rd of March"
    if let Some(day) = day_of_month(&tokens[at]) {
        let of = usize::from(tokens.get(at + 1).is_some_and(|word| word.lower == "of"));
        let month = month_at(tokens, at + 1 + of).filter(|_| gap(at).trim().is_empty())?;
        return Some(named(month, at + 1 + of, Some(day), 2 + of));
    }
    let month = month_at(tokens, at)?;
    // "March 3", "May 7th, 1984"; in March twelve people may have died.
    let is_day = |day: &Word| {
        let ends = tokens.get(at + 2).is_none_or(|next| next.is_stop || is_year(next)) || !gap(at + 1).trim().is_empty();
        gap(at).trim_matches([' ', '.']).is_empty()
            && (ends || is_ordinal(day.lower.trim_start_matches(|c: char| c.is_ascii_digit())))
    };
    if let Some(day) = tokens.get(at + 1).filter(|word| is_day(word)).and_then(day_of_month) {
        return Some(named(month, at, Some(day), 2));
    }
    let is_told = tokens.get(at + 1).is_some_and(is_year) || at > 0 && LEADS.contains(&tokens[at - 1].lower.as_str());
    is_told.then(|| named(month, at, None, 1))
}

/// Words that stand before a month that stands by itself.
const LEADS: [&str; 12] = ["in", "since", "until", "till", "by", "of", "last", "early", "late", "mid", "during", "from"];

fn month_at(tokens: &[Word], at: usize) -> Option<usize> {
    let word = tokens.get(at).filter(|word| word.is_capital)?;
    let is_short = |month: &&str| word.lower.len() >= 3 && month.starts_with(&word.lower) && word.lower.len() <= 4;
    MONTHS.iter().position(|month| *month == word.lower || is_short(month) && *month != "march")
}

fn day_of_month(word: &Word) -> Option<f64> {
    let digits = word.lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &word.lower[digits.len()..];
    let day: u8 = digits.parse().ok()?;
    ((1..=31).contains(&day) && (suffix.is_empty() || is_ordinal(suffix))).then_some(f64::from(day))
}

fn is_year(word: &Word) -> bool {
    word.lower.len() == 4 && word.lower.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::words::words;

    fn dates(text: &str) -> Vec<(f64, f64)> {
        let tokens = words(text);
        (0..tokens.len()).filter_map(|at| date_at(text, &tokens, at)).map(|named| (named.value, named.precision)).collect()
    }

    #[test]
    fn a_day_is_known_however_it_is_written() {
        let third = (31.0 * 2.0 + 3.0, 0.0);
        for text in
            ["on 3 March 1984", "on March 3, 1984", "the 3rd of March", "March 3rd was a Friday", "Since March 3 it rains"]
        {
            assert_eq!(dates(text)[0], third, "{text}");
        }
        assert_eq!(dates("on Sept. 11, 2001"), [(31.0 * 8.0 + 11.0, 0.0)]);
    }

    #[test]
    fn a_month_by_itself_is_all_of_its_days() {
        assert_eq!(dates("in May 1984"), [(31.0 * 4.0 + 16.0, 15.0)]);
        assert_eq!(dates("In March 12 people died"), [(31.0 * 2.0 + 16.0, 15.0)]);
    }

    #[test]
    fn what_only_looks_like_a_month_is_none() {
        for text in
            ["It may 3 times", "The March on Washington", "They march 20 miles", "Theresa May resigned", "May contain 12 nuts"]
        {
            assert!(dates(text).is_empty(), "{text}: {:?}", dates(text));
        }
    }
}
