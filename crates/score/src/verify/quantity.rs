//! Numbers with their units and hedges, and when two of them say the same (decision S4-9).

use super::words::{Word, words};

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
}

/// What a number counts. Two quantities are comparable when their measures are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// A calendar year.
    Year,
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
    /// A count of something, by stem ("people", "planet").
    Count(String),
}

/// A number as a text states it, in base units.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The value in base units.
    pub value: f64,
    /// Half of the last significant digit stated, in base units.
    pub precision: f64,
    /// What it counts.
    pub measure: Measure,
    /// How exactly it is meant.
    pub hedge: Hedge,
    /// The stems of its unit, where that is a word of its own; what a count counts is no unit.
    pub unit: Vec<String>,
    /// The stem of what follows it: of "21 percent oxygen" and of "21 % of the oxygen" the oxygen.
    pub of: Option<String>,
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
    /// Compares a claimed quantity with one that evidence states; nothing when they count different things.
    pub fn compare(&self, found: &Quantity) -> Option<Comparison> {
        if self.measure != found.measure {
            return None;
        }
        let (low, high) = self.allowed();
        // Evidence that says "more than ten percent" rules ten out, and says nothing against fifty.
        match found.hedge {
            Hedge::MoreThan => return if high <= found.value { Some(Comparison::ClaimTooSmall) } else { None },
            Hedge::AtLeast => return if high < found.value { Some(Comparison::ClaimTooSmall) } else { None },
            Hedge::LessThan => return if low >= found.value { Some(Comparison::ClaimTooLarge) } else { None },
            Hedge::AtMost => return if low > found.value { Some(Comparison::ClaimTooLarge) } else { None },
            Hedge::Plain | Hedge::Exact | Hedge::Rough | Hedge::About | Hedge::Nearly => {}
        }
        // What the evidence itself rounds may fall on either side of the edge; 1990 is no rounded year.
        let slack = if found.measure == Measure::Year { 0.0 } else { found.precision.max(0.0) };
        let (value, is_low, is_high) = (found.value, found.value + slack < low, found.value - slack > high);
        match (is_low, is_high) {
            (false, false) => Some(Comparison::Agrees),
            (true, _) => Some(Comparison::ClaimTooLarge),
            (_, true) if value > high => Some(Comparison::ClaimTooSmall),
            _ => Some(Comparison::Agrees),
        }
    }

    /// The values a claim with this quantity would accept.
    fn allowed(&self) -> (f64, f64) {
        let value = self.value;
        let size = value.abs();
        match self.hedge {
            Hedge::Exact => (value, value),
            // A year is a name, not a measurement: 1969 is not 1970 to any rounding.
            Hedge::Plain if self.measure == Measure::Year => (value, value),
            Hedge::Plain => (value - self.precision, value + self.precision),
            Hedge::Rough if self.measure == Measure::Year => (value - 3.0, value + 3.0),
            Hedge::About if self.measure == Measure::Year => (value - 5.0, value + 5.0),
            Hedge::Rough => (value - 0.15 * size, value + 0.15 * size),
            Hedge::About => (value - 0.20 * size, value + 0.20 * size),
            Hedge::AtLeast | Hedge::MoreThan => (value, f64::INFINITY),
            Hedge::AtMost | Hedge::LessThan => (f64::NEG_INFINITY, value),
            Hedge::Nearly => (value - 0.15 * size, value),
        }
    }
}

/// Finds the quantities of a text.
pub fn quantities(text: &str) -> Vec<Quantity> {
    let tokens = words(text);
    (0..tokens.len()).filter_map(|at| quantity_at(text, &tokens, at)).collect()
}

fn quantity_at(text: &str, tokens: &[Word], at: usize) -> Option<Quantity> {
    let (number, precision) = number(&tokens[at].lower, at, tokens)?;
    let mut next = at + 1;
    let mut scale = 1.0;
    if let Some(factor) = tokens.get(next).and_then(|w| magnitude(&w.lower)) {
        scale = factor;
        next += 1;
    }
    let before = text[..tokens[at].span.start].trim_end();
    let after = &text[tokens[next - 1].span.end..];
    let sign = if before.ends_with(['-', '−']) && !before.trim_end_matches(['-', '−']).ends_with(char::is_alphanumeric) {
        -1.0
    } else {
        1.0
    };
    let hedge = hedge_before(tokens, at);
    let made = |factor: f64, offset: f64, measure: Measure| Quantity {
        value: sign * number * scale * factor + offset,
        precision: precision * scale * factor.abs(),
        measure,
        hedge,
        unit: vec![],
        of: matter_after(tokens, next),
    };
    if let Some(currency) = currency_before(before) {
        return Some(made(1.0, 0.0, Measure::Money(currency)));
    }
    if after.trim_start().starts_with('%') {
        return Some(made(1.0, 0.0, Measure::Percent));
    }
    if let Some((factor, offset)) = degree_sign(after) {
        return Some(made(factor, offset, Measure::Temperature));
    }
    if let Some((factor, offset, measure)) = unit_after(tokens, next) {
        let words = unit_words(tokens, next);
        let unit = words.iter().map(|word| word.stem.clone()).collect();
        return Some(Quantity { unit, of: matter_after(tokens, next + words.len()), ..made(factor, offset, measure) });
    }
    if is_year(&tokens[at].lower, number, scale) {
        return Some(made(1.0, 0.0, Measure::Year));
    }
    // A bare number counts the next noun: "eight planets", "46 chromosomes".
    let noun = tokens[next..].iter().take(3).find(|w| !w.is_stop && !w.is_number() && !ADJECTIVES.contains(&w.lower.as_str()))?;
    Some(made(1.0, 0.0, Measure::Count(noun.stem.clone())))
}

