//! Who does it to whom, and whether it is still so.

use super::{Look, Remark, SAME_MATTER};
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
const LEAVING: [&str; 6] = ["retired", "resigned", "ousted", "deposed", "stepped", "died"];
/// Words of one thing coming in the place of another.
const CHANGES: [&str; 25] = [
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
    "no",
    "longer",
];
/// Words by which something leaves a place or a name.
const MOVING: [&str; 10] =
    ["moved", "moves", "relocated", "transferred", "shifted", "switched", "changed", "renamed", "migrated", "moving"];
/// Offices that one holds at a time, by stem.
const OFFICES: [&str; 19] = [
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
const OTHER_OFFICE: [&str; 8] = ["deputy", "vice", "former", "acting", "assistant", "interim", "co", "honorary"];
/// Words by which somebody holds an office as the sentence is written.
const HOLDING: [&str; 4] = ["is", "became", "becomes", "remains"];

/// The sentence tells what was so until some time, the claim what is so.
pub(super) fn no_longer(look: &Look) -> Option<Remark> {
    let has = |tokens: &[Word], list: &[&str]| tokens.iter().any(|word| list.contains(&word.lower.as_str()));
    let has_left =
        has(&look.tokens, &LEAVING) && has(&look.tokens, &["was", "were", "had"]) && !has(&look.tokens, &["is", "are"]);
    let is_over = is_past(&look.tokens) || has_left && !has(&look.claim, &LEAVING);
    (is_over && !is_past(&look.claim) && is_present(&look.claim)).then_some(Remark::NO_LONGER)
}

/// "Moved its headquarters from Halberg to Orlen", where the claim has them in Halberg.
pub(super) fn moved_away(look: &Look) -> Option<Remark> {
    let word = |at: usize| look.tokens[at].lower.as_str();
    let named = |at: usize| look.tokens.get(at).filter(|word| word.is_capital && !word.is_stop);
    let is_claims = |word: &Word| look.part.content.contains(&word.stem);
    let leaves = |at: usize| word(at) == "from" && named(at + 1).is_some_and(is_claims);
    let arrives = |at: usize| word(at) == "to" && named(at + 1).is_some_and(|word| !is_claims(word));
    let moves = (0..look.tokens.len()).find(|at| MOVING.contains(&word(*at)))?;
    let from = (moves..look.tokens.len()).find(|at| leaves(*at))?;
    let to = (from..look.tokens.len()).find(|at| arrives(*at))?;
    (to > from && is_present(&look.claim) && look.shared >= SAME_MATTER).then_some(Remark::MOVED)
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
    let is_name = |word: &Word| word.is_capital && !word.is_stop && !word.is_number();
    let says_so = |clause: &&str| {
        let tokens = words(clause);
        let Some(at) = tokens.iter().position(|word| HOLDING.contains(&word.lower.as_str())) else { return false };
        let stems = |slice: &[Word]| -> BTreeSet<String> { slice.iter().map(|word| word.stem.clone()).collect() };
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let (seat, other) = if has_office(&stems(before)) { (before, after) } else { (after, before) };
        let titled = &stems(&words(look.title)) | &stems(seat);
        let is_same_office = has_office(&stems(seat)) && office.is_subset(&titled);
        let is_other_office = tokens.iter().any(|word| OTHER_OFFICE.contains(&word.lower.as_str()));
        let is_foreign = other.iter().any(|word| is_name(word) && !part.content.contains(&word.stem));
        // "…, succeeding Robert Ames" names the claim's own as the one before.
        let succeeded = tokens.iter().position(|word| word.lower.starts_with("succeed") || word.lower.starts_with("replac"));
        let first_own = tokens.iter().position(|word| holder.contains(&word.stem));
        let is_own = first_own.is_some_and(|own| succeeded.is_none_or(|after| own < after));
        is_same_office && !is_other_office && is_foreign && !is_own && !is_negated(&tokens)
    };
    look.clauses.iter().any(says_so).then_some(Remark::OTHER_HOLDER)
}

fn is_present(tokens: &[Word]) -> bool {
    tokens.iter().any(|word| ["is", "are", "has", "have"].contains(&word.lower.as_str()))
}

/// The text tells that one thing came in the place of another, so that it may deny what it repeats.
pub(in crate::verify) fn tells_change(text: &str) -> bool {
    words(text).iter().any(|word| CHANGES.contains(&word.lower.as_str()))
}

/// The sentence tells of a state that ended.
fn is_past(tokens: &[Word]) -> bool {
    let is_end = |word: &Word| ["until", "formerly", "former", "previously"].contains(&word.lower.as_str());
    tokens.iter().any(is_end) || tokens.windows(2).any(|pair| pair[0].lower == "used" && pair[1].lower == "to")
}
