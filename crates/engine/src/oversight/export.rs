//! Refusals with their tags, for other programs.

use super::Shown;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Writes one row a refusal.
pub fn export_csv(all: &[Shown]) -> csv::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = ["id", "submission", "at", "verdict", "category", "by", "state", "tag_1", "tag_2", "effective", "text"];
    writer.write_record(heading)?;
    for shown in all {
        let event = &shown.event;
        let said = |slot: u8| {
            let live = shown.tags.iter().find(|given| given.is_live() && given.slot == slot);
            live.map_or(String::new(), |given| given.tag.to_string())
        };
        writer.write_record([
            event.id.to_string(),
            event.submission.clone(),
            event.at.to_string(),
            event.verdict.to_string(),
            event.category.clone(),
            event.by.clone(),
            shown.state.to_string(),
            said(1),
            said(2),
            shown.effective.map_or(String::new(), |tag| tag.to_string()),
            event.text.clone(),
        ])?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8(bytes).expect("rows of text are text"))
}

/// Writes one object a line.
pub fn export_jsonl(all: &[Shown]) -> String {
    all.iter().fold(String::new(), |mut text, shown| {
        let _ = writeln!(text, "{}", serde_json::to_value(shown).expect("our own types always serialise"));
        text
    })
}

/// Writes tasks with an annotation for each live tag, as Label Studio imports them.
pub fn export_label_studio(all: &[Shown]) -> String {
    let choice = |word: &str| json!([{"from_name": "tag", "to_name": "text", "type": "choices", "value": {"choices": [word]}}]);
    let task = |shown: &Shown| -> Value {
        let live = shown.tags.iter().filter(|given| given.is_live());
        let annotations: Vec<Value> =
            live.map(|given| json!({"completed_by": {"email": given.reviewer}, "result": choice(given.tag.word())})).collect();
        let event = &shown.event;
        json!({
            "data": {"id": event.id, "text": event.text, "verdict": event.verdict, "category": event.category},
            "annotations": annotations,
            "meta": {"state": shown.state, "effective": shown.effective},
        })
    };
    let tasks: Vec<Value> = all.iter().map(task).collect();
    format!("{:#}\n", Value::from(tasks))
}
