//! What is said by the way: "Sydney, the capital of Australia, hosted the Games" also says that Sydney is the capital.
//!
//! A contrast is said by the way too: "Canberra, not Sydney, is the capital" denies nothing of Canberra. It only sharpens what
//! the rest states, and "Sydney is not the capital" is seldom written anywhere, so the contrast is dropped from what is
//! checked and makes no part of its own.

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

/// Words behind "not" that narrow what is said and hold nothing against it: "not only", "not yet".
const NARROWING: [&str; 11] =
    ["only", "just", "even", "yet", "always", "often", "once", "alone", "everyone", "everybody", "everything"];

/// A statement between two commas behind the subject, or a contrast beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// It as a sentence of its own; a contrast makes none.
    pub statement: Option<String>,
    /// Where it stands in the claim, commas and all: without it the claim still reads.
    pub span: Span,
}

impl Aside {
    /// Finds what a claim says by the way: "X, the Y of Z, …", "X, who did Y, …", or a contrast: "X, not Y, …", "… X, not Y",
    /// "Not Y but X …".
    pub fn of(claim: &str) -> Option<Self> {
        let contrast = || contrast_inside(claim).or_else(|| contrast_behind(claim)).or_else(|| contrast_before(claim));
        Self::of_subject(claim).or_else(|| contrast().map(|span| Self { statement: None, span }))
    }

    fn of_subject(claim: &str) -> Option<Self> {
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
        Some(Self { statement: Some(statement), span: Span::new(first, second + 1) })
    }
}

/// "Canberra, not Sydney, is the capital".
fn contrast_inside(claim: &str) -> Option<Span> {
    let (first, second) = commas(claim)?;
    let (subject, told) = (words(&claim[..first]), words(&claim[first + 1..second]));
    let is_subject = (1..=SUBJECT_WORDS_MAX).contains(&subject.len())
        && main_verb(&subject).is_none()
        && !PLACING.contains(&subject[0].lower.as_str());
    (is_subject && is_contrast(&told) && goes_on(&words(&claim[second + 1..]))).then(|| Span::new(first, second + 1))
}

/// "The capital is Canberra, not Sydney."
fn contrast_behind(claim: &str) -> Option<Span> {
    let comma = claim.rfind(", not ")?;
    let end = claim.trim_end_matches(|c: char| c.is_whitespace() || ".!\"”".contains(c)).len();
    let told = claim.get(comma + 1..end)?;
    let is_stated = main_verb(&words(&claim[..comma])).is_some_and(|at| at > 0);
    (is_stated && !told.contains([',', ';', ':']) && is_contrast(&words(told))).then(|| Span::new(comma, end))
}

/// "Not Sydney but Canberra is the capital".
fn contrast_before(claim: &str) -> Option<Span> {
    let tokens = words(claim);
    let but = tokens.iter().position(|word| word.lower == "but")?;
    let verb = but + 1 + main_verb(&tokens[but + 1..])?;
    let subject = &tokens[but + 1..verb];
    (is_contrast(&tokens[..but]) && is_thing(subject)).then(|| Span::new(0, subject[0].span.start))
}

fn is_contrast(told: &[Word]) -> bool {
    told.first().is_some_and(|word| word.lower == "not") && is_thing(&told[1..])
}

/// A name, a number, "the liver" or a single noun: what can stand in another's place.
fn is_thing(told: &[Word]) -> bool {
    let Some(first) = told.first() else { return false };
    let is_named = !first.is_stop && (first.is_capital || first.is_number());
    let is_noun = !first.is_stop
        && !["ly", "ed", "ing"].iter().any(|end| first.lower.ends_with(end))
        && !NARROWING.contains(&first.lower.as_str());
    let has_article = ["the", "a", "an"].contains(&first.lower.as_str()) && told.len() > 1;
    let is_short = told.len() <= SUBJECT_WORDS_MAX && main_verb(told).is_none();
    is_short && (is_named || has_article || (is_noun && told.len() == 1))
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
        let told = |claim: &str| Aside::of(claim).and_then(|aside| aside.statement);
        assert_eq!(
            told("Canberra, the capital of Australia, was founded in 1913").as_deref(),
            Some("Canberra is the capital of Australia.")
        );
        assert_eq!(
            told("The Rhine, which also flows through Basel, is long").as_deref(),
            Some("The Rhine also flows through Basel.")
        );
    }

    #[test]
    fn a_contrast_is_found_where_it_stands_and_states_nothing() {
        for (claim, contrast) in [
            ("Canberra, not Sydney, is Australia's capital.", ", not Sydney,"),
            ("Nitrogen, not oxygen, is the most abundant gas.", ", not oxygen,"),
            ("The river Nile, not the Amazon, flows through Egypt.", ", not the Amazon,"),
            ("The capital of Australia is Canberra, not Sydney.", ", not Sydney"),
            ("Growth was 3 %, not 4 %.", ", not 4 %"),
            ("Not Sydney but Canberra is the capital of Australia.", "Not Sydney but "),
        ] {
            let aside = Aside::of(claim).unwrap();
            assert_eq!((aside.span.of(claim), aside.statement), (Some(contrast), None), "{claim}");
        }
    }

    #[test]
    fn what_is_denied_or_narrowed_is_no_contrast() {
        for claim in [
            "Canberra is not the capital of Australia.",
            "Not only Sydney but also Canberra is old.",
            "The vaccine works, not only in adults.",
            "The plan, not yet approved, is costly.",
            "The plan, not surprisingly, is costly.",
            "The towers fell because of fire, not because of explosives.",
            "Anna Berg was fined, not jailed.",
            "Not everyone but most is lost.",
        ] {
            assert_eq!(Aside::of(claim), None, "{claim}");
        }
    }
}
