//! Language models, told by a double on a real socket that answers in the documented formats.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use sources::llm::{Anthropic, Ask, LanguageModel, Line, LlmError, OpenAi, Usage};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the double answers, in order, and what it was asked.
#[derive(Clone, Default)]
struct Double {
    answers: Arc<Mutex<Vec<(u16, Value)>>>,
    asked: Arc<Mutex<Vec<(HeaderMap, Value)>>>,
}

impl Double {
    async fn start(answers: Vec<(u16, Value)>) -> (Self, String) {
        let double = Self { answers: Arc::new(Mutex::new(answers)), ..Self::default() };
        let app =
            Router::new().route("/chat/completions", post(reply)).route("/v1/messages", post(reply)).with_state(double.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (double, base)
    }

    fn asked(&self) -> Vec<(HeaderMap, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

async fn reply(State(double): State<Double>, headers: HeaderMap, Json(body): Json<Value>) -> impl IntoResponse {
    double.asked.lock().unwrap().push((headers, body));
    let mut answers = double.answers.lock().unwrap();
    let (status, body) = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
    (StatusCode::from_u16(status).unwrap(), Json(body))
}

fn line(base: &str) -> Line {
    Line {
        base: base.to_owned(),
        model: "small".to_owned(),
        key: Some("sk-test".to_owned()),
        timeout: Duration::from_secs(5),
        retries: 2,
        pause: Duration::from_millis(1),
    }
}

fn ask() -> Ask {
    Ask {
        system: "You explain.".into(),
        user: "Why?".into(),
        schema: json!({"type": "object"}),
        tokens_max: 100,
        temperature: 0.0,
    }
}

fn openai(content: &str) -> Value {
    json!({"id": "chatcmpl-1", "object": "chat.completion", "model": "small",
           "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
           "usage": {"prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17}})
}

#[tokio::test]
async fn a_chat_completion_is_asked_for_and_read() {
    let (double, base) = Double::start(vec![(200, openai("{\"rationale\": \"so\"}"))]).await;
    let said = OpenAi::new(line(&base)).unwrap().ask(&ask()).await.unwrap();
    assert_eq!((said.value, said.usage), (json!({"rationale": "so"}), Usage { input_tokens: 12, output_tokens: 5 }));
    let (headers, body) = &double.asked()[0];
    assert_eq!(headers["authorization"], "Bearer sk-test");
    assert_eq!((&body["temperature"], &body["max_tokens"]), (&json!(0.0), &json!(100)));
    assert_eq!(body["response_format"]["json_schema"]["schema"], json!({"type": "object"}));
}

#[tokio::test]
async fn a_message_is_asked_for_and_its_tool_is_read() {
    let answer = json!({"type": "message", "role": "assistant", "stop_reason": "tool_use",
        "content": [{"type": "text", "text": "Here."}, {"type": "tool_use", "id": "t1", "name": "answer", "input": {"rationale": "so"}}],
        "usage": {"input_tokens": 30, "output_tokens": 9}});
    let (double, base) = Double::start(vec![(200, answer)]).await;
    let said = Anthropic::new(line(&base)).unwrap().ask(&ask()).await.unwrap();
    assert_eq!((said.value, said.usage), (json!({"rationale": "so"}), Usage { input_tokens: 30, output_tokens: 9 }));
    let (headers, body) = &double.asked()[0];
    assert_eq!(headers["x-api-key"], "sk-test");
    assert_eq!(headers["anthropic-version"], "2023-06-01");
    assert_eq!(body["tool_choice"], json!({"type": "tool", "name": "answer"}));
}

#[tokio::test]
async fn a_busy_server_is_asked_again_and_a_refusal_is_final() {
    let busy = json!({"error": {"message": "rate limited"}});
    let (double, base) = Double::start(vec![(429, busy.clone()), (503, busy.clone()), (200, openai("{}"))]).await;
    assert!(OpenAi::new(line(&base)).unwrap().ask(&ask()).await.is_ok());
    assert_eq!(double.asked().len(), 3);
    let (double, base) = Double::start(vec![(429, busy.clone())]).await;
    assert_eq!(OpenAi::new(line(&base)).unwrap().ask(&ask()).await, Err(LlmError::Busy(429)));
    assert_eq!(double.asked().len(), 3, "twice more and no more");
    let (double, base) = Double::start(vec![(401, busy)]).await;
    assert_eq!(OpenAi::new(line(&base)).unwrap().ask(&ask()).await, Err(LlmError::Refused(401)));
    assert_eq!(double.asked().len(), 1);
}

#[tokio::test]
async fn what_is_no_answer_is_said_to_be_none() {
    for broken in [
        json!({}),
        openai("not json"),
        json!({"choices": []}),
        json!({"choices": [{"finish_reason": "length", "message": {"content": "{"}}]}),
    ] {
        let (_double, base) = Double::start(vec![(200, broken.clone())]).await;
        let told = OpenAi::new(line(&base)).unwrap().ask(&ask()).await;
        assert!(matches!(told, Err(LlmError::Unusable { .. })), "{broken}: {told:?}");
    }
    let cut = json!({
        "choices": [{"finish_reason": "length", "message": {"content": "{"}}],
        "usage": {"prompt_tokens": 812, "completion_tokens": 300},
    });
    let (_double, base) = Double::start(vec![(200, cut)]).await;
    let told = OpenAi::new(line(&base)).unwrap().ask(&ask()).await.unwrap_err();
    assert_eq!(told.usage(), Usage { input_tokens: 812, output_tokens: 300 }, "it is charged all the same");
    let huge = openai(&"x".repeat(2 << 20));
    let (_double, base) = Double::start(vec![(200, huge)]).await;
    assert!(matches!(OpenAi::new(line(&base)).unwrap().ask(&ask()).await, Err(LlmError::Unusable { .. })));
    let nobody = Line { retries: 0, ..line("http://127.0.0.1:1") };
    assert!(matches!(OpenAi::new(nobody).unwrap().ask(&ask()).await, Err(LlmError::Unreachable(_))));
}
