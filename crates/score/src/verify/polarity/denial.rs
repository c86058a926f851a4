//! What a "no" of the sentence reaches over, and what its words turn into their opposite.

use super::{Look, Remark, SAME_MATTER};
use crate::verify::opposites::opposes;
use crate::verify::understand::Reading as Statement;
use crate::verify::verbs::is_auxiliary;
use crate::verify::words::{Word, is_hedged, is_negated, negates, words};
use std::collections::BTreeSet;

/// Content overlap that a plain sentence needs against a denial: it must have the denied words themselves.
const DENIED_MATTER: f64 = 0.75;
/// Words a negation reaches over.
const SCOPE_WORDS: usize = 7;

/// The sentence says no to what the claim says, or yes to what it denies.
pub(super) fn denied(look: &Look) -> Option<Remark> {
    let (part, title) = (look.part, look.title);
    if look.shared < SAME_MATTER {
        return None;
    }
    if part.is_negated || is_negated(&look.claim) {
        // Two that both say no may say it of different things; the judge has to tell.
        return (look.shared >= DENIED_MATTER && !is_negated(&look.tokens)).then_some(Remark::DENIES);
    }
    let is_denied = |clause: &&str| {
        let tokens = words(clause);
        // What might not be so may be so.
        if is_hedged(&tokens) && !is_hedged(&look.claim) {
            return false;
        }
        says_no(&part.subject, &part.predicate, part, title, &tokens)
            // "Sydney is not the capital" denies that the capital is Sydney.
            || part.is_copular && says_no(&part.object, &part.subject, part, title, &tokens)
    };
    look.clauses.iter().any(is_denied).then_some(Remark::DENIES)
}

/// The sentence says the opposite of one of the claim's words, and otherwise its words.
pub(super) fn opposite(look: &Look) -> Option<Remark> {
    opposes(&look.matter, &look.claim, &look.stems, &look.tokens).then_some(Remark::OPPOSES)
}

/// Every no of the sentence is said to something that the claim, which says no as well, does not speak of.
pub(super) fn denied_of_others(look: &Look) -> Option<Remark> {
    let said: BTreeSet<&String> = look.part.predicate.difference(&look.part.subject).collect();
    let is_no = |at: &usize| negates(&look.tokens, *at);
    let mut denials = (0..look.tokens.len()).filter(is_no).peekable();
    // In the passive, what the claim denies stands before the no: "honey should not be given to babies".
    let is_turned = |at: usize| {
        let is_passive =
            look.tokens[at.saturating_sub(1)..].iter().take(3).any(|word| FORMS_OF_BE.contains(&word.lower.as_str()));
        let ahead = ahead(&look.tokens, at);
        let names_what_is_denied = ahead.iter().any(|word| said.contains(&word.stem));
        let names_the_subject = ahead.iter().any(|word| look.part.subject.contains(&word.stem));
        is_passive && names_what_is_denied && !names_the_subject
    };
    let is_beside = |at: usize| !is_turned(at) && reach(&look.tokens, at).iter().all(|word| !said.contains(&word.stem));
    (look.part.is_negated && denials.peek().is_some() && denials.all(is_beside)).then_some(Remark::DENIES_ELSE)
}

/// A negation of the clause reaches over what the claim says of its subject.
///
/// The subject must come before it or in the title ("the ozone hole is not the main cause of global warming" denies nothing of
/// global warming), and what is denied must be the claim's head word or mostly the claim's words ("was not the first European
/// in the Americas" does not deny an arrival in the Americas).
fn says_no(subject: &BTreeSet<String>, predicate: &BTreeSet<String>, part: &Statement, title: &str, tokens: &[Word]) -> bool {
    let said: BTreeSet<&String> = predicate.difference(subject).collect();
    let in_title = words(title).iter().any(|w| subject.contains(&w.stem));
    tokens.iter().enumerate().any(|(at, word)| {
        let is_idle = tokens.get(at + 1).is_some_and(|next| next.lower == "only");
        let before = &tokens[..at];
        let has_own = before.iter().any(|w| w.is_capital && !w.is_stop && !part.content.contains(&w.stem));
        let has_subject = subject.is_empty() || in_title && !has_own || before.iter().any(|w| subject.contains(&w.stem));
        if !negates(tokens, at) || word.lower == "false" || is_idle || !has_subject {
            return false;
        }
        let reached: Vec<&Word> = reach(tokens, at).iter().filter(|w| !w.is_stop).collect();
        let has_head = part.head.as_ref().is_some_and(|head| said.contains(head) && reached.iter().any(|w| w.stem == *head));
        // A name within reach is whom it is said of, not what is denied: "the law does not apply to the White House".
        let is_name = |w: &Word| part.proper.iter().any(|group| group.contains(&w.stem));
        let denied: Vec<&Word> = reached.into_iter().filter(|w| !is_name(w)).collect();
        let hits = denied.iter().filter(|w| said.contains(&w.stem)).count();
        // "Did not reduce mortality" denies nothing of what reduced the risk of stroke.
        let is_head = |w: &Word| part.head.as_ref() == Some(&w.stem);
        let further: Vec<&&Word> = denied.iter().filter(|w| !is_head(w)).collect();
        let is_done_to_another = !further.is_empty()
            && part.object.iter().any(|stem| part.head.as_ref() != Some(stem))
            && further.iter().all(|w| !part.content.contains(&w.stem));
        has_head && !is_done_to_another || (hits > 0 && hits * 2 >= denied.len())
    })
}

/// The words of its clause that stand before a negation.
fn ahead(tokens: &[Word], at: usize) -> &[Word] {
    let is_join = |word: &Word| ["but", "and", "because", "although", "while"].contains(&word.lower.as_str());
    let start = tokens[..at].iter().rposition(is_join).map_or(0, |join| join + 1);
    &tokens[start..at]
}

const FORMS_OF_BE: [&str; 7] = ["is", "are", "was", "were", "be", "been", "being"];

/// A verb or pronoun that, behind an "and", begins to say something else: "does not stay charged and is safe to touch".
fn begins_anew(word: &Word) -> bool {
    is_auxiliary(&word.lower) || ["it", "they", "he", "she"].contains(&word.lower.as_str())
}

/// The words a negation reaches over: up to the next "but" or to what begins anew, or so many.
fn reach(tokens: &[Word], at: usize) -> &[Word] {
    // "not because of explosives" denies the explosives.
    let is_reason = tokens.get(at + 1).is_some_and(|next| next.lower == "because");
    let rest = &tokens[at + 1 + usize::from(is_reason)..];
    let is_end = |at: usize| match rest[at].lower.as_str() {
        "but" | "because" | "although" | "while" => true,
        "and" => rest.get(at + 1).is_some_and(begins_anew),
        _ => false,
    };
    let end = (0..rest.len()).find(|at| is_end(*at)).unwrap_or(rest.len());
    &rest[..end.min(SCOPE_WORDS)]
}
