//! What is said by the way: "Sydney, the capital of Australia, hosted the Games" also says that Sydney is the capital.

use super::verbs::{is_auxiliary, main_verb};
use super::words::{Word, words};
use domain::Span;

/// Most words of whom it is said of.
const SUBJECT_WORDS_MAX: usize = 6;
/// Most words of what is said by the way.
const ASIDE_WORDS_MAX: usize = 14;

/// Words that say where or when and begin no subject: "In Paris, the capital of France, …".
const PLACING: [&str; 13] =
    ["in", "on", "at", "by", "for", "from", "with", "after", "before", "since", "during", "under", "according"];

/// A statement between two commas behind the subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// It as a sentence of its own.
    pub statement: String,
    /// Where it stands in the claim, commas and all: without it the claim still reads.
    pub span: Span,
}

impl Aside {
    /// Finds what a claim says of its subject by the way: "X, the Y of Z, …", "X, who did Y, …".
    pub fn of(claim: &str) -> Option<Self> {
        let (first, second) = commas(claim)?;
        let subject = claim[..first].trim();
        let aside = claim[first + 1..second].trim();
        let (name, told, rest) = (words(subject), words(aside), words(&claim[second + 1..]));
        let is_name = (1..=SUBJECT_WORDS_MAX).contains(&name.len())
            && main_verb(&name).is_none()
            && name.iter().any(|word| word.is_capital && !word.is_stop)
            && !PLACING.contains(&name[0].lower.as_str());
        if !(is_name && goes_on(&rest) && (2..=ASIDE_WORDS_MAX).contains(&told.len())) {
            return None;
        }
        let statement = match told[0].lower.as_str() {
            "who" | "which" => {
                let is_clause = main_verb(&told[1..]).is_some_and(|at| at <= 2);
                is_clause.then(|| format!("{subject} {}.", aside[told[0].span.end..].trim()))?
            }
            // A list has the same commas: "Oslo, the Alps, and Rome are".
            "the" | "a" | "an" => main_verb(&told).is_none().then(|| format!("{subject} is {aside}."))?,
            _ => return None,
        };
        Some(Self { statement, span: Span::new(first, second + 1) })
    }
}

/// The first two commas that part words: not those of "90,000".
fn commas(claim: &str) -> Option<(usize, usize)> {
    let mut found = claim.match_indices(',').map(|(at, _)| at).filter(|at| claim[at + 1..].starts_with(char::is_whitespace));
    Some((found.next()?, found.next()?))
}

/// The claim goes on with its verb, at once or behind one word: "hosted", "also hosted".
fn goes_on(rest: &[Word]) -> bool {
    main_verb(rest).is_some_and(|at| at == 0 || (at == 1 && is_light(&rest[0])))
}

fn is_light(word: &Word) -> bool {
    is_auxiliary(&word.lower)
        || ["also", "never", "once", "first", "later", "then", "always", "already"].contains(&word.lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_alone_say_nothing_by_the_way() {
        for claim in [
            "Sydney hosted the Olympic Games in 2000.",
            "Oslo, the Alps, and Rome are old.",
            "In 2000, the city, of all places, was rich.",
            "The firm sold 90,000 cars, 3,000 vans, and 12 ships.",
            "However, the capital of Australia, is Canberra.",
            "Anna Berg, 42, won the race.",
            "Oslo, whose mayor is tall, is cold.",
            "In Paris, the capital of France, lives a cat.",
            "",
        ] {
            assert_eq!(Aside::of(claim), None, "{claim}");
        }
    }

    #[test]
    fn what_stands_between_the_commas_becomes_a_sentence() {
        let told = |claim: &str| Aside::of(claim).map(|aside| aside.statement);
        assert_eq!(
            told("Canberra, the capital of Australia, was founded in 1913").as_deref(),
            Some("Canberra is the capital of Australia.")
        );
        assert_eq!(
            told("The Rhine, which also flows through Basel, is long").as_deref(),
            Some("The Rhine also flows through Basel.")
        );
    }
}
