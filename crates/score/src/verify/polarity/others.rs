//! The same said of somebody or something else.

use super::{Look, Remark, SAME_MATTER, stems_of};
use crate::verify::comparison::{Compared, are_alike, compared};
use crate::verify::manner::PLAIN_EST;
use crate::verify::single::{Named, led_elsewhere, named};
use crate::verify::understand::Reading as Statement;
use crate::verify::verbs::main_verb;
use crate::verify::words::{Word, recall, words};
use std::collections::BTreeSet;

/// Letters that two forms of one name share ("Europe", "European").
const NAME_PREFIX: usize = 5;

/// Whom a finding about people is about.
const PEOPLE: [&str; 15] = [
    "people",
    "women",
    "men",
    "children",
    "adults",
    "patients",
    "humans",
    "persons",
    "individuals",
    "infants",
    "babies",
    "teenagers",
    "adolescents",
    "seniors",
    "smokers",
];
/// On whom or what it is tried before.
const ANIMALS: [&str; 14] = [
    "mice",
    "mouse",
    "rats",
    "rat",
    "murine",
    "monkeys",
    "macaques",
    "zebrafish",
    "rabbits",
    "pigs",
    "hamsters",
    "vitro",
    "rodents",
    "worms",
];

const ORDER_WORDS: [&str; 6] = ["second", "third", "fourth", "fifth", "sixth", "seventh"];

/// The sentence makes a comparison: the claim's, its opposite, or one of other things.
pub(super) fn comparison(look: &Look) -> Option<Remark> {
    compared(look.part_text, look.sentence).map(|found| match found {
        Compared::Agrees => Remark::COMPARES_ALIKE,
        Compared::Differs => Remark::COMPARES_OPPOSITE,
        Compared::Elsewhere => Remark::COMPARES_OTHERS,
    })
}

/// "the second largest ocean" where the claim says "the biggest ocean". What is second in Italy may be first in the claim's Lombardy.
pub(super) fn other_rank(look: &Look) -> Option<Remark> {
    let is_low = |word: &Word| ORDER_WORDS.contains(&word.lower.as_str());
    let top = look.claim.iter().position(is_superlative).filter(|_| !look.claim.iter().any(is_low))?;
    let is_alike = |word: &Word| is_superlative(word) && are_alike(&word.lower, &look.claim[top].lower);
    let alike: Vec<usize> = (0..look.tokens.len()).filter(|at| is_alike(&look.tokens[*at])).collect();
    let is_ranked = |at: usize| at > 0 && is_low(&look.tokens[at - 1]);
    // Of what it is the largest stands behind it, up to the next one.
    let scope = |place: usize| {
        let start = alike[place];
        let ends = |k: usize| {
            let gap = &look.sentence[look.tokens[k - 1].span.end..look.tokens[k].span.start];
            gap.contains([',', ';', ':', '(', ')']) || main_verb(&look.tokens[k..=k]).is_some() || alike.contains(&k)
        };
        let end = (start + 1..look.tokens.len()).find(|k| ends(*k)).unwrap_or(look.tokens.len());
        names_of(&look.tokens[start..end])
    };
    let claimed = names_of(&look.claim[top..]);
    let is_of_claims = |place: &usize| match claimed.is_empty() {
        true => scope(*place).iter().all(|name| look.part.content.contains(name)),
        false => claimed.is_subset(&scope(*place)),
    };
    let meant: Vec<usize> = (0..alike.len()).filter(is_of_claims).collect();
    let ranks_lower = !meant.is_empty() && meant.iter().all(|place| is_ranked(alike[*place]));
    (look.shared >= SAME_MATTER && ranks_lower).then_some(Remark::OTHER_RANK)
}

fn names_of(tokens: &[Word]) -> BTreeSet<String> {
    tokens.iter().filter(|word| word.is_capital && !word.is_stop && !word.is_number()).map(|word| word.stem.clone()).collect()
}

