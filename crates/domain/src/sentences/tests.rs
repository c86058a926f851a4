use super::*;
use proptest::prelude::*;

fn split(text: &str) -> Vec<&str> {
    sentences(text).into_iter().map(|span| span.of(text).unwrap()).collect()
}

/// Asserts that each row is split at its bars and nowhere else.
fn bars(rows: &[&str]) {
    for row in rows {
        let wanted: Vec<&str> = row.split(" | ").collect();
        let text = row.replace(" | ", " ");
        assert_eq!(split(&text), wanted, "{row}");
    }
}

#[test]
fn plain_sentences_end_where_they_end() {
    bars(&[
        "Water boils at 100 degrees. | It freezes at 0.",
        "Is that so? | Yes! | It is.",
        "No full stop at all",
        "The rate was 3.5 percent. | In 2019 it was 4.",
        "It costs $3.5 million. | $2 million came from taxes.",
        "In 1990 it was five. | 45 people came.",
    ]);
}

#[test]
fn titles_and_pointers_do_not_end_a_sentence() {
    bars(&[
        "Dr. Smith met Mrs. Jones at St. Mary's. | They spoke.",
        "See Fig. 3 and Eqs. 4 and 5. | They agree.",
        "Smith et al. (2019) found it. | Jones et al. | The rest disagreed.",
        "It weighs approx. 30 kg. | That is a lot.",
        "We use fruit, e.g. Apples and i.e. Pears. | Good.",
        "He is No. 1 in the world. | She said no. | Then she left.",
        "Roe v. Wade was decided on Jan. 22, 1973. | It was overturned in 2022.",
        "See pp. 12-14 and vol. 3. | The end.",
        "Gen. Lee and Sen. Cruz vs. Gov. Brown. | Who won?",
        "The second sat. | Mar. 3 is in spring.",
    ]);
}

#[test]
fn the_word_after_decides_for_abbreviations_that_may_end() {
    bars(&[
        "She moved to the U.S. in 1990. | He stayed.",
        "She lives in the U.S. | The weather is fine.",
        "The U.S. Senate voted. | It passed.",
        "They met at 5 p.m. | He was late.",
        "They met at 5 p.m. Eastern time. | All came.",
        "Apple Inc. Chairman Levinson spoke. | Nobody listened.",
        "He works for Apple Inc. | However, he plans to leave.",
        "Apples, pears, etc. | They are fruit.",
        "J.R.R. Tolkien wrote it. | He was born in 1892.",
    ]);
}

#[test]
fn a_letter_is_an_initial_unless_it_names_a_thing() {
    bars(&[
        "John F. Kennedy was elected in 1960. | He was 43.",
        "J. Smith wrote it. | It sold.",
        "Oranges contain vitamin C. | Scurvy follows without it.",
        "He fought in World War I. | Germany lost.",
        "It was written by I. Newton. | He was English.",
        "They grew E. coli in a dish. | It thrived.",
        "Solve for x. | Then stop.",
    ]);
}

#[test]
fn quotes_brackets_and_note_numbers_close_with_their_sentence() {
    bars(&[
        "\"It is over.\" | He left.",
        "“Really?” he asked. | “Yes.” | She smiled.",
        "(This was in May.) | It rained.",
        "It rained (a lot). | We left.",
        "The dam broke.[12] | Nobody was hurt.[a][3] | It was rebuilt.",
        "He said \"stop!\" and ran. | **She did not.** | _Nor did I._",
        "Wait… | What?! | No... maybe... | Yes.",
    ]);
}

#[test]
fn science_reads_well() {
    bars(&[
        "The difference was significant (p < 0.05). | The controls (n = 12) were not. | mRNA rose by 2.3-fold (P = .03).",
        "Values were 1.4 ± 0.2 vs. 1.1 ± 0.3, p = 0.016. | Anisotropy fell.",
        "We studied patients (n = 12). | The mean age was 34.5 years. | pH was 7.4.",
        "It is required for optimal HR. | Moreover, patients with MS. | They differ.",
        "Contents . . . . . . | 12",
        "BACKGROUND: It is unknown. | METHODS: We looked. | p53 was mutated.",
    ]);
}

#[test]
fn addresses_are_left_whole() {
    bars(&[
        "See https://example.org/a.b?c=d.e for more. | Or write to ana@example.org. | Thanks.",
        "Visit Example.com now. | The file is called notes.txt and works in Node.js. | Fine.",
    ]);
}

#[test]
fn blank_lines_headings_items_and_rows_are_borders() {
    let text = "# The title\nFirst line goes\non here. Second.\n\nNo stop here\n\n- one thing\n- another thing. And more\n1. first\n2. second\n| a | b |\n| c | d |\nEnd";
    let wanted = [
        "The title",
        "First line goes\non here.",
        "Second.",
        "No stop here",
        "one thing",
        "another thing.",
        "And more",
        "first",
        "second",
        "| a | b |",
        "| c | d |",
        "End",
    ];
    assert_eq!(split(text), wanted);
    assert_eq!(split("Steps:\n1. Cut it.\n2. Cook it."), ["Steps:", "Cut it.", "Cook it."]);
    assert_eq!(split("It fell to\n12. The next day it rose."), ["It fell to\n12.", "The next day it rose."]);
}

#[test]
fn an_endless_sentence_is_cut_at_white_space() {
    let text = "word ".repeat(2_000);
    let spans = sentences(&text);
    assert!(spans.len() >= 5);
    assert!(spans.iter().all(|s| s.end - s.start <= SENTENCE_BYTES_MAX && s.of(&text).unwrap().ends_with("word")));
    let solid = "ü".repeat(3_000);
    assert_eq!(sentences(&solid).iter().map(|s| s.end - s.start).sum::<usize>(), solid.len());
}

#[test]
fn nothing_gives_nothing() {
    for text in ["", " ", "\n\n\t", "#", "# ", "- "] {
        assert!(split(text).iter().all(|s| !s.trim().is_empty()), "{text:?}");
    }
    assert!(split(" \n ").is_empty());
}

proptest! {
    #[test]
    fn sentences_stand_in_order_and_hold_no_outer_space(text in "\\PC*([.?!]\\)? [A-Za-z0-9#|*\\n-]{0,9}){0,20}\\PC*") {
        let mut last = 0;
        for span in sentences(&text) {
            let sentence = span.of(&text).unwrap();
            prop_assert!(span.start >= last && !sentence.is_empty());
            prop_assert_eq!(sentence, sentence.trim());
            last = span.end;
        }
    }

    #[test]
    fn no_letter_is_lost(text in "[A-Za-z .!?\\n]{0,200}") {
        let kept: String = split(&text).concat().split_whitespace().collect();
        let whole: String = text.split_whitespace().collect();
        prop_assert_eq!(kept, whole);
    }
}
