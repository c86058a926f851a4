//! The numbers of a sentence held against the claim's: where they differ or agree they may overrule the judge (decisions S4-9, S4-14).

use super::shares::{is_less_than_most, is_share_below_half};
use super::{Piece, WORD_FOR_WORD, overrule};
use crate::verify::clauses::fragments;
use crate::verify::polarity::{MADE_OUT, SURE};
use crate::verify::quantity::{Comparison, Hedge, Measure, Quantity, are_same, is_change_turned, located, numbers, quantities};
use crate::verify::rule::Rule;
use crate::verify::understand::Reading as Statement;
use crate::verify::verbs::{main_verb, past_form};
use crate::verify::words::{Word, content_stems, is_negated, recall, words};
use domain::{Stance, Trace};
use std::collections::BTreeSet;

/// Content overlap from which two sentences speak of the same quantity.
const SAME_QUANTITY_OVERLAP: f64 = 0.6;

/// The same for a claim with a hedged number, whose hedge no report repeats.
const ALL_BUT_THE_HEDGE: f64 = 0.7;

/// How sure of silence the judge must be for a number that differs to be another's: eight from 0.80 on and three above
/// 0.71 had all contradicted nothing.
const OF_OTHERS: f64 = 0.60;

/// Numbers overrule the judge where the rest of the sentence is the same: it reads 1968 and 1969 as neighbours.
pub(super) fn compare_numbers(
    (part, part_text): (&Statement, &str),
    (title, text): (&str, &str),
    piece: &mut Piece,
    trace: &mut Trace,
) {
    if let Some((stance, rule)) = at_once(part_text, text, piece.stance).filter(|_| piece.matter >= OF_THE_MATTER) {
        overrule(piece, stance, trace, rule);
        return;
    }
    let whole = text;
    let text = without_baseline((part, part_text), text);
    if is_of_another_year(part, title, text) {
        if piece.stance != Stance::Neutral {
            overrule(piece, Stance::Neutral, trace, Rule::AnotherYear);
        }
        return;
    }
    let found = owned(part, text);
    let compared: Vec<Vec<Comparison>> =
        part.quantities.iter().map(|claimed| found.iter().filter_map(|q| claimed.compare(q)).collect()).collect();
    if compared.iter().all(Vec::is_empty) {
        return;
    }
    // "After 1967" agrees with every later year of the sentence, whosever it is.
    let is_mixed = |(claimed, c): (&Quantity, &Vec<Comparison>)| is_one_sided(claimed) && c.iter().any(|one| *one != c[0]);
    if part.quantities.iter().zip(&compared).any(is_mixed) {
        return;
    }
    let all_agree = compared.iter().all(|c| c.is_empty() || c.contains(&Comparison::Agrees));
    let same = piece.overlap >= SAME_QUANTITY_OVERLAP || piece.matter >= WORD_FOR_WORD;
    let is_plain = part.is_negated == is_negated(&words(text));
    if !all_agree {
        let is_like = same && is_plain;
        hear_difference(part, (whole, text), &compared, is_like, piece, trace);
    } else if same && is_plain && is_hedged_number(part) && !is_far_beyond(part, &found) {
        // The judge reads "roughly 350" beside 320 as another number; silence gives way only where all else is said.
        let is_open = piece.stance == Stance::Neutral && piece.strength < OF_OTHERS;
        let says_the_rest = is_open && piece.matter >= ALL_BUT_THE_HEDGE;
        if piece.stance == Stance::Contradicts || says_the_rest {
            overrule(piece, Stance::Supports, trace, Rule::NumberWithinTolerance);
        }
    } else if is_plain && piece.stance != Stance::Supports && piece.matter >= WORD_FOR_WORD && is_converted(part, text) {
        overrule(piece, Stance::Supports, trace, Rule::NumberConverted);
    } else if is_plain && is_numbers_doing(part, text, piece) && recall(&part.matter(), &content_stems(text)) >= WORD_FOR_WORD {
        // The judge reads 1,313,851 beside "1.3 million" as another number, or is in two minds about it, where nearly every other word
        // of the sentence is the claim's. The one that is not may be its opposite: then he is sure though the numbers are equal.
        overrule(piece, Stance::Supports, trace, Rule::NumberAgrees);
    } else if is_plain && is_in_two_minds(piece) && piece.matter >= OF_THE_MATTER && has_same_size(part, &found) {
        // A fragment with the claim's own rare number, under a title that speaks of it: "critics fear the new 90,000-sq-ft building".
        overrule(piece, Stance::Supports, trace, Rule::NumberTipsIt);
    } else if is_plain && piece.stance == Stance::Contradicts && piece.strength < SURE && is_era_met(part, &found) {
        overrule(piece, Stance::Neutral, trace, Rule::EraMet);
    }
}

