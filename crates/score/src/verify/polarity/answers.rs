//! A title that asks, and a passage that opens with yes or no: pages of questions and answers say it that way.

use super::{Look, Remark};
use crate::verify::words::{content_stems, is_negated, recall, words};

/// Share of the claim's words that the question must have.
const ASKED_MIN: f64 = 0.75;
/// Share of the question's words that the claim must have for a no: no to something narrower denies nothing.
const CLAIMED_MIN: f64 = 0.6;
/// Words that open a question whose answer is yes or no.
const ASKS: [&str; 18] = [
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "should", "must",
    "may", "might",
];

/// The title asks what the claim says, and the passage answers.
pub(super) fn answered(look: &Look) -> Option<Remark> {
    let question = words(look.title);
    let is_asked = look.title.trim_end().ends_with('?') && question.first().is_some_and(|w| ASKS.contains(&w.lower.as_str()));
    let says_yes = if is_asked { yes_or_no(look.passage.first()?)? } else { return None };
    let asked = content_stems(look.title);
    let has_names = look.part.proper.iter().all(|name| !name.is_disjoint(&asked));
    if !has_names || recall(&look.part.content, &asked) < ASKED_MIN {
        return None;
    }
    if !says_yes && recall(&asked, &look.part.content) < CLAIMED_MIN {
        return None;
    }
    let is_asked_alike = is_negated(&question) == look.part.is_negated;
    Some(if says_yes == is_asked_alike { Remark::ANSWERS_YES } else { Remark::ANSWERS_NO })
}

/// Reads a yes or a no at the beginning; "no evidence" is neither.
fn yes_or_no(answer: &str) -> Option<bool> {
    let answer = answer.trim_start();
    let end = answer.find(|c: char| !c.is_alphabetic()).unwrap_or(answer.len());
    let (word, rest) = answer.split_at(end);
    let stands_alone = rest.is_empty() || rest.starts_with(['.', ',', ';', ':', '!', '–', '—']);
    match word.to_lowercase().as_str() {
        "yes" if stands_alone => Some(true),
        "no" if stands_alone => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::polarity::remark;
    use crate::verify::understand::read;

    fn say(claim: &str, question: &str, answer: &str) -> Option<Remark> {
        let passage = vec![answer.to_owned(), "The town hall keeps the records.".to_owned()];
        remark(&read(claim), claim, question, &passage, &passage[1])
    }

    #[test]
    fn a_question_in_the_title_is_answered_by_yes_or_no() {
        let claim = "Mayor Nora Feld closed the harbour library.";
        let question = "Did Mayor Nora Feld close the harbour library?";
        assert_eq!(say(claim, question, "No."), Some(Remark::ANSWERS_NO));
        assert_eq!(say(claim, question, "No, it was the council."), Some(Remark::ANSWERS_NO));
        assert_eq!(say(claim, question, "Yes."), Some(Remark::ANSWERS_YES));
        let denial = "Mayor Nora Feld did not close the harbour library.";
        assert_eq!(say(denial, question, "No."), Some(Remark::ANSWERS_YES));
        assert_eq!(say(denial, question, "Yes."), Some(Remark::ANSWERS_NO));
    }

    #[test]
    fn an_answer_to_another_question_settles_nothing() {
        let claim = "Mayor Nora Feld closed the harbour library.";
        for (question, answer) in [
            ("Did Mayor Nora Feld close the harbour library?", "No evidence was found."),
            ("Did Mayor Tom Lund close the harbour library?", "No."),
            ("Who closed the harbour library of Mayor Nora Feld?", "No."),
            ("Did Mayor Nora Feld close the harbour library in 2019 because of mould in the cellar walls?", "No."),
        ] {
            let said = say(claim, question, answer);
            assert!(said != Some(Remark::ANSWERS_NO) && said != Some(Remark::ANSWERS_YES), "{question} {answer}: {said:?}");
        }
    }
}
