//! What a number is a number of: the units it may stand in, in base units.

use super::Measure;
use crate::verify::words::Word;

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

/// The unit that begins at a word, behind the number of it, and how many words name it.
pub(super) fn unit(tokens: &[Word], at: usize, value: f64) -> Option<(Unit, usize)> {
    let words: Vec<&str> = tokens.get(at..)?.iter().take(3).map(|word| word.lower.as_str()).collect();
    let Some(named) = known(&words) else { return pounds(tokens, at, value) };
    let length = (1..=words.len()).find(|length| known(&words[..*length]).as_ref() == Some(&named)).unwrap_or(0);
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

/// Pounds are money, unless they are weighed: "fined 85,000 pounds", "20 pounds of sugar".
fn pounds(tokens: &[Word], at: usize, value: f64) -> Option<(Unit, usize)> {
    let word = |k: usize| tokens.get(k).map_or("", |word| word.lower.as_str());
    if !["pound", "pounds"].contains(&word(at)) {
        return None;
    }
    let is_weighed = match (word(at), word(at + 1), word(at + 2), word(at + 3)) {
        (_, "sterling", ..) => return Some(((1.0, 0.0, Measure::Money("£")), 2)),
        (_, "force", ..) | (_, "per", "square", "inch") | (_, "per", "cubic", _) => true,
        // "A fine of 500 pounds, of which he paid half": that is of no thing.
        (_, "of", next, _) if !["which", "whom"].contains(&next) => is_load(&tokens[at + 2..], value),
        // "A 500-pound bomb", and no 20-pound note.
        ("pound", ..) if tokens.get(at + 1).is_some_and(|thing| is_in(LOADS, thing)) => true,
        _ => is_told_of_a_load(tokens, at, value),
    };
    let unit = if is_weighed { (POUND_KG, 0.0, Measure::Mass) } else { (1.0, 0.0, Measure::Money("£")) };
    Some((unit, 1))
}

/// Kilograms of a pound.
const POUND_KG: f64 = 0.453_592;

/// What the pounds are of has a weight. A thing on no list has one too, unless it is of more pounds than one weighs.
fn is_load(things: &[Word], value: f64) -> bool {
    match things.iter().take(THING_WITHIN).find(|thing| is_in(LOADS, thing) || is_in(SUMS, thing)) {
        Some(thing) => is_in(LOADS, thing),
        None => value < UNLISTED_MAX,
    }
}

/// Of the words around the pounds that tell a load from a sum, the nearest tells a load.
fn is_told_of_a_load(tokens: &[Word], at: usize, value: f64) -> bool {
    let told = |word: &Word| {
        let word = word.lower.as_str();
        let is_load = WEIGHING.contains(&word) || (value < BODY_MAX && BODILY.contains(&word));
        (is_load || PAYING.contains(&word)).then_some(is_load)
    };
    let nearest = (1..=NEAR).flat_map(|step| [at.checked_sub(step), Some(at + step)]).flatten();
    nearest.filter_map(|k| tokens.get(k)).find_map(told).unwrap_or(false)
}

/// The word is on the list, or its singular or its stem is.
fn is_in(list: &[&str], word: &Word) -> bool {
    let lower = word.lower.as_str();
    [lower, lower.trim_end_matches('s'), word.stem.as_str()].iter().any(|form| list.contains(form))
}

/// Words behind "pounds of" among which the thing stands: "of ready-to-eat chicken".
const THING_WITHIN: usize = 5;
/// Words to either side of the pounds that may tell what they are.
const NEAR: usize = 6;
/// Pounds from which something that nobody lists is paid and not weighed.
const UNLISTED_MAX: f64 = 100_000.0;
/// Pounds from which something that is lost or gained is no part of a body.
const BODY_MAX: f64 = 1_000.0;

/// What is weighed in pounds.
const LOADS: &[&str] = &[
    "sugar", "flour", "salt", "rice", "wheat", "grain", "corn", "coffee", "tea", "butter", "cheese", "milk", "meat", "beef",
    "pork", "chicken", "poultry", "turkey", "fish", "salmon", "tuna", "shrimp", "lobster", "fruit", "apple", "potato",
    "potatoes", "food", "honey", "cotton", "wool", "tobacco", "coal", "ore", "iron", "steel", "copper", "lead", "gold", "silver",
    "uranium", "fuel", "oil", "gas", "carbon", "dioxide", "waste", "trash", "garbage", "rubbish", "debris", "plastic", "paper",
    "dynamite", "tnt", "bomb", "shell", "thrust", "pressure", "force", "torque", "muscle", "fat", "flesh", "weight", "cargo",
    "freight", "payload", "luggage", "cocaine", "heroin", "cannabis", "fentanyl", "meth", "rock", "stone", "soil", "sand", "ice",
    "water", "hair", "man", "woman", "boy", "girl", "baby", "dog", "bear", "gorilla", "elephant", "whale", "shark", "pig",
];
/// What is paid in pounds, by word or by stem.
const SUMS: &[&str] = &[
    "money", "cash", "damage", "debt", "tax", "taxes", "taxpayer", "funding", "fund", "grant", "loan", "credit", "saving",
    "income", "revenue", "turnover", "profit", "loss", "losses", "spending", "cut", "aid", "relief", "benefit", "fraud", "asset",
    "property", "share", "stock", "bond", "trade", "export", "import", "budget", "wage", "salary", "pay", "payment", "bonus",
    "fee", "fine", "bill", "cost", "price", "prize", "sale", "business", "contract", "subsidy", "support", "reward", "donation",
    "invest", "compens", "insur",
];
/// Words that weigh whatever stands beside them.
const WEIGHING: &[&str] = &["weigh", "weighs", "weighed", "weighing", "weight", "weights", "overweight", "underweight"];
/// Words that weigh what a body may lose or gain.
const BODILY: &[&str] = &[
    "lose", "loses", "losing", "lost", "gained", "gaining", "shed", "diet", "baby", "babies", "newborn", "heavy", "heavier",
    "heaviest", "lighter", "lightest",
];
/// Words by which something changes hands.
const PAYING: &[&str] = &[
    "fine", "fines", "fined", "pay", "pays", "paid", "paying", "cost", "costs", "costing", "price", "priced", "worth", "spend",
    "spent", "charge", "charged", "fee", "fees", "donated", "earned", "earns", "owed", "owes", "money", "cash", "salary",
    "wages", "bet", "reward", "stole", "stolen", "shares", "debt", "damages",
];

/// Up to three words from the first of a unit on.
type Named<'a> = (&'a str, &'a str, &'a str);