/// What is so whatever else the numbers are: it is less than the half that the claim tells of, or changed the other way.
fn at_once(claim: &str, text: &str, heard: Stance) -> Option<(Stance, Rule)> {
    match heard {
        Stance::Supports if is_share_below_half(claim, text) => Some((Stance::Neutral, Rule::LessThanMost)),
        Stance::Supports | Stance::Neutral if is_less_than_most(claim, text) => Some((Stance::Contradicts, Rule::LessThanMost)),
        Stance::Supports | Stance::Neutral if is_change_turned(claim, text) => Some((Stance::Contradicts, Rule::ChangeTurned)),
        _ => None,
    }
}

/// A number of the claim is another in the sentence.
fn hear_difference(
    part: &Statement,
    (whole, text): (&str, &str),
    compared: &[Vec<Comparison>],
    is_like: bool,
    piece: &mut Piece,
    trace: &mut Trace,
) {
    let differs = |c: &Vec<Comparison>| !c.is_empty() && !c.contains(&Comparison::Agrees);
    let both = part.quantities.iter().zip(compared).filter(|(_, c)| differs(c));
    let off: Vec<(&Quantity, Comparison)> = both.filter_map(|(q, c)| Some((q, *c.first()?))).collect();
    // One comparable number that differs contradicts; several may belong to other things.
    let is_only = compared.iter().all(|c| c.len() <= 1);
    // Where the judge is sure that the sentence says nothing of the claim, its number is somebody else's.
    let is_of_others = piece.stance == Stance::Neutral && piece.strength >= OF_OTHERS;
    // He makes out the claim in a sentence that has its day too, if not where we looked for it: "announced on 16 March, from 17 March".
    let all = quantities(text);
    let is_moment = |claimed: &Quantity| matches!(claimed.measure, Measure::Day | Measure::Year);
    let agrees = |claimed: &Quantity| all.iter().any(|q| claimed.compare(q) == Some(Comparison::Agrees));
    if piece.stance == Stance::Supports && piece.strength >= MADE_OUT && off.iter().all(|(q, _)| is_moment(q) && agrees(q)) {
        return;
    }
    // "26,000 fewer", beside 438,000 and 412,000: whoever reckons has not been told otherwise.
    let is_other = is_like && is_only && !is_of_others && !off.iter().all(|(claimed, _)| is_reckoned(claimed, whole));
    if piece.stance != Stance::Contradicts && is_other {
        overrule(piece, Stance::Contradicts, trace, Rule::NumberDiffers);
    } else if piece.stance == Stance::Supports {
        overrule(piece, Stance::Neutral, trace, Rule::NumberNotConfirmed);
    }
    if piece.stance == Stance::Contradicts && is_like {
        let is_one_way = off.iter().all(|(claimed, way)| *way == off[0].1 && claimed.is_gradable());
        piece.number = off.first().filter(|_| is_one_way).map(|(_, way)| *way);
    }
}

/// The sentence has nearly all words of the claim, and in the place of its number another: those around it do not change that.
pub(super) fn has_another_number(part: &Statement, text: &str) -> bool {
    let found = owned(part, text);
    let is_other = |claimed: &Quantity| {
        let compared: Vec<Comparison> = found.iter().filter_map(|q| claimed.compare(q)).collect();
        compared.len() == 1 && compared[0] != Comparison::Agrees && !is_reckoned(claimed, text)
    };
    part.quantities.iter().any(is_other) && recall(&part.matter(), &content_stems(text)) >= WORD_FOR_WORD
}

