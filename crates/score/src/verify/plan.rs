//! What to ask the web about a claim: from its own words, its parts and the names in it. Same claim, same questions.

use super::understand::understand;
use super::words::{Word, words};
use domain::{Claim, Span};
use std::collections::BTreeSet;

/// Most queries planned for one claim.
pub const PLAN_MAX: usize = 12;
/// Most words of a query.
const WORDS_MAX: usize = 24;
/// Most words of a query made of keywords.
const KEYWORDS_MAX: usize = 10;

/// Plans the queries for a claim, the most telling first: the claim as it is, each of its parts, its keywords, its
/// keywords in search of a fact-check, and, when it counts something, its keywords without the figure, because pages that
/// know better have another one.
pub fn queries(claim: &Claim) -> Vec<String> {
    let text = claim.text.as_str();
    let understood = understand(text);
    let mut plan = vec![sentence(text)];
    if understood.parts.len() > 1 {
        plan.extend(understood.parts.iter().map(|part| sentence(&part.text)));
    }
    let tokens = words(text);
    let keywords = keywords(text, &tokens, |word| !word.is_stop);
    plan.push(keywords.clone());
    plan.push(format!("fact check {keywords}"));
    if tokens.iter().any(Word::is_number) {
        plan.push(self::keywords(text, &tokens, |word| !word.is_stop && !word.is_number()));
    }
    if let Some(names) = names(text, &tokens) {
        plan.push(names);
    }
    let mut seen = BTreeSet::new();
    plan.retain(|query| query.chars().any(char::is_alphanumeric) && seen.insert(query.to_lowercase()));
    plan.truncate(PLAN_MAX);
    plan
}

/// A sentence as people type it into a search box: on one line, not too long, without its full stop.
fn sentence(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().take(WORDS_MAX).collect();
    line.join(" ").trim_end_matches(['.', '!', '?', ',', ';', ':']).to_owned()
}

/// The words that carry matter, as they are written.
fn keywords(text: &str, tokens: &[Word], is_wanted: impl Fn(&Word) -> bool) -> String {
    let found: Vec<&str> =
        tokens.iter().filter(|word| is_wanted(word)).filter_map(|word| word.span.of(text)).take(KEYWORDS_MAX).collect();
    found.join(" ")
}

/// The proper names in it, with the last word that carries matter, when there are at least two names.
fn names(text: &str, tokens: &[Word]) -> Option<String> {
    // The first word is capital whatever it is, so it counts only inside a run.
    let is_name = |at: usize| {
        let word = &tokens[at];
        word.is_capital && !word.is_stop && (at > 0 || tokens.get(1).is_some_and(|next| next.is_capital && !next.is_stop))
    };
    let mut runs: Vec<Span> = Vec::new();
    for at in (0..tokens.len()).filter(|at| is_name(*at)) {
        let span = tokens[at].span;
        match runs.last_mut() {
            Some(last) if text[last.end..span.start].trim().is_empty() => last.end = span.end,
            _ => runs.push(span),
        }
    }
    let found: Vec<&str> = runs.iter().filter_map(|span| span.of(text)).collect();
    (found.len() >= 2).then(|| found.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(text: &str) -> Vec<String> {
        queries(&Claim::whole(text))
    }

    #[test]
    fn a_claim_is_asked_whole_then_by_its_words_then_without_its_figure() {
        assert_eq!(
            planned("The Eiffel Tower in Paris is 330 metres tall."),
            [
                "The Eiffel Tower in Paris is 330 metres tall",
                "Eiffel Tower Paris 330 metres tall",
                "fact check Eiffel Tower Paris 330 metres tall",
                "Eiffel Tower Paris metres tall",
                "Eiffel Tower Paris",
            ]
        );
    }

    #[test]
    fn a_claim_of_two_parts_is_asked_part_by_part_too() {
        let plan = planned("Water boils at 100 °C and freezes at 10 °C");
        assert_eq!(plan[1..3], ["Water boils at 100 °C", "Water freezes at 10 °C"]);
    }

    #[test]
    fn the_plan_is_bounded_and_never_repeats_itself() {
        for text in ["Copper conducts.", "a b", "…", &"word ".repeat(500), &vec!["water is wet"; 30].join(" and ")] {
            let plan = planned(text);
            let distinct: BTreeSet<String> = plan.iter().map(|query| query.to_lowercase()).collect();
            assert_eq!(distinct.len(), plan.len());
            assert!(plan.len() <= PLAN_MAX);
            assert!(plan.iter().all(|query| query.split_whitespace().count() <= WORDS_MAX + 2));
        }
    }
}