fn known(words: &[&str]) -> Option<Unit> {
    let word = |k: usize| words.get(k).copied().unwrap_or("");
    let named = (word(0), word(1), word(2));
    // Of "miles per hour" and "foot-pounds" the first word alone is a length, and of "acre-feet" an area.
    share_or_degrees(named)
        .or_else(|| speed(named))
        .or_else(|| work(named))
        .or_else(|| volume(named))
        .or_else(|| area(named))
        .or_else(|| length(named))
        .or_else(|| mass(named))
        .or_else(|| duration(named))
        .or_else(|| money(named))
}

fn plain(factor: f64, measure: Measure) -> Option<Unit> {
    Some((factor, 0.0, measure))
}

fn share_or_degrees(named: Named) -> Option<Unit> {
    match named {
        ("percent" | "pct", ..) | ("per", "cent", _) => plain(1.0, Measure::Percent),
        ("degrees" | "degree", "celsius" | "c" | "centigrade", _) => plain(1.0, Measure::Temperature),
        ("degrees" | "degree", "fahrenheit" | "f", _) => Some((FAHRENHEIT.0, FAHRENHEIT.1, Measure::Temperature)),
        ("celsius", ..) => plain(1.0, Measure::Temperature),
        ("kelvin", ..) => Some((1.0, -273.15, Measure::Temperature)),
        _ => None,
    }
}

