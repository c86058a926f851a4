//! A claim taken apart: the parts that can be true or false by themselves.
//!
//! "Water boils at 100 °C and freezes at 10 °C" is two claims about water. A split happens only where both sides have a
//! verb of their own, and a side without a subject inherits the first one's. What is said by the way is a part too: "Sydney,
//! the capital of Australia, …"; a contrast is none: "Canberra, not Sydney, …" is read without it. Of "the ministry said that
//! …" the parts are those of what was said.

use super::abbreviations::spell_out;
use super::aside::Aside;
use super::attribution::attribution;
use super::quantity::number_word;
use super::uncheckable::uncheckable;
use super::verbs::{is_auxiliary, main_verb};
use super::words::{Word, words};
use domain::{Span, Subclaim};

/// Most parts one claim is taken into; the rest stays with the last.
pub const PARTS_MAX: usize = 6;

/// Words that can join two statements.
const JOINTS: [&str; 6] = ["and", "but", "while", "whereas", "although", "though"];

/// Takes a claim apart. Returns at least one part; a claim that does not come apart is its own only part.
pub fn parts(claim: &str) -> Vec<Subclaim> {
    let said = said(claim);
    let start = said.map_or(0, |said| said.start);
    let mut parts = with_aside(said.map_or(claim, |said| &claim[said.start..said.end]));
    for part in &mut parts {
        part.span = Span::new(part.span.start + start, part.span.end + start);
        part.text = spell_out(&part.text).into_owned();
        if said.is_some() {
            part.text = capitalised(&part.text);
        }
    }
    parts
}

