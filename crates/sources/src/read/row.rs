//! One object of a JSONL file, one row of a table: the names that people give to the same few fields.
//!
//! The SciFact shape (`abstract` as a list of sentences) is kept sentence by sentence as given, because evaluations count
//! them.

use super::claim_review;
use crate::SkipReason;
use crate::date::{from_epoch, parse_date};
use crate::draft::Draft;
use domain::{DocumentKind, Span};
use jiff::civil::Date;
use serde_json::{Map, Value};

const TEXT: &[&str] = &["text", "body", "content", "contents", "abstract", "article", "passage", "full_text", "fulltext"];
const TITLE: &[&str] = &["title", "headline", "name"];
const ID: &[&str] = &["id", "doc_id", "docid", "_id", "document_id"];
const URL: &[&str] = &["url", "link", "permalink", "source_url", "href"];
const DATE: &[&str] =
    &["published", "date", "datepublished", "published_at", "publish_date", "pubdate", "publication_date", "timestamp"];
const AUTHOR: &[&str] = &["author", "authors", "byline", "creator"];
const SOURCE: &[&str] = &["source", "publisher", "site", "site_name"];
const LANGUAGE: &[&str] = &["language", "lang", "inlanguage"];
/// What only rows have that are to be checked, not to be checked against.
const CLAIM: &[&str] = &["claim", "statement"];

/// Most field names that are shown to people, and how much of each, in bytes.
const NAMES_SHOWN_MAX: usize = 8;
const NAME_BYTES_MAX: usize = 40;

/// Reads what an object holds: the fact-checks in it, or one document.
pub(crate) fn drafts(row: &Value) -> Result<Vec<Draft>, SkipReason> {
    let reviews = claim_review::drafts(row);
    if reviews.is_empty() { draft(row).map(|draft| vec![draft]) } else { Ok(reviews) }
}

/// Reads one row as one document.
pub(crate) fn draft(row: &Value) -> Result<Draft, SkipReason> {
    let Value::Object(fields) = row else {
        return Err(SkipReason::Malformed("a row must be an object like {\"title\": …, \"text\": …}".to_owned()));
    };
    let fields = lower(fields);
    let (text, sentences) = text_of(&fields)?;
    let is_abstract = sentences.is_some() && fields.get("abstract").is_some();
    let kind = string(&fields, &["kind"]).and_then(|k| serde_json::from_value(Value::String(k)).ok());
    Ok(Draft {
        id: string(&fields, ID),
        title: string(&fields, TITLE).unwrap_or_default(),
        text,
        sentences,
        url: string(&fields, URL),
        source: string(&fields, SOURCE),
        author: AUTHOR.iter().find_map(|name| people(fields.get(*name)?)),
        published: DATE.iter().find_map(|name| date(fields.get(*name)?)),
        kind: kind.or(is_abstract.then_some(DocumentKind::Academic)),
        language: string(&fields, LANGUAGE),
    })
}

fn lower(fields: &Map<String, Value>) -> Map<String, Value> {
    fields.iter().map(|(name, value)| (name.trim().to_ascii_lowercase(), value.clone())).collect()
}

/// Returns the text and, where it is given as a list, where each sentence stands in it.
fn text_of(fields: &Map<String, Value>) -> Result<(String, Option<Vec<Span>>), SkipReason> {
    for name in TEXT {
        match fields.get(*name) {
            Some(Value::String(text)) if !text.trim().is_empty() => return Ok((text.clone(), None)),
            Some(Value::Array(list)) if !list.is_empty() => {
                let sentences: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
                let sentences =
                    sentences.ok_or_else(|| SkipReason::Malformed(format!("{name} must be a text or a list of sentences")))?;
                let (text, spans) = join(&sentences);
                return Ok((text, Some(spans)));
            }
            _ => {}
        }
    }
    if TEXT.iter().any(|name| fields.contains_key(*name)) {
        return Err(SkipReason::NoText);
    }
    Err(textless(fields.keys().map(String::as_str)))
}

