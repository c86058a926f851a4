//! Numbers as they are written: digits, words, "1.3 million", "twenty-five", "$320M".

use crate::verify::words::Word;

/// A number as it stands in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Numeral {
    /// Its value, magnitudes included.
    pub value: f64,
    /// Half of the last significant digit stated.
    pub precision: f64,
    /// What is glued to its digits: the "km" of "100km", the "th" of "19th".
    pub suffix: String,
    /// How many words it takes.
    pub length: usize,
    /// What its magnitudes come to: a million of "20 million".
    pub scale: f64,
}

/// Reads the number that begins at a word.
pub(super) fn numeral(tokens: &[Word], at: usize, is_money: bool) -> Option<Numeral> {
    if let Some(share) = share_of(&tokens[at..]) {
        return Some(share);
    }
    let (mut read, mut next) = small(tokens, at)?;
    let mut scale = 1.0;
    if let Some(factor) = glued(&read.suffix, is_money, tokens.get(at + 1)) {
        scale = factor;
        read.suffix.clear();
    }
    while let Some(factor) = tokens.get(next).filter(|_| read.suffix.is_empty()).and_then(|word| magnitude(&word.lower)) {
        scale *= factor;
        next += 1;
    }
    if scale > 1.0
        && !tokens[at].is_number()
        && let Some((value, end)) = spelled_on(tokens, at, next, read.value * scale)
    {
        let precision = half_of_last_digit(&value.to_string(), value);
        return Some(Numeral { value, precision, suffix: read.suffix, length: end - at, scale: 1.0 });
    }
    // "2 million" is stated to the million.
    let precision = if scale > 1.0 && read.precision == 0.0 { 0.5 } else { read.precision };
    Some(Numeral { value: read.value * scale, precision: precision * scale, suffix: read.suffix, length: next - at, scale })
}

/// Reads on behind a magnitude: "two hundred and fifty", "two hundred fifty thousand", "three thousand one hundred". Returns the value and where
/// it ends, where anything is added.
fn spelled_on(tokens: &[Word], at: usize, from: usize, value: f64) -> Option<(f64, usize)> {
    // "Between one hundred and two hundred" are two numbers.
    let is_idle = |word: &&Word| ["a", "an", "about", "around", "roughly"].contains(&word.lower.as_str());
    let may_join = tokens[..at].iter().rev().find(|word| !is_idle(word)).is_none_or(|word| word.lower != "between");
    let is_beside = |k: usize| tokens.get(k).is_some_and(|word| word.span.start - tokens[k - 1].span.end == 1);
    let (mut value, mut next, mut least) = (value, from, magnitude(&tokens[from - 1].lower)?);
    loop {
        let joined = tokens.get(next).is_some_and(|word| word.lower == "and" && may_join);
        let begins = next + usize::from(joined);
        let is_word = tokens.get(begins).is_some_and(|word| !word.is_number() && magnitude(&word.lower).is_none())
            && (next..=begins).all(is_beside);
        let Some((read, mut end)) = is_word.then(|| small(tokens, begins)).flatten() else { break };
        let mut factor = 1.0;
        while let Some(times) = tokens.get(end).and_then(|word| magnitude(&word.lower)) {
            factor *= times;
            end += 1;
        }
        match () {
            () if least == 100.0 && read.value < 100.0 && factor >= 1e3 => value = (value + read.value) * factor,
            () if read.value * factor < least => value += read.value * factor,
            () => break,
        }
        (next, least) = (end, factor);
    }
    (next > from).then_some((value, next))
}

/// A number below any magnitude, and where it ends.
fn small(tokens: &[Word], at: usize) -> Option<(Numeral, usize)> {
    let text = tokens[at].lower.as_str();
    if let Some(read) = digits(text) {
        return Some((read, at + 1));
    }
    let word = |k: usize| tokens.get(k).map_or("", |w| w.lower.as_str());
    let made = |value: f64, end: usize| {
        Some((Numeral { value, precision: 0.0, suffix: String::new(), length: end - at, scale: 1.0 }, end))
    };
    // "A million people" counts; "several hundred" and "hundreds of" say too little.
    if magnitude(text).is_some() {
        let is_one = at > 0 && ["a", "an"].contains(&word(at - 1));
        return if is_one { made(1.0, at) } else { None };
    }
    let value = number_word(text)?;
    if let Some(unit) = number_word(word(at + 1)).filter(|unit| is_tens(value) && (1.0..10.0).contains(unit)) {
        return made(value + unit, at + 2);
    }
    // "one of the …" and "no one" count nothing.
    let is_idle_one = text == "one" && tokens.get(at + 1).is_none_or(|w| w.is_stop);
    if is_idle_one { None } else { made(value, at + 1) }
}

