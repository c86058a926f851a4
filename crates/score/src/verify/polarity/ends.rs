//! Who does it to whom, and whether it is still so.

use super::{Look, Remark, SAME_MATTER};
use crate::verify::calendar::is_time;
use crate::verify::quantity::{Measure, Quantity, quantities};
use crate::verify::understand::{Reading as Statement, read};
use crate::verify::words::{Word, is_negated, words};
use std::collections::BTreeSet;

/// Verbs that say the same of both ends.
const MUTUAL: [&str; 8] = ["marri", "met", "meet", "border", "equal", "resembl", "fought", "join"];

/// The claim's subject is what the clause's verb is done to, and what the claim says of it does it.
pub(super) fn turned(look: &Look) -> Option<Remark> {
    let (part, claim) = (look.part, &look.claim);
    // What is a kind of thing is that kind; what is "the" capital is it either way round.
    let is_identity = part.is_copular && !claim.iter().any(|word| word.lower == "a" || word.lower == "an");
    let is_mutual = claim.iter().any(|word| MUTUAL.contains(&word.stem.as_str()));
    if part.subject.is_empty() || part.object.is_empty() || is_identity || is_mutual {
        return None;
    }
    // "The museum is exempt from the tax" has the ends of "the tax law exempts the museum" in another voice, as a "by" has.
    let voice = |words: &[Word]| (words.iter().any(|word| word.lower == "by"), words.iter().any(is_state));
    let read: Vec<(Statement, (bool, bool))> = look.clauses.iter().map(|clause| (read(clause), voice(&words(clause)))).collect();
    let is_straight = |said: &Statement| !part.subject.is_disjoint(&said.subject);
    let is_met = |said: &Statement| part.is_copular || !part.object.is_disjoint(&said.subject);
    let is_turned = |said: &Statement| !said.subject.is_empty() && part.subject.is_subset(&said.object) && is_met(said);
    let has_turned = read.iter().any(|(said, spoken)| is_turned(said) && *spoken == voice(claim));
    (has_turned && !read.iter().any(|(said, _)| is_straight(said))).then_some(Remark::TURNED)
}

fn is_state(word: &Word) -> bool {
    ["is", "are", "was", "were", "has", "have", "had"].contains(&word.lower.as_str())
}

/// Words of an end that is told in the past: "was the chief executive, and retired".
const LEAVING: [&str; 5] = ["retired", "resigned", "ousted", "deposed", "stepped"];
/// Words right before those.
const WHO: [&str; 7] = ["who", "and", "then", "he", "she", "was", "has"];
/// Words of one thing coming in the place of another.
const CHANGES: [&str; 23] = [
    "succeeding",
    "succeeded",
    "succeeds",
    "replaced",
    "replacing",
    "replaces",
    "became",
    "becomes",
    "former",
    "formerly",
    "previously",
    "until",
    "resigned",
    "retired",
    "ousted",
    "deposed",
    "moved",
    "relocated",
    "renamed",
    "overtook",
    "overtaken",
    "surpassed",
    "now",
];
/// Words by which something leaves a place or a name.
const MOVING: [&str; 10] =
    ["moved", "moves", "relocated", "transferred", "shifted", "switched", "changed", "renamed", "migrated", "moving"];
/// Offices that one holds at a time, by stem.
pub(in crate::verify) const OFFICES: [&str; 19] = [
    "sheriff",
    "mayor",
    "presid",
    "governor",
    "ceo",
    "chairman",
    "chairwoman",
    "king",
    "queen",
    "pope",
    "minist",
    "chancellor",
    "secretari",
    "director",
    "execut",
    "captain",
    "coach",
    "headmast",
    "bishop",
];
/// Words that make another office of one.
pub(in crate::verify) const OTHER_OFFICE: [&str; 8] =
    ["deputy", "vice", "former", "acting", "assistant", "interim", "co", "honorary"];
/// Words by which somebody holds an office as the sentence is written.
const HOLDING: [&str; 4] = ["is", "became", "becomes", "remains"];
/// Those of them that tell when it began.
const BECOMING: [&str; 2] = ["became", "becomes"];

/// The sentence tells what was so until some time, the claim what is so.
pub(super) fn no_longer(look: &Look) -> Option<Remark> {
    let has = |tokens: &[Word], list: &[&str]| tokens.iter().any(|word| list.contains(&word.lower.as_str()));
    let leaves = |pair: &[Word]| WHO.contains(&pair[0].lower.as_str()) && LEAVING.contains(&pair[1].lower.as_str());
    let is_told_in_the_past = has(&look.tokens, &["was", "were", "had"]) && !has(&look.tokens, &["is", "are"]);
    let has_left = look.part.is_copular && is_told_in_the_past && look.tokens.windows(2).any(leaves);
    let is_over = is_past(&look.tokens) || has_left && !has(&look.claim, &LEAVING);
    let remark = if ends_on_a_day(look.sentence, &look.tokens) { Remark::ENDED } else { Remark::NO_LONGER };
    (is_over && !is_past(&look.claim) && is_present(&look.claim)).then_some(remark)
}

