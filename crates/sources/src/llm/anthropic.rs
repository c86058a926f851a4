//! Anthropic's dialect: messages, with the answer as the input of a tool that must be used.

use super::{Ask, CUT_OFF, LanguageModel, Line, LlmError, Said, Usage, wire};
use async_trait::async_trait;
use reqwest::Client;
use serde_json::{Value, json};

/// Version of the interface that is spoken.
const VERSION: &str = "2023-06-01";
/// Name of the tool whose input is the answer.
const TOOL: &str = "answer";

/// A model behind `/v1/messages`.
#[derive(Debug, Clone)]
pub struct Anthropic {
    line: Line,
    client: Client,
}

impl Anthropic {
    /// Prepares to ask; nothing is sent yet.
    pub fn new(line: Line) -> Result<Self, LlmError> {
        let client = wire::client(&line)?;
        Ok(Self { line, client })
    }
}

#[async_trait]
impl LanguageModel for Anthropic {
    async fn ask(&self, ask: &Ask) -> Result<Said, LlmError> {
        let body = json!({
            "model": self.line.model,
            "max_tokens": ask.tokens_max,
            "temperature": ask.temperature,
            "system": ask.system,
            "messages": [{"role": "user", "content": ask.user}],
            "tools": [{"name": TOOL, "description": "Hands over the answer.", "input_schema": ask.schema}],
            "tool_choice": {"type": "tool", "name": TOOL},
        });
        let url = format!("{}/v1/messages", self.line.base.trim_end_matches('/'));
        let request = || {
            let request = self.client.post(&url).header("anthropic-version", VERSION).json(&body);
            match &self.line.key {
                Some(key) => request.header("x-api-key", key),
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
    let usage = Usage { input_tokens: tokens("input_tokens"), output_tokens: tokens("output_tokens") };
    if answer["stop_reason"] == "max_tokens" {
        return Err(LlmError::unusable(CUT_OFF, usage));
    }
    let blocks = answer["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let value = blocks.iter().find(|block| block["type"] == "tool_use").map(|block| block["input"].clone());
    let value = value.ok_or_else(|| LlmError::unusable("it did not hand over an answer", usage))?;
    Ok(Said { value, usage })
}
