//! Numbers with their units and hedges, and when two of them say the same (decision S4-9).

use super::words::{Word, words};
pub use change::is_change_turned;
use date::{Named, date_at};
use domain::Span;
use era::era_at;
use numeral::{Numeral, is_ordinal, numeral};
pub(super) use numeral::{magnitude, number_word};
use share::share_at;
use span::span_at;
use unit::{currency_before, degree_sign, glued_unit, unit};

mod change;
mod date;
mod era;
mod numeral;
mod share;
mod span;
mod unit;

/// How exactly a number is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hedge {
    /// To the last significant digit stated.
    Plain,
    /// "exactly", "precisely".
    Exact,
    /// "roughly", "approximately", "some": 15 %.
    Rough,
    /// "about", "around": 20 %.
    About,
    /// "at least".
    AtLeast,
    /// "at most", "up to".
    AtMost,
    /// "over", "more than".
    MoreThan,
    /// "under", "less than".
    LessThan,
    /// "nearly", "almost": a little below.
    Nearly,
    /// "since", "until", "from": the edge of a span, which a moment within it or beyond it says nothing about.
    Edge,
}

/// What a number counts. Two quantities are comparable when their measures are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// A calendar year.
    Year,
    /// A day or a month of any year.
    Day,
    /// Percent.
    Percent,
    /// Money in one currency.
    Money(&'static str),
    /// Metres.
    Length,
    /// Square metres.
    Area,
    /// Kilograms.
    Mass,
    /// Degrees Celsius.
    Temperature,
    /// Seconds.
    Duration,
    /// Metres per second.
    Speed,
    /// Litres.
    Volume,
    /// Joules.
    Energy,
    /// Watts.
    Power,
    /// A count of something, by stem ("people", "planet").
    Count(String),
    /// The place of something in a row, by stem: the "amend" of "19th amendment".
    Rank(String),
}

/// A number as a text states it, in base units.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The value in base units.
    pub value: f64,
    /// Half of the last significant digit stated, in base units.
    pub precision: f64,
    /// How far a span ("between 10 and 20") goes to either side of the value; nothing where one number is stated.
    pub reach: f64,
    /// Where its unit begins to count, in base units: kelvins far below degrees Celsius, everything else at nothing.
    pub zero: f64,
    /// What it counts.
    pub measure: Measure,
    /// How exactly it is meant.
    pub hedge: Hedge,
    /// The stems of its unit, where that is a word of its own; what a count counts is no unit.
    pub unit: Vec<String>,
    /// The stem of what follows it: of "21 percent oxygen" and of "21 % of the oxygen" the oxygen.
    pub of: Option<String>,
    /// It is a share told in words: "a fifth", "one in ten".
    pub is_worded: bool,
}

/// How a claimed quantity stands to a found one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The found value is within what the claim allows.
    Agrees,
    /// The claim says more than was found.
    ClaimTooLarge,
    /// The claim says less than was found.
    ClaimTooSmall,
}

impl Quantity {
    /// Compares a claimed quantity with one that evidence states; nothing when they count different things. A share in words may
    /// agree; one that does not may well be of something else, since its words are all that tells what it is of.
    pub fn compare(&self, found: &Quantity) -> Option<Comparison> {
        if self.measure != found.measure {
            return None;
        }
        let is_binding = !self.is_worded && !found.is_worded;
        self.stands_to(found).filter(|how| is_binding || *how == Comparison::Agrees)
    }

