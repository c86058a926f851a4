//! An article taken apart into statements worth checking, each with its place and with its referent restored.

use domain::{Basis, Claim, Reason, Span, claim_key, sentences};
use score::verify::{Context, checkworthy, is_byline, is_plain_statement, is_title, parts, uncheckable, words};
use std::collections::BTreeSet;

/// Fewest words of a statement that is checked by itself.
const STATEMENT_WORDS_MIN: usize = 3;
/// Least worth of what states something plainly of somebody or something named: the model was taught on debates, where a
/// plain fact is rare, and finds "Marie Curie discovered polonium" idle.
const PLAIN_WORTH: Basis = Basis::from_points(1_500);
/// Most characters quoted of a text in which nothing can be checked.
const QUOTED_CHARS_MAX: usize = 200;

/// What a text states that is worth checking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statements {
    /// The statements that are checked, in the order of the text; where it states nothing, what tells why.
    pub claims: Vec<Claim>,
    /// How many more there are.
    pub left_out: u32,
    /// How many there are that are worth less than was asked for.
    pub idle: u32,
}

/// Finds the statements of a text that are worth at least `least`, in order. Where there are more than `limit`, the
/// worthiest are taken. What is stated again in the same words is found once, where it stands first. A text in which no
/// statement is left is answered all the same: whoever asks is told why.
pub fn statements(text: &str, year: i16, least: Basis, limit: usize) -> Statements {
    let mut found: Vec<(Basis, Claim)> = Vec::new();
    let mut stated = BTreeSet::new();
    let mut context = Context::default();
    let widest = text.lines().map(str::len).max().unwrap_or(0);
    for span in sentences(text).into_iter().flat_map(|span| around_lines(text, span, widest)) {
        let Some(sentence) = span.of(text).map(str::trim) else { continue };
        let restored = context.restore(sentence);
        let claim = restored.clone().unwrap_or_else(|| sentence.to_owned());
        // A title states nothing, but what it names is what the text goes on about.
        context.hear(&claim);
        if heads(text, span) {
            continue;
        }
        if uncheckable(&claim, year, false).is_some() || words::words(&claim).len() < STATEMENT_WORDS_MIN {
            continue;
        }
        if !stated.insert(claim_key(&claim)) {
            continue;
        }
        let written = restored.map(|_| sentence.to_owned());
        found.push((worth(&claim), Claim { text: claim, span, written }));
    }
    if found.is_empty() {
        return Statements { claims: in_place_of_statements(text, year).into_iter().collect(), left_out: 0, idle: 0 };
    }
    worthiest(found, least, limit)
}

/// What a text is answered by that has no statement of its own: its beginning, or else a sentence that tells why. What is in
/// another language may state something, so it is told before what states nothing. A few words that could be checked by
/// themselves are taken at their word.
fn in_place_of_statements(text: &str, year: i16) -> Option<Claim> {
    let (all, spans) = (Span::new(0, text.len()), sentences(text));
    let beginning = quoted(text, all, QUOTED_CHARS_MAX);
    // A sentence whose beginning does not tell is quoted in full.
    let of_sentences = [QUOTED_CHARS_MAX, usize::MAX]
        .into_iter()
        .flat_map(|chars_max| spans.iter().map(move |span| quoted(text, *span, chars_max)));
    let why = |claim: &Claim| uncheckable(&claim.text, year, claim.span.start > 0).map(|(_, reason)| reason);
    let told = std::iter::once(beginning.clone()).chain(of_sentences).filter_map(|claim| Some((why(&claim)?, claim)));
    let is_short = beginning == quoted(text, all, usize::MAX);
    let first = told.min_by_key(|(reason, _)| *reason != Reason::OtherLanguage).map(|(_, claim)| claim);
    first.or_else(|| is_short.then_some(beginning))
}

/// The beginning of a span in whole words, where words are told apart, as a claim.
fn quoted(text: &str, span: Span, chars_max: usize) -> Claim {
    let shown = span.of(text).unwrap_or("");
    let start = span.start + (shown.len() - shown.trim_start().len());
    let shown = shown.trim();
    let quote = match shown.char_indices().nth(chars_max) {
        None => shown,
        Some((end, _)) => shown[..end].rsplit_once(char::is_whitespace).map_or(&shown[..end], |(words, _)| words.trim_end()),
    };
    Claim { text: quote.to_owned(), span: Span::new(start, start + quote.len()), written: None }
}

/// The span is a title on a line of its own. A line that is the whole text heads nothing, so it is taken at its word.
fn heads(text: &str, span: Span) -> bool {
    if !span.of(text).is_some_and(is_title) {
        return false;
    }
    let (before, behind) = (&text[..span.start], &text[span.end..]);
    let ends_line = behind.lines().next().is_none_or(|rest| rest.trim().is_empty());
    let is_alone = before.trim().is_empty() && behind.trim().is_empty();
    begins_line(text, span) && ends_line && !is_alone
}

