//! What only one can be: a city is the only capital of its country, a picture has one painter.
//!
//! Where a clause says of the same thing that somebody or something else is the one, the claim's is not.

use super::calendar::is_time;
use super::polarity::is_superlative;
use super::understand::Reading as Statement;
use super::verbs::main_verb;
use super::words::{Word, is_negated, words};
use std::collections::BTreeSet;

/// Stems of deeds that are done to a thing once, by one: who else did it, did it alone; where else it was done, it was only there.
const DEEDS: [&str; 17] = [
    "invent",
    "discov",
    "paint",
    "wrote",
    "written",
    "write",
    "compos",
    "found",
    "design",
    "direct",
    "sculpt",
    "author",
    "born",
    "award",
    "locat",
    "sign",
    "headquart",
];
/// Stems of what a thing has one of.
const NOUNS: [&str; 9] = ["capit", "symbol", "currenc", "inventor", "founder", "author", "painter", "compos", "birthplac"];
/// Stems that add nothing to what a thing has one of: the capital city is the capital.
const IDLE: [&str; 3] = ["citi", "town", "chemic"];
/// Words that lead to who or where it was.
const SLOTS: [&str; 4] = ["by", "in", "at", "from"];
/// Words that lead to where or when, so that the name behind them did nothing.
const LEADING: [&str; 16] = [
    "in", "at", "on", "from", "near", "of", "to", "with", "during", "under", "since", "before", "after", "for", "like", "unlike",
];
/// Words that stand for whom the title names.
const PRONOUNS: [&str; 5] = ["he", "she", "it", "they", "who"];

/// A claim about something of which there is one.
struct Single {
    /// What it is said of, with the noun or deed.
    thing: BTreeSet<String>,
    /// Who or what the claim says is the one.
    one: BTreeSet<String>,
    /// The word that leads to it in the claim, where one does.
    slot: Option<String>,
}

/// It is one of the deeds, in the past.
pub(super) fn is_deed(word: &Word) -> bool {
    DEEDS.contains(&word.stem.as_str()) && (word.lower.ends_with("ed") || word.lower == "wrote") && !word.is_capital
}

/// What a clause says of the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// It is the claim's.
    Same,
    /// It is another.
    Another,
    /// It is another place, in which the claim's may lie, or which may lie in the claim's: Ulm is in Germany.
    Elsewhere,
    /// The claim's one did it to something else.
    Else,
}

/// Whether a clause says of the claim's thing who or what is the one.
pub(super) fn named(part: &Statement, part_text: &str, title: &str, clause: &str) -> Option<Named> {
    let single = read(part, part_text)?;
    let tokens = words(clause);
    let stems: BTreeSet<String> = tokens.iter().map(|word| word.stem.clone()).collect();
    let titled: BTreeSet<String> = words(title).into_iter().map(|word| word.stem).chain(stems.iter().cloned()).collect();
    if is_negated(&tokens) {
        return None;
    }
    let (deed, things): (Vec<&String>, Vec<&String>) = single.thing.iter().partition(|stem| DEEDS.contains(&stem.as_str()));
    let has_deed = !deed.is_empty() && deed.iter().all(|stem| stems.contains(*stem));
    if single.slot.is_none() && has_deed && single.one.is_subset(&stems) && things.iter().all(|stem| !titled.contains(*stem)) {
        return Some(Named::Else);
    }
    if !single.thing.is_subset(&titled) {
        return None;
    }
    let key = tokens.iter().position(|word| is_key(word) && single.thing.contains(&word.stem))?;
    if single.one.is_subset(&stems) {
        let is_plain = tokens.iter().any(|word| ["is", "are"].contains(&word.lower.as_str()));
        return (is_plain && NOUNS.contains(&tokens[key].stem.as_str())).then_some(Named::Same);
    }
    // "In July she discovered it", under her name.
    let is_referred_to = tokens[..key].iter().any(|word| PRONOUNS.contains(&word.lower.as_str()));
    let said = if is_referred_to { &titled } else { &stems };
    let is_place = single.slot.as_deref().is_some_and(|slot| slot != "by");
    (single.one.is_disjoint(said) && is_another(part, &single, &tokens, key)).then_some(match is_place {
        true => Named::Elsewhere,
        false => Named::Another,
    })
}

/// Whether the word that leads to the one in the claim leads to another right behind the same deed in a clause, whoever else stands there.
pub(super) fn led_elsewhere(part: &Statement, part_text: &str, title: &str, clause: &str) -> Option<Named> {
    let single = read(part, part_text)?;
    let slot = single.slot.as_ref()?;
    let tokens = words(clause);
    let titled: BTreeSet<String> = words(title).iter().chain(&tokens).map(|word| word.stem.clone()).collect();
    if is_negated(&tokens) || !single.thing.is_subset(&titled) {
        return None;
    }
    let key = tokens.iter().position(|word| is_key(word) && single.thing.contains(&word.stem))?;
    let led = led_to(&tokens[key + 1..], slot);
    let is_other = !led.is_empty() && led.is_disjoint(&single.one) && led.is_disjoint(&part.content);
    is_other.then_some(if slot == "by" { Named::Another } else { Named::Elsewhere })
}