fn speed(named: Named) -> Option<Unit> {
    match named {
        ("km" | "kilometres" | "kilometers" | "kilometre" | "kilometer", "per", "second") | ("km", "s", _) => {
            plain(1e3, Measure::Speed)
        }
        ("km" | "kilometres" | "kilometers", "per", "hour") | ("km", "h", _) => plain(1.0 / 3.6, Measure::Speed),
        ("metres" | "meters", "per", "second") => plain(1.0, Measure::Speed),
        ("miles", "per", "second") => plain(1_609.344, Measure::Speed),
        ("miles", "per", "hour") | ("mph", ..) => plain(0.447_04, Measure::Speed),
        ("knots" | "knot", ..) => plain(0.514_444, Measure::Speed),
        _ => None,
    }
}

/// Energy and power. In lower case "mW" is "MW", and what is written about has megawatts.
fn work(named: Named) -> Option<Unit> {
    match named {
        ("watt" | "watts", "hour" | "hours" | "h", _) | ("wh", ..) => plain(3.6e3, Measure::Energy),
        ("kilowatt" | "kilowatts" | "kw", "hour" | "hours" | "h", _) | ("kwh", ..) => plain(3.6e6, Measure::Energy),
        ("megawatt" | "megawatts" | "mw", "hour" | "hours" | "h", _) | ("mwh", ..) => plain(3.6e9, Measure::Energy),
        ("gigawatt" | "gigawatts" | "gw", "hour" | "hours" | "h", _) | ("gwh", ..) => plain(3.6e12, Measure::Energy),
        ("terawatt" | "terawatts" | "tw", "hour" | "hours" | "h", _) | ("twh", ..) => plain(3.6e15, Measure::Energy),
        ("foot" | "ft", "pound" | "pounds" | "lb" | "lbs", _) => plain(1.355_818, Measure::Energy),
        ("pound" | "pounds" | "lb" | "lbs", "foot" | "feet" | "ft", _) => plain(1.355_818, Measure::Energy),
        ("watt" | "watts", ..) => plain(1.0, Measure::Power),
        ("kilowatt" | "kilowatts" | "kw", ..) => plain(1e3, Measure::Power),
        ("megawatt" | "megawatts" | "mw", ..) => plain(1e6, Measure::Power),
        ("gigawatt" | "gigawatts" | "gw", ..) => plain(1e9, Measure::Power),
        ("terawatt" | "terawatts" | "tw", ..) => plain(1e12, Measure::Power),
        _ => None,
    }
}

fn area(named: Named) -> Option<Unit> {
    match named {
        ("square", "foot" | "feet" | "ft", _) | ("sq", "ft", _) => plain(0.092_903, Measure::Area),
        ("square", "yard" | "yards", _) => plain(0.836_127, Measure::Area),
        ("square", "metre" | "metres" | "meter" | "meters", _) => plain(1.0, Measure::Area),
        ("square", "kilometres" | "kilometers" | "kilometre" | "kilometer" | "km", _) => plain(1e6, Measure::Area),
        ("square", "mile" | "miles", _) => plain(2.589_988e6, Measure::Area),
        ("acre" | "acres", ..) => plain(4_046.856, Measure::Area),
        ("hectare" | "hectares" | "ha", ..) => plain(1e4, Measure::Area),
        _ => None,
    }
}

fn volume(named: Named) -> Option<Unit> {
    match named {
        ("cubic", "metre" | "metres" | "meter" | "meters", _) | ("m³", ..) => plain(1e3, Measure::Volume),
        ("cubic", "kilometres" | "kilometers" | "kilometre" | "kilometer" | "km", _) => plain(1e12, Measure::Volume),
        ("cubic", "foot" | "feet" | "ft", _) => plain(28.316_85, Measure::Volume),
        ("acre", "foot" | "feet", _) => plain(1.233_482e6, Measure::Volume),
        ("cubic", "yard" | "yards", _) => plain(764.555, Measure::Volume),
        ("gallon" | "gallons", ..) | ("us", "gallon" | "gallons", _) => plain(3.785_412, Measure::Volume),
        ("litre" | "litres" | "liter" | "liters" | "l", ..) => plain(1.0, Measure::Volume),
        ("ml" | "millilitre" | "millilitres" | "milliliter" | "milliliters", ..) => plain(1e-3, Measure::Volume),
        _ => None,
    }
}

