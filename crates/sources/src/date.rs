//! Dates as pages and feeds write them.

use domain::MONTHS;
use jiff::civil::Date;

/// Longest text that is looked at for a date, in bytes.
const DATE_TEXT_BYTES_MAX: usize = 200;

/// Reads a date from what a page, a feed or a byline says: ISO 8601, RFC 2822, `March 5, 2024`, `5 March 2024`.
///
/// A month without a day is its first day. A year alone is no date, and neither is `03/05/2024`, which means two days.
pub fn parse_date(text: &str) -> Option<Date> {
    let text = text[..text.floor_char_boundary(DATE_TEXT_BYTES_MAX)].trim();
    let tokens: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|t| !t.is_empty()).collect();
    numeric(&tokens).or_else(|| tokens.iter().find_map(|t| compact(t))).or_else(|| worded(&tokens))
}

/// Reads a count of seconds or milliseconds since 1970, when it is plausibly one.
pub(crate) fn from_epoch(count: f64) -> Option<Date> {
    let seconds = if count.abs() >= 1e11 { count / 1e3 } else { count };
    if !(1e8..4.2e9).contains(&seconds) {
        return None;
    }
    let instant = jiff::Timestamp::from_second(seconds as i64).ok()?;
    Some(instant.to_zoned(jiff::tz::TimeZone::UTC).date())
}

/// `2024-03-05`, `2024/3/5T10:00`, `25.12.2024`; only where the order is beyond doubt.
fn numeric(tokens: &[&str]) -> Option<Date> {
    let leading = |t: &str| -> Option<i16> {
        let digits = t.bytes().take_while(u8::is_ascii_digit).count();
        let is_plain = digits == t.len() || t[digits..].starts_with(['T', 't']);
        (is_plain && digits <= 4).then(|| t[..digits].parse().ok()).flatten()
    };
    for (at, window) in tokens.windows(2).enumerate() {
        let (Some(first), Some(second)) = (leading(window[0]), leading(window[1])) else { continue };
        let third = tokens.get(at + 2).and_then(|t| leading(t));
        let found = match (first, second, third) {
            (year @ 1000..=2999, month @ 1..=12, Some(day)) if (1..=31).contains(&day) => civil(year, month, day),
            (year @ 1000..=2999, month @ 1..=12, None) if window[0].len() == 4 => civil(year, month, 1),
            (day @ 13..=31, month @ 1..=12, Some(year)) if year >= 1000 => civil(year, month, day),
            (month @ 1..=12, day @ 13..=31, Some(year)) if year >= 1000 => civil(year, month, day),
            (both, same, Some(year)) if both == same && year >= 1000 => civil(year, both, both),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// `20240305`, with or without a time after it.
fn compact(token: &str) -> Option<Date> {
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    let is_date = digits == 8 && (token.len() == 8 || token[8..].starts_with(['T', 't']));
    if !is_date {
        return None;
    }
    let part = |from: usize, to: usize| token[from..to].parse::<i16>().ok();
    let year = part(0, 4)?;
    (1900..2100).contains(&year).then(|| civil(year, part(4, 6)?, part(6, 8)?)).flatten()
}

/// `March 5, 2024`, `5th of March 2024`, `Mar 2024`.
fn worded(tokens: &[&str]) -> Option<Date> {
    for (at, token) in tokens.iter().enumerate() {
        let Some(month) = month_of(token) else { continue };
        let near = |offset: isize| at.checked_add_signed(offset).and_then(|i| tokens.get(i)).copied();
        let after = near(1).and_then(day_of).zip(near(2).and_then(year_of));
        let before = [near(-1), near(-2)].into_iter().flatten().find_map(day_of).zip(near(1).and_then(year_of));
        if let Some((day, year)) = before.or(after) {
            return civil(year, month, day);
        }
        if let Some(year) = near(1).and_then(year_of) {
            return civil(year, month, 1);
        }
    }
    None
}

fn month_of(token: &str) -> Option<i16> {
    let lower = token.to_ascii_lowercase();
    // Three letters tell every month from every other.
    let is_word = lower.len() >= 3 && lower.is_ascii();
    let at = MONTHS.iter().position(|month| is_word && month.starts_with(&lower))?;
    Some(at as i16 + 1)
}

fn day_of(token: &str) -> Option<i16> {
    let digits = token.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_ordinal = matches!(&token[digits.len()..], "" | "st" | "nd" | "rd" | "th");
    let day = digits.parse().ok()?;
    (is_ordinal && digits.len() <= 2 && (1..=31).contains(&day)).then_some(day)
}

fn year_of(token: &str) -> Option<i16> {
    let year = token.parse().ok()?;
    (token.len() == 4 && (1000..=2999).contains(&year)).then_some(year)
}

fn civil(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn a_date_is_read_however_it_is_written() {
        for text in [
            "2024-03-05",
            "2024-03-05T10:30:00+01:00",
            "2024-03-05 10:30",
            "2024/3/5",
            "20240305",
            "20240305T103000Z",
            "Tue, 05 Mar 2024 10:00:00 GMT",
            "March 5, 2024",
            "Published: Mar. 5, 2024 at 3:14 p.m. EST",
            "5 March 2024",
            "5th of March 2024",
            "Tuesday 5 March 2024 06.00 GMT",
        ] {
            assert_eq!(parse_date(text), Some(date(2024, 3, 5)), "{text}");
        }
        assert_eq!(parse_date("25.12.2023"), Some(date(2023, 12, 25)));
        assert_eq!(parse_date("March 2024"), Some(date(2024, 3, 1)));
        assert_eq!(parse_date("2024-03"), Some(date(2024, 3, 1)));
    }

    #[test]
    fn what_is_not_a_date_or_could_be_two_is_none() {
        for text in
            ["", "yesterday", "2024", "03/05/2024", "maybe 5, 2024", "2024-13-40", "31 February 2024", "10:30", "1 in 2024"]
        {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_and_milliseconds_give_the_same_day() {
        assert_eq!(from_epoch(1_709_632_800.0), Some(date(2024, 3, 5)));
        assert_eq!(from_epoch(1_709_632_800_000.0), Some(date(2024, 3, 5)));
        assert_eq!(from_epoch(2024.0), None);
        assert_eq!(from_epoch(f64::NAN), None);
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "\\PC*") {
            let _ = parse_date(&text);
        }
    }
}