/// What only one can be is said of the claim's own, or of another.
pub(super) fn the_only_one(look: &Look) -> Option<Remark> {
    let part = look.part;
    let names: Vec<Named> = look.clauses.iter().filter_map(|clause| named(part, look.part_text, look.title, clause)).collect();
    match () {
        () if !part.is_negated && names.contains(&Named::Same) => Some(Remark::SAME_NAME),
        () if !part.is_negated && names.contains(&Named::Another) => Some(Remark::OTHER_NAME),
        () if !part.is_negated && names.contains(&Named::Elsewhere) => Some(Remark::OTHER_PLACE),
        () if names.contains(&Named::Else) => Some(Remark::NAME_MISSING),
        () => None,
    }
}

/// "Directed by one and written by another": the name right behind the claim's deed is not the claim's.
pub(super) fn led_to_another(look: &Look) -> Option<Remark> {
    let led = || look.clauses.iter().filter_map(|clause| led_elsewhere(look.part, look.part_text, look.title, clause));
    match () {
        () if look.part.is_negated => None,
        () if led().any(|named| named == Named::Another) => Some(Remark::OTHER_NAME),
        () => led().next().map(|_| Remark::OTHER_PLACE),
    }
}

/// The claim's place stands here beside an earlier deed, and another beside the claim's own: "born in Turin and studied in Bologna".
pub(super) fn another_deed(look: &Look) -> Option<Remark> {
    const PLACING: [&str; 4] = ["in", "at", "from", "to"];
    let head = look.part.head.as_ref()?;
    let is_name = |word: &Word| word.is_capital && !word.is_stop && !word.is_number();
    let led = |tokens: &[Word], from: usize| -> Option<usize> {
        let starts = (from..tokens.len()).find(|at| PLACING.contains(&tokens[*at].lower.as_str()))?;
        // "at the University of Bologna" leads to both names.
        (starts + 1..tokens.len().min(starts + 3)).find(|at| is_name(&tokens[*at]))
    };
    let verb = look.claim.iter().position(|word| word.stem == *head)?;
    let place = &look.claim[led(&look.claim, verb)?].stem;
    let own = look.tokens.iter().position(|word| word.stem == *head)?;
    let there = look.tokens.iter().position(|word| word.stem == *place)?;
    let is_led_to = there > 0 && PLACING.contains(&look.tokens[there - 1].lower.as_str());
    let other = led(&look.tokens, own)?;
    let is_joined = look.tokens.get(there..own)?.iter().any(|word| word.lower == "and");
    let is_other = is_led_to && is_joined && !look.part.content.contains(&look.tokens[other].stem);
    is_other.then_some(Remark::OTHER_DEED)
}

/// The clause that has most of the claim lacks a name of it that another clause has: "Oslo awards the one, Stockholm the others".
pub(super) fn another_clause(look: &Look) -> Option<Remark> {
    let read: Vec<BTreeSet<String>> = look.clauses.iter().map(|clause| stems_of("", &words(clause))).collect();
    let share = |stems: &BTreeSet<String>| look.matter.intersection(stems).count();
    let best = read.iter().max_by_key(|stems| share(stems))?;
    let has = |stems: &BTreeSet<String>, group: &BTreeSet<String>| group.iter().any(|stem| stems.contains(stem));
    let is_there = |group: &BTreeSet<String>| read.iter().any(|stems| has(stems, group));
    let is_elsewhere = |group: &BTreeSet<String>| !has(best, group) && is_there(group);
    (read.len() > 1 && look.part.proper.iter().any(is_elsewhere)).then_some(Remark::NAME_MISSING)
}