/// The number is the difference of two of the sentence, one of which counts the same.
fn is_reckoned(claimed: &Quantity, text: &str) -> bool {
    let same = quantities(text).into_iter().filter(|q| q.measure == claimed.measure && q.reach == 0.0);
    let numbers = numbers(text);
    let is_size = !matches!(claimed.measure, Measure::Year | Measure::Day | Measure::Rank(_));
    is_size && same.into_iter().any(|one| numbers.iter().any(|other| are_same((one.value - other).abs(), claimed.value)))
}

/// A year of the text lies in the decade or century that the claim names: the judge hears 1976 as another time than the 1970s.
pub(super) fn is_era_met(part: &Statement, found: &[Quantity]) -> bool {
    let is_era = |claimed: &&Quantity| claimed.measure == Measure::Year && claimed.reach > 0.0;
    part.quantities.iter().filter(is_era).any(|era| found.iter().any(|q| era.compare(q) == Some(Comparison::Agrees)))
}

/// What a judge hears for the claim, at least, who is in two minds between that and silence …
const HEARS_FOR_MIN: f64 = 0.40;
/// … and against it, at most.
const HEARS_AGAINST_MAX: f64 = 0.15;
/// Share of the claim's words from which title and sentence are of its matter.
const OF_THE_MATTER: f64 = 0.5;

fn is_in_two_minds(piece: &Piece) -> bool {
    let (hears_for, hears_against) = (piece.scores.entailment.get(), piece.scores.contradiction.get());
    piece.stance == Stance::Neutral && piece.rule.is_none() && hears_for >= HEARS_FOR_MIN && hears_against <= HEARS_AGAINST_MAX
}

/// A size of the claim stands in the text to the digit, in a unit or beyond what one counts by hand.
fn has_same_size(part: &Statement, found: &[Quantity]) -> bool {
    let is_same = |claimed: &Quantity, q: &Quantity| {
        claimed.measure == q.measure && (claimed.value - q.value).abs() <= 1e-9 * claimed.value.abs()
    };
    part.quantities.iter().any(|claimed| claimed.is_gradable() && found.iter().any(|q| is_same(claimed, q)))
}

/// The claim tells how much there was in a year, and the sentence, or the title above one without a year, tells of other years only: what
/// 2018 had is neither for nor against what 2019 had.
pub(super) fn is_of_another_year(part: &Statement, title: &str, text: &str) -> bool {
    let years = |list: &[Quantity]| -> Vec<f64> {
        let is_plain =
            |q: &&Quantity| q.measure == Measure::Year && q.reach == 0.0 && matches!(q.hedge, Hedge::Plain | Hedge::Exact);
        list.iter().filter(is_plain).map(|q| q.value).collect()
    };
    let claimed = years(&part.quantities);
    if claimed.is_empty() || !part.quantities.iter().any(Quantity::is_gradable) {
        return false;
    }
    let is_compared = |q: &Quantity| part.quantities.iter().any(|claimed| claimed.is_gradable() && claimed.compare(q).is_some());
    let titled = years(&quantities(title));
    let (mut opening, mut told) = (Vec::new(), Vec::new());
    for fragment in fragments(text) {
        let found = quantities(fragment);
        let own = years(&found);
        if content_stems(fragment).iter().all(|stem| stem.starts_with(|c: char| c.is_ascii_digit())) {
            // "In 2018, however, it had 310,000 visitors."
            if !own.is_empty() {
                opening = own;
            }
        } else if found.iter().any(is_compared) {
            let has_moment = found.iter().any(|q| matches!(q.measure, Measure::Year | Measure::Day) && q.reach == 0.0);
            told.push(if has_moment {
                own
            } else if opening.is_empty() {
                titled.clone()
            } else {
                opening.clone()
            });
        }
    }
    let is_another = |years: &Vec<f64>| !years.is_empty() && !years.iter().any(|year| claimed.contains(year));
    !told.is_empty() && told.iter().all(is_another)
}

