//! What a number is a number of: the units it may stand in, in base units.

use super::Measure;

/// The currency whose sign ends a text.
pub(super) fn currency_before(before: &str) -> Option<&'static str> {
    match before.chars().last()? {
        '$' => Some("$"),
        '€' => Some("€"),
        '£' => Some("£"),
        '¥' => Some("¥"),
        _ => None,
    }
}

/// The temperature scale of a degree sign: factor and offset to Celsius.
pub(super) fn degree_sign(after: &str) -> Option<(f64, f64)> {
    let rest = after.trim_start().strip_prefix('°')?.trim_start();
    Some(if rest.starts_with(['F', 'f']) { FAHRENHEIT } else { (1.0, 0.0) })
}

/// Celsius from Fahrenheit: factor and offset.
const FAHRENHEIT: (f64, f64) = (5.0 / 9.0, -160.0 / 9.0);

/// A unit: the factor and the offset to its base, and what it measures.
type Unit = (f64, f64, Measure);

/// The unit that some words begin with, and how many of them name it.
pub(super) fn unit(words: &[&str]) -> Option<(Unit, usize)> {
    let named = known(words)?;
    let length = (1..=words.len().min(3)).find(|length| known(&words[..*length]).as_ref() == Some(&named)).unwrap_or(0);
    Some((named, length))
}

/// The unit glued to a number. "30C" is a temperature; a "c" that stands alone is anything.
pub(super) fn glued_unit(suffix: &str, words: &[&str]) -> Option<Unit> {
    match suffix {
        "" => None,
        "c" => Some((1.0, 0.0, Measure::Temperature)),
        "f" => Some((FAHRENHEIT.0, FAHRENHEIT.1, Measure::Temperature)),
        _ => known(&[&[suffix], words].concat()),
    }
}

fn known(words: &[&str]) -> Option<Unit> {
    let word = |k: usize| words.get(k).copied().unwrap_or("");
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
        ("cm" | "centimetres" | "centimeters" | "centimetre" | "centimeter", ..) => plain(0.01, Measure::Length),
        ("mm" | "millimetres" | "millimeters" | "millimetre" | "millimeter", ..) => plain(0.001, Measure::Length),
        ("inch" | "inches", ..) => plain(0.0254, Measure::Length),
        ("mile" | "miles", ..) => plain(1_609.344, Measure::Length),
        ("foot" | "feet" | "ft", ..) => plain(0.3048, Measure::Length),
        ("kg" | "kilogram" | "kilograms" | "kilos", ..) => plain(1.0, Measure::Mass),
        ("g" | "gram" | "grams", ..) => plain(1e-3, Measure::Mass),
        ("mg" | "milligram" | "milligrams", ..) => plain(1e-6, Measure::Mass),
        ("tonne" | "tonnes" | "tons" | "ton", ..) => plain(1e3, Measure::Mass),
        ("pound" | "pounds" | "lb" | "lbs", ..) => plain(0.453_592, Measure::Mass),
        ("litre" | "litres" | "liter" | "liters" | "l", ..) => plain(1.0, Measure::Volume),
        ("ml" | "millilitre" | "millilitres" | "milliliter" | "milliliters", ..) => plain(1e-3, Measure::Volume),
        ("second" | "seconds", ..) => plain(1.0, Measure::Duration),
        ("minute" | "minutes", ..) => plain(60.0, Measure::Duration),
        ("hour" | "hours", ..) => plain(3_600.0, Measure::Duration),
        ("day" | "days", ..) => plain(86_400.0, Measure::Duration),
        ("week" | "weeks", ..) => plain(604_800.0, Measure::Duration),
        ("month" | "months", ..) => plain(2_629_800.0, Measure::Duration),
        ("year" | "years", ..) => plain(31_557_600.0, Measure::Duration),
        ("decade" | "decades", ..) => plain(315_576_000.0, Measure::Duration),
        ("century" | "centuries", ..) => plain(3_155_760_000.0, Measure::Duration),
        ("dollars" | "dollar" | "usd", ..) => plain(1.0, Measure::Money("$")),
        ("euros" | "euro" | "eur", ..) => plain(1.0, Measure::Money("€")),
        _ => None,
    }
}
