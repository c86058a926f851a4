//! Words that say when: "last Sunday", "in March 2020". They name a time and never whom a sentence speaks of.

use super::words::Word;
use domain::MONTHS;

/// The words are a time and nothing else: "Last Sunday", "March", "Christmas Eve".
pub fn is_time(words: &[Word]) -> bool {
    words.iter().all(|word| is_day(word) || is_joining(word)) && words.iter().any(is_day)
}

/// Returns how many words at the beginning of a sentence only say when: two of "Last Sunday my uncle came".
pub fn opening(tokens: &[Word]) -> usize {
    let length = tokens.iter().take_while(|word| is_day(word) || is_joining(word) || is_stretch(word)).count();
    // "Last year", "this week": a stretch needs somebody to point at it. "Today's prices" and "Years" are no time.
    let is_pointed = |at: usize| is_stretch(&tokens[at]) && at > 0 && POINTERS.contains(&tokens[at - 1].lower.as_str());
    let says_when = (0..length).rev().find(|at| is_day(&tokens[*at]) || is_pointed(*at));
    let until = says_when.map_or(0, |at| at + 1);
    // A year belongs to the month before it.
    let with_year = tokens.get(until).is_some_and(|word| until > 0 && word.lower.len() == 4 && word.is_number());
    if with_year { until + 1 } else { until }
}

fn is_day(word: &Word) -> bool {
    DAYS.contains(&word.lower.as_str()) || MONTHS.contains(&word.lower.as_str())
}

fn is_stretch(word: &Word) -> bool {
    ["week", "month", "year", "night", "morning", "evening", "afternoon", "weekend", "summer", "winter", "autumn", "spring"]
        .contains(&word.lower.as_str())
}

fn is_joining(word: &Word) -> bool {
    let is_date = word.is_number() && word.lower.len() <= 4;
    is_date
        || POINTERS.contains(&word.lower.as_str())
        || ["on", "in", "of", "early", "late", "eve"].contains(&word.lower.as_str())
}

const POINTERS: [&str; 4] = ["last", "next", "this", "every"];

const DAYS: [&str; 13] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "yesterday",
    "today",
    "tomorrow",
    "tonight",
    "christmas",
    "easter",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::words::words;

    #[test]
    fn a_sentence_may_begin_by_saying_when() {
        let opened = |text: &str| opening(&words(text));
        assert_eq!(opened("Last Sunday my uncle came"), 2);
        assert_eq!(opened("On 12 March 2025 the bridge fell"), 4);
        assert_eq!(opened("In March 2020 the firm closed"), 3);
        assert_eq!(opened("Last year exports fell"), 2);
        assert_eq!(opened("Yesterday it rained"), 1);
        assert_eq!(opened("In Paris it rained"), 0);
        assert_eq!(opened("This drug works"), 0);
        assert_eq!(opened("Years passed"), 0);
    }

    #[test]
    fn a_day_is_nobodys_name() {
        assert!(is_time(&words("Last Sunday")) && is_time(&words("May")) && is_time(&words("Christmas Eve")));
        assert!(!is_time(&words("Theresa May")) && !is_time(&words("Last Judgement")) && !is_time(&[]));
    }
}