fn is_tens(value: f64) -> bool {
    (20.0..100.0).contains(&value) && value % 10.0 == 0.0
}

fn digits(text: &str) -> Option<Numeral> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let bare = text.replace(',', "");
    let length = bare.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(bare.len());
    let (digits, suffix) = bare.split_at(length);
    // "1980s", "3d" and "covid19b" are no numbers.
    if !SUFFIXES.contains(&suffix) {
        return None;
    }
    let value: f64 = digits.trim_end_matches('.').parse().ok()?;
    Some(Numeral { value, precision: half_of_last_digit(digits, value), suffix: suffix.to_owned(), length: 1, scale: 1.0 })
}

/// What may be glued to digits: an ordinal's ending, a magnitude, a unit.
const SUFFIXES: [&str; 39] = [
    "", "th", "st", "nd", "rd", "k", "m", "mn", "mln", "b", "bn", "t", "tn", "trn", "km", "cm", "mm", "kg", "g", "mg", "c", "f",
    "ft", "lb", "lbs", "mph", "l", "ml", "kw", "mw", "gw", "tw", "kwh", "mwh", "gwh", "twh", "ha", "oz", "yd",
];

/// The suffix makes an ordinal.
pub(super) fn is_ordinal(suffix: &str) -> bool {
    ["th", "st", "nd", "rd"].contains(&suffix)
}

/// The magnitude glued to a number. "$350m" are millions, and so are "1.3m vehicles"; "350m" by itself are metres.
fn glued(suffix: &str, is_money: bool, next: Option<&Word>) -> Option<f64> {
    let counts = || next.is_some_and(|word| !word.is_stop && !word.is_number() && !MEASURED.contains(&word.lower.as_str()));
    match suffix {
        "k" => Some(1e3),
        "mn" | "mln" => Some(1e6),
        "bn" => Some(1e9),
        "tn" | "trn" => Some(1e12),
        "m" if is_money || counts() => Some(1e6),
        "b" if is_money || counts() => Some(1e9),
        "t" if is_money => Some(1e12),
        _ => None,
    }
}

/// What stands behind metres: "320m tall".
const MEASURED: [&str; 12] =
    ["tall", "high", "long", "wide", "deep", "above", "below", "away", "race", "sprint", "freestyle", "relay"];

/// "half a million", stated to the tenth; "a quarter of a million", stated to the twentieth.
fn share_of(tokens: &[Word]) -> Option<Numeral> {
    let word = |at: usize| tokens.get(at).map_or("", |word| word.lower.as_str());
    let (share, step, length) = match [word(0), word(1), word(2), word(3)] {
        ["half", "a", ..] => (0.5, 0.05, 3),
        ["quarter", "of", "a", _] => (0.25, 0.025, 4),
        ["three", "quarters", "of", "a"] => (0.75, 0.025, 5),
        _ => return None,
    };
    let scale = magnitude(word(length - 1))?;
    Some(Numeral { value: share * scale, precision: step * scale, suffix: String::new(), length, scale })
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

/// Reads a number written as one word.
pub(crate) fn number_word(text: &str) -> Option<f64> {
    const NAMES: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let small = NAMES.iter().position(|name| *name == text).map(|at| at as f64);
    let tens = || TENS.iter().position(|name| *name == text).map(|at| 20.0 + 10.0 * at as f64);
    small.or_else(tens).or_else(|| (text == "hundred").then_some(100.0))
}

/// Reads a word that multiplies the number before it.
pub(crate) fn magnitude(text: &str) -> Option<f64> {
    match text {
        "hundred" => Some(1e2),
        "thousand" => Some(1e3),
        "million" | "mn" => Some(1e6),
        "billion" | "bn" => Some(1e9),
        "trillion" => Some(1e12),
        _ => None,
    }
}
