//! The OpenAI dialect: chat completions with a JSON Schema for the answer.

use super::{Ask, CUT_OFF, LanguageModel, Line, LlmError, Said, Usage, wire};
use async_trait::async_trait;
use reqwest::Client;
use serde_json::{Value, json};

/// A model behind `/chat/completions`.
#[derive(Debug, Clone)]
pub struct OpenAi {
    line: Line,
    client: Client,
}

impl OpenAi {
    /// Prepares to ask; nothing is sent yet.
    pub fn new(line: Line) -> Result<Self, LlmError> {
        let client = wire::client(&line)?;
        Ok(Self { line, client })
    }
}

#[async_trait]
impl LanguageModel for OpenAi {
    async fn ask(&self, ask: &Ask) -> Result<Said, LlmError> {
        let body = json!({
            "model": self.line.model,
            "messages": [{"role": "system", "content": ask.system}, {"role": "user", "content": ask.user}],
            "temperature": ask.temperature,
            "max_tokens": ask.tokens_max,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": true, "schema": ask.schema},
            },
        });
        let url = format!("{}/chat/completions", self.line.base.trim_end_matches('/'));
        let request = || {
            let request = self.client.post(&url).json(&body);
            match &self.line.key {
                Some(key) => request.bearer_auth(key),
                None => request,
            }
        };
        read(&wire::send(&self.line, request).await?)
    }

    fn model(&self) -> &str {
        &self.line.model
    }
}

fn read(answer: &Value) -> Result<Said, LlmError> {
    let tokens = |name: &str| answer.pointer(&format!("/usage/{name}")).and_then(Value::as_u64).unwrap_or(0);
    let usage = Usage { input_tokens: tokens("prompt_tokens"), output_tokens: tokens("completion_tokens") };
    let missing = |what: &str| LlmError::unusable(format!("it has no {what}"), usage);
    let choice = answer.pointer("/choices/0").ok_or_else(|| missing("choices"))?;
    if choice["finish_reason"] == "length" {
        return Err(LlmError::unusable(CUT_OFF, usage));
    }
    let text = choice.pointer("/message/content").and_then(Value::as_str).ok_or_else(|| missing("content"))?;
    let value = serde_json::from_str(text.trim()).map_err(|error| LlmError::unusable(error, usage))?;
    Ok(Said { value, usage })
}
