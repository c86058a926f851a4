//! Whom or what a claim speaks of without naming it: a pronoun with nobody behind it, "the treaty" where there are many.

use super::attribution::attribution;
use super::calendar;
use super::tense::is_present;
use super::uncheckable::uncheckable;
use super::understand::read;
use super::verbs::main_verb;
use super::words::{Word, words};
use domain::{Candidate, Profile};
use std::collections::BTreeSet;

/// Says whether it begins with a word that points at something, and nothing is there.
pub fn points_at_nothing(claim: &str, tokens: &[Word]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    // "They [the farmers] sold", "They (the farmers) sold": whoever quotes it says who is meant.
    let is_explained = claim.contains('[') || claim[first.span.end..].trim_start().starts_with('(');
    // "He said that the bridge fell": what was said names what it speaks of.
    let is_said =
        || attribution(claim).and_then(|found| found.content.of(claim)).is_some_and(|said| uncheckable(said, 0, false).is_none());
    if is_explained || is_said() {
        return false;
    }
    match first.lower.as_str() {
        "he" | "she" | "they" => true,
        "this" | "these" => points_alone(second) && !leads_to_statement(tokens),
        // "That the state has debts", "those who smoke": no pointing.
        "that" => {
            !["the", "a", "an"].contains(&second.lower.as_str())
                && !second.is_capital
                && points_alone(second)
                && !leads_to_statement(tokens)
        }
        "those" => {
            !["who", "with", "in", "most", "from", "over", "under", "whose"].contains(&second.lower.as_str())
                && points_alone(second)
        }
        // "It was the Vikings who came first" says whom, "It was warmer then" speaks of the weather.
        "it" => {
            !(has(&["that", "to", "who", "warmer", "colder", "hotter", "cooler"])
                || ["takes", "took", "rains", "snows", "costs"].contains(&second.lower.as_str()))
        }
        _ => false,
    }
}

/// "This means that the lake is a third smaller": what follows names what it speaks of.
fn leads_to_statement(tokens: &[Word]) -> bool {
    let says = tokens.get(1).is_some_and(|word| LEADING.contains(&word.lower.as_str()));
    let rest = tokens.get(2..).unwrap_or_default();
    let is_matter = |word: &Word| !word.is_stop && !word.is_number();
    says && main_verb(rest).is_some_and(|verb| rest[..verb].iter().any(is_matter))
}

fn points_alone(second: &Word) -> bool {
    second.is_stop || main_verb(std::slice::from_ref(second)).is_some()
}

/// Says whether a claim tells what happened to "the treaty" while those that were found have names: which of them is meant?
///
/// In a corpus that somebody chose, the only one with a name is the one that is meant.
pub fn is_one_of_many(claim: &str, candidates: &[Candidate], profile: Profile) -> bool {
    let Some(kind) = unnamed(claim) else { return false };
    let texts = || candidates.iter().flat_map(|found| found.sentences.iter().chain(std::iter::once(&found.title)));
    let named: BTreeSet<BTreeSet<String>> = texts().flat_map(|text| names_of(&kind, text)).collect();
    // Another text may speak of "the treaty" in the claim's own words.
    let matter = read(claim).matter();
    let is_told = |text: &String| {
        let tokens = words(text);
        names_of(&kind, text).is_empty() && matter.iter().all(|stem| tokens.iter().any(|word| word.stem == *stem))
    };
    let one = usize::from(profile == Profile::ClosedCorpus);
    named.len() > one && !texts().any(is_told)
}

/// The kind that a claim about the past begins with and does not name: "treaty" of "The treaty was signed on 3 March 1984".
fn unnamed(claim: &str) -> Option<Word> {
    let tokens = words(claim);
    let [article, kind, rest @ ..] = tokens.as_slice() else { return None };
    let is_bare =
        article.lower == "the" && !kind.is_capital && KINDS.contains(&kind.lower.as_str()) && main_verb(rest) == Some(0);
    let is_name = |word: &Word| word.is_capital && !calendar::is_time(std::slice::from_ref(word));
    let is_past = || !is_present(&tokens, &read(claim).quantities);
    (is_bare && !rest.iter().any(is_name) && is_past()).then(|| kind.clone())
}

/// What those of a kind are called in a text: "Maastricht" of "the Maastricht Treaty", "Versailles" of "the Treaty of Versailles".
fn names_of(kind: &Word, text: &str) -> Vec<BTreeSet<String>> {
    let tokens = words(text);
    let is_name = |word: &Word| word.is_capital && !word.is_stop && !calendar::is_time(std::slice::from_ref(word));
    let touches = |at: usize| text[tokens[at].span.end..tokens[at + 1].span.start].trim().is_empty();
    let called = |at: usize| {
        let before = (0..at).rev().take_while(|k| touches(*k) && is_name(&tokens[*k]));
        let joint = (at + 1..tokens.len())
            .take_while(|k| touches(k - 1) && ["of", "the", "on", "for"].contains(&tokens[*k].lower.as_str()));
        let from = at + 1 + joint.count();
        let after = (from..tokens.len()).take_while(|k| touches(k - 1) && is_name(&tokens[*k]));
        before.chain(after).map(|k| tokens[k].stem.clone()).collect::<BTreeSet<String>>()
    };
    (0..tokens.len()).filter(|at| tokens[*at].stem == kind.stem).map(called).filter(|name| !name.is_empty()).collect()
}

/// Verbs by which something points on to a statement.
const LEADING: [&str; 8] = ["means", "meant", "shows", "showed", "proves", "proved", "implies", "suggests"];

/// Kinds of which there are many and each has a name.
const KINDS: [&str; 48] = [
    "treaty",
    "agreement",
    "pact",
    "law",
    "bill",
    "act",
    "company",
    "firm",
    "bank",
    "film",
    "movie",
    "book",
    "novel",
    "song",
    "album",
    "bridge",
    "tower",
    "building",
    "museum",
    "school",
    "university",
    "hospital",
    "church",
    "cathedral",
    "president",
    "king",
    "queen",
    "emperor",
    "minister",
    "mayor",
    "governor",
    "senator",
    "war",
    "battle",
    "election",
    "ship",
    "town",
    "city",
    "village",
    "country",
    "party",
    "team",
    "club",
    "actor",
    "author",
    "singer",
    "volcano",
    "earthquake",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_without_a_name_is_known_by_what_stands_around_it() {
        let is_unnamed = |claim: &str| unnamed(claim).is_some();
        assert!(is_unnamed("The treaty was signed on 3 March 1984."));
        assert!(is_unnamed("The company lost 40 million last year."));
        for claim in [
            "The treaty of Lindholm was signed in 1984.",
            "The treaty was signed in Lindholm.",
            "The Lindholm treaty was signed in 1984.",
            "The president is elected for four years.",
            "The project received roughly $350 million in donations.",
            "A treaty was signed in 1984.",
        ] {
            assert!(!is_unnamed(claim), "{claim}");
        }
    }

    #[test]
    fn those_of_a_kind_are_told_apart_by_their_names() {
        let kind = unnamed("The treaty was signed in 1984.").unwrap();
        let names = |text: &str| names_of(&kind, text).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(names("The Lindholm Treaty was signed in March."), ["lindholm"]);
        assert_eq!(names("the Treaty of Lindholm ended the war"), ["lindholm"]);
        assert_eq!(names("In March the treaty was signed in Lindholm."), [""; 0]);
    }
}