/// Words behind which a sentence tells what something was before.
const BASELINES: [&str; 6] = [" down from ", " up from ", " compared with ", " compared to ", " versus ", " than in "];

/// The sentence without what it compares its number with: "9 percent, down from 24 percent in 2012", "5 percent more than in 2012".
///
/// What the claim is about may stand there itself: "12 percent with the drug, compared with 24 percent with placebo". A claim that compares so
/// itself is about both.
fn without_baseline<'a>((part, part_text): (&Statement, &str), text: &'a str) -> &'a str {
    let is_the_texts_own = |words: &&&str| !part_text.contains(**words);
    let Some(at) = BASELINES.iter().filter(is_the_texts_own).filter_map(|words| text.find(words)).min() else { return text };
    let is_claimed = |q: &Quantity| part.quantities.iter().any(|claimed| claimed.compare(q) == Some(Comparison::Agrees));
    let (before, behind) = (quantities(&text[..at]), quantities(&text[at..]));
    if before.is_empty() || behind.iter().any(is_claimed) { text } else { &text[..at] }
}

/// The number may be what the judge hears for or against the claim: he is not sure against it, or it stands there otherwise.
fn is_numbers_doing(part: &Statement, text: &str, piece: &Piece) -> bool {
    let found = quantities(text);
    let is_rounded = |claimed: &Quantity, q: &Quantity| {
        claimed.measure != Measure::Year && claimed.compare(q) == Some(Comparison::Agrees) && claimed.value != q.value
    };
    let is_otherwise = || part.quantities.iter().any(|claimed| found.iter().any(|q| is_rounded(claimed, q)));
    match piece.stance {
        Stance::Neutral => false,
        Stance::Supports => true,
        // That the year is the same says nothing of who bought whom in it.
        Stance::Contradicts => piece.strength < SURE && has_size(part, &found) || is_otherwise(),
    }
}

/// A number of the claim that counts or measures something, or a day of it, stands in the text.
fn has_size(part: &Statement, found: &[Quantity]) -> bool {
    let is_size = |claimed: &&Quantity| !matches!(claimed.measure, Measure::Year | Measure::Rank(_));
    part.quantities.iter().filter(is_size).any(|claimed| found.iter().any(|q| claimed.compare(q) == Some(Comparison::Agrees)))
}

fn is_one_sided(claimed: &Quantity) -> bool {
    use crate::verify::quantity::Hedge::{AtLeast, AtMost, LessThan, MoreThan};
    matches!(claimed.hedge, AtLeast | AtMost | LessThan | MoreThan)
}

/// Times by which a number may be on the right side of "up to" or "over" and still be what was meant.
const FAR_BEYOND: f64 = 2.0;

/// A number is on the right side of a one-sided one, and so far beyond it that something else is told: nobody says "up to $5 billion" of
/// $750 million.
pub(super) fn is_far_beyond(part: &Statement, found: &[Quantity]) -> bool {
    let is_size = |q: &Quantity| !matches!(q.measure, Measure::Year | Measure::Day | Measure::Temperature) && q.value > 0.0;
    let is_far = |a: f64, b: f64| a > FAR_BEYOND * b || b > FAR_BEYOND * a;
    let beyond = |claimed: &Quantity| {
        let agreeing = || found.iter().filter(|q| claimed.compare(q) == Some(Comparison::Agrees));
        is_one_sided(claimed)
            && is_size(claimed)
            && agreeing().next().is_some()
            && agreeing().all(|q| is_far(claimed.value, q.value))
    };
    part.quantities.iter().any(beyond)
}

