//! The API for people: one page made from the same document that machines read, without scripts.

use crate::doors::{Access, DOORS};
use crate::problem::PROBLEMS;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const STYLE: &str = include_str!("docs.css");
/// How deep the fields of a body are laid out; deeper ones have their own heading.
const DEPTH_MAX: usize = 2;
/// The sections in reading order, each with a word on what it is for.
const SECTIONS: [(&str, &str); 12] = [
    ("verify", "Check claims, articles and batches, at once or as jobs."),
    ("jobs", "How far a job is: ask, or listen to its events."),
    ("checks", "Answers that were given: private to whoever asked."),
    ("corpora", "The documents that claims are checked against."),
    ("intake", "What rules that are still on trial would have refused."),
    ("rejections", "What was refused at the door, reviewed by two people who do not see each other's answer."),
    ("agreement", "How well those who judge agree, week by week, and what is done about it."),
    ("webhooks", "Be told when something is done (Standard Webhooks)."),
    ("access", "Sign in, sign out, accept an invitation."),
    ("admin", "Let people and agents in."),
    ("audit", "What was decided, and the proof that nobody changed it."),
    ("operations", "Whether the house stands, its numbers, and this page."),
];

/// Renders the page.
pub fn page(document: &Value) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Probity API</title>\
         <style>{STYLE}</style></head><body><header><h1>Probity API</h1><p>{}</p>{}</header>",
        escaped(document["info"]["description"].as_str().unwrap_or_default()),
        PREFACE
    );
    let sections = sections(document);
    html.push_str("<nav>");
    for (name, _, operations) in &sections {
        let _ = write!(html, "<a href=\"#{name}\">{name} <small>{}</small></a>", operations.len());
    }
    html.push_str("<a href=\"#problems\">problems</a></nav><main>");
    for (name, about, operations) in &sections {
        let _ = write!(html, "<section id=\"{name}\"><h2>{name}</h2><p>{about}</p>");
        for (method, path, operation) in operations {
            operation_of(&mut html, document, method, path, operation);
        }
        html.push_str("</section>");
    }
    problems(&mut html);
    html.push_str("</main></body></html>");
    html
}

const PREFACE: &str = "<p>Say who you are with <code>Authorization: Bearer KEY</code> (an API key or an admin token), or with a session \
    cookie and its <code>x-csrf-token</code>. Send <code>Idempotency-Key</code> with what must happen once, \
    <code>Prefer: respond-async</code> to get a job instead of waiting. Lists are paged: pass <code>next</code> back as \
    <code>cursor</code>. What goes wrong is told as a problem document (RFC 9457); who is asked to come back finds \
    <code>Retry-After</code>.</p><pre>curl -s localhost:8420/api/v1/claims/verify -H \"authorization: Bearer $KEY\" \\\n  \
    -H 'content-type: application/json' -d '{\"claim\": \"Water boils at 100 °C at sea level.\"}'</pre>\
    <p>For machines: <a href=\"/api/v1/openapi.json\">openapi.json</a> (OpenAPI 3.1)</p>";

type Operation<'a> = (&'a str, &'a str, &'a Value);

fn sections(document: &Value) -> Vec<(&str, &str, Vec<Operation<'_>>)> {
    let mut by_tag: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let tag = operation["tags"][0].as_str().unwrap_or("other");
            by_tag.entry(tag).or_default().push((method, path, operation));
        }
    }
    let known = SECTIONS.iter().filter_map(|(name, about)| Some((*name, *about, by_tag.remove(name)?)));
    let mut sections: Vec<_> = known.collect();
    sections.extend(by_tag.into_iter().map(|(name, operations)| (name, "", operations)));
    sections
}

fn operation_of(html: &mut String, document: &Value, method: &str, path: &str, operation: &Value) {
    let summary = operation["summary"].as_str().or(operation["description"].as_str()).unwrap_or_default();
    let _ = write!(
        html,
        "<details id=\"{}\"><summary><b class=\"{method}\">{}</b> <code>{}</code> <span>{}</span></summary>",
        operation["operationId"].as_str().unwrap_or_default(),
        method.to_uppercase(),
        escaped(path),
        prose(summary)
    );
    let _ = write!(html, "<p class=\"who\">{}</p>", who(method, path));
    let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
    if !parameters.is_empty() {
        html.push_str("<h4>in the address</h4><table>");
        for parameter in parameters {
            let is_required = parameter["required"].as_bool().unwrap_or(false);
            row(html, document, parameter["name"].as_str().unwrap_or_default(), parameter, &parameter["schema"], is_required);
        }
        html.push_str("</table>");
    }
    if let Some(schema) = operation["requestBody"]["content"].as_object().and_then(|kinds| kinds.values().next()) {
        html.push_str("<h4>body</h4>");
        fields(html, document, &schema["schema"], 0);
    }
    let mut problems = Vec::new();
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        if status.starts_with(['4', '5']) {
            problems.push(format!("<a href=\"#problems\">{status}</a>"));
            continue;
        }
        let told = escaped(response["description"].as_str().unwrap_or_default());
        let _ = write!(html, "<h4>answer {status}: {told}</h4>");
        if let Some(content) = response["content"].as_object().and_then(|kinds| kinds.values().next()) {
            fields(html, document, &content["schema"], 0);
        }
    }
    let _ = write!(html, "<p class=\"who\">problems: {}</p></details>", problems.join(", "));
}

