//! A title that asks, and a passage that opens with yes or no: pages of questions and answers say it that way.

use super::{Look, Remark};
use crate::verify::verbs::is_auxiliary;
use crate::verify::words::{Word, content_stems, is_negated, recall, words};

/// Share of the question's words that the claim must have for a no: no to something narrower denies nothing.
const CLAIMED_MIN: f64 = 0.75;
/// Openings of questions about what may, can or must be: the answer bears only on a claim that says so too.
const MODALS: [&str; 7] = ["can", "could", "will", "would", "must", "may", "might"];
/// Small words that change what is asked.
const NARROWS: [&str; 6] = ["only", "all", "every", "always", "just", "ever"];

/// The title asks what the claim says, every word of it, and the passage answers.
pub(super) fn answered(look: &Look) -> Option<Remark> {
    let question = words(look.title);
    if !asks(look.title) || is_negated(&question) || !asks_it(&question, &look.claim) {
        return None;
    }
    let says_yes = yes_or_no(look.passage.first()?)?;
    let asked = content_stems(look.title);
    let is_whole = look.part.content.is_subset(&asked);
    if !is_whole || !says_yes && recall(&asked, &look.part.content) < CLAIMED_MIN {
        return None;
    }
    Some(if says_yes != look.part.is_negated { Remark::ANSWERS_YES } else { Remark::ANSWERS_NO })
}

/// The title is a question, with its mark or without it.
pub(in crate::verify) fn asks(title: &str) -> bool {
    title.trim_end().ends_with('?') || opens_as_question(&words(title))
}

/// "Did the council act", "What was the reason", "How many came"; "How glaciers move", "What we know" and "Do not run" ask nothing.
fn opens_as_question(title: &[Word]) -> bool {
    let [first, second, _, ..] = title else { return false };
    let (first, second) = (first.lower.as_str(), second.lower.as_str());
    let is_inverted = |word: &str| INVERTED.contains(&word) && second != "not";
    match first {
        "how" => is_inverted(second) || AMOUNTS.contains(&second),
        "what" | "which" => is_inverted(second) || second == "percentage",
        "who" | "when" | "where" | "why" => is_inverted(second),
        first => is_inverted(first),
    }
}

/// Verbs that stand before their subject in a question and hardly ever at the head of anything else.
const INVERTED: [&str; 10] = ["is", "are", "was", "were", "does", "do", "did", "has", "have", "had"];
/// What "how" may ask for.
const AMOUNTS: [&str; 8] = ["many", "much", "long", "often", "old", "far", "common", "large"];

/// The title asks, and the sentence is the yes or no to it.
pub(in crate::verify) fn opens_an_answer(title: &str, sentence: &str) -> bool {
    asks(title) && yes_or_no(sentence).is_some()
}

/// The question can be answered by yes or no, and its small words are the claim's.
fn asks_it(question: &[Word], claim: &[Word]) -> bool {
    let claims = |small: &str| claim.iter().any(|word| word.lower == small);
    let Some(opening) = question.first().map(|word| word.lower.as_str()) else { return false };
    let opens = is_auxiliary(opening) && (!MODALS.contains(&opening) || claims(opening));
    opens && question.iter().all(|word| !NARROWS.contains(&word.lower.as_str()) || claims(&word.lower))
}

/// Reads a yes or a no at the beginning; "no evidence" and "No. 10" are neither.
fn yes_or_no(answer: &str) -> Option<bool> {
    let answer = answer.trim_start();
    let end = answer.find(|c: char| !c.is_alphabetic()).unwrap_or(answer.len());
    let (word, rest) = (answer[..end].to_lowercase(), answer[end..].trim_start());
    let stands_alone = rest.is_empty() || rest.starts_with(['.', ',', ';', ':', '!', '–', '—']);
    let is_number = rest.strip_prefix('.').is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    match word.as_str() {
        "yes" if stands_alone => Some(true),
        "no" if stands_alone && !is_number => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::polarity::remark;
    use crate::verify::understand::read;
    use domain::Stance;

    fn say(claim: &str, question: &str, answer: &str) -> Option<Remark> {
        let passage = vec![answer.to_owned(), "The town hall keeps the records.".to_owned()];
        remark((&read(claim), claim), (question, &passage, &passage[1]), (Stance::Neutral, 0.50))
    }

    #[test]
    fn a_question_in_the_title_is_answered_by_yes_or_no() {
        let claim = "Mayor Nora Feld closed the harbour library.";
        let question = "Did Mayor Nora Feld close the harbour library?";
        assert_eq!(say(claim, question, "No."), Some(Remark::ANSWERS_NO));
        assert_eq!(say(claim, question, "No, it was the council."), Some(Remark::ANSWERS_NO));
        assert_eq!(say(claim, question, "No – it was the council."), Some(Remark::ANSWERS_NO));
        assert_eq!(say(claim, question, "Yes."), Some(Remark::ANSWERS_YES));
        let denial = "Mayor Nora Feld did not close the harbour library.";
        assert_eq!(say(denial, question, "No."), Some(Remark::ANSWERS_YES));
        assert_eq!(say(denial, question, "Yes."), Some(Remark::ANSWERS_NO));
    }

    #[test]
    fn a_question_needs_no_mark() {
        for title in ["Did the council act on it", "What was the reason", "How many people came", "Is it so"] {
            assert!(asks(title), "{title}");
        }
        for title in ["How glaciers move slowly", "What we know", "Do not run here", "Will Smith resigned", "The council acted"] {
            assert!(!asks(title), "{title}");
        }
    }

    #[test]
    fn an_answer_to_another_question_settles_nothing() {
        for (claim, question, answer) in [
            ("Mayor Nora Feld closed the library.", "Did Mayor Nora Feld close the library?", "No evidence was found."),
            ("Mayor Nora Feld closed the library.", "Who closed the library, Mayor Nora Feld?", "No."),
            ("Mayor Nora Feld closed the library.", "Did Mayor Tom Lund close the library?", "No."),
            ("Mayor Nora Feld closed the library.", "Did Mayor Nora Feld not close the library?", "No."),
            ("Mayor Nora Feld closed the library.", "Did Mayor Nora Feld close the library in 2019 because of mould?", "No."),
            ("The harbour tower is 300 metres tall.", "Is the harbour tower 200 metres tall?", "No, it is 300 metres tall."),
            ("The bridge was closed in the storm.", "Should the bridge be closed in the storm?", "Yes, says the harbour master."),
            ("The library was closed on Sundays.", "Was the library closed only on Sundays?", "No."),
            ("New York banned plastic bags in schools.", "Did New Jersey ban plastic bags in schools?", "Yes, since May."),
            ("Number 10 is the home of the minister.", "Is Number 10 the home of the minister?", "No. 10 is the official home."),
        ] {
            let said = say(claim, question, answer);
            assert!(said != Some(Remark::ANSWERS_NO) && said != Some(Remark::ANSWERS_YES), "{question} {answer}: {said:?}");
        }
    }
}