    fn stands_to(&self, found: &Quantity) -> Option<Comparison> {
        // "Less than 39 percent" and "39 percent": who rounded, and which way, nobody says.
        let is_beyond = |hedge: Hedge| matches!(hedge, Hedge::MoreThan | Hedge::LessThan);
        let is_bound = matches!(self.hedge, Hedge::AtLeast | Hedge::AtMost | Hedge::Exact);
        if (is_beyond(self.hedge) || is_beyond(found.hedge) && !is_bound) && self.value == found.value {
            return None;
        }
        // Something that began in 2010 was so in 2015 as well, and what came after 1990 may have come in 2003.
        let is_moment = matches!(self.measure, Measure::Year | Measure::Day);
        let is_bare =
            |hedge: Hedge| !matches!(hedge, Hedge::Edge | Hedge::AtLeast | Hedge::AtMost | Hedge::MoreThan | Hedge::LessThan);
        if is_moment && (self.hedge == Hedge::Edge || !is_bare(found.hedge)) {
            return (self.hedge == found.hedge && self.value == found.value).then_some(Comparison::Agrees);
        }
        let (low, high) = self.allowed();
        // Evidence that says "more than ten percent" rules ten out, and says nothing against fifty.
        let (least, most) = (found.value - found.reach, found.value + found.reach);
        match found.hedge {
            Hedge::MoreThan => return if high <= least { Some(Comparison::ClaimTooSmall) } else { None },
            Hedge::AtLeast => return if high < least { Some(Comparison::ClaimTooSmall) } else { None },
            Hedge::LessThan => return if low >= most { Some(Comparison::ClaimTooLarge) } else { None },
            Hedge::AtMost => return if low > most { Some(Comparison::ClaimTooLarge) } else { None },
            Hedge::Plain | Hedge::Exact | Hedge::Rough | Hedge::About | Hedge::Nearly | Hedge::Edge => {}
        }
        if found.reach > 0.0 {
            return self.compare_span((found.value - found.reach, found.value + found.reach), (low, high));
        }
        let (value, slack) = (found.value, self.slack(found));
        match () {
            () if (low..=high).contains(&value) => Some(Comparison::Agrees),
            () if value + slack < low || value + slack == low && !is_moment => Some(Comparison::ClaimTooLarge),
            () if value - slack > high || value - slack == high && !is_moment => Some(Comparison::ClaimTooSmall),
            // May is every day of it, and 62 miles are 100 kilometres; whether 300 was 320 before somebody rounded it, nobody says.
            () => (self.measure == Measure::Day || self.is_conversion_of(found)).then_some(Comparison::Agrees),
        }
    }

    /// A span that is all within what the claim allows agrees, and one that only reaches into it settles nothing. The year between two
    /// centuries belongs to both.
    fn compare_span(&self, (from, to): (f64, f64), (low, high): (f64, f64)) -> Option<Comparison> {
        let are_eras = self.measure == Measure::Year && self.reach > 0.0;
        match () {
            () if low <= from && to <= high => Some(Comparison::Agrees),
            () if to < low || are_eras && to == low => Some(Comparison::ClaimTooLarge),
            () if from > high || are_eras && from == high => Some(Comparison::ClaimTooSmall),
            () => None,
        }
    }

    /// More of it is more: a larger sum exaggerates; a later year, another boiling point or a ninth planet is simply wrong.
    pub fn is_gradable(&self) -> bool {
        match &self.measure {
            Measure::Count(_) => self.value > GRADABLE_COUNT_MIN,
            Measure::Area
            | Measure::Energy
            | Measure::Length
            | Measure::Mass
            | Measure::Money(_)
            | Measure::Percent
            | Measure::Power
            | Measure::Speed
            | Measure::Volume => true,
            Measure::Year | Measure::Day | Measure::Rank(_) | Measure::Temperature | Measure::Duration => false,
        }
    }

    /// How far the evidence may have rounded what it states. 1990 is no rounded year, and whoever says exactly means it.
    fn slack(&self, found: &Quantity) -> f64 {
        match (&found.measure, self.hedge) {
            (Measure::Year, _) | (_, Hedge::Exact) => 0.0,
            (Measure::Day, _) => found.precision,
            _ => found.precision.min(ROUNDED_MAX * found.value.abs()),
        }
    }

    /// They are as near as two units are when one of them was reckoned from the other and rounded.
    fn is_conversion_of(&self, found: &Quantity) -> bool {
        self.unit != found.unit && (self.value - found.value).abs() <= CONVERTED_MAX * self.value.abs()
    }

    /// The values a claim with this quantity would accept.
    fn allowed(&self) -> (f64, f64) {
        let value = self.value;
        let size = (value - self.zero).abs();
        match self.hedge {
            _ if self.reach > 0.0 => (value - self.reach, value + self.reach),
            Hedge::Exact | Hedge::Edge => (value, value),
            // A year is a name, not a measurement: 1969 is not 1970 to any rounding.
            Hedge::Plain if self.measure == Measure::Year => (value, value),
            Hedge::Plain => (value - self.precision, value + self.precision),
            Hedge::Rough if self.measure == Measure::Year => (value - 3.0, value + 3.0),
            Hedge::About if self.measure == Measure::Year => (value - 5.0, value + 5.0),
            // Days are places, not sizes: around the 3rd of March is within a week or so.
            Hedge::Rough | Hedge::Nearly if self.measure == Measure::Day => (value - 7.0, value + 7.0),
            Hedge::About if self.measure == Measure::Day => (value - 10.0, value + 10.0),
            Hedge::Rough => (value - 0.15 * size, value + 0.15 * size),
            Hedge::About => (value - 0.20 * size, value + 0.20 * size),
            Hedge::AtLeast | Hedge::MoreThan => (value, f64::INFINITY),
            Hedge::AtMost | Hedge::LessThan => (f64::NEG_INFINITY, value),
            Hedge::Nearly => (value - 0.15 * size, value),
        }
    }
}

