//! The claim in the sentence's very words.

use super::{Look, Remark};
use crate::verify::attribution::is_quoting;
use crate::verify::clauses::OPENERS;
use crate::verify::quantity::{Comparison, Quantity, quantities};
use crate::verify::words::{Word, is_negated, is_reporting, words};

/// Words from which a repeated run of them is no accident.
const RUN_WORDS: usize = 4;
/// Stems of what people hold who may be wrong.
const HELD: [&str; 14] = [
    "believ", "belief", "think", "thought", "claim", "idea", "notion", "pretend", "imagin", "suppos", "assum", "legend", "joke",
    "satir",
];

/// The whole sentence repeats the claim, or one clause of it does.
pub(super) fn word_for_word(look: &Look) -> Option<Remark> {
    let says_it = repeats(&look.claim, &look.tokens)
        || repeats_inherited(&look.claim, &look.tokens)
        || look.pieces().any(|clause| repeats(&look.claim, &words(clause)));
    (says_it && !is_somebodys(look) && has_its_numbers(look)).then_some(Remark::REPEATS)
}

/// Every number of the claim stands there as what it is: a sign is no word, and £12 are not $12.
fn has_its_numbers(look: &Look) -> bool {
    let found = quantities(look.sentence);
    let stands = |claimed: &Quantity| found.iter().any(|q| claimed.compare(q) == Some(Comparison::Agrees));
    let is_there = |claimed: &Quantity| !found.iter().any(|q| claimed.value == q.value) || stands(claimed);
    look.part.quantities.iter().all(is_there)
}

/// Words around the claim's own say that somebody believes it, says it or asks it, or the title calls it a myth.
fn is_somebodys(look: &Look) -> bool {
    let is_held = |word: &Word| HELD.contains(&word.stem.as_str()) || is_quoting(word) && !word.is_capital;
    let is_added = |word: &&Word| !look.claim.iter().any(|own| own.lower == word.lower);
    let around: Vec<Word> = look.tokens.iter().filter(is_added).cloned().collect();
    let asks = look.sentence.trim_end_matches(['"', '”', '’', '\'', ')', ' ']).ends_with('?');
    asks || around.iter().any(is_held) || is_reporting(&around) || is_reporting(&words(look.title))
}

/// The claim's words stand in the sentence one after the other, and nothing holds them at a distance.
fn repeats(claim: &[Word], sentence: &[Word]) -> bool {
    if claim.len() < RUN_WORDS || sentence.len() < claim.len() {
        return false;
    }
    let is_whole = claim.len() == sentence.len();
    let held_off = |before: &[Word]| {
        is_negated(before) || is_reporting(before) || before.iter().any(|w| w.lower == "that" || w.lower == "if")
    };
    let is_same = |run: &[Word]| run.iter().zip(claim).all(|(a, b)| a.lower == b.lower);
    (0..=sentence.len() - claim.len()).any(|at| {
        let (before, after) = (&sentence[..at], &sentence[at + claim.len()..]);
        is_same(&sentence[at..at + claim.len()]) && (is_whole || !held_off(before) && !is_negated(after))
    })
}

/// The same for a part that took its subject from the one before: "penicillin works against bacteria and does not work against
/// viruses".
fn repeats_inherited(claim: &[Word], sentence: &[Word]) -> bool {
    let starts = |k: usize| sentence.len() > k && sentence.iter().zip(&claim[..k]).all(|(a, b)| a.lower == b.lower);
    (1..claim.len().saturating_sub(RUN_WORDS - 1)).take_while(|k| starts(*k)).any(|k| {
        let rest = &claim[k..];
        let follows = |at: usize| OPENERS.contains(&sentence[at - 1].lower.as_str());
        let is_same = |run: &[Word]| run.iter().zip(rest).all(|(a, b)| a.lower == b.lower);
        let last = (sentence.len() + 1).saturating_sub(rest.len());
        (k + 1..last).any(|at| follows(at) && is_same(&sentence[at..at + rest.len()]))
    })
}