/// "In mice, it causes bone loss", where the claim says so of women.
pub(super) fn in_animals(look: &Look) -> Option<Remark> {
    let has = |tokens: &[Word], list: &[&str]| tokens.iter().any(|word| list.contains(&word.lower.as_str()));
    let is_of_people = has(&look.claim, &PEOPLE) && !has(&look.claim, &ANIMALS);
    let is_subject = |at: usize| {
        let led = (at.saturating_sub(2)..at).any(|k| ["in", "among", "of", "using"].contains(&look.tokens[k].lower.as_str()));
        ANIMALS.contains(&look.tokens[at].lower.as_str()) && (at == 0 || led)
    };
    let is_of_animals = (0..look.tokens.len()).any(is_subject) && !has(&look.tokens, &PEOPLE) && !has(&look.tokens, &["human"]);
    (is_of_people && is_of_animals).then_some(Remark::IN_ANIMALS)
}

/// "the largest hot desert" where the claim says "the largest desert".
pub(super) fn narrower(look: &Look) -> Option<Remark> {
    let claimed = look.claim.windows(2).find(|pair| is_superlative(&pair[0]) && !pair[1].is_stop);
    let [most, noun] = claimed? else { return None };
    let is_between = |word: &Word| !word.is_stop && !look.claim.iter().any(|w| w.stem == word.stem);
    let is_narrower = |run: &[Word]| run[0].lower == most.lower && is_between(&run[1]) && run[2].stem == noun.stem;
    look.tokens.windows(3).any(is_narrower).then_some(Remark::NARROWER)
}

/// "the planet farthest from the Sun" where the claim says "the largest planet".
pub(super) fn most_in_something_else(look: &Look) -> Option<Remark> {
    let is_graded = |word: &Word| word.lower.len() > 5 && word.lower.ends_with("est") && is_superlative(word);
    let claimed = look.claim.windows(2).find(|pair| is_graded(&pair[0]) && !pair[1].is_stop);
    let [most, noun] = claimed? else { return None };
    let is_claimed = |word: &Word| is_graded(word) && are_alike(&word.lower, &most.lower);
    let is_of_it =
        |pair: &[Word]| is_graded(&pair[0]) && pair[1].stem == noun.stem || is_graded(&pair[1]) && pair[0].stem == noun.stem;
    let is_other = !look.tokens.iter().any(is_claimed) && look.tokens.windows(2).any(is_of_it);
    is_other.then_some(Remark::OTHER_MOST)
}

/// A name of the claim does not stand here. One that the passage has introduced need not stand in every sentence of it, unless
/// another sentence says the same with it.
pub(super) fn missing_name(look: &Look) -> Option<Remark> {
    let (part, bare) = (look.part, stems_of("", &look.tokens));
    if !lacks_name(part, &bare) {
        return None;
    }
    let is_foreign = |w: &Word| w.is_capital && !w.is_stop && w.span.start > 0 && !part.content.contains(&w.stem);
    let is_said_beside = |other: &String| {
        let other = stems_of("", &words(other));
        !lacks_name(part, &other) && recall(&look.matter, &other) >= recall(&look.matter, &bare)
    };
    if look.tokens.iter().any(is_foreign) && look.passage.iter().any(is_said_beside) {
        return Some(Remark::SAID_BESIDE);
    }
    let around = look.passage.iter().flat_map(|s| words(s)).map(|w| w.stem).chain(look.stems.iter().cloned()).collect();
    lacks_name(part, &around).then_some(Remark::NAME_UNSEEN)
}

/// It says the most of something: no forest, and no rainforest.
pub(in crate::verify) fn is_superlative(word: &Word) -> bool {
    let lower = word.lower.as_str();
    let is_plain = || PLAIN_EST.iter().any(|plain| lower.ends_with(plain));
    lower.len() > 4 && lower.ends_with("est") && !is_plain() || ["first", "most"].contains(&lower)
}

/// None of a named group's words stands in title or sentence, not even as another form of it.
fn lacks_name(part: &Statement, stems: &BTreeSet<String>) -> bool {
    let has = |stem: &String| {
        stems.contains(stem)
            || (stem.len() >= NAME_PREFIX
                && stems.iter().any(|s| s.len() >= NAME_PREFIX && s.as_bytes()[..NAME_PREFIX] == stem.as_bytes()[..NAME_PREFIX]))
    };
    part.proper.iter().any(|group| !group.iter().any(has))
}