/// The first word that carries matter within three of a place.
fn matter_after(tokens: &[Word], at: usize) -> Option<String> {
    tokens.get(at..)?.iter().take(3).find(|word| !word.is_stop).filter(|word| !word.is_number()).map(|word| word.stem.clone())
}

fn is_year(text: &str, number: f64, scale: f64) -> bool {
    scale == 1.0 && text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) && (1000.0..2200.0).contains(&number)
}

/// Reads digits or a number word; returns the value and half its last stated digit.
fn number(text: &str, at: usize, tokens: &[Word]) -> Option<(f64, f64)> {
    if let Some(value) = number_word(text) {
        // "one of the …" and "no one" count nothing.
        let is_idle_one = text == "one" && tokens.get(at + 1).is_none_or(|w| w.is_stop);
        return (!is_idle_one).then_some((value, 0.0));
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits: String = text.chars().filter(|c| *c != ',').take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let rest = &text.replace(',', "")[digits.len()..];
    if !matches!(rest, "" | "s" | "th" | "st" | "nd" | "rd" | "km" | "m" | "kg" | "c" | "f" | "k") || rest == "s" {
        return None;
    }
    let value: f64 = digits.trim_end_matches('.').parse().ok()?;
    Some((value, half_of_last_digit(&digits, value)))
}

/// 350 is stated to the ten, 2.5 to the tenth, 46 and 40 to the one.
fn half_of_last_digit(digits: &str, value: f64) -> f64 {
    if let Some((_, fraction)) = digits.split_once('.') {
        return 0.5 * libm::pow(10.0, -(fraction.len() as f64));
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    // Ten planets or ten percent are meant to the one; three hundred may be rounded.
    if value < 100.0 || zeros == 0 {
        return if value > 1000.0 { 0.5 } else { 0.0 };
    }
    0.5 * libm::pow(10.0, zeros.min(digits.len() - 1) as f64)
}

/// Reads a number written as a word.
pub(super) fn number_word(text: &str) -> Option<f64> {
    const NAMES: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    if let Some(at) = NAMES.iter().position(|name| *name == text) {
        return Some(at as f64);
    }
    match text {
        "twenty" => Some(20.0),
        "thirty" => Some(30.0),
        "forty" => Some(40.0),
        "fifty" => Some(50.0),
        "hundred" => Some(100.0),
        _ => None,
    }
}

pub(super) fn magnitude(text: &str) -> Option<f64> {
    match text {
        "hundred" => Some(1e2),
        "thousand" => Some(1e3),
        "million" | "mn" => Some(1e6),
        "billion" | "bn" => Some(1e9),
        "trillion" => Some(1e12),
        _ => None,
    }
}

fn currency_before(before: &str) -> Option<&'static str> {
    match before.chars().last()? {
        '$' => Some("$"),
        '€' => Some("€"),
        '£' => Some("£"),
        '¥' => Some("¥"),
        _ => None,
    }
}

fn degree_sign(after: &str) -> Option<(f64, f64)> {
    let rest = after.trim_start().strip_prefix('°')?.trim_start();
    Some(if rest.starts_with(['F', 'f']) { FAHRENHEIT } else { (1.0, 0.0) })
}

/// Celsius from Fahrenheit: factor and offset.
const FAHRENHEIT: (f64, f64) = (5.0 / 9.0, -160.0 / 9.0);

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

fn unit_after(tokens: &[Word], next: usize) -> Option<(f64, f64, Measure)> {
    let word = |k: usize| tokens.get(next + k).map_or("", |w| w.lower.as_str());
    let plain = |factor, measure| Some((factor, 0.0, measure));
    match (word(0), word(1), word(2)) {
        ("percent" | "pct", ..) | ("per", "cent", _) => plain(1.0, Measure::Percent),
        ("degrees" | "degree", "celsius" | "c" | "centigrade", _) => plain(1.0, Measure::Temperature),
        ("degrees" | "degree", "fahrenheit" | "f", _) => Some((FAHRENHEIT.0, FAHRENHEIT.1, Measure::Temperature)),
        ("celsius", ..) => plain(1.0, Measure::Temperature),
        ("kelvin", ..) => Some((1.0, -273.15, Measure::Temperature)),
        ("square", "foot" | "feet" | "ft", _) | ("sq", "ft", _) => plain(0.092_903, Measure::Area),
        ("square", "metre" | "metres" | "meter" | "meters", _) => plain(1.0, Measure::Area),
        ("square", "kilometres" | "kilometers" | "kilometre" | "kilometer" | "km", _) => plain(1e6, Measure::Area),
        ("square", "mile" | "miles", _) => plain(2.589_988e6, Measure::Area),
        ("km" | "kilometres" | "kilometers" | "kilometre" | "kilometer", "per", "second") | ("km", "s", _) => {
            plain(1e3, Measure::Speed)
        }
        ("km" | "kilometres" | "kilometers", "per", "hour") | ("km", "h", _) => plain(1.0 / 3.6, Measure::Speed),
        ("metres" | "meters", "per", "second") => plain(1.0, Measure::Speed),
        ("miles", "per", "second") => plain(1_609.344, Measure::Speed),
        ("miles", "per", "hour") | ("mph", ..) => plain(0.447_04, Measure::Speed),
        ("km" | "kilometres" | "kilometers" | "kilometre" | "kilometer", ..) => plain(1e3, Measure::Length),
        ("m" | "metres" | "meters" | "metre" | "meter", ..) => plain(1.0, Measure::Length),
        ("cm" | "centimetres" | "centimeters", ..) => plain(0.01, Measure::Length),
        ("mile" | "miles", ..) => plain(1_609.344, Measure::Length),
        ("foot" | "feet" | "ft", ..) => plain(0.3048, Measure::Length),
        ("kg" | "kilogram" | "kilograms" | "kilos", ..) => plain(1.0, Measure::Mass),
        ("g" | "gram" | "grams", ..) => plain(1e-3, Measure::Mass),
        ("tonne" | "tonnes" | "tons", ..) => plain(1e3, Measure::Mass),
        ("pound" | "pounds" | "lb" | "lbs", ..) => plain(0.453_592, Measure::Mass),
        ("litre" | "litres" | "liter" | "liters", ..) => plain(1.0, Measure::Volume),
        ("second" | "seconds", ..) => plain(1.0, Measure::Duration),
        ("minute" | "minutes", ..) => plain(60.0, Measure::Duration),
        ("hour" | "hours", ..) => plain(3_600.0, Measure::Duration),
        ("day" | "days", ..) => plain(86_400.0, Measure::Duration),
        ("week" | "weeks", ..) => plain(604_800.0, Measure::Duration),
        ("year" | "years", ..) => plain(31_557_600.0, Measure::Duration),
        ("dollars" | "dollar" | "usd", ..) => plain(1.0, Measure::Money("$")),
        ("euros" | "euro" | "eur", ..) => plain(1.0, Measure::Money("€")),
        _ => None,
    }
}

/// The words that make up the unit after a number: as few as name the same one.
fn unit_words(tokens: &[Word], next: usize) -> &[Word] {
    let rest = &tokens[next..];
    let unit = unit_after(rest, 0);
    let length = (1..=rest.len().min(3)).find(|length| unit_after(&rest[..*length], 0) == unit).unwrap_or(0);
    &rest[..length]
}

fn hedge_before(tokens: &[Word], at: usize) -> Hedge {
    let word = |back: usize| at.checked_sub(back).map_or("", |k| tokens[k].lower.as_str());
    match (word(2), word(1)) {
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
    fn roughly_350_million_allows_320() {
        assert_eq!(compare("roughly $350 million in donations", "$320 million"), Some(Comparison::Agrees));
        assert_eq!(compare("exactly $350 million", "$320 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("$350 million", "$320 million"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("$300 million", "$340 million"), Some(Comparison::Agrees), "300 is stated to the hundred");
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
        assert_eq!(compare("10 percent", "far more than ten percent"), Some(Comparison::ClaimTooSmall));
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
        assert_eq!(unit("46 chromosomes"), "", "what is counted is matter");
    }

    #[test]
    fn a_year_is_a_name_and_not_a_measurement() {
        assert_eq!(compare("in 1968", "in 1969"), Some(Comparison::ClaimTooSmall));
        assert_eq!(compare("around 1968", "in 1969"), Some(Comparison::Agrees));
        assert_eq!(quantities("in 1969")[0].measure, Measure::Year);
    }

    #[test]
    fn a_bare_number_counts_the_next_noun() {
        assert_eq!(compare("nine planets", "There are eight planets"), Some(Comparison::ClaimTooLarge));
        assert_eq!(compare("46 chromosomes", "46 chromosomes"), Some(Comparison::Agrees));
        assert_eq!(compare("46 chromosomes", "23 pairs"), None);
        assert!(quantities("one of the best").is_empty());
    }
}