/// Words that make of a deed a plan or a guess …
const PLANNING: [&str; 9] = ["will", "would", "shall", "could", "might", "may", "should", "ll", "d"];
/// … and what stands before the "to" of one.
const PLANS: [&str; 20] = [
    "plan",
    "plans",
    "planned",
    "planning",
    "due",
    "expected",
    "expects",
    "set",
    "hopes",
    "hoped",
    "intends",
    "intended",
    "proposed",
    "proposes",
    "proposal",
    "wants",
    "wanted",
    "aims",
    "scheduled",
    "offered",
];
/// Pasts whose form hides what was done.
const DONE: [(&str, &str); 16] = [
    ("began", "begin"),
    ("begun", "begin"),
    ("bought", "buy"),
    ("built", "build"),
    ("paid", "pay"),
    ("sold", "sell"),
    ("gave", "give"),
    ("given", "give"),
    ("took", "take"),
    ("taken", "take"),
    ("lent", "lend"),
    ("spent", "spend"),
    ("won", "win"),
    ("left", "leave"),
    ("made", "make"),
    ("shut", "shut"),
];

/// The sentence only plans or expects what the claim tells as done: "the council plans to borrow", "the bridge would cut".
pub(super) fn only_planned(look: &Look) -> Option<Remark> {
    let is_planned = |tokens: &[Word], at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |k| tokens[k].lower.as_str());
        let is_to = before(1) == "to" && (2..=5).any(|back| PLANS.contains(&before(back)));
        is_to || (1..=3).any(|back| PLANNING.contains(&before(back)))
    };
    let deed = look.claim.iter().position(is_done)?;
    let stem = &root(&look.claim[deed]);
    let is_the_deed = |at: &usize| root(&look.tokens[*at]) == *stem;
    let mut told = (0..look.tokens.len()).filter(is_the_deed).peekable();
    let is_told = told.peek().is_some();
    let is_open = is_told && told.all(|at| is_planned(&look.tokens, at));
    let claims_a_plan = is_planned(&look.claim, deed) || look.claim.iter().any(|word| PLANS.contains(&word.lower.as_str()));
    (is_open && !claims_a_plan && look.shared >= SAME_MATTER).then_some(Remark::ONLY_PLANNED)
}

/// A verb in a past form: "borrowed", "has begun", "cut" where nothing else is the verb.
fn is_done(word: &Word) -> bool {
    let lower = word.lower.as_str();
    let is_regular = lower.ends_with("ed") && lower.len() > 4 && !word.is_capital;
    is_regular || DONE.iter().any(|(past, _)| *past == lower) || lower == "cut"
}

/// The stem of what was done.
fn root(word: &Word) -> String {
    let told = DONE.iter().find(|(past, _)| *past == word.lower).map(|(_, root)| (*root).to_owned());
    told.unwrap_or_else(|| word.stem.clone())
}

/// "Moved its headquarters from Halberg to Orlen", where the claim has them in Halberg.
pub(super) fn moved_away(look: &Look) -> Option<Remark> {
    let word = |at: usize| look.tokens[at].lower.as_str();
    let named = |at: usize| look.tokens.get(at).filter(|word| word.is_capital && !word.is_stop);
    let is_claims = |word: &Word| look.part.content.contains(&word.stem);
    let is_where = |word: &Word| look.part.object.contains(&word.stem) && !look.part.subject.contains(&word.stem);
    let leaves = |at: usize| word(at) == "from" && named(at + 1).is_some_and(is_where);
    let arrives = |at: usize| word(at) == "to" && named(at + 1).is_some_and(|word| !is_claims(word));
    let moves = (0..look.tokens.len()).find(|at| MOVING.contains(&word(*at)))?;
    let from = (moves..look.tokens.len()).find(|at| leaves(*at))?;
    let to = (from..look.tokens.len()).find(|at| arrives(*at))?;
    let titled = words(look.title);
    let is_mover = look.tokens[..moves].iter().chain(&titled).any(|word| look.part.subject.contains(&word.stem));
    (to > from && is_mover && is_present(&look.claim) && look.shared >= SAME_MATTER).then_some(Remark::MOVED)
}