/// Says whether rows with these fields can have a text at all.
pub(crate) fn may_have_text<'n>(mut names: impl Iterator<Item = &'n str>) -> bool {
    names.any(|name| TEXT.contains(&name.to_ascii_lowercase().as_str()) || name == "claimReviewed")
}

/// Says what is there in place of a text.
pub(crate) fn textless<'n>(names: impl Iterator<Item = &'n str>) -> SkipReason {
    let names: Vec<&str> = names.collect();
    let has_claims = names.iter().any(|name| CLAIM.contains(&name.to_ascii_lowercase().as_str()));
    let advice = if has_claims { "; claims are checked with `probity check --batch`" } else { "" };
    let shown = names.iter().take(NAMES_SHOWN_MAX).map(|name| &name[..name.floor_char_boundary(NAME_BYTES_MAX)]);
    let shown = shown.collect::<Vec<_>>().join(", ");
    SkipReason::Malformed(format!("no field is called text, body, content or abstract; there are {shown}{advice}"))
}

/// Joins sentences with a space each and keeps where they stand.
fn join(sentences: &[&str]) -> (String, Vec<Span>) {
    let mut text = String::new();
    let mut spans = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        if !text.is_empty() {
            text.push(' ');
        }
        spans.push(Span::new(text.len(), text.len() + sentence.len()));
        text.push_str(sentence);
    }
    (text, spans)
}

fn string(fields: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match fields.get(*name)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(inner) => inner.get("name").and_then(Value::as_str).map(str::to_owned),
        _ => None,
    })
}

/// Reads an author: a name, a list of names, or objects with a `name`.
pub(super) fn people(value: &Value) -> Option<String> {
    let name = match value {
        Value::String(name) if !name.trim().starts_with("http") => name.trim().to_owned(),
        Value::Object(person) => return person.get("name").and_then(people),
        Value::Array(list) => list.iter().filter_map(people).take(20).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    };
    (!name.is_empty()).then_some(name)
}

/// Reads a date in words or as a count since 1970.
pub(super) fn date(value: &Value) -> Option<Date> {
    match value {
        Value::String(text) => parse_date(text),
        Value::Number(number) => from_epoch(number.as_f64()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn scifact_sentences_stay_as_they_are() {
        let row = json!({"doc_id": 4983, "title": "T", "abstract": ["First. It has two.", " led by space", "last"], "structured": false});
        let draft = draft(&row).unwrap();
        assert_eq!(draft.id.as_deref(), Some("4983"));
        assert_eq!(draft.kind, Some(DocumentKind::Academic));
        let spans = draft.sentences.unwrap();
        let kept: Vec<_> = spans.iter().map(|s| s.of(&draft.text).unwrap()).collect();
        assert_eq!(kept, ["First. It has two.", " led by space", "last"]);
    }

    #[test]
    fn the_same_fields_under_other_names() {
        let row = json!({"_id": "a", "Headline": "H", "Body": "It rained.", "link": "https://apnews.com/x", "authors": [{"name": "Ana"}, "Ben"],
                         "published_at": 1_709_632_800, "lang": "en-GB", "kind": "news"});
        let draft = draft(&row).unwrap();
        assert_eq!((draft.id.as_deref(), draft.title.as_str(), draft.text.as_str()), (Some("a"), "H", "It rained."));
        assert_eq!(draft.author.as_deref(), Some("Ana, Ben"));
        assert_eq!(draft.published, Some(jiff::civil::date(2024, 3, 5)));
        assert_eq!(draft.kind, Some(DocumentKind::News));
    }

    #[test]
    fn a_row_without_text_says_what_it_lacks() {
        let missing = draft(&json!({"claim": "x", "label": 1})).unwrap_err();
        assert!(missing.to_string().contains("claim, label; claims are checked with `probity check --batch`"), "{missing}");
        let other = draft(&json!({"label": 1, "note": "x"})).unwrap_err().to_string();
        assert!(other.ends_with("there are label, note"), "{other}");
        assert_eq!(draft(&json!({"text": " "})).unwrap_err(), SkipReason::NoText);
        assert!(matches!(draft(&json!([1])), Err(SkipReason::Malformed(_))));
    }
}