/// The numbers of a sentence that are the claim's to compare: of "78 percent nitrogen and 21 percent oxygen", those beside what
/// the claim speaks of.
fn owned(part: &Statement, text: &str) -> Vec<Quantity> {
    let all = quantities(text);
    // A share in words compares with what agrees only, and is told of one thing all the same.
    let is_comparable = |q: &Quantity| {
        part.quantities
            .iter()
            .any(|claimed| claimed.compare(q).is_some() || claimed.measure == q.measure && (claimed.is_worded || q.is_worded))
    };
    if all.iter().filter(|q| is_comparable(q)).count() < 2 {
        return all;
    }
    // "21 percent oxygen": what stands behind the number in both. Of "38 micrograms" that is what is counted, whosever they are.
    let tells_of = |q: &&Quantity| q.of.is_some() && !matches!(&q.measure, Measure::Count(stem) if q.of.as_ref() == Some(stem));
    let is_named = |q: &&Quantity| part.quantities.iter().any(|claimed| claimed.of == q.of);
    let named: Vec<Quantity> = all.iter().filter(|q| tells_of(q) && is_named(q)).cloned().collect();
    let matter = part.matter();
    let told: Vec<(Vec<Quantity>, BTreeSet<String>)> = fragments(text)
        .into_iter()
        .map(|fragment| (quantities(fragment), content_stems(fragment)))
        .filter(|(found, _)| found.iter().any(is_comparable))
        .collect();
    // "Nitrogen dioxide averaged 38 at the port and 17 at the park": what stands before the first number is said of both.
    let shared = before_numbers(text, &told);
    let is_own = |stem: &String| !shared.contains(stem) && told.iter().filter(|(_, stems)| stems.contains(stem)).count() == 1;
    // "Fifteen members, of which five are permanent" has five permanent members, beside a word that is the claim's too.
    let agrees = |q: &Quantity| part.quantities.iter().any(|claimed| claimed.compare(q) == Some(Comparison::Agrees));
    let is_elsewhere = told.iter().any(|(found, stems)| found.iter().any(agrees) && matter.intersection(stems).any(is_own));
    if !named.is_empty() && !is_elsewhere {
        return named;
    }
    let mut own = told.iter().filter(|(_, stems)| matter.intersection(stems).any(is_own));
    // "At 12 weeks, …" is said of all that follows.
    let of_all = || told.iter().filter(|(found, stems)| is_number_alone(found, stems)).flat_map(|(found, _)| found).cloned();
    match (own.next(), own.next()) {
        (Some((found, _)), None) => found.iter().cloned().chain(of_all()).collect(),
        _ => all,
    }
}

/// What stands before the first number of a sentence whose further numbers have no verb of their own.
fn before_numbers(text: &str, told: &[(Vec<Quantity>, BTreeSet<String>)]) -> BTreeSet<String> {
    let fragments = fragments(text);
    let mut behind = fragments.iter().filter(|fragment| !quantities(fragment).is_empty()).skip(1);
    let has_verb = |tokens: &[Word]| main_verb(tokens).or_else(|| past_form(tokens)).is_some();
    let is_list = told.len() > 1 && !behind.any(|fragment| has_verb(&words(fragment)));
    let first = located(text).first().map_or(0, |(_, span)| span.start);
    if is_list { content_stems(&text[..first]) } else { BTreeSet::new() }
}

/// A fragment of numbers and their units, and nothing that they would be numbers of.
fn is_number_alone(found: &[Quantity], stems: &BTreeSet<String>) -> bool {
    let is_unit = |stem: &String| found.iter().any(|q| q.unit.contains(stem));
    stems.iter().all(|stem| stem.starts_with(|c: char| c.is_ascii_digit()) || is_unit(stem))
}

/// A number of the claim stands in the text in another unit.
fn is_converted(part: &Statement, text: &str) -> bool {
    let found = quantities(text);
    let is_same = |claimed: &Quantity, q: &Quantity| claimed.compare(q) == Some(Comparison::Agrees);
    let is_another_unit = |claimed: &Quantity, q: &Quantity| {
        claimed.measure != Measure::Year && claimed.unit != q.unit && !claimed.is_worded && !q.is_worded
    };
    part.quantities.iter().any(|claimed| found.iter().any(|q| is_same(claimed, q) && is_another_unit(claimed, q)))
}

pub(super) fn is_hedged_number(part: &Statement) -> bool {
    use crate::verify::quantity::Hedge::{About, AtLeast, AtMost, LessThan, MoreThan, Nearly, Rough};
    part.quantities.iter().any(|q| matches!(q.hedge, Rough | About | AtLeast | AtMost | MoreThan | LessThan | Nearly))
}