/// Where the statement stands that a claim puts into somebody's mouth, when it can be checked by itself.
pub fn said(claim: &str) -> Option<Span> {
    let found = attribution(claim)?;
    // No year of our time is past in the year zero, so that what "will" be is a forecast whenever that was.
    let is_checkable = uncheckable(found.content.of(claim)?, 0, false).is_none();
    is_checkable.then_some(found.content)
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Takes what is said by the way for a part of its own, and the rest apart.
fn with_aside(claim: &str) -> Vec<Subclaim> {
    let Some(aside) = Aside::of(claim) else { return parted(claim, PARTS_MAX) };
    let rest = format!("{}{}", &claim[..aside.span.start], &claim[aside.span.end..]);
    let width = aside.span.end - aside.span.start;
    // Places behind the aside are farther back in the claim than in what is left of it.
    let there = |place: usize, is_end: bool| {
        let is_before = place < aside.span.start || (is_end && place == aside.span.start);
        if is_before { place } else { place + width }
    };
    let mut parts = parted(&rest, PARTS_MAX - 1);
    for part in &mut parts {
        part.span = Span::new(there(part.span.start, false), there(part.span.end, true));
    }
    if aside.span.start == 0 {
        parts[0].text = capitalised(&parts[0].text);
    }
    if let Some(text) = aside.statement {
        parts.insert(0, Subclaim { text, span: aside.span });
    }
    parts
}

fn parted(claim: &str, most: usize) -> Vec<Subclaim> {
    let tokens = words(claim);
    let mut cuts = cuts(claim, &tokens);
    cuts.truncate(most - 1);
    if cuts.is_empty() {
        let text = claim.trim();
        let start = claim.find(text).unwrap_or(0);
        return vec![Subclaim { text: text.to_owned(), span: Span::new(start, start + text.len()) }];
    }
    let mut parts: Vec<Subclaim> = Vec::new();
    let mut from = 0;
    let before = tokens.iter().take_while(|token| token.span.end <= cuts[0].end).count();
    let first = First::of(claim, &tokens[..before]);
    for cut in cuts.iter().map(Some).chain([None]) {
        let until = cut.map_or(claim.len(), |c| c.end);
        let piece = claim[from..until].trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        let start = from + claim[from..until].find(piece).unwrap_or(0);
        let span = Span::new(start, start + piece.len());
        parts.push(Subclaim { text: restored(piece, &first, parts.is_empty()), span });
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

/// What later parts take over from the first.
struct First {
    /// Everything before its verb.
    subject: String,
    /// What it counts behind its verb, without the number: the "Nobel Prizes" of "won two Nobel Prizes in 1911".
    counted: String,
}

impl First {
    fn of(claim: &str, tokens: &[Word]) -> Self {
        let Some(verb) = main_verb(tokens) else { return Self { subject: String::new(), counted: String::new() } };
        let subject = claim[..tokens[verb].span.start].trim().to_owned();
        let is_count = |word: &Word| word.is_number() || number_word(&word.lower).is_some() || word.lower == "several";
        let behind = &tokens[verb + 1..];
        let at = behind.iter().take(3).position(is_count).map(|at| at + 1);
        let things = at.map_or(&behind[..0], |at| {
            let length = behind[at..].iter().take_while(|word| !word.is_stop && !is_count(word)).count();
            &behind[at..at + length]
        });
        let counted = match (things.first(), things.last()) {
            (Some(from), Some(to)) => claim[from.span.start..to.span.end].to_owned(),
            _ => String::new(),
        };
        Self { subject, counted }
    }
}

/// Gives a later part the first one's subject when it begins with its verb.
fn restored(piece: &str, first: &First, is_first: bool) -> String {
    let First { subject, counted } = first;
    let tokens = words(piece);
    let begins_with_count =
        tokens.first().is_some_and(|w| ["both", "all", "each", "neither", "none"].contains(&w.lower.as_str()))
            && tokens.get(1).is_some_and(|w| is_auxiliary(&w.lower));
    let begins_with_verb = main_verb(&tokens).is_some_and(|at| at == 0 || (at == 1 && is_bare_opening(&tokens[0])));
    let begins_with_pronoun = tokens.first().is_some_and(|w| ["it", "he", "she", "they"].contains(&w.lower.as_str()));
    let text = if is_first || subject.is_empty() {
        piece.to_owned()
    } else if begins_with_verb {
        format!("{subject} {piece}")
    } else if begins_with_pronoun {
        format!("{subject}{}", &piece[tokens[0].span.end..])
    } else if begins_with_count && !counted.is_empty() {
        // "both were in chemistry" → "Both Nobel Prizes of Marie Curie were in chemistry"
        let (count, rest) = piece.split_at(tokens[0].span.end);
        let of = if ["neither", "none"].contains(&tokens[0].lower.as_str()) { " of the" } else { "" };
        format!("{}{of} {counted} of {subject}{rest}", capitalised(count))
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
    fn a_verb_that_may_be_a_noun_is_the_verb_of_its_own_part() {
        assert_eq!(
            texts("The Lenna bridge cost $500 million and was opened in 1984."),
            ["The Lenna bridge cost $500 million.", "The Lenna bridge was opened in 1984."]
        );
    }

    #[test]
    fn both_of_what_was_counted_keep_their_owner() {
        assert_eq!(
            texts("Marie Curie won two Nobel Prizes and both were in chemistry."),
            ["Marie Curie won two Nobel Prizes.", "Both Nobel Prizes of Marie Curie were in chemistry."]
        );
    }

    #[test]
    fn what_was_said_is_taken_apart_and_keeps_its_place() {
        let claim = "The ministry said that exports fell in May and imports rose.";
        assert_eq!(texts(claim), ["Exports fell in May.", "Imports rose."]);
        assert_eq!(parts(claim)[0].span.of(claim), Some("exports fell in May"));
        let opinion = "The minister said that taxes should fall.";
        assert_eq!(texts(opinion), [opinion], "only whether it was said can be checked");
    }

    #[test]
    fn what_is_said_by_the_way_is_a_part_of_its_own() {
        let sydney = "Sydney, the capital of Australia, hosted the Olympic Games in 2000.";
        assert_eq!(texts(sydney), ["Sydney is the capital of Australia.", "Sydney hosted the Olympic Games in 2000."]);
        assert_eq!(
            texts("Dr. Marie Curie, who won two Nobel Prizes, was born in Paris."),
            ["Dr. Marie Curie won two Nobel Prizes.", "Dr. Marie Curie was born in Paris."]
        );
        assert_eq!(
            texts("The bank said that Oslo, which is the capital of Norway, grew in 2019 and shrank in 2020."),
            ["Oslo is the capital of Norway.", "Oslo grew in 2019.", "Oslo shrank in 2020."]
        );
        let places: Vec<&str> = parts(sydney).iter().map(|part| part.span.of(sydney).unwrap()).collect();
        assert_eq!(places, [", the capital of Australia,", sydney]);
    }

    #[test]
    fn a_contrast_is_left_out_of_what_is_checked() {
        for (claim, part) in [
            ("Canberra, not Sydney, is Australia's capital.", "Canberra is Australia's capital."),
            ("The capital of Australia is Canberra, not Sydney.", "The capital of Australia is Canberra."),
            ("Water boils at 100 °C, not 90 °C.", "Water boils at 100 °C."),
            ("Not oxygen but nitrogen is the most abundant gas.", "Nitrogen is the most abundant gas."),
            ("The Nile, not the Amazon, flows through Egypt, the ministry said.", "The Nile flows through Egypt"),
        ] {
            assert_eq!(texts(claim), [part], "{claim}");
        }
        let claim = "Canberra, not Sydney, is Australia's capital.";
        assert_eq!(parts(claim)[0].span.of(claim), Some(claim));
        let both = "Canberra, not Sydney, is the capital of Australia and Perth is the capital of Fiji.";
        assert_eq!(texts(both), ["Canberra is the capital of Australia.", "Perth is the capital of Fiji."]);
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
        assert!(texts(&format!("Oslo, the capital of Norway, is cold and {claim}")).len() <= PARTS_MAX);
    }
}