/// Nothing but a mark of a list or a heading stands before it on its line.
fn begins_line(text: &str, span: Span) -> bool {
    !text[..span.start].rsplit('\n').next().is_some_and(|before| before.contains(char::is_alphabetic))
}

/// The first line of a sentence is a title that runs into it, since nothing ends it: the next line begins anew, and its first
/// word would have fitted behind it, had the line only been wrapped.
fn runs_on(text: &str, sentence: Span, widest: usize) -> bool {
    let mut lines = sentence.of(text).unwrap_or("").lines();
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let word = second.split_whitespace().next().unwrap_or("");
    let is_broken_off = first.trim_end().len() + 1 + word.len() < widest;
    begins_line(text, sentence) && is_broken_off && word.starts_with(char::is_uppercase) && is_title(first)
}

/// Cuts a byline on a line of its own out of a sentence that it runs into, since nothing ends it: "By Nora Feld\nOn Sunday".
/// Who wrote a text is not whom it speaks of, so a byline is not even heard. A title above a sentence becomes a piece of its
/// own.
fn around_lines(text: &str, sentence: Span, widest: usize) -> Vec<Span> {
    let Some(shown) = sentence.of(text) else { return Vec::new() };
    if !shown.contains('\n') {
        return if is_byline(shown) { Vec::new() } else { vec![sentence] };
    }
    let mut pieces: Vec<Span> = Vec::new();
    let mut at = sentence.start;
    let mut is_cut = true;
    let mut is_title = runs_on(text, sentence, widest);
    for line in shown.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let is_byline = is_byline(line);
        match pieces.last_mut().filter(|_| !is_cut && !is_byline) {
            Some(open) => *open = Span::new(open.start, end),
            None if !is_byline => pieces.push(Span::new(start, end)),
            None => {}
        }
        is_cut = is_byline || is_title;
        is_title = false;
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

fn worthiest(mut found: Vec<(Basis, Claim)>, least: Basis, limit: usize) -> Statements {
    let stated = found.len();
    found.retain(|(worth, _)| *worth >= least);
    let idle = (stated - found.len()) as u32;
    let left_out = found.len().saturating_sub(limit) as u32;
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.span.start.cmp(&b.1.span.start)));
    found.truncate(limit);
    found.sort_by_key(|(_, claim)| claim.span.start);
    Statements { claims: found.into_iter().map(|(_, claim)| claim).collect(), left_out, idle }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str, least: Basis) -> Vec<Claim> {
        statements(text, 2026, least, 10).claims
    }

    fn texts(found: &[Claim]) -> Vec<&str> {
        found.iter().map(|claim| claim.text.as_str()).collect()
    }

    #[test]
    fn an_article_gives_its_statements_with_names_restored() {
        let text = "The Eiffel Tower stands in Paris. It was finished in 1889. Is it not lovely? Visit soon!";
        let found = claims(text, Basis::ZERO);
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
        assert_eq!(
            texts(&found.claims),
            ["Exports fell by 12 percent in 2019.", "The deficit rose to 374 billion dollars in 2003."]
        );
        assert_eq!(found.left_out as usize, claims(text, Basis::ZERO).len() - 2, "what was found and not taken is counted");
        assert_eq!(statements(text, 2026, Basis::ZERO, 4).left_out, 0);
        let worthy = statements(text, 2026, checkworthy::WORTHY_MIN, 4);
        assert!(
            worthy.idle > 0 && worthy.claims.len() + worthy.idle as usize == 4,
            "idle talk is passed over and counted: {worthy:?}"
        );
        let nothing = Statements { claims: Vec::new(), left_out: 0, idle: 4 };
        assert_eq!(statements(text, 2026, Basis::ONE, 0), nothing, "nor is it left out");
    }

    #[test]
    fn what_is_stated_again_is_found_once_where_it_stands_first() {
        let text = "The Eiffel Tower stands in Paris. It was finished in 1889. Exports fell by 12 percent in 2019. The Eiffel \
                    Tower was finished in 1889! The  Eiffel Tower stands in Paris.";
        let found = claims(text, Basis::ZERO);
        let [stands, finished] = ["The Eiffel Tower stands in Paris.", "The Eiffel Tower was finished in 1889."];
        assert_eq!(texts(&found), [stands, finished, "Exports fell by 12 percent in 2019."]);
        assert_eq!(found[1].span.of(text), Some("It was finished in 1889."));
        assert_eq!(statements(text, 2026, Basis::ZERO, 2).left_out, 1, "what stands there twice is not left out");
    }

    #[test]
    fn a_title_is_no_claim_but_names_what_follows() {
        let body = "It was built in the reign of the Ming, and the bricks of the oldest towers are still standing there today.";
        for text in [
            format!("Great Wall and other myths\n\n{body}"),
            format!("# Great Wall and other myths\n{body}"),
            format!("Great Wall and other myths\n{body}"),
            format!("Great Wall and other myths\nBy Nora Feld\n{body}"),
        ] {
            let found = claims(&text, Basis::ZERO);
            assert_eq!(texts(&found), [body.replace("It was", "Great Wall was")], "{text}");
            assert_eq!(found[0].span.of(&text), Some(body), "{text}");
        }
    }

    #[test]
    fn a_line_that_states_something_or_is_only_wrapped_is_no_title() {
        for text in [
            "Vaccines cause autism in children\n\nThe Moon is made of cheese.",
            "The Moon is made of cheese.\n\nGreat Wall and other myths of China.",
            "The land of the first of all the emperors of\nChina was divided into 36 parts.\n\nThe wall was built in 1421.",
        ] {
            assert_eq!(claims(text, Basis::ZERO).len(), 2, "{text}");
        }
        assert_eq!(claims("Great Wall and other myths of China", Basis::ZERO).len(), 1, "the whole text heads nothing");
    }

    #[test]
    fn a_byline_is_no_claim_and_no_plain_fact_is_passed_over() {
        let text = "By Nora Feld, 12 March 2025\n\nLast Sunday my uncle Peter told us that humans use only 10 percent of their \
                    brain. He loves roast potatoes. \"Vaccines cause autism,\" he continued. Marie Curie was born in Warsaw. She \
                    discovered polonium and radium.";
        let found = claims(text, Basis::from_points(1_000));
        let written: Vec<&str> = found.iter().map(|claim| claim.span.of(text).unwrap()).collect();
        assert!(!written.iter().any(|sentence| sentence.starts_with("By Nora")), "{written:?}");
        for wanted in ["Last Sunday my uncle", "\"Vaccines cause autism,\" he continued", "Marie Curie was", "She discovered"] {
            assert!(written.iter().any(|sentence| sentence.starts_with(wanted)), "{wanted}: {written:?}");
        }
        assert!(found.iter().all(|claim| !claim.text.contains("Sunday loves")), "{:?}", texts(&found));
        assert!(found.iter().all(|claim| !claim.text.contains("Feld")), "whoever wrote it did not say it: {:?}", texts(&found));
        let tight = text.replace("\n\n", "\n");
        assert_eq!(texts(&claims(&tight, Basis::from_points(1_000))), texts(&found), "nothing else ends a byline");
        assert!(texts(&found).contains(&"Marie Curie discovered polonium and radium."), "{:?}", texts(&found));
    }

    /// Why the only claim of a text cannot be checked, and where it stands.
    fn passed_over(text: &str) -> (Reason, &str) {
        let found = claims(text, Basis::ZERO);
        let [only] = &found[..] else { panic!("{found:?}") };
        assert_eq!(only.span.of(text), Some(only.text.as_str()));
        assert!(only.text.chars().count() <= QUOTED_CHARS_MAX, "{only:?}");
        (uncheckable(&only.text, 2026, only.span.start > 0).expect("it cannot be checked").1, only.span.of(text).unwrap())
    }

    #[test]
    fn a_text_in_which_nothing_can_be_checked_is_answered_with_the_reason() {
        let german = "Die Erde ist flach. Der Mond ist aus Käse und die Sonne ist kalt.";
        for (text, reason) in [
            (german, Reason::OtherLanguage),
            ("\n  🎉🎉🎉 🙂\n\n🙃", Reason::NoStatement),
            ("fn main() {\n    println!(\"hello\");\n}\n", Reason::NoStatement),
            ("Is the Earth flat? Who knows?", Reason::Question),
        ] {
            assert_eq!(passed_over(text), (reason, text.trim()), "{text}");
        }
    }

    #[test]
    fn of_a_long_text_only_the_beginning_is_quoted() {
        for text in ["Москва является столицей России. ".repeat(100), "莫斯科是俄罗斯的首都。".repeat(100)]
        {
            let (reason, quote) = passed_over(&text);
            assert!(reason == Reason::OtherLanguage && text.starts_with(quote) && quote.len() > 300, "{quote}");
        }
    }

    #[test]
    fn another_language_behind_much_code_is_told_before_the_code() {
        let text = format!("{}\n\nDie Erde ist flach.", "let x = 1;\n".repeat(30));
        assert_eq!(passed_over(&text), (Reason::OtherLanguage, "Die Erde ist flach."));
    }

    #[test]
    fn two_words_that_are_the_whole_text_are_taken_at_their_word() {
        assert_eq!(texts(&claims("Dogs bark.", Basis::ZERO)), ["Dogs bark."]);
    }

    #[test]
    fn a_pronoun_nobody_can_resolve_is_no_claim() {
        let text = "Anna Berg met Carla Holm in Oslo. She was fined 300 dollars in 2019.";
        assert_eq!(texts(&claims(text, Basis::ZERO)), ["Anna Berg met Carla Holm in Oslo."]);
    }
}