/// Up to here a count is a list somebody could recite, and one too many is false.
const GRADABLE_COUNT_MIN: f64 = 20.0;

/// Share of a number that may be lost in rounding it: 300 may have been 320, and 400 was not 500.
const ROUNDED_MAX: f64 = 0.10;
/// The same for a number in another unit.
const CONVERTED_MAX: f64 = 0.02;

/// Finds the quantities of a text, from left to right.
pub fn quantities(text: &str) -> Vec<Quantity> {
    located(text).into_iter().map(|(quantity, _)| quantity).collect()
}

/// Finds the quantities of a text with where each stands, its currency's sign and its unit included.
pub fn located(text: &str) -> Vec<(Quantity, Span)> {
    let tokens = words(text);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if ends_a_name(text, &tokens[at]) {
            at += 1;
            continue;
        }
        let read = date_at(text, &tokens, at)
            .map(|date| dated(&tokens, at, date))
            .or_else(|| era_at(text, &tokens, at))
            .or_else(|| share_at(text, &tokens, at))
            .or_else(|| span_at(text, &tokens, at))
            .or_else(|| one_unit(&tokens, at))
            .or_else(|| quantity_at(text, &tokens, at));
        at += match read {
            Some((quantity, length)) => {
                let span = standing(text, &tokens, (at, length.max(1)), &quantity);
                found.push((quantity, span));
                length.max(1)
            }
            None => 1,
        };
    }
    found
}

/// Every number of a text that is no year, with or without what it counts.
pub fn numbers(text: &str) -> Vec<f64> {
    let tokens = words(text);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let read = bare_number(text, &tokens, at);
        found.extend(read.map(|(value, _)| value));
        at = read.map_or(at + 1, |(_, next)| next.max(at + 1));
    }
    found
}

/// The number that begins at a word, and where it ends; a bare year is a time.
fn bare_number(text: &str, tokens: &[Word], at: usize) -> Option<(f64, usize)> {
    let word = tokens.get(at)?;
    let is_money = currency_before(text[..word.span.start].trim_end()).is_some();
    let Numeral { value, length, suffix, .. } = numeral(tokens, at, is_money)?;
    let is_time = !is_money && length == 1 && is_year(&word.lower, value) || !suffix.is_empty();
    (!is_time).then_some((value, at + length))
}

/// Share of a number within which two are one, however they are written.
const SAME: f64 = 1e-6;

/// Two numbers are one but for how they are written.
pub(super) fn are_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * one.abs().max(other.abs())
}

fn standing(text: &str, tokens: &[Word], (at, length): (usize, usize), quantity: &Quantity) -> Span {
    let start = tokens[at].span.start;
    let before = text[..start].trim_end();
    let start =
        if currency_before(before).is_some() { before.char_indices().last().map_or(start, |(sign, _)| sign) } else { start };
    // The words of a unit follow the number, where they are not among those it takes itself.
    let number = &tokens[at..at + length];
    let has_unit = quantity.unit.iter().all(|stem| number.iter().any(|word| word.stem == *stem));
    let unit = if has_unit { 0 } else { quantity.unit.len() };
    let end = tokens[(at + length + unit).min(tokens.len()) - 1].span.end;
    let behind = &text[end..];
    let sign = if behind.trim_start().starts_with('%') { behind.len() - behind.trim_start().len() + 1 } else { 0 };
    Span::new(start, end + sign)
}

fn dated(tokens: &[Word], at: usize, date: Named) -> (Quantity, usize) {
    let Named { value, precision, month, length } = date;
    let (hedge, of) = (moment_hedge(tokens, at), matter_after(tokens, at + length));
    // The month is how the day is told, as a unit is, and no matter of its own.
    (
        Quantity {
            value,
            precision,
            reach: 0.0,
            zero: 0.0,
            measure: Measure::Day,
            hedge,
            unit: vec![month],
            of,
            is_worded: false,
        },
        length,
    )
}

