//! A claim taken apart: the parts that can be true or false by themselves.
//!
//! "Water boils at 100 °C and freezes at 10 °C" is two claims about water. A split happens only where both sides have a
//! verb of their own, and a side without a subject inherits the first one's.

use super::verbs::{is_auxiliary, main_verb};
use super::words::{Word, words};
use domain::{Span, Subclaim};

/// Most parts one claim is taken into; the rest stays with the last.
pub const PARTS_MAX: usize = 6;

/// Words that can join two statements.
const JOINTS: [&str; 6] = ["and", "but", "while", "whereas", "although", "though"];

/// Takes a claim apart. Returns at least one part; a claim that does not come apart is its own only part.
pub fn parts(claim: &str) -> Vec<Subclaim> {
    let tokens = words(claim);
    let mut cuts = cuts(claim, &tokens);
    cuts.truncate(PARTS_MAX - 1);
    if cuts.is_empty() {
        let text = claim.trim();
        let start = claim.find(text).unwrap_or(0);
        return vec![Subclaim { text: text.to_owned(), span: Span::new(start, start + text.len()) }];
    }
    let mut parts: Vec<Subclaim> = Vec::new();
    let mut from = 0;
    let subject = subject(claim, &tokens);
    for cut in cuts.iter().map(Some).chain([None]) {
        let until = cut.map_or(claim.len(), |c| c.end);
        let piece = claim[from..until].trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        let start = from + claim[from..until].find(piece).unwrap_or(0);
        let span = Span::new(start, start + piece.len());
        parts.push(Subclaim { text: restored(piece, &subject, parts.is_empty()), span });
        from = cut.map_or(claim.len(), |c| c.resume);
    }
    parts
}

/// Where one part ends and the next begins.
struct Cut {
    end: usize,
    resume: usize,
}

fn cuts(claim: &str, tokens: &[Word]) -> Vec<Cut> {
    let mut found: Vec<Cut> = Vec::new();
    let mut from = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_joint = JOINTS.contains(&token.lower.as_str());
        let after_semicolon = claim[..token.span.start].trim_end().ends_with(';');
        if !(is_joint || after_semicolon) || at == 0 {
            continue;
        }
        let rest = if is_joint { at + 1 } else { at };
        if main_verb(&tokens[from..at]).is_none() || !begins_statement(&tokens[rest..]) {
            continue;
        }
        let end = if is_joint { token.span.start } else { tokens[at - 1].span.end };
        let resume = if is_joint { token.span.end } else { token.span.start };
        found.push(Cut { end, resume });
        from = rest;
    }
    found
}

/// What follows a joint is a statement when a verb comes before the next joint, soon enough to be its own.
///
/// "cats and dogs are mammals" has its verb before no part of its own on the left, so it never gets here.
fn begins_statement(tokens: &[Word]) -> bool {
    let upto = tokens.iter().position(|t| JOINTS.contains(&t.lower.as_str())).unwrap_or(tokens.len());
    let reach = upto.min(9);
    main_verb(&tokens[..reach]).is_some() && upto >= 2
}

/// The subject of the first part: everything before its verb.
fn subject(claim: &str, tokens: &[Word]) -> String {
    let Some(verb) = main_verb(tokens) else { return String::new() };
    claim[..tokens[verb].span.start].trim().to_owned()
}

/// Gives a later part the first one's subject when it begins with its verb.
fn restored(piece: &str, subject: &str, is_first: bool) -> String {
    let tokens = words(piece);
    let begins_with_verb = main_verb(&tokens).is_some_and(|at| at == 0 || (at == 1 && is_bare_opening(&tokens[0])));
    let begins_with_pronoun = tokens.first().is_some_and(|w| ["it", "he", "she", "they"].contains(&w.lower.as_str()));
    let text = if is_first || subject.is_empty() {
        piece.to_owned()
    } else if begins_with_verb {
        format!("{subject} {piece}")
    } else if begins_with_pronoun {
        format!("{subject}{}", &piece[tokens[0].span.end..])
    } else {
        piece.to_owned()
    };
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// "never freezes", "also won", "was built": an opening that still lacks its subject.
fn is_bare_opening(word: &Word) -> bool {
    is_auxiliary(&word.lower) || ["never", "also", "then", "later", "always", "not", "often"].contains(&word.lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(claim: &str) -> Vec<String> {
        parts(claim).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn a_two_part_claim_shares_its_subject() {
        assert_eq!(
            texts("Water boils at 100 °C at sea level and freezes at 10 °C"),
            ["Water boils at 100 °C at sea level.", "Water freezes at 10 °C."]
        );
        assert_eq!(
            texts("The Eiffel Tower is in Paris, and it was built in 1889."),
            ["The Eiffel Tower is in Paris.", "The Eiffel Tower was built in 1889."]
        );
        assert_eq!(
            texts("Paris is the capital of France but Lyon is the capital of Spain"),
            ["Paris is the capital of France.", "Lyon is the capital of Spain."]
        );
    }

    #[test]
    fn joined_nouns_stay_together() {
        assert_eq!(texts("Cats and dogs are mammals").len(), 1);
        assert_eq!(texts("Bread is made of flour and water").len(), 1);
        assert_eq!(texts("Marie Curie won Nobel Prizes in physics and chemistry.").len(), 1);
        assert_eq!(texts("Romeo and Juliet was written by Shakespeare").len(), 1);
    }

    #[test]
    fn each_part_knows_its_place() {
        let claim = "Water boils at 100 °C and freezes at 10 °C";
        for part in parts(claim) {
            let place = part.span.of(claim).unwrap();
            assert!(claim.contains(place) && !place.is_empty());
        }
    }

    #[test]
    fn a_claim_with_many_parts_is_bounded() {
        let claim = vec!["water is wet"; 30].join(" and ");
        assert!(texts(&claim).len() <= PARTS_MAX);
    }
}