/// Who may use a route, by the one table that says so.
fn who(method: &str, path: &str) -> String {
    let door = DOORS.iter().find(|(known, at, _)| known.eq_ignore_ascii_case(method) && *at == path);
    match door.map(|(_, _, access)| *access) {
        Some(Access::Public) => "for everybody".to_owned(),
        Some(Access::SignedIn) => "for everybody who says who they are".to_owned(),
        Some(Access::Roles(roles)) => {
            let names: Vec<String> = roles.iter().map(|role| format!("<code>{role}</code>")).collect();
            format!("for {}", names.join(" or "))
        }
        None => String::new(),
    }
}

/// Lays out the fields of a schema, following its references.
fn fields(html: &mut String, document: &Value, schema: &Value, depth: usize) {
    let schema = resolved(document, schema);
    if schema["type"] == "array" && depth < DEPTH_MAX {
        html.push_str("<p>a list of</p>");
        return fields(html, document, &schema["items"], depth + 1);
    }
    let Some(properties) = schema["properties"].as_object() else {
        let _ = write!(html, "<p>{}</p>", kind(document, schema));
        return;
    };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    html.push_str("<table>");
    for (name, property) in properties {
        row(html, document, name, property, property, required.contains(&name.as_str()));
        let inner = inner(document, property);
        if depth < DEPTH_MAX && inner["properties"].is_object() {
            html.push_str("<tr><td colspan=\"3\">");
            fields(html, document, inner, depth + 1);
            html.push_str("</td></tr>");
        }
    }
    html.push_str("</table>");
}

fn row(html: &mut String, document: &Value, name: &str, told: &Value, schema: &Value, is_required: bool) {
    let mark = if is_required { "" } else { " <small>optional</small>" };
    // What may be absent is a choice, and its description stands with what it may be.
    let choices = told["oneOf"].as_array().into_iter().flatten();
    let about = std::iter::once(told).chain(choices).find_map(|told| told["description"].as_str()).unwrap_or_default();
    let kind = kind(document, schema);
    let _ = write!(html, "<tr><td><code>{}</code>{mark}</td><td>{kind}</td><td>{}</td></tr>", escaped(name), prose(about));
}

/// What a schema is in a few words: its type, its bounds, its default.
fn kind(document: &Value, schema: &Value) -> String {
    let inner = resolved(document, schema);
    let types = match &inner["type"] {
        Value::Array(several) => several.iter().filter_map(Value::as_str).filter(|word| *word != "null").collect(),
        Value::String(one) => vec![one.as_str()],
        _ => vec!["object"],
    };
    let mut told = match types[..] {
        ["array"] => format!("list of {}", kind(document, &inner["items"])),
        _ => types.join(" or "),
    };
    let bound = |names: [&str; 3]| names.into_iter().find_map(|name| inner[name].as_f64()).map(|number| number.to_string());
    match (bound(["minimum", "minLength", "minItems"]), bound(["maximum", "maxLength", "maxItems"])) {
        (Some(low), Some(high)) => told.push_str(&format!(", {low} to {high}")),
        (None, Some(high)) => told.push_str(&format!(", at most {high}")),
        _ => {}
    }
    if let Some(value) = inner.get("default").filter(|value| !value.is_null()) {
        let _ = write!(told, ", default {}", escaped(&value.to_string()));
    }
    told
}

/// The schema behind a list, a choice or a map.
fn inner<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let schema = resolved(document, schema);
    match () {
        () if schema["type"] == "array" => inner(document, &schema["items"]),
        () if schema["additionalProperties"].is_object() => inner(document, &schema["additionalProperties"]),
        () => schema,
    }
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let real = schema["oneOf"].as_array().and_then(|choices| choices.iter().find(|choice| choice["type"] != "null"));
    let schema = real.unwrap_or(schema);
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.map_or(schema, |name| &document["components"]["schemas"][name])
}

fn problems(html: &mut String) {
    html.push_str(
        "<section id=\"problems\"><h2>problems</h2><p>Every one says in <code>detail</code> what to change.</p><table>",
    );
    for (code, status, title) in PROBLEMS {
        let _ = write!(html, "<tr><td>{status}</td><td><code>{code}</code></td><td>{}</td></tr>", escaped(title));
    }
    html.push_str("</table></section>");
}

/// A sentence whose `words of code` are shown as such.
fn prose(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for (at, piece) in escaped(text).split('`').enumerate() {
        match at % 2 {
            0 => html.push_str(piece),
            _ => html.extend(["<code>", piece, "</code>"]),
        }
    }
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_a_sentence_is_code_on_the_page_and_markup_is_not() {
        assert_eq!(prose("send `job_id` & <wait>"), "send <code>job_id</code> &amp; &lt;wait&gt;");
    }

    #[test]
    fn every_operation_is_on_the_page_with_who_may_use_it() {
        let document = crate::router::openapi();
        let page = page(&document);
        for (method, path, _) in DOORS {
            assert!(page.contains(&escaped(path)), "{method} {path}");
            assert!(!who(method, path).is_empty(), "{method} {path}");
        }
        assert!(sections(&document).iter().all(|(_, about, _)| !about.is_empty()), "every section says what it is for");
        assert!(!page.contains("<td>object</td><td></td>"), "what is inside an answer is told in words");
    }
}
