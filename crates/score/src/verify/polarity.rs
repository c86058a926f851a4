//! A second scorer beside the NLI judge: negation, names and order words, read off the sentence itself (decision S4-14).
//!
//! A small judge reads "not after the snake" as being about the snake. These rules look only where the sentence shares most
//! of its words with the claim, and say what the words themselves say.

use super::opposites::opposes;
use super::understand::Reading as Statement;
use super::words::{Word, recall, words};
use std::collections::BTreeSet;

/// Content overlap from which a sentence's negation bears on the claim.
const SAME_MATTER: f64 = 0.5;
/// Words a negation reaches over.
const SCOPE_WORDS: usize = 7;
/// Letters that two forms of one name share ("Europe", "European").
const NAME_PREFIX: usize = 5;

const NEGATIONS: [&str; 8] = ["not", "never", "no", "cannot", "neither", "nor", "none", "without"];
const ORDER_WORDS: [&str; 6] = ["second", "third", "fourth", "fifth", "sixth", "seventh"];

/// What the words say that the judge may have missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// The sentence denies what the claim affirms, or affirms what it denies.
    Denies,
    /// The sentence says the opposite of one of the claim's words, and otherwise its words.
    Opposes,
    /// The sentence puts in another place what the claim puts first.
    OtherRank,
    /// The sentence says the same of somebody else, where only one can be meant.
    OtherName,
    /// The sentence does not name somebody or something the claim names.
    NameMissing,
}

/// Reads a sentence (with its title, and the passage around it) against a part of a claim.
pub fn remark(part: &Statement, part_text: &str, title: &str, passage: &[String], sentence: &str) -> Option<Remark> {
    let tokens = words(sentence);
    let stems: BTreeSet<String> = tokens.iter().map(|w| w.stem.clone()).chain(words(title).into_iter().map(|w| w.stem)).collect();
    let matter = part.matter();
    let shared = recall(&matter, &stems);
    if shared >= SAME_MATTER {
        if denies(part, title, &tokens) != part.is_negated {
            // A plain sentence contradicts a denial only when it has the denied words themselves.
            let affirms = part.is_negated && shared >= 0.75;
            if !part.is_negated || affirms {
                return Some(Remark::Denies);
            }
        }
        if has_other_rank(part_text, &tokens) {
            return Some(Remark::OtherRank);
        }
    }
    if opposes(&matter, &words(part_text), &stems, &tokens) {
        return Some(Remark::Opposes);
    }
    if !lacks_name(part, &stems) {
        return None;
    }
    if names_another(part, &stems, sentence, &tokens) {
        return Some(Remark::OtherName);
    }
    // A name the passage has introduced need not stand in every sentence of it.
    let around: BTreeSet<String> = passage.iter().flat_map(|s| words(s)).map(|w| w.stem).chain(stems).collect();
    lacks_name(part, &around).then_some(Remark::NameMissing)
}

/// Stems of deeds that have one doer: who else did it, did it alone.
const SINGLE_DEEDS: [&str; 12] =
    ["invent", "discov", "paint", "wrote", "written", "write", "compos", "found", "design", "direct", "sculpt", "author"];

/// The deed and one of its two ends are the claim's, and the other end is another name.
fn names_another(part: &Statement, stems: &BTreeSet<String>, sentence: &str, tokens: &[Word]) -> bool {
    let Some(head) = part.head.as_ref().filter(|head| SINGLE_DEEDS.contains(&head.as_str())) else { return false };
    let is_there = |side: &BTreeSet<String>| {
        let without_head: BTreeSet<String> = side.iter().filter(|s| *s != head).cloned().collect();
        !without_head.is_empty() && recall(&without_head, stems) >= 1.0
    };
    let is_one_end = is_there(&part.subject) || is_there(&part.object);
    let is_other = |w: &&Word| w.is_capital && !w.is_stop && !part.content.contains(&w.stem) && w.span.start > 0;
    let first_is_name = read_names(sentence).iter().any(|group| group.is_disjoint(&part.content));
    stems.contains(head) && is_one_end && (tokens.iter().any(|w| is_other(&w)) || first_is_name)
}

/// The proper names of a sentence.
fn read_names(sentence: &str) -> Vec<BTreeSet<String>> {
    super::understand::read(sentence).proper
}

