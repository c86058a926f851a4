//! The configuration file described for editors and scripts.

use super::{WORDINGS, is_switch, knobs};
use score::verify::Knob;
use serde_json::{Map, Value, json};

/// Describes the configuration file as JSON Schema, draft 2020-12.
pub fn schema() -> Value {
    let mut properties: Map<String, Value> = knobs().map(|knob| (knob.name.to_owned(), property(knob))).collect();
    for wording in WORDINGS {
        let described = json!({"description": wording.meaning, "type": "string", "default": wording.default});
        properties.insert(wording.name.to_owned(), described);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Probity configuration (probity.toml)",
        "description": "Every setting is also read from the environment under the same name, and from --set NAME=VALUE; the later wins.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(knob: &Knob) -> Value {
    let kind = match knob.is_whole {
        true if is_switch(knob) => json!(["integer", "boolean"]),
        true => json!("integer"),
        false => json!("number"),
    };
    json!({
        "description": knob.meaning,
        "type": kind,
        "minimum": figure(knob, knob.min),
        "maximum": figure(knob, knob.max),
        "default": figure(knob, knob.default),
    })
}

/// Returns a knob's number as people would write it: 3, not 3.0, where only whole numbers make sense.
pub fn figure(knob: &Knob, value: f64) -> Value {
    if knob.is_whole { json!(value as i64) } else { json!(value) }
}
