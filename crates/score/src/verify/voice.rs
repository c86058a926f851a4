//! What a claim says in its own voice: not what it quotes, and not what only hangs on something else that it says.
//!
//! "The mayor signed the order that will close the port" tells what the mayor did. What is still to come stands in it and is not
//! what it says.

use super::attribution::quotations;
use super::clauses::{OPENERS, clauses};
use super::verbs::{likely_verb, main_verb};
use super::words::{Word, words};
use domain::Span;

/// Words that open a clause which hangs on another.
const SUBORDINATORS: [&str; 26] = [
    "that", "which", "who", "whom", "whose", "where", "when", "what", "how", "why", "whether", "if", "unless", "because", "as",
    "until", "once", "before", "after", "since", "while", "although", "though", "despite", "than", "provided",
];

const MODALS: [&str; 10] = ["will", "would", "can", "could", "may", "might", "must", "shall", "should", "ought"];

const BEING: [&str; 6] = ["is", "are", "was", "were", "be", "am"];

/// Returns the words outside quotation marks where they make a statement, else all words. One word in quotation marks is the
/// claim's own.
pub(super) fn own_words(claim: &str, tokens: &[Word]) -> Vec<Word> {
    let is_within = |word: &Word, q: &Span| q.start <= word.span.start && word.span.end <= q.end;
    let is_speech = |q: &Span| tokens.iter().filter(|word| is_within(word, q)).count() > 1;
    let speeches: Vec<Span> = quotations(claim).into_iter().filter(is_speech).collect();
    let own: Vec<Word> = tokens.iter().filter(|word| !speeches.iter().any(|q| is_within(word, q))).cloned().collect();
    let says_something = likely_verb(&own).is_some_and(|verb| verb > 0);
    if says_something { own } else { tokens.to_vec() }
}

/// The word at `at` stands in a clause that hangs on a statement before it: "the firm built a plant that will make glass".
///
/// A statement of the speaker's own mind ("I know that …") is none, nor is one that only points at the clause ("the fact is
/// that …", "it is clear that …").
pub(super) fn hangs(tokens: &[Word], at: usize) -> bool {
    let Some(verb) = main_verb(tokens).filter(|verb| *verb < at) else { return false };
    let openers: Vec<usize> = (verb + 1..at).filter(|k| is_subordinator(&tokens[*k])).collect();
    let (Some(first), Some(opener)) = (openers.first(), openers.last()) else { return false };
    let adds_nothing = BEING.contains(&tokens[verb].lower.as_str()) && tokens[verb + 1..*first].iter().all(|word| word.is_stop);
    // "the council met when the bridge fell and will meet again": what comes belongs to the council.
    let is_of_the_clause = main_verb(&tokens[opener + 1..=at]).is_none_or(|found| opener + found + 3 >= at);
    let is_elided = OPENERS.contains(&tokens[at - 1].lower.as_str());
    is_settled(tokens, verb) && !adds_nothing && is_of_the_clause && !is_elided
}

/// Beside what is unsettled stands a statement that can be settled by itself, in a sentence of its own or joined by "and" or
/// "but": "the dam broke in 1923, and the town will move".
pub(super) fn states_beside(claim: &str, is_unsettled: impl Fn(&[Word]) -> bool) -> bool {
    let is_settled_alone = |text: &str| {
        let tokens = words(text);
        let own = if opens(text) { &tokens[1..] } else { &tokens[..] };
        !is_unsettled(own) && main_verb(own).is_some_and(|verb| is_settled(own, verb) && is_plain_subject(&own[..verb]))
    };
    let is_joined =
        |clauses: &[&str], at: usize| at > 0 && opens(clauses[at]) || clauses.get(at + 1).is_some_and(|next| opens(next));
    let sentences = domain::sentences(claim).into_iter().filter_map(|span| span.of(claim));
    sentences.filter(|sentence| !is_asking(sentence)).any(|sentence| {
        let clauses = clauses(sentence);
        is_settled_alone(sentence) || (0..clauses.len()).any(|at| is_joined(&clauses, at) && is_settled_alone(clauses[at]))
    })
}

