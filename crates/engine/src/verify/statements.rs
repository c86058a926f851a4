//! An article taken apart into statements worth checking, each with its place and with its referent restored.

use domain::{Basis, Claim, sentences};
use score::verify::{Context, checkworthy, uncheckable, words};

/// Fewest words of a statement that is checked by itself.
const STATEMENT_WORDS_MIN: usize = 4;

/// Finds the statements of a text that are worth at least `least`, in order. Where there are more than `limit`, the
/// worthiest are taken.
pub fn statements(text: &str, year: i16, least: Basis, limit: usize) -> Vec<Claim> {
    let mut found: Vec<(Basis, Claim)> = Vec::new();
    let mut context = Context::default();
    for span in sentences(text) {
        let Some(sentence) = span.of(text).map(str::trim) else { continue };
        let restored = context.restore(sentence);
        let claim = restored.clone().unwrap_or_else(|| sentence.to_owned());
        context.hear(&claim);
        if uncheckable(&claim, year, false).is_some() || words::words(&claim).len() < STATEMENT_WORDS_MIN {
            continue;
        }
        let written = restored.map(|_| sentence.to_owned());
        found.push((checkworthy::worth(&claim), Claim { text: claim, span, written }));
    }
    worthiest(found, least, limit)
}

fn worthiest(mut found: Vec<(Basis, Claim)>, least: Basis, limit: usize) -> Vec<Claim> {
    found.retain(|(worth, _)| *worth >= least);
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.span.start.cmp(&b.1.span.start)));
    found.truncate(limit);
    found.sort_by_key(|(_, claim)| claim.span.start);
    found.into_iter().map(|(_, claim)| claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(found: &[Claim]) -> Vec<&str> {
        found.iter().map(|claim| claim.text.as_str()).collect()
    }

    #[test]
    fn an_article_gives_its_statements_with_names_restored() {
        let text = "The Eiffel Tower stands in Paris. It was finished in 1889. Is it not lovely? Visit soon!";
        let found = statements(text, 2026, Basis::ZERO, 10);
        assert_eq!(texts(&found), ["The Eiffel Tower stands in Paris.", "The Eiffel Tower was finished in 1889."]);
        assert_eq!(found[1].span.of(text), Some("It was finished in 1889."));
        assert_eq!(found[1].written.as_deref(), Some("It was finished in 1889."));
        assert_eq!(found[0].written, None);
    }

    #[test]
    fn a_long_article_is_asked_for_its_worthiest_statements_in_order() {
        let text = "We all had a very nice time there. Exports fell by 12 percent in 2019. Everybody was glad to be home again. \
                    The deficit rose to 374 billion dollars in 2003.";
        let found = statements(text, 2026, Basis::ZERO, 2);
        assert_eq!(texts(&found), ["Exports fell by 12 percent in 2019.", "The deficit rose to 374 billion dollars in 2003."]);
        assert!(statements(text, 2026, checkworthy::WORTHY_MIN, 10).len() < 4, "idle talk is passed over");
        assert!(statements(text, 2026, Basis::ONE, 10).is_empty());
    }

    #[test]
    fn a_pronoun_nobody_can_resolve_is_no_claim() {
        let text = "Anna Berg met Carla Holm in Oslo. She was fined 300 dollars in 2019.";
        assert_eq!(texts(&statements(text, 2026, Basis::ZERO, 10)), ["Anna Berg met Carla Holm in Oslo."]);
    }
}