/// The number belongs to a name: "SARS-CoV-2", "COVID-19", "IL-6", "BRCA 1". A year does not: "mid-1990".
fn ends_a_name(text: &str, word: &Word) -> bool {
    let is_short = word.lower.len() < 4 && word.lower.bytes().all(|byte| byte.is_ascii_digit());
    let before = &text[..word.span.start];
    let is_hyphened = || before.strip_suffix('-').is_some_and(|before| before.ends_with(char::is_alphabetic));
    // "In the USA 2 people died" has a number of people; a gene has no article.
    let is_acronym = |name: &str| name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_behind_acronym = || {
        let mut names = before.trim_end().rsplit(' ');
        let is_name = word.lower.len() == 1 && names.next().is_some_and(is_acronym);
        is_name && !names.next().is_some_and(|led| ["the", "in"].contains(&led.to_lowercase().as_str()))
    };
    is_short && (is_hyphened() || is_behind_acronym())
}

/// The number that begins at a word, with what it counts, and how many words it takes.
fn quantity_at(text: &str, tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let before = text[..tokens[at].span.start].trim_end();
    let currency = currency_before(before);
    let Numeral { value, precision, suffix, length, .. } = numeral(tokens, at, currency.is_some())?;
    let next = at + length;
    let after = &text[tokens[(next.max(at + 1)) - 1].span.end..];
    let is_negative = before.ends_with(['-', '−']) && !before.trim_end_matches(['-', '−']).ends_with(char::is_alphanumeric);
    let value = if is_negative { -value } else { value };
    let hedge = hedge_before(tokens, at);
    let made = |(factor, offset, measure): (f64, f64, Measure)| Quantity {
        value: value * factor + offset,
        precision: precision * factor.abs(),
        reach: 0.0,
        zero: offset,
        measure,
        hedge,
        unit: vec![],
        of: matter_after(tokens, next),
        is_worded: false,
    };
    let words: Vec<&str> = tokens[next..].iter().take(3).map(|word| word.lower.as_str()).collect();
    let quantity = if let Some(currency) = currency {
        made((1.0, 0.0, Measure::Money(currency)))
    } else if after.trim_start().starts_with('%') {
        made((1.0, 0.0, Measure::Percent))
    } else if let Some((factor, offset)) = degree_sign(after) {
        let scale = tokens.get(next).filter(|word| ["c", "f"].contains(&word.lower.as_str()));
        Quantity { unit: scale.iter().map(|word| word.stem.clone()).collect(), ..made((factor, offset, Measure::Temperature)) }
    } else if is_ordinal(&suffix) {
        made((1.0, 0.0, Measure::Rank(counted(&tokens[next..])?)))
    } else if let Some(unit) = glued_unit(&suffix, &words) {
        made(unit)
    } else if let Some((named, length)) = unit(tokens, next, value) {
        let unit = tokens[next..next + length].iter().map(|word| word.stem.clone()).collect();
        Quantity { unit, of: matter_after(tokens, next + length), ..made(named) }
    } else if length == 1 && is_year(&tokens[at].lower, value) && !counts_many(text, tokens, at, value) {
        Quantity { hedge: moment_hedge(tokens, at), ..made((1.0, 0.0, Measure::Year)) }
    } else {
        made((1.0, 0.0, Measure::Count(counted(&tokens[next..])?)))
    };
    Some((quantity, length))
}

/// "More than a kilometre": an article counts one where it is hedged; "a day later" counts nothing.
fn one_unit(tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let hedge = hedge_before(tokens, at);
    if !["a", "an", "one"].contains(&tokens[at].lower.as_str()) || hedge == Hedge::Plain {
        return None;
    }
    let ((factor, zero, measure), length) = unit(tokens, at + 1, 1.0)?;
    let stems = tokens[at + 1..=at + length].iter().map(|word| word.stem.clone()).collect();
    let of = matter_after(tokens, at + 1 + length);
    let one =
        Quantity { value: factor + zero, precision: 0.0, reach: 0.0, zero, measure, hedge, unit: stems, of, is_worded: false };
    Some((one, 1 + length))
}

/// A bare number counts the next noun: "eight planets", "46 chromosomes". What stands behind another number is counted by that.
fn counted(behind: &[Word]) -> Option<String> {
    let is_noun = |word: &&Word| !word.is_stop && !ADJECTIVES.contains(&word.lower.as_str());
    behind.iter().take(3).take_while(|word| !word.is_number()).find(is_noun).map(|word| word.stem.clone())
}

/// The first word that carries matter within three of a place.
fn matter_after(tokens: &[Word], at: usize) -> Option<String> {
    tokens.get(at..)?.iter().take(3).find(|word| !word.is_stop).filter(|word| !word.is_number()).map(|word| word.stem.clone())
}

