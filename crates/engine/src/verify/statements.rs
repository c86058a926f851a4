//! An article taken apart into statements worth checking, each with its place and with its referent restored.

use domain::{Claim, Span, sentences};
use score::verify::{uncheckable, words};

/// Finds the statements of a text, in order, at most `limit`.
pub fn statements(text: &str, year: i16, limit: usize) -> Vec<Claim> {
    let mut found = Vec::new();
    let mut referent: Option<String> = None;
    for span in sentences(text) {
        let Some(sentence) = span.of(text) else { continue };
        let claim = restored(sentence.trim(), referent.as_deref());
        if let Some(name) = name_of(sentence) {
            referent = Some(name);
        }
        if uncheckable(&claim, year, false).is_some() || words::words(&claim).len() < 4 {
            continue;
        }
        found.push(Claim { text: claim, span });
        if found.len() >= limit {
            break;
        }
    }
    found
}

/// Puts the last named subject in the place of a leading "it", "he", "she" or "they".
fn restored(sentence: &str, referent: Option<&str>) -> String {
    let tokens = words::words(sentence);
    let leads = tokens.first().filter(|w| ["it", "he", "she", "they"].contains(&w.lower.as_str()));
    match (leads, referent) {
        (Some(first), Some(name)) => format!("{name}{}", &sentence[first.span.end..]),
        _ => sentence.to_owned(),
    }
}

/// The subject a sentence opens with, when it is a name or a noun with its article.
fn name_of(sentence: &str) -> Option<String> {
    let tokens = words::words(sentence);
    let first = tokens.first()?;
    let from = usize::from(["the", "a", "an"].contains(&first.lower.as_str()));
    let named: Vec<&words::Word> = tokens[from..].iter().take_while(|w| w.is_capital && !w.is_stop).collect();
    let last = named.last()?;
    Some(Span::new(first.span.start, last.span.end).of(sentence)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_gives_its_statements_with_names_restored() {
        let text = "The Eiffel Tower stands in Paris. It was finished in 1889. Is it not lovely? Visit soon!";
        let found = statements(text, 2026, 10);
        let texts: Vec<&str> = found.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(texts, ["The Eiffel Tower stands in Paris.", "The Eiffel Tower was finished in 1889."]);
        assert_eq!(found[1].span.of(text), Some("It was finished in 1889."));
        assert_eq!(statements(text, 2026, 1).len(), 1);
    }
}
