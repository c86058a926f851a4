//! The API for people: one page made from the same document that machines read.

use serde_json::Value;
use std::fmt::Write as _;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}\
code{background:#f2f2f2;padding:.1rem .3rem;border-radius:.2rem}details{border-top:1px solid #ddd;padding:.5rem 0}\
summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}td{padding:.1rem .8rem .1rem 0;vertical-align:top}";

/// Renders the page.
pub fn page(document: &Value) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Probity API</title><style>{STYLE}</style><h1>Probity API</h1><p>{}</p>\
         <p>For machines: <a href=\"/api/v1/openapi.json\">openapi.json</a></p>",
        escaped(document["info"]["description"].as_str().unwrap_or_default())
    );
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            operation_of(&mut html, method, path, operation);
        }
    }
    html
}

fn operation_of(html: &mut String, method: &str, path: &str, operation: &Value) {
    let summary = operation["summary"].as_str().or(operation["description"].as_str()).unwrap_or_default();
    let _ = write!(
        html,
        "<details><summary><b>{}</b> <code>{}</code> {}</summary><table>",
        method.to_uppercase(),
        escaped(path),
        escaped(summary)
    );
    let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    if let Some(name) = body.as_str() {
        let _ = write!(html, "<tr><td>body<td><code>{}</code>", escaped(name.rsplit('/').next().unwrap_or(name)));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let _ = write!(html, "<tr><td>{status}<td>{}", escaped(response["description"].as_str().unwrap_or_default()));
    }
    html.push_str("</table></details>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