/// The sentence states a number that can be held against one of the claim's.
pub(super) fn has_comparable(part: &Statement, text: &str) -> bool {
    let found = quantities(text);
    part.quantities.iter().any(|claimed| found.iter().any(|q| claimed.compare(q).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::read;

    #[test]
    fn what_one_year_had_says_nothing_of_another() {
        let is_another = |claim: &str, title: &str, text: &str| is_of_another_year(&read(claim), title, text);
        let visitors = "The Aldren Museum had 310,000 visitors in 2019.";
        assert!(is_another(visitors, "", "In 2018 it had 310,000 visitors."));
        assert!(is_another(visitors, "", "In 2018, it had 310,000 visitors."));
        assert!(is_another(visitors, "", "In 2018, however, it had 310,000 visitors."));
        assert!(is_another(visitors, "Annual report 2018", "The museum had 310,000 visitors."));
        assert!(!is_another(visitors, "", "In 2018 it had 290,000 visitors, and in 2019 it had 310,000 visitors."));
        assert!(!is_another(visitors, "Annual report 2019", "The museum had 310,000 visitors."));
        assert!(!is_another(visitors, "", "The museum had 310,000 visitors."));
        assert!(!is_another("The bridge was opened in 1984.", "", "The bridge was opened in 1986."));
        let coal = "Coal supplied 9 percent of Castellia's electricity in 2022.";
        assert!(!is_another(coal, "Energy in Castellia 2022", "Coal supplied 9 percent, down from 24 percent in 2012."));
    }

    #[test]
    fn a_number_belongs_to_what_stands_beside_it() {
        let values = |claim: &str, text: &str| owned(&read(claim), text).iter().map(|q| q.value).collect::<Vec<_>>();
        let air = "Nitrogen dioxide averaged 38 micrograms at the port road and 17 micrograms at Hill Park.";
        assert_eq!(values("Nitrogen dioxide at Hill Park averaged 38 micrograms.", air), [17.0]);
        assert_eq!(values("Nitrogen dioxide averaged 17 micrograms at the port road.", air), [38.0]);
        assert!(has_another_number(&read("Nitrogen dioxide at Hill Park averaged 38 micrograms."), air));
        assert!(!has_another_number(&read("Nitrogen dioxide at Hill Park averaged 17 micrograms."), air));
        assert!(!has_another_number(&read("Children at Hill Park averaged 38 days of coughing."), air));
    }

    #[test]
    fn what_can_be_reckoned_from_a_sentence_is_no_other_number() {
        let is_its = |claim: &str, text: &str| is_reckoned(&read(claim).quantities[0], text);
        let ferry = "The ferry carried 412,000 passengers in 2024, down from 438,000.";
        let fire = "Five people were killed and three were injured.";
        assert!(is_its("It lost 26,000 passengers.", ferry));
        assert!(!is_its("It lost 36,000 passengers.", ferry));
        assert!(!is_its("It grossed more than $300,000.", "It grossed $282,023 in all and $61,560 in 2 theaters at first."));
        assert!(!is_its("Eight people were killed in the fire.", fire), "what is killed is not added to what is injured");
        assert!(is_its("It passed with a majority of three votes.", "It passed by six votes to three."));
    }

    #[test]
    fn what_a_number_is_compared_with_is_no_number_of_the_sentence() {
        let claimed = |claim: &'static str, text: &'static str| without_baseline((&read(claim), claim), text);
        let nine = "Coal supplied 9 percent in 2022.";
        assert_eq!(claimed(nine, "Coal supplied 9 percent, down from 24 percent in 2012."), "Coal supplied 9 percent,");
        let whole = "Coal supplied 24 percent in 2012, compared with 9 percent in 2022.";
        assert_eq!(claimed(nine, whole), whole);
        assert_eq!(claimed(nine, "Prices compared with 2012 rose."), "Prices compared with 2012 rose.");
        let more = "It spends 742 million, 5 percent more than in 2023.";
        assert_eq!(claimed("It spent more in 2024 than it earned.", more), "It spends 742 million, 5 percent more");
        assert_eq!(claimed("It spends 5 percent more than in 2022.", more), more, "the claim compares so itself");
    }
}
