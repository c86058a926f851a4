//! `eval averitec`: real-world claims, with the answers that fact-checkers collected as evidence.

use super::climate_fever::{Case, Class};
use super::given::Given;
use super::{Report, Scope, rows};
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use jiff::civil::Date;
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Row {
    claim: String,
    label: Class,
    claim_date: Option<String>,
    questions: Vec<Question>,
}

#[derive(Debug, Deserialize)]
struct Question {
    question: String,
    #[serde(default)]
    answers: Vec<Answer>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    answer: String,
    answer_type: Option<String>,
    boolean_explanation: Option<String>,
    source_url: Option<String>,
}

impl Row {
    /// The day the claim was made, written 25-8-2020.
    fn asked_on(&self) -> Option<Date> {
        let mut numbers = self.claim_date.as_deref()?.split('-').map(|part| part.trim().parse::<i16>().ok());
        let (day, month, year) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
    }

    /// Each answer is a piece of evidence under its question; a plain yes or no comes with its explanation.
    fn given(&self) -> Vec<Given> {
        let one = |question: &Question, answer: &Answer| {
            let is_open = answer.answer_type.as_deref() == Some("Unanswerable");
            let text = match answer.boolean_explanation.as_deref().filter(|why| !why.trim().is_empty()) {
                Some(why) => format!("{}. {why}", answer.answer.trim().trim_end_matches('.')),
                None => answer.answer.clone(),
            };
            let given =
                Given { title: question.question.clone(), text, url: answer.source_url.clone().filter(|url| !url.is_empty()) };
            (!is_open && !given.text.trim().is_empty()).then_some(given)
        };
        self.questions
            .iter()
            .flat_map(|question| question.answers.iter().filter_map(move |answer| one(question, answer)))
            .collect()
    }
}

impl Engine {
    /// Judges every claim by the answers that come with it.
    pub async fn eval_averitec(&self, data: &Path, scope: &Scope, watch: &dyn Watch) -> Result<Report, EngineError> {
        let case = |row: Row| Case {
            asked_on: row.asked_on().unwrap_or_else(|| self.today()),
            given: row.given(),
            gold: row.label,
            claim: row.claim,
        };
        let cases = scope.of(rows::json::<Vec<Row>>(data)?).into_iter().map(case).collect();
        self.eval_cases("averitec", cases, scope, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_become_evidence_under_their_question() {
        let row: Row = serde_json::from_str(
            r#"{"claim": "c", "label": "Conflicting Evidence/Cherrypicking", "claim_date": "25-8-2020", "questions": [
                {"question": "Was it so?", "answers": [
                    {"answer": "No", "answer_type": "Boolean", "boolean_explanation": "The record says otherwise.", "source_url": "https://example.org/a"},
                    {"answer": "No answer could be found.", "answer_type": "Unanswerable"}]}]}"#,
        )
        .unwrap();
        assert_eq!(row.asked_on(), Some(jiff::civil::date(2020, 8, 25)));
        let given = row.given();
        assert_eq!((given.len(), given[0].title.as_str()), (1, "Was it so?"));
        assert_eq!(given[0].text, "No. The record says otherwise.");
        assert_eq!(row.label, Class::Disputed);
    }
}
