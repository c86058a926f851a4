//! A language model beside the rules, played by a double that says what it is told to.

use super::Room;
use async_trait::async_trait;
use domain::{CheckId, CorpusName, Profile, Verdict};
use engine::verify::{Asked, Counsellor, Question};
use serde_json::{Value, json};
use sources::llm::{Ask, LanguageModel, LlmError, Said, Tariff, Usage};
use std::sync::{Arc, Mutex};

/// Says its lines one after the other.
struct Double {
    lines: Mutex<Vec<Result<Value, LlmError>>>,
    asked: Mutex<Vec<Ask>>,
}

#[async_trait]
impl LanguageModel for Double {
    async fn ask(&self, ask: &Ask) -> Result<Said, LlmError> {
        self.asked.lock().unwrap().push(ask.clone());
        let value = self.lines.lock().unwrap().remove(0)?;
        Ok(Said { value, usage: Usage { input_tokens: 100, output_tokens: 10 } })
    }

    fn model(&self) -> &str {
        "double"
    }
}

fn line(rationale: &str, cites: &[&str], direction: &str) -> Result<Value, LlmError> {
    Ok(json!({"abstains": false, "direction": direction, "rationale": rationale, "cites": cites}))
}

/// Checks one claim with these lines spoken, and returns the answer's rationale and verdict, the questions, and whether a
/// replay without the model gives the same.
async fn told(lines: Vec<Result<Value, LlmError>>) -> (domain::Assessment, Vec<Ask>, bool) {
    let double = Arc::new(Double { lines: Mutex::new(lines), asked: Mutex::default() });
    let mut room = Room::open().await;
    let file = room.file("water.md", "# Water\n\nAt sea level, pure water boils at 100 degrees Celsius.\n");
    let corpus = CorpusName::library();
    room.engine.ingest(&[file], &sources::Options::closed(corpus.clone()), &()).await.unwrap();
    room.engine.fill_vectors(&corpus, &()).await.unwrap();
    let tariff = Tariff { input_micro_usd: 1_000_000, output_micro_usd: 2_000_000 };
    let Room { dir, engine } = room;
    room = Room { dir, engine: engine.with_counsellor(Counsellor { model: double.clone(), tariff }) };
    let asked = Asked::Claim("Pure water boils at 100 degrees Celsius at sea level.".to_owned());
    let id = CheckId::from_parts(1, [7; 10]);
    let question = Question { id, asked, corpus, profile: Profile::ClosedCorpus, is_hurried: false };
    let check = room.engine.check(&question, &()).await.unwrap();
    let replay = room.engine.replay(id, false).await.unwrap();
    let questions = double.asked.lock().unwrap().clone();
    (check.claims[0].clone(), questions, replay.is_identical)
}

#[tokio::test(flavor = "multi_thread")]
async fn it_explains_after_one_look_at_its_own_answer_and_replays_without_the_model() {
    let first = line("It holds for all water.", &["e1"], "supports");
    let second = line("The page e1 says so in the same words.", &["e1"], "supports");
    let (answer, asked, is_identical) = told(vec![first, second]).await;
    assert_eq!(answer.rationale, "The page e1 says so in the same words.");
    assert_eq!(answer.verdict, Verdict::True);
    assert_eq!(asked.len(), 2, "one look and no more");
    assert!(asked[1].user.contains("adds \"all\"") && asked[0].temperature == 0.0, "{}", asked[1].user);
    assert_eq!(answer.trace.find("counsel").unwrap().value("cost_micro_usd"), Some(240.0));
    assert!(is_identical);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_neither_reverse_nor_break_a_verdict() {
    let against = || line("The page e1 denies it.", &["e1"], "contradicts");
    let (answer, _, is_identical) = told(vec![against(), against()]).await;
    assert_eq!(answer.verdict, Verdict::True);
    assert!(answer.trace.find("counsel_discarded").is_some() && is_identical);
    for trouble in [Err(LlmError::Busy(503)), Ok(json!({"verdict": "false"}))] {
        let (answer, _, is_identical) = told(vec![trouble]).await;
        assert_eq!(answer.verdict, Verdict::True);
        assert!(answer.trace.find("counsel").unwrap().note.contains("gave no advice") && is_identical);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_shown_worked_examples_unless_somebody_turns_them_off() {
    let say = || line("The page e1 says so in the same words.", &["e1"], "supports");
    let (answer, asked, _) = told(vec![say(), say()]).await;
    assert!(asked[0].system.contains("Three examples."), "{}", asked[0].system);
    let double = Arc::new(Double { lines: Mutex::new(vec![say(), say()]), asked: Mutex::default() });
    let tariff = Tariff { input_micro_usd: 0, output_micro_usd: 0 };
    let bare = score::verify::Policy { ENABLE_JUDGE_FEW_SHOT: 0.0, ..Default::default() };
    Counsellor { model: double.clone(), tariff }.advise(&answer, &bare).await;
    assert!(double.asked.lock().unwrap().iter().all(|ask| !ask.system.contains("Three examples.")));
}