fn length(named: Named) -> Option<Unit> {
    match named {
        ("km" | "kilometres" | "kilometers" | "kilometre" | "kilometer", ..) => plain(1e3, Measure::Length),
        ("m" | "metres" | "meters" | "metre" | "meter", ..) => plain(1.0, Measure::Length),
        ("cm" | "centimetres" | "centimeters" | "centimetre" | "centimeter", ..) => plain(0.01, Measure::Length),
        ("mm" | "millimetres" | "millimeters" | "millimetre" | "millimeter", ..) => plain(0.001, Measure::Length),
        ("inch" | "inches", ..) => plain(0.0254, Measure::Length),
        ("mile" | "miles", ..) => plain(1_609.344, Measure::Length),
        ("yard" | "yards" | "yd" | "yds", ..) => plain(0.9144, Measure::Length),
        ("foot" | "feet" | "ft", ..) => plain(0.3048, Measure::Length),
        _ => None,
    }
}

fn mass(named: Named) -> Option<Unit> {
    match named {
        ("kg" | "kilogram" | "kilograms" | "kilos", ..) => plain(1.0, Measure::Mass),
        ("g" | "gram" | "grams", ..) => plain(1e-3, Measure::Mass),
        ("mg" | "milligram" | "milligrams", ..) => plain(1e-6, Measure::Mass),
        ("tonne" | "tonnes" | "tons" | "ton", ..) => plain(1e3, Measure::Mass),
        ("metric", "ton" | "tons" | "tonne" | "tonnes", _) => plain(1e3, Measure::Mass),
        ("lb" | "lbs", ..) => plain(POUND_KG, Measure::Mass),
        ("ounce" | "ounces" | "oz", ..) => plain(POUND_KG / 16.0, Measure::Mass),
        _ => None,
    }
}

fn duration(named: Named) -> Option<Unit> {
    let seconds = match named.0 {
        "second" | "seconds" => 1.0,
        "minute" | "minutes" => 60.0,
        "hour" | "hours" => 3_600.0,
        "day" | "days" => 86_400.0,
        "week" | "weeks" => 604_800.0,
        "month" | "months" => 2_629_800.0,
        "year" | "years" => 31_557_600.0,
        "decade" | "decades" => 315_576_000.0,
        "century" | "centuries" => 3_155_760_000.0,
        _ => return None,
    };
    plain(seconds, Measure::Duration)
}