/// A negation of the sentence reaches over what the claim says of its subject.
///
/// The subject must come before it or in the title ("the ozone hole is not the main cause of global warming" denies nothing of
/// global warming), and what is denied must be the claim's head word or mostly the claim's words ("was not the first European
/// in the Americas" does not deny an arrival in the Americas).
fn denies(part: &Statement, title: &str, tokens: &[Word]) -> bool {
    let said: BTreeSet<&String> = part.predicate.difference(&part.subject).collect();
    let in_title = words(title).iter().any(|w| part.subject.contains(&w.stem));
    tokens.iter().enumerate().any(|(at, word)| {
        let is_negation = NEGATIONS.contains(&word.lower.as_str()) || word.lower.ends_with("n't");
        let is_idle = tokens.get(at + 1).is_some_and(|next| next.lower == "only");
        let has_subject = part.subject.is_empty() || in_title || tokens[..at].iter().any(|w| part.subject.contains(&w.stem));
        if !is_negation || is_idle || !has_subject {
            return false;
        }
        let reached: Vec<&Word> = reach(tokens, at).iter().filter(|w| !w.is_stop).collect();
        let has_head = part.head.as_ref().is_some_and(|head| reached.iter().any(|w| w.stem == *head));
        // A name within reach is whom it is said of, not what is denied: "the law does not apply to the White House".
        let is_name = |w: &Word| part.proper.iter().any(|group| group.contains(&w.stem));
        let denied: Vec<&Word> = reached.into_iter().filter(|w| !is_name(w)).collect();
        let hits = denied.iter().filter(|w| said.contains(&w.stem)).count();
        has_head || (hits > 0 && hits * 2 >= denied.len())
    })
}

/// The words a negation reaches over: up to the next "but", or so many.
fn reach(tokens: &[Word], at: usize) -> &[Word] {
    let rest = &tokens[at + 1..];
    let end = rest.iter().position(|w| ["but", "because", "although", "while"].contains(&w.lower.as_str())).unwrap_or(rest.len());
    &rest[..end.min(SCOPE_WORDS)]
}

/// "the second largest" where the claim says "the biggest".
fn has_other_rank(part_text: &str, tokens: &[Word]) -> bool {
    let is_superlative = |w: &Word| w.lower.ends_with("est") && w.lower.len() > 4 || w.lower == "first" || w.lower == "most";
    let claimed = words(part_text);
    let claims_top = claimed.iter().any(is_superlative) && !claimed.iter().any(|w| ORDER_WORDS.contains(&w.lower.as_str()));
    let says_lower = tokens.windows(2).any(|pair| ORDER_WORDS.contains(&pair[0].lower.as_str()) && is_superlative(&pair[1]));
    claims_top && says_lower
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

#[cfg(test)]
mod tests {
    use super::super::understand::read;
    use super::*;

    fn say(claim: &str, sentence: &str) -> Option<Remark> {
        remark(&read(claim), claim, "", &[], sentence)
    }

    #[test]
    fn a_denial_of_the_same_words_is_heard() {
        assert_eq!(say("Vaccines cause autism", "Vaccines do not cause autism."), Some(Remark::Denies));
        assert_eq!(
            say("Python takes its name from a snake.", "Python is named after a comedy group and not after the snake."),
            Some(Remark::Denies)
        );
        assert_eq!(say("Sydney is Australia's capital.", "Sydney is not the capital of Australia."), Some(Remark::Denies));
        assert_eq!(
            say("The Moon landings were staged.", "The Moon landings were real and were not faked or staged."),
            Some(Remark::Denies)
        );
        assert_eq!(say("Bats can't see.", "All bats have eyes and can see."), Some(Remark::Denies));
    }

    #[test]
    fn agreement_in_denial_is_no_denial() {
        assert_eq!(say("Vaccines do not cause autism", "Vaccines do not cause autism."), None);
        assert_eq!(say("Vaccines prevent measles", "Vaccines prevent measles."), None);
    }

    #[test]
    fn second_largest_is_not_largest() {
        assert_eq!(
            say("The Atlantic is the largest ocean on Earth.", "The Atlantic Ocean is the second largest ocean on Earth."),
            Some(Remark::OtherRank)
        );
        assert_eq!(say("The Pacific is the largest ocean.", "The Pacific Ocean is the largest ocean."), None);
    }

    #[test]
    fn somebody_else_is_somebody_else() {
        assert_eq!(
            say("The Mona Lisa was painted by Michelangelo.", "The Mona Lisa was painted by Leonardo da Vinci."),
            Some(Remark::OtherName)
        );
        assert_eq!(
            say("Bill Gates invented the World Wide Web.", "Tim Berners-Lee invented the World Wide Web."),
            Some(Remark::OtherName)
        );
        assert_eq!(say("Bill Gates lives in Seattle.", "Tim Berners-Lee lives in Oxford."), Some(Remark::NameMissing));
        assert_eq!(say("Europe has many rivers.", "Many rivers are European."), None);
    }
}