/// Somebody else holds the office that the claim's own is said to hold, in a clause that says just that.
pub(super) fn another_holder(look: &Look) -> Option<Remark> {
    let part = look.part;
    let has_office = |side: &BTreeSet<String>| side.iter().any(|stem| OFFICES.contains(&stem.as_str()));
    let is_one_of_many = look.claim.iter().any(|word| word.lower == "a" || word.lower == "an");
    if !part.is_copular || part.is_negated || is_one_of_many || !look.claim.iter().any(|word| word.lower == "is") {
        return None;
    }
    let (office, holder) = match (has_office(&part.subject), has_office(&part.object)) {
        (true, false) => (&part.subject, &part.object),
        (false, true) => (&part.object, &part.subject),
        _ => return None,
    };
    let titled = stems(&words(look.title));
    if !holder.is_disjoint(&titled) {
        return None;
    }
    let says_so = |clause: &&str| {
        let tokens = words(clause);
        let Some(at) = tokens.iter().position(|word| HOLDING.contains(&word.lower.as_str())) else { return false };
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let (seat, named) =
            if has_office(&stems(before)) { (before, leading_name(after)) } else { (after, closing_name(before)) };
        let is_same_office = has_office(&stems(seat)) && office.is_subset(&(&titled | &stems(seat)));
        let is_other_office = tokens.iter().any(|word| OTHER_OFFICE.contains(&word.lower.as_str()));
        let is_foreign = !named.is_empty() && named.iter().all(|word| !part.content.contains(&word.stem));
        // "…, succeeding Robert Ames" names the claim's own as the one before; who became it long ago need not be it now.
        let succeeded = tokens.iter().position(|word| word.lower.starts_with("succeed") || word.lower.starts_with("replac"));
        let first_own = tokens.iter().position(|word| holder.contains(&word.stem));
        let is_followed = first_own.zip(succeeded).is_some_and(|(own, after)| after < own);
        let is_told =
            if BECOMING.contains(&tokens[at].lower.as_str()) { is_followed } else { first_own.is_none() || is_followed };
        is_same_office && !is_other_office && is_foreign && is_told && !is_negated(&tokens)
    };
    look.clauses.iter().any(says_so).then_some(Remark::OTHER_HOLDER)
}

fn stems(tokens: &[Word]) -> BTreeSet<String> {
    tokens.iter().map(|word| word.stem.clone()).collect()
}

fn is_name(word: &Word) -> bool {
    word.is_capital && !word.is_stop && !word.is_number() && !is_time(std::slice::from_ref(word))
}

/// The name that some words begin with; what stands before a word in small letters describes somebody.
fn leading_name(tokens: &[Word]) -> &[Word] {
    let length = tokens.iter().take_while(|word| is_name(word)).count();
    let is_description = tokens.get(length).is_some_and(|next| {
        length > 0 && next.span.start - tokens[length - 1].span.end == 1 && !next.is_stop && !next.is_number()
    });
    if is_description { &[] } else { &tokens[..length] }
}

/// The name that some words end with and that nothing leads to.
fn closing_name(tokens: &[Word]) -> &[Word] {
    let length = tokens.iter().rev().take_while(|word| is_name(word)).count();
    let start = tokens.len() - length;
    let is_led_to = start > 0 && (tokens[start - 1].is_stop || !tokens[start - 1].is_capital);
    if is_led_to { &[] } else { &tokens[start..] }
}

/// "Led the force until 30 November 2024".
fn ends_on_a_day(sentence: &str, tokens: &[Word]) -> bool {
    let is_so_now = tokens.iter().any(|word| ["is", "are", "has", "have"].contains(&word.lower.as_str()));
    let is_moment = |q: &Quantity| matches!(q.measure, Measure::Day | Measure::Year);
    let ends = |at: usize| {
        let behind = tokens.get(at + UNTIL_WORDS).map_or(sentence.len(), |word| word.span.end);
        quantities(&sentence[tokens[at].span.end..behind]).iter().any(is_moment)
    };
    !is_so_now && tokens.iter().position(|word| word.lower == "until").is_some_and(ends)
}

/// Words behind "until" that may tell the day.
const UNTIL_WORDS: usize = 3;

fn is_present(tokens: &[Word]) -> bool {
    let is_held = |at: usize| HOLDS.contains(&tokens[at].lower.as_str()) && at > 0 && !tokens[at - 1].is_stop;
    tokens.iter().any(|word| ["is", "are", "has", "have"].contains(&word.lower.as_str())) || (0..tokens.len()).any(is_held)
}

/// Verbs of what one holds or does as long as one does.
const HOLDS: [&str; 12] =
    ["leads", "heads", "runs", "chairs", "owns", "directs", "manages", "coaches", "teaches", "serves", "represents", "governs"];

/// The text tells that one thing came in the place of another, so that it may deny what it repeats.
pub(in crate::verify) fn tells_change(text: &str) -> bool {
    let tokens = words(text);
    let is_over = |pair: &[Word]| pair[0].lower == "no" && pair[1].lower == "longer";
    tokens.iter().any(|word| CHANGES.contains(&word.lower.as_str())) || tokens.windows(2).any(is_over)
}

/// The sentence tells of a state that ended.
fn is_past(tokens: &[Word]) -> bool {
    let is_end = |word: &Word| ["until", "formerly", "former", "previously"].contains(&word.lower.as_str());
    tokens.iter().any(is_end) || tokens.windows(2).any(|pair| pair[0].lower == "used" && pair[1].lower == "to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_longer_tells_of_a_change_and_no_and_longer_do_not() {
        assert!(tells_change("Hans Pichler no longer leads Ferrovia."));
        assert!(tells_change("Yasmin Carrow succeeded him in 2022."));
        assert!(!tells_change("No bridge in Lenna is higher."));
        assert!(!tells_change("The Orlen bridge is longer than that of Lenna."));
    }
}
