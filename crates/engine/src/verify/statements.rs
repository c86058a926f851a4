//! An article taken apart into statements worth checking, each with its place and with its referent restored.

use domain::{Basis, Claim, Span, sentences};
use score::verify::{Context, checkworthy, is_byline, is_plain_statement, parts, uncheckable, words};

/// Fewest words of a statement that is checked by itself.
const STATEMENT_WORDS_MIN: usize = 3;
/// Least worth of what states something plainly of somebody or something named: the model was taught on debates, where a
/// plain fact is rare, and finds "Marie Curie discovered polonium" idle.
const PLAIN_WORTH: Basis = Basis::from_points(1_500);

/// Finds the statements of a text that are worth at least `least`, in order. Where there are more than `limit`, the
/// worthiest are taken.
pub fn statements(text: &str, year: i16, least: Basis, limit: usize) -> Vec<Claim> {
    let mut found: Vec<(Basis, Claim)> = Vec::new();
    let mut context = Context::default();
    for span in sentences(text).into_iter().flat_map(|span| around_bylines(text, span)) {
        let Some(sentence) = span.of(text).map(str::trim) else { continue };
        let restored = context.restore(sentence);
        let claim = restored.clone().unwrap_or_else(|| sentence.to_owned());
        context.hear(&claim);
        if uncheckable(&claim, year, false).is_some() || words::words(&claim).len() < STATEMENT_WORDS_MIN {
            continue;
        }
        let written = restored.map(|_| sentence.to_owned());
        found.push((worth(&claim), Claim { text: claim, span, written }));
    }
    worthiest(found, least, limit)
}

/// Cuts a byline on a line of its own out of a sentence that it runs into, since nothing ends it: "By Nora Feld\nOn Sunday".
/// Who wrote a text is not whom it speaks of, so a byline is not even heard.
fn around_bylines(text: &str, sentence: Span) -> Vec<Span> {
    let Some(shown) = sentence.of(text) else { return Vec::new() };
    if !shown.contains('\n') {
        return if is_byline(shown) { Vec::new() } else { vec![sentence] };
    }
    let mut pieces: Vec<Span> = Vec::new();
    let mut at = sentence.start;
    let mut is_cut = true;
    for line in shown.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let is_byline = is_byline(line);
        match pieces.last_mut().filter(|_| !is_cut && !is_byline) {
            Some(open) => *open = Span::new(open.start, end),
            None if !is_byline => pieces.push(Span::new(start, end)),
            None => {}
        }
        is_cut = is_byline;
    }
    pieces
}

/// What a sentence is worth: what its worthiest part is, so that the words around a quotation do not hide it.
fn worth(sentence: &str) -> Basis {
    let of_part = |text: &str| {
        let least = if is_plain_statement(text) { PLAIN_WORTH } else { Basis::ZERO };
        checkworthy::worth(text).max(least)
    };
    parts(sentence).iter().map(|part| of_part(&part.text)).chain([checkworthy::worth(sentence)]).max().unwrap_or(Basis::ZERO)
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
    fn a_byline_is_no_claim_and_no_plain_fact_is_passed_over() {
        let text = "By Nora Feld, 12 March 2025\n\nLast Sunday my uncle Peter told us that humans use only 10 percent of their \
                    brain. He loves roast potatoes. \"Vaccines cause autism,\" he continued. Marie Curie was born in Warsaw. She \
                    discovered polonium and radium.";
        let found = statements(text, 2026, Basis::from_points(1_000), 10);
        let written: Vec<&str> = found.iter().map(|claim| claim.span.of(text).unwrap()).collect();
        assert!(!written.iter().any(|sentence| sentence.starts_with("By Nora")), "{written:?}");
        for wanted in ["Last Sunday my uncle", "\"Vaccines cause autism,\" he continued", "Marie Curie was", "She discovered"] {
            assert!(written.iter().any(|sentence| sentence.starts_with(wanted)), "{wanted}: {written:?}");
        }
        assert!(found.iter().all(|claim| !claim.text.contains("Sunday loves")), "{:?}", texts(&found));
        assert!(found.iter().all(|claim| !claim.text.contains("Feld")), "whoever wrote it did not say it: {:?}", texts(&found));
        let tight = text.replace("\n\n", "\n");
        assert_eq!(texts(&statements(&tight, 2026, Basis::from_points(1_000), 10)), texts(&found), "nothing else ends a byline");
        assert!(texts(&found).contains(&"Marie Curie discovered polonium and radium."), "{:?}", texts(&found));
    }

    #[test]
    fn a_pronoun_nobody_can_resolve_is_no_claim() {
        let text = "Anna Berg met Carla Holm in Oslo. She was fined 300 dollars in 2019.";
        assert_eq!(texts(&statements(text, 2026, Basis::ZERO, 10)), ["Anna Berg met Carla Holm in Oslo."]);
    }
}