fn is_key(word: &Word) -> bool {
    DEEDS.iter().chain(&NOUNS).any(|key| word.stem == *key) || is_superlative(word)
}

fn is_another(part: &Statement, single: &Single, tokens: &[Word], key: usize) -> bool {
    let is_foreign = |word: &Word| is_name(word) && !part.content.contains(&word.stem) && !single.thing.contains(&word.stem);
    // "the largest hot desert" where the claim says "the largest desert": of something narrower, another may be.
    if is_superlative(&tokens[key]) && tokens.get(key + 1).is_none_or(|next| !single.thing.contains(&next.stem)) {
        return false;
    }
    match &single.slot {
        Some(slot) if slot != "by" => follows(&tokens[key..], slot, is_foreign),
        // Before the deed, or behind "by"; of a noun, on either side.
        _ => {
            let is_noun = NOUNS.contains(&tokens[key].stem.as_str()) || is_superlative(&tokens[key]);
            let before = (0..key).any(|at| is_foreign(&tokens[at]) && !says_when_or_where(tokens, at));
            before || follows(&tokens[key..], "by", is_foreign) || is_noun && tokens[key..].iter().any(is_foreign)
        }
    }
}

/// Stems of the names that a word leads to right behind a deed, up to what else was done. "The Dutch artist" names nobody, and neither does a month.
fn led_to(tokens: &[Word], slot: &str) -> BTreeSet<String> {
    let Some(at) = tokens.iter().take(LED_WITHIN).position(|word| word.lower == slot) else { return BTreeSet::new() };
    let rest = &tokens[at + 1..];
    let next = |k: usize| rest.get(k + 1);
    let begins_anew = |k: usize| {
        let is_joined = rest[k].lower == "and" && next(k).is_some_and(|word| !is_name(word) && word.lower != "the");
        is_joined || is_deed(&rest[k]) || rest[k].lower == "by" || main_verb(&rest[k..=k]).is_some() && !is_name(&rest[k])
    };
    let end = (0..rest.len()).find(|k| begins_anew(*k)).unwrap_or(rest.len());
    let is_beside = |k: usize| next(k).is_some_and(|word| word.span.start - rest[k].span.end == 1);
    let mut led = BTreeSet::new();
    let mut run: Vec<&Word> = Vec::new();
    for k in 0..end {
        if is_name(&rest[k]) && !is_time(&rest[k..=k]) {
            run.push(&rest[k]);
        }
        let goes_on = k + 1 < end && is_beside(k) && next(k).is_some_and(is_name);
        if !goes_on {
            if !is_description(rest, k) {
                led.extend(run.iter().map(|word| word.stem.clone()));
            }
            run.clear();
        }
    }
    led
}

/// How far behind a deed the word stands that leads to who or where it was: "born on 7 November 1867 in Warsaw" is not looked into.
const LED_WITHIN: usize = 3;

/// The name is a month's, or a word such as "in" leads to it: who stands before a deed need not have done it.
fn says_when_or_where(tokens: &[Word], at: usize) -> bool {
    let belongs =
        |k: usize| tokens[k + 1].span.start - tokens[k].span.end == 1 && (is_name(&tokens[k]) || tokens[k].lower == "the");
    let start = (0..at).rev().take_while(|k| belongs(*k)).last().unwrap_or(at);
    let is_led_to = start.checked_sub(1).is_some_and(|k| LEADING.contains(&tokens[k].lower.as_str()));
    is_led_to || is_time(&tokens[at..=at])
}

/// The first word that carries matter behind another is a foreign name, and describes nobody: "by the Dutch artist" names none.
fn follows(tokens: &[Word], slot: &str, is_foreign: impl Fn(&Word) -> bool) -> bool {
    let after = tokens.iter().position(|word| word.lower == slot).map_or(&[][..], |at| &tokens[at + 1..]);
    let first = after.iter().position(|word| !word.is_stop);
    first.is_some_and(|at| is_foreign(&after[at]) && !is_description(after, at))
}

/// Words in small letters inside names.
const PARTICLES: [&str; 10] = ["da", "de", "del", "di", "van", "von", "der", "la", "bin", "al"];

/// A word in small letters stands right behind the name, and carries matter.
fn is_description(tokens: &[Word], at: usize) -> bool {
    let next = tokens.get(at + 1).filter(|next| next.span.start - tokens[at].span.end == 1);
    next.is_some_and(|word| !word.is_stop && !word.is_capital && !word.is_number() && !PARTICLES.contains(&word.lower.as_str()))
}

fn is_name(word: &Word) -> bool {
    word.is_capital && !word.is_stop && !word.is_number()
}