/// Four digits that count what stands behind them: "killed 1500 people", "roughly 1400 houses". "The 2008 riots", "his 1847 novels" and "around 1960
/// women" have a year.
fn counts_many(text: &str, tokens: &[Word], at: usize, value: f64) -> bool {
    let word = |k: usize| tokens.get(k).map_or("", |word| word.lower.as_str());
    let before = at.checked_sub(1).map_or("", word);
    let is_dated = MOMENTS.contains(&before)
        || before.ends_with("'s")
        || before.starts_with(|c: char| c.is_ascii_digit())
        || domain::MONTHS.contains(&before)
        || ["about", "around"].contains(&before) && (1900.0..2100.0).contains(&value);
    let Some(next) = tokens.get(at + 1) else { return false };
    let is_beside = text[tokens[at].span.end..next.span.start].trim().is_empty();
    let (noun, is_lower) = (next.lower.as_str(), !next.is_capital && !next.is_stop);
    let is_plural = noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss");
    let is_hedged = || hedge_before(tokens, at) != Hedge::Plain;
    !is_dated && is_beside && is_lower && (PEOPLE.contains(&noun) || is_plural && is_hedged())
}

/// Words before four digits that make a year of them.
const MOMENTS: [&str; 28] = [
    "and", "between", "his", "her", "their", "its", "a", "an", "in", "by", "since", "before", "after", "until", "till", "from",
    "during", "of", "the", "this", "that", "through", "early", "late", "mid", "spring", "summer", "winter",
];
/// Who and what is counted by the thousand.
const PEOPLE: [&str; 18] = [
    "people",
    "persons",
    "men",
    "women",
    "children",
    "students",
    "workers",
    "soldiers",
    "patients",
    "employees",
    "deaths",
    "participants",
    "residents",
    "homes",
    "houses",
    "jobs",
    "species",
    "calories",
];

fn is_year(text: &str, number: f64) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) && (1000.0..2200.0).contains(&number)
}

const ADJECTIVES: [&str; 14] = [
    "main",
    "major",
    "different",
    "new",
    "known",
    "official",
    "separate",
    "distinct",
    "large",
    "small",
    "great",
    "total",
    "full",
    "whole",
];

/// How a year or a day is meant: before and after it, by then, or as the edge of a span.
fn moment_hedge(tokens: &[Word], at: usize) -> Hedge {
    match at.checked_sub(1).map_or("", |k| tokens[k].lower.as_str()) {
        "before" => Hedge::LessThan,
        "after" => Hedge::MoreThan,
        "by" => Hedge::AtMost,
        "since" | "until" | "till" | "from" | "through" | "between" => Hedge::Edge,
        // "Between 2007 and 2011", "from 2007 to 2011".
        "and" | "to" if at.checked_sub(3).is_some_and(|k| ["between", "from"].contains(&tokens[k].lower.as_str())) => Hedge::Edge,
        // "Under a 1990 law": the article is the law's.
        "a" | "an" => Hedge::Plain,
        _ => hedge_before(tokens, at),
    }
}