fn opens(clause: &str) -> bool {
    words(clause).first().is_some_and(|word| OPENERS.contains(&word.lower.as_str()))
}

/// Not "under a scheme", "everything they": a verb behind these belongs to something within the subject.
fn is_plain_subject(before: &[Word]) -> bool {
    let is_within = |word: &Word| ["to", "for", "by", "with", "under", "without"].contains(&word.lower.as_str());
    let ends_in_pronoun = before.last().is_some_and(|word| ["they", "he", "she", "you", "it"].contains(&word.lower.as_str()));
    !ends_in_pronoun && !before.iter().any(is_within)
}

/// The words make a statement that can be settled: something named is or was so.
pub(super) fn states(tokens: &[Word]) -> bool {
    main_verb(tokens).is_some_and(|verb| is_settled(tokens, verb))
}

/// It ends with a question mark, whatever closes behind that.
pub(super) fn is_asking(sentence: &str) -> bool {
    sentence.trim_end().trim_end_matches(['"', '”', '’', '\'', ')']).ends_with('?')
}

/// The verb says in its own right how something named is or was.
fn is_settled(tokens: &[Word], verb: usize) -> bool {
    let before = &tokens[..verb];
    let is_speaker = |word: &Word| ["i", "we"].contains(&word.lower.as_str());
    // "and possibly lead to": an adverb is nobody.
    let is_about_something = before.iter().any(|word| !word.is_stop && !word.is_number() && !word.lower.ends_with("ly"));
    let is_open = MODALS.contains(&tokens[verb].lower.as_str());
    is_about_something && !is_open && !before.iter().any(|word| is_subordinator(word) || is_speaker(word))
}

fn is_subordinator(word: &Word) -> bool {
    SUBORDINATORS.contains(&word.lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hangs_on_something(claim: &str) -> bool {
        let tokens = words(claim);
        let will = tokens.iter().position(|word| word.lower == "will").unwrap();
        hangs(&tokens, will)
    }

    fn is_beside(claim: &str) -> bool {
        states_beside(claim, |words| words.iter().any(|word| word.lower == "will"))
    }

    #[test]
    fn what_comes_may_hang_on_what_was_done() {
        for claim in [
            "The mayor signed the order that will close the port",
            "Farmers in the valley are afraid that the new dam will flood their fields",
            "Lindholm bought a mine in Chile, which will supply its factories",
            "Two banks are closing branches so that they will need fewer clerks",
        ] {
            assert!(hangs_on_something(claim), "{claim}");
        }
    }

    #[test]
    fn what_only_points_at_what_comes_carries_nothing() {
        for claim in [
            "The fact is that prices will rise",
            "It is certain that the ice will be gone",
            "I know that the ferry will sink",
            "The order that the mayor signed will close the port",
            "If the dam breaks, the valley will flood",
            "The council met when the bridge fell and will meet again",
        ] {
            assert!(!hangs_on_something(claim), "{claim}");
        }
    }

    #[test]
    fn a_settled_statement_may_stand_beside() {
        assert!(is_beside("The dam broke in 1923, and the town will move uphill."));
        assert!(is_beside("The city opened forty shelters. Buses will bring people there."));
        for claim in [
            "The mayor is tired and will resign",
            "If the dam breaks, the town will move",
            "As the ice melts, the sea will rise",
            "The town will move, which experts say is dear",
            "The town will move. Does the dam hold?",
        ] {
            assert!(!is_beside(claim), "{claim}");
        }
    }

    #[test]
    fn a_quotation_is_not_the_claims_own_voice() {
        let own =
            |claim: &str| own_words(claim, &words(claim)).iter().map(|word| word.lower.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(own("A poster that reads \"Buy gold\" hung in the hall"), "a poster that reads hung in the hall");
        assert_eq!(own("\"Prices will rise\""), "prices will rise");
        assert_eq!(own("The party \"will never give in\""), "the party will never give in");
    }
}