fn read(part: &Statement, text: &str) -> Option<Single> {
    let tokens = words(text);
    let verb = main_verb(&tokens).or_else(|| tokens.iter().position(is_deed))?;
    let head = part.head.clone()?;
    let has_name = |side: &BTreeSet<String>| tokens.iter().any(|word| is_name(word) && side.contains(&word.stem));
    let without = |side: &BTreeSet<String>| -> BTreeSet<String> { side.iter().filter(|stem| **stem != head).cloned().collect() };
    let is_noun_in = |side: &BTreeSet<String>| {
        let is_one = |word: &Word| side.contains(&word.stem) && (NOUNS.contains(&word.stem.as_str()) || is_superlative(word));
        tokens.iter().any(is_one)
    };
    let (thing, one, slot) = if part.is_copular && DEEDS.contains(&head.as_str()) {
        let at = tokens.iter().rposition(|word| SLOTS.contains(&word.lower.as_str())).filter(|at| *at > verb)?;
        let one = tokens[at + 1..].iter().filter(|word| is_name(word)).map(|word| word.stem.clone()).collect();
        (&part.subject | &BTreeSet::from([head]), one, Some(tokens[at].lower.clone()))
    } else if part.is_copular && is_noun_in(&part.subject) {
        (part.subject.clone(), part.object.clone(), None)
    } else if part.is_copular && is_noun_in(&part.object) {
        (part.object.clone(), part.subject.clone(), None)
    } else if DEEDS.contains(&head.as_str()) && !part.subject.is_empty() {
        (&without(&part.object) | &BTreeSet::from([head]), part.subject.clone(), None)
    } else {
        return None;
    };
    let thing: BTreeSet<String> = thing.into_iter().filter(|stem| !IDLE.contains(&stem.as_str())).collect();
    (thing.len() > 1 && !one.is_empty() && has_name(&one)).then_some(Single { thing, one, slot })
}

#[cfg(test)]
mod tests {
    use super::super::understand::read;
    use super::*;

    fn is_another(claim: &str, clause: &str) -> bool {
        named(&read(claim), claim, "", clause) == Some(Named::Another)
    }

    #[test]
    fn there_is_one_painter_and_one_capital() {
        for claim in ["Michelangelo painted the Mona Lisa.", "The Mona Lisa was painted by Michelangelo."] {
            assert!(is_another(claim, "The Mona Lisa was painted by Leonardo da Vinci."), "{claim}");
            assert!(is_another(claim, "Leonardo da Vinci painted the Mona Lisa."), "{claim}");
        }
        for claim in
            ["Sydney is the capital of Australia.", "Australia's capital is Sydney.", "The capital of Australia is Sydney."]
        {
            assert!(is_another(claim, "Canberra is the capital of Australia."), "{claim}");
        }
        assert!(is_another("Gold's chemical symbol is Ag.", "The chemical symbol of gold is Au"));
        assert!(is_another(
            "Barack Obama was the first president of France.",
            "Louis Bonaparte was the first president of France"
        ));
        assert!(is_another("Texas is the largest state.", "Alaska is the largest state of the United States."));
        assert!(is_another("Bill Gates invented the World Wide Web.", "Tim Berners-Lee invented the World Wide Web."));
    }

    #[test]
    fn another_thing_another_slot_and_a_denial_name_nobody() {
        assert!(!is_another("Michelangelo painted the Mona Lisa.", "Leonardo da Vinci painted the Last Supper."));
        assert!(!is_another("The Mona Lisa was painted in Florence.", "The Mona Lisa was painted by Leonardo da Vinci."));
        assert!(!is_another("Canberra is the capital of Australia.", "Sydney is not the capital of Australia."));
        assert!(!is_another("Canberra is the capital of Australia.", "Canberra is the capital of Australia."));
        assert!(!is_another("Alaska is the largest state.", "Texas is the largest southern state."));
        let claim = "Edison invented the phonograph.";
        assert_eq!(named(&read(claim), claim, "", "Edison invented the light bulb."), Some(Named::Else));
    }

    #[test]
    fn a_place_may_lie_in_another_and_a_month_did_nothing() {
        let told = |claim: &str, title: &str, clause: &str| named(&read(claim), claim, title, clause);
        assert_eq!(told("The Louvre is located in France.", "", "The Louvre is located in Paris."), Some(Named::Elsewhere));
        assert_eq!(told("Einstein was born in Germany.", "", "Einstein was born in Ulm."), Some(Named::Elsewhere));
        let claim = "Marie Curie discovered polonium.";
        for clause in [
            "In July 1898 she discovered polonium.",
            "In Paris, she discovered polonium.",
            "She discovered polonium with Pierre.",
        ] {
            assert_eq!(told(claim, "Marie Curie", clause), None, "{clause}");
        }
        assert_eq!(told(claim, "Polonium", "In July, Otto Hahn discovered polonium."), Some(Named::Another));
        assert_eq!(told(claim, "Polonium", "In Paris, Otto Hahn discovered polonium."), Some(Named::Another));
    }

    #[test]
    fn the_same_one_in_other_words_is_the_same() {
        let claim = "Canberra is Australia's capital city.";
        assert_eq!(named(&read(claim), claim, "", "Canberra is the capital of Australia."), Some(Named::Same));
    }
}