fn hedge_before(tokens: &[Word], at: usize) -> Hedge {
    // "Roughly US$350 million": the country of a currency stands between.
    let is_country =
        at.checked_sub(1).is_some_and(|k| ["us", "usd", "eur", "gbp", "au", "ca", "nz"].contains(&tokens[k].lower.as_str()));
    let at = if is_country { at - 1 } else { at };
    // "Over a thousand": the article stands between.
    let has_article = at.checked_sub(1).is_some_and(|k| ["a", "an"].contains(&tokens[k].lower.as_str()));
    let at = if has_article { at - 1 } else { at };
    let word = |back: usize| at.checked_sub(back).map_or("", |k| tokens[k].lower.as_str());
    // "No fewer than 100" are at least so many.
    let is_denied = ["no", "not"].contains(&word(3));
    match (word(2), word(1)) {
        ("more" | "greater" | "later", "than") if is_denied => Hedge::AtMost,
        ("less" | "fewer" | "earlier", "than") if is_denied => Hedge::AtLeast,
        (_, "exactly" | "precisely") => Hedge::Exact,
        (_, "roughly" | "approximately" | "some" | "circa" | "approx") => Hedge::Rough,
        (_, "about" | "around") => Hedge::About,
        ("at", "least") => Hedge::AtLeast,
        ("at", "most") | ("up", "to") => Hedge::AtMost,
        (_, "over" | "above" | "exceeding") | ("more" | "greater", "than") => Hedge::MoreThan,
        (_, "under" | "below") | ("less" | "fewer", "than") => Hedge::LessThan,
        (_, "nearly" | "almost") => Hedge::Nearly,
        _ => Hedge::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(claim: &str, found: &str) -> Option<Comparison> {
        quantities(claim)[0].compare(&quantities(found)[0])
    }

    #[test]
    fn half_a_million_is_a_number_and_the_edge_settles_nothing() {
        assert_eq!(compare("fewer than half a million copies", "430,000 copies"), Some(Comparison::Agrees));
        assert_eq!(compare("more than half a million copies", "430,000 copies"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("less than 39% of critics", "39% of critics"), None);
    }

    #[test]
    fn an_article_between_hedge_and_number_hides_neither() {
        assert_eq!(compare("Over a thousand people died", "1,100 people died"), Some(Comparison::Agrees));
        assert_eq!(compare("nearly a million copies", "950,000 copies"), Some(Comparison::Agrees));
        assert_eq!(compare("more than a kilometre long", "1,240 metres long"), Some(Comparison::Agrees));
        assert_eq!(compare("less than a mile long", "1,240 metres long"), Some(Comparison::Agrees));
        assert_eq!(compare("a quarter of a million euros", "250,000 euros"), Some(Comparison::Agrees));
        assert_eq!(compare("three quarters of a million euros", "250,000 euros"), Some(Comparison::ClaimTooLarge));
        assert_eq!(quantities("It came a day later."), []);
    }

    #[test]
    fn the_number_of_a_name_counts_nothing() {
        assert!(quantities("Carriers of BRCA 1 mutations").is_empty());
        assert_eq!(quantities("In the USA 2 people died and NATO sent 40 tanks").len(), 2);
        for name in ["Masks stop SARS-CoV-2 from spreading.", "IL-6 levels predict death.", "COVID-19 patients recover."] {
            assert_eq!(quantities(name), [], "{name}");
        }
        assert_eq!(quantities("The mid-1990 census counted 5-year-olds.").len(), 2);
    }

    #[test]
    fn roughly_350_million_allows_320() {
        assert_eq!(compare("roughly $350 million in donations", "$320 million"), Some(Comparison::Agrees));
        assert_eq!(compare("exactly $350 million", "$320 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("$350 million", "$320 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("$300 million", "$340 million"), Some(Comparison::Agrees), "300 is stated to the hundred");
    }

    #[test]
    fn what_the_evidence_may_have_rounded_confirms_nothing() {
        assert_eq!(compare("500 workers", "400 workers"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("250 schools", "300 schools"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("$240 million", "$200 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("320 schools", "300 schools"), None);
        assert_eq!(compare("exactly 320 schools", "300 schools"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("7.8 billion people", "8 billion people"), None);
        assert_eq!(compare("62 miles long", "100 kilometres long"), Some(Comparison::Agrees));
    }

    #[test]
    fn a_month_holds_its_first_and_its_last_day() {
        assert_eq!(compare("1 September 1939", "in September 1939"), Some(Comparison::Agrees));
        assert_eq!(compare("31 May 1939", "in May 1939"), Some(Comparison::Agrees));
        assert_eq!(compare("1 October 1939", "in September 1939"), Some(Comparison::ClaimTooLarge));
    }

    #[test]
    fn numbers_in_words_are_read_to_their_end() {
        let value = |text: &str| quantities(text)[0].value;
        for (text, stated) in [
            ("two hundred fifty people", 250.0),
            ("one hundred and twenty people", 120.0),
            ("two hundred and fifty thousand people", 250_000.0),
            ("three thousand one hundred and five people", 3_105.0),
            ("two hundred thousand people", 200_000.0),
            ("twenty-five million people", 25_000_000.0),
        ] {
            assert_eq!((value(text), quantities(text).len()), (stated, 1), "{text}");
        }
        assert_eq!(value("Of two hundred, fifty survived."), 200.0);
        assert_ne!(value("between a hundred and two thousand people"), 102_000.0);
        let between = quantities("between one hundred and two hundred people");
        assert_eq!((between.len(), between[0].value, between[0].reach), (1, 150.0, 50.0));
    }

    #[test]
    fn a_span_holds_what_lies_in_it() {
        for found in ["between 10 and 20 people", "10 to 20 people", "10–20 people", "10-20 people"] {
            assert_eq!(compare("15 people", found), None, "{found}");
            assert_eq!(compare("25 people", found), Some(Comparison::ClaimTooLarge), "{found}");
            assert_eq!(compare("at least 8 people", found), Some(Comparison::Agrees), "{found}");
        }
        assert_eq!(compare("7 percent", "5–10 percent"), None);
        assert_eq!(compare("7 percent", "5%–10%"), None);
        assert_eq!(compare("12 percent", "5% to 10%"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("between 10 and 20 people", "15 people"), Some(Comparison::Agrees));
        assert_eq!(compare("between 10 and 20 people", "25 people"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("$12 million", "$5 to $10 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("$7 million", "$5–10 million"), None);
        assert_eq!(quantities("It rose from 10 to 20 percent.")[0].reach, 0.0);
        assert_eq!(quantities("It rose from about 10 to 20 percent.")[0].reach, 0.0);
        assert_eq!(compare("12 people", "at least 10 to 20 people"), None);
        assert_eq!(quantities("The team won 3 to 1.").iter().filter(|q| q.reach > 0.0).count(), 0);
    }

    #[test]
    fn a_span_that_breaks_off_is_none() {
        for text in
            ["It took 10 to", "between 10 and", "between", "10–", "$5 to $", "more than a", "two hundred and", "quarter of a"]
        {
            assert!(quantities(text).iter().all(|q| q.reach == 0.0), "{text}");
        }
    }

    #[test]
    fn four_digits_before_people_count_them() {
        let (low, high) = ("1400 people attended the rally", "1500 people attended the rally");
        assert_eq!(compare("roughly 1500 people attended the rally", low), Some(Comparison::Agrees));
        assert_eq!(compare("1400 people attended the rally", high), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("roughly 1500 houses", "1400 people and 1450 houses"), None);
        for year in [
            "In 1500 people fled.",
            "the 2008 riots",
            "2020 elections",
            "After 1945 refugees came",
            "in 1969",
            "his 1847 novels",
            "an 1851 census",
            "around 1960 women began to vote",
        ] {
            assert_eq!(quantities(year)[0].measure, Measure::Year, "{year}");
        }
        let columbine = quantities("On April 20, 1999, students and a teacher died at Columbine High School.");
        assert!(columbine.iter().all(|q| !matches!(q.measure, Measure::Count(_))), "{columbine:?}");
        assert_eq!(quantities("created under a 1990 law")[0].hedge, Hedge::Plain);
    }

    #[test]
    fn a_share_of_a_temperature_is_a_share_of_what_was_stated() {
        assert_eq!(compare("roughly 32 °F", "33 °F"), Some(Comparison::Agrees));
        assert_eq!(compare("roughly 32 °F", "50 °F"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("about 3 kelvin", "50 kelvin"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("about 3 kelvin", "2.7 kelvin"), Some(Comparison::Agrees));
    }

    #[test]
    fn no_more_is_at_most_and_no_fewer_is_at_least() {
        assert_eq!(compare("no fewer than 100 houses", "120 houses"), Some(Comparison::Agrees));
        assert_eq!(compare("no fewer than 100 houses", "90 houses"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("no less than 90 metres high", "98 metres high"), Some(Comparison::Agrees));
        assert_eq!(compare("no more than 50 deaths", "81 deaths"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("not more than 50 deaths", "50 deaths"), Some(Comparison::Agrees));
    }

    #[test]
    fn one_sided_hedges_bind_on_one_side() {
        assert_eq!(compare("over 100 people", "180 people"), Some(Comparison::Agrees));
        assert_eq!(compare("over 100 people", "81 people"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("fewer than 50 deaths", "81 deaths"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("nearly 50 percent", "47 percent"), Some(Comparison::Agrees));
        assert_eq!(compare("nearly 50 percent", "51 percent"), Some(Comparison::ClaimTooSmall));
    }

    #[test]
    fn evidence_may_be_one_sided_too() {
        assert_eq!(compare("9 percent", "far more than ten percent"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("10 percent", "more than ten percent"), None, "who rounded, nobody says");
        assert_eq!(compare("exactly 10 percent", "more than ten percent"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("at most 10 percent", "more than ten percent"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("by 2010", "between 2007 and 2011"), None, "the edge of a span");
        assert_eq!(compare("50 percent", "more than ten percent"), None);
        assert_eq!(compare("300 people", "fewer than 200 people"), Some(Comparison::ClaimTooLarge));
    }

    #[test]
    fn units_are_compared_in_one_base() {
        assert_eq!(compare("212 degrees Fahrenheit", "100 °C"), Some(Comparison::Agrees));
        assert_eq!(compare("freezes at 10 °C", "0 degrees Celsius"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("in 1995", "in 1990"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("90,000-square-foot", "90,000 square feet"), Some(Comparison::Agrees));
        assert_eq!(compare("100 km", "100 kg"), None);
        assert_eq!(compare("0.32 km", "320 metres"), Some(Comparison::Agrees));
    }

    #[test]
    fn the_words_of_a_unit_are_known() {
        let unit = |text: &str| quantities(text)[0].unit.join(" ");
        assert_eq!(unit("90 km per hour on the road"), "km per hour");
        assert_eq!(unit("320 metres long"), "metr");
        assert_eq!(unit("100 °C at sea level"), "c");
        assert_eq!(unit("46 chromosomes"), "", "what is counted is matter");
    }

    #[test]
    fn a_year_is_a_name_and_not_a_measurement() {
        assert_eq!(compare("in 1968", "in 1969"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("around 1968", "in 1969"), Some(Comparison::Agrees));
        assert_eq!(quantities("in 1969")[0].measure, Measure::Year);
    }

    #[test]
    fn before_and_after_a_year_are_sides_of_it_and_since_is_its_edge() {
        assert_eq!(compare("born after 1960", "born in 1966"), Some(Comparison::Agrees));
        assert_eq!(compare("born after 1967", "born in 1966"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("signed before 1990", "signed in 1994"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("had left by 2010", "plays there in 2009"), Some(Comparison::Agrees));
        assert_eq!(compare("has led the list since 2010", "led the list in 2015"), None);
        assert_eq!(compare("led the list in 2015", "has led the list since 2010"), None);
        assert_eq!(compare("paid since 2018", "paid since 2018"), Some(Comparison::Agrees));
        assert_eq!(compare("left in 1990", "fell silent after 1990"), None);
    }

    #[test]
    fn a_list_of_numbers_counts_with_its_last() {
        let values = |text: &str| quantities(text).iter().map(|q| q.value).collect::<Vec<f64>>();
        assert_eq!(values("proteins of 23, 15 and 216 kd"), [216.0]);
    }

    #[test]
    fn a_day_of_the_same_year_is_another_day() {
        let days = |claim: &str, found: &str| {
            let day = |text: &str| quantities(text).into_iter().find(|q| q.measure == Measure::Day).unwrap();
            day(claim).compare(&day(found))
        };
        assert_eq!(days("signed on 3 March 1984", "signed on 17 March 1984"), Some(Comparison::ClaimTooSmall));
        assert_eq!(days("signed on 3 May 1984", "signed on May 3, 1984"), Some(Comparison::Agrees));
        assert_eq!(days("signed on 3 May 1984", "signed in May 1984"), Some(Comparison::Agrees));
        assert_eq!(days("signed in May 1984", "signed on 2 June 1984"), Some(Comparison::ClaimTooSmall));
        assert_eq!(quantities("signed on 3 May 1984")[1].measure, Measure::Year);
    }

    #[test]
    fn magnitudes_and_units_may_be_glued_to_a_number() {
        assert_eq!(compare("roughly US$350 million in donations", "$320M in donations"), Some(Comparison::Agrees));
        assert_eq!(compare("$350 million", "$350m in donations"), Some(Comparison::Agrees));
        assert_eq!(compare("1.3 million vehicles", "1.31m vehicles"), Some(Comparison::Agrees));
        assert_eq!(compare("£2.5 billion", "£2.5bn"), Some(Comparison::Agrees));
        assert_eq!(compare("20,000 people", "20k people"), Some(Comparison::Agrees));
        assert_eq!(compare("100 km", "100km away"), Some(Comparison::Agrees));
        assert_eq!(compare("320 metres", "320m tall"), Some(Comparison::Agrees));
        assert_eq!(compare("8 billion people", "7.8 billion people"), Some(Comparison::Agrees), "stated to the billion");
    }

    #[test]
    fn numbers_in_words_are_whole() {
        assert_eq!(compare("25 members", "twenty-five members"), Some(Comparison::Agrees));
        assert_eq!(compare("eighteen states", "17 states"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("200,000 people", "two hundred thousand people"), Some(Comparison::Agrees));
        assert_eq!(quantities("two hundred people").len(), 1);
        assert_eq!(compare("a million people", "1 million people"), Some(Comparison::Agrees));
        assert!(quantities("several hundred people").is_empty());
        assert_eq!(compare("24 months", "two years"), Some(Comparison::Agrees));
        assert_eq!(compare("the 19th century", "two centuries"), None, "a place in a row is no span of time");
    }

    #[test]
    fn a_bare_number_counts_the_next_noun() {
        assert_eq!(compare("nine planets", "There are eight planets"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("46 chromosomes", "46 chromosomes"), Some(Comparison::Agrees));
        assert_eq!(compare("46 chromosomes", "23 pairs"), None);
        assert!(quantities("one of the best").is_empty());
    }
}