/// Money in words. Australian dollars and Egyptian pounds are another country's, and stay what they count.
fn money(named: Named) -> Option<Unit> {
    match named {
        ("dollars" | "dollar" | "usd", ..) => plain(1.0, Measure::Money("$")),
        ("us" | "american", "dollars" | "dollar", _) => plain(1.0, Measure::Money("$")),
        ("u", "s", "dollars" | "dollar") => plain(1.0, Measure::Money("$")),
        ("euros" | "euro" | "eur", ..) => plain(1.0, Measure::Money("€")),
        ("gbp" | "quid", ..) | ("british", "pounds" | "pound", _) => plain(1.0, Measure::Money("£")),
        ("yen" | "jpy", ..) | ("japanese", "yen", _) => plain(1.0, Measure::Money("¥")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Measure, quantities};

    fn compare(claim: &str, found: &str) -> Option<Comparison> {
        quantities(claim)[0].compare(&quantities(found)[0])
    }

    #[test]
    fn pounds_are_paid_or_weighed() {
        for (claim, found, expected) in [
            ("fined 85,000 pounds", "a fine of £85,000", true),
            ("fined 85,000 pounds for it", "85,000 British pounds", true),
            ("500 pounds sterling", "£500", true),
            ("14 million pounds for repairs", "£14m for repairs", true),
            ("two hundred pounds", "£200", true),
            ("2 million pounds of public money", "£2 million", true),
            ("50,000 pounds of damage", "£50,000 of damage", true),
            ("500 pounds of compensation", "£500 of compensation", true),
            ("300 pounds of debt", "300 lbs", false),
            ("the company lost 20,000 pounds", "£20,000", true),
            ("She lost the case and was fined 500 pounds", "£500", true),
            ("a fine of 500 pounds, of which he paid half", "£500", true),
            ("a 20-pound note", "a £20 note", true),
            ("20 pounds of sugar", "9.07 kg of sugar", true),
            ("20 pounds of sugar", "£20", false),
            ("20 pounds of mercury", "20 lbs of mercury", true),
            ("2 million pounds of ready-to-eat chicken", "2 million lbs of chicken", true),
            ("He lost 20 pounds", "He lost 20 lb", true),
            ("The baby weighed eight pounds", "weighing 8 lbs", true),
            ("The rocket weighs 6.2 million pounds", "6.2 million lb", true),
            ("200 pounds heavier", "200 lbs heavier", true),
            ("a 500-pound bomb", "a 500 lb bomb", true),
            ("30 pounds per square inch", "30 lbs per square inch", true),
            ("300 foot-pounds", "300 ft-lb", true),
            ("300 foot-pounds", "300 feet", false),
            ("300 foot-pounds", "£300", false),
            ("fined 85,000 pounds", "85,000 lbs", false),
            ("fined 85,000 pounds", "$85,000", false),
        ] {
            assert_eq!(compare(claim, found), expected.then_some(Comparison::Agrees), "{claim} / {found}");
        }
        assert_eq!(compare("fined 85,000 pounds", "fined £25,000"), Some(Comparison::ClaimTooLarge));
        let first = |text: &str| quantities(text)[0].clone();
        assert_eq!(first("It cost more than a pound.").measure, Measure::Money("£"));
        assert_eq!(first("more than a pound of sugar").measure, Measure::Mass);
        assert_eq!(first("20 pounds of sugar").unit, ["pound"]);
        assert_eq!(first("20 pounds of sugar").of.as_deref(), Some("sugar"));
    }

    #[test]
    fn a_currency_in_words_meets_its_sign() {
        for (claim, found, expected) in [
            ("5 million yen", "¥5 million", true),
            ("300 dollars", "$300", true),
            ("350 million US dollars", "$350 million", true),
            ("350 million U.S. dollars", "$350 million", true),
            ("2 billion euros", "€2bn", true),
            ("5 million yen", "$5 million", false),
            ("350 million Australian dollars", "$350 million", false),
        ] {
            assert_eq!(compare(claim, found), expected.then_some(Comparison::Agrees), "{claim} / {found}");
        }
    }

    #[test]
    fn units_of_land_water_and_power_are_compared_in_one_base() {
        for (claim, found, expected) in [
            ("640 acres", "1 square mile", true),
            ("2 hectares", "20,000 square metres", true),
            ("20 ha", "20 hectares", true),
            ("40 acres", "40 acre-feet", false),
            ("100 yards", "300 feet", true),
            ("16 ounces", "1 lb", true),
            ("1 gallon", "3.785 litres", true),
            ("5 US gallons", "5 gallons", true),
            ("2 cubic metres", "2,000 litres", true),
            ("2 cubic metres", "2 square metres", false),
            ("2 m³", "2 cubic meters", true),
            ("25 megawatts", "25 MW", true),
            ("a 25-megawatt plant", "25,000 kilowatts", true),
            ("1.5 gigawatts", "1,500 MW", true),
            ("1,000 kilowatt-hours", "1 MWh", true),
            ("1,000 kWh", "1 megawatt hour", true),
            ("2 terawatt-hours", "2,000 GWh", true),
            ("100 kilowatts", "100 kilowatt-hours", false),
            ("3 metric tons", "3 tonnes", true),
            ("20 knots", "10.3 metres per second", true),
        ] {
            assert_eq!(compare(claim, found), expected.then_some(Comparison::Agrees), "{claim} / {found}");
        }
        assert_eq!(compare("50 MW", "20 megawatts"), Some(Comparison::ClaimTooLarge));
        assert!(quantities("20 gigawatt-hours")[0].is_gradable());
    }
}
