//! Two numbers that are one: "between 10 and 20 people", "5–10 percent", "$5 to $10 million".

use super::numeral::numeral;
use super::unit::currency_before;
use super::{Hedge, Measure, Quantity, date_at, hedge_before, matter_after, quantity_at};
use crate::verify::words::Word;

/// What may stand between two numbers besides a dash.
const MARKS: [char; 8] = ['%', '$', '€', '£', '¥', '°', '-', '–'];

/// Words between "from" or "between" and its number.
const HEDGING: [&str; 9] = ["about", "around", "roughly", "approximately", "some", "nearly", "almost", "a", "an"];

/// The span that begins at a word, as one quantity around its middle, and how many words it takes.
pub(super) fn span_at(text: &str, tokens: &[Word], at: usize) -> Option<(Quantity, usize)> {
    let first = numeral(tokens, at, currency_at(text, tokens, at).is_some())?;
    let second_at = second_at(text, tokens, at, at + first.length)?;
    if date_at(text, tokens, second_at).is_some() {
        return None;
    }
    let [currency, own] = [at, second_at].map(|at| currency_at(text, tokens, at));
    let second = numeral(tokens, second_at, currency.or(own).is_some())?;
    let (quantity, length) = match currency.filter(|_| own.is_none()) {
        // Of "$5–10 million" the sign stands before the first only.
        Some(currency) => {
            let of = matter_after(tokens, second_at + second.length);
            let (value, precision, measure) = (second.value, second.precision, Measure::Money(currency));
            (
                Quantity {
                    value,
                    precision,
                    reach: 0.0,
                    zero: 0.0,
                    measure,
                    hedge: Hedge::Plain,
                    unit: vec![],
                    of,
                    is_worded: false,
                },
                second.length,
            )
        }
        None => quantity_at(text, tokens, second_at)?,
    };
    let is_size = !matches!(quantity.measure, Measure::Year | Measure::Day | Measure::Rank(_));
    if !is_size || second.value == 0.0 {
        return None;
    }
    // "10 to 20 million" are millions both.
    let is_bare = first.scale == 1.0 && first.suffix.is_empty();
    let stated = if is_bare && first.value * second.scale < second.value { first.value * second.scale } else { first.value };
    let low = (quantity.value - quantity.zero) / second.value * stated + quantity.zero;
    let (middle, reach) = ((low + quantity.value) / 2.0, (quantity.value - low) / 2.0);
    let is_named_between = at > 0 && tokens[at - 1].lower == "between";
    let hedge = if is_named_between { Hedge::Plain } else { hedge_before(tokens, at) };
    let whole = Quantity { value: middle, precision: 0.0, reach, hedge, ..quantity };
    (reach > 0.0).then_some((whole, second_at + length - at))
}

fn currency_at(text: &str, tokens: &[Word], at: usize) -> Option<&'static str> {
    currency_before(text[..tokens.get(at)?.span.start].trim_end())
}

/// Where the other number of a span begins. "From 10 to 20 percent" tells a change.
fn second_at(text: &str, tokens: &[Word], at: usize, next: usize) -> Option<usize> {
    let is_hedge = |word: &&Word| HEDGING.contains(&word.lower.as_str());
    let before = tokens[..at].iter().rev().find(|word| !is_hedge(word)).map_or("", |word| word.lower.as_str());
    let gap = &text[tokens[next.checked_sub(1)?].span.end..tokens.get(next)?.span.start];
    let is_dashed = gap.contains(['-', '–', '—']) && gap.chars().all(|c| MARKS.contains(&c) || c == '—' || c == ' ');
    let is_tight = is_dashed && !gap.contains(' ');
    let second = match tokens[next].lower.as_str() {
        "and" if before == "between" => next + 1,
        "to" if before != "from" => next + 1,
        _ if is_tight => next,
        _ => return None,
    };
    (second < tokens.len()).then_some(second)
}
