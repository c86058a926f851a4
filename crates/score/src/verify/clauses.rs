//! A sentence in its clauses: "Ottawa is the capital, and Toronto is not" says two things.

use super::verbs::main_verb;
use super::words::{Word, words};

/// Words that open a new statement.
pub(super) const OPENERS: [&str; 5] = ["and", "but", "while", "whereas", "because"];

/// Cuts a sentence where one statement ends and another begins. What has no subject and verb of its own stays with what
/// stands before it.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, end) in spans(sentence) {
        match found.last_mut() {
            Some(before) if !(states(&sentence[start..end]) && states(&sentence[before.0..before.1])) => before.1 = end,
            _ => found.push((start, end)),
        }
    }
    found.into_iter().map(|(start, end)| sentence[start..end].trim()).collect()
}

/// Cuts a sentence at every comma, semicolon, "and" and "but", whatever stands there.
pub(super) fn fragments(sentence: &str) -> Vec<&str> {
    spans(sentence).into_iter().map(|(start, end)| sentence[start..end].trim()).collect()
}

fn spans(sentence: &str) -> Vec<(usize, usize)> {
    let tokens = words(sentence);
    let mut found = Vec::new();
    let mut start = 0;
    for pair in tokens.windows(2) {
        let between = &sentence[pair[0].span.end..pair[1].span.start];
        if between.contains([',', ';', ':', '(', ')']) || OPENERS.contains(&pair[1].lower.as_str()) {
            // The opener and its comma stand between the two.
            if start < pair[0].span.end {
                found.push((start, pair[0].span.end));
            }
            start = pair[1].span.start;
        }
    }
    found.push((start, sentence.len()));
    found
}

/// It has a verb, and before that something the verb is said of.
fn states(text: &str) -> bool {
    let tokens = words(text);
    main_verb(&tokens).is_some_and(|verb| tokens[..verb].iter().any(is_matter))
}

fn is_matter(word: &Word) -> bool {
    !word.is_stop && !word.is_number()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_something_of_its_own_stands_alone() {
        assert_eq!(
            clauses("Ottawa is the capital of Canada, and Toronto is not the capital of Canada."),
            ["Ottawa is the capital of Canada", "and Toronto is not the capital of Canada."]
        );
        assert_eq!(clauses("The symbol of gold is Au, the symbol of silver is Ag and the symbol of iron is Fe.").len(), 3);
        assert_eq!(clauses("The landings were real and were not faked or staged.").len(), 1);
        assert_eq!(clauses("Nitrogen, not oxygen, is the most abundant gas.").len(), 1);
        assert_eq!(clauses("").len(), 1);
    }

    #[test]
    fn fragments_need_no_verb() {
        assert_eq!(fragments("Dry air is about 78 percent nitrogen and about 21 percent oxygen.").len(), 2);
    }
}
