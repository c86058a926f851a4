//! Claims in SciFact's format, which HealthVer and COVID-Fact share.

use domain::DocumentId;
use score::eval::{Gold, Label};
use serde::Deserialize;
use std::collections::BTreeMap;

/// An id: a number in some collections, a text in others.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Id {
    Number(u64),
    Text(String),
}

impl Id {
    /// Returns the id as a corpus has it.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// One claim with what the annotators found.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Row {
    /// Its id.
    pub(super) id: Id,
    /// What it says.
    pub(super) claim: String,
    #[serde(default)]
    evidence: BTreeMap<String, Vec<Rationale>>,
    #[serde(default, alias = "doc_ids")]
    cited_doc_ids: Vec<Id>,
}

#[derive(Debug, Clone, Deserialize)]
struct Rationale {
    sentences: Vec<u32>,
    label: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Side {
    #[serde(rename = "SUPPORT", alias = "SUPPORTS", alias = "SUPPORTED")]
    Support,
    #[serde(rename = "CONTRADICT", alias = "CONTRADICTS", alias = "REFUTES", alias = "REFUTED")]
    Contradict,
}

impl Side {
    fn label(self) -> Label {
        match self {
            Self::Support => Label::Support,
            Self::Contradict => Label::Contradict,
        }
    }
}

/// What a claim is, all its evidence taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    /// More documents support it.
    Support,
    /// More documents contradict it.
    Contradict,
    /// No document bears on it.
    None,
    /// As many support as contradict it: no class of three is right.
    Mixed,
}

impl Row {
    /// Returns the documents that its author cites.
    pub(super) fn cited(&self) -> Vec<DocumentId> {
        self.cited_doc_ids.iter().filter_map(|id| DocumentId::new(id.text())).collect()
    }

    /// Returns the evidence by document. The label of a document is that of its first rationale; they never differ.
    pub(super) fn gold(&self) -> BTreeMap<String, Gold> {
        let entry = |(id, rationales): (&String, &Vec<Rationale>)| {
            let label = rationales.first()?.label.label();
            Some((
                id.clone(),
                Gold { label, rationales: rationales.iter().map(|r| r.sentences.iter().copied().collect()).collect() },
            ))
        };
        self.evidence.iter().filter_map(entry).collect()
    }

    /// Returns what the claim is: the side of most of its documents.
    pub(super) fn truth(&self) -> Truth {
        let gold = self.gold();
        let support = gold.values().filter(|gold| gold.label == Label::Support).count();
        match (support, gold.len() - support) {
            (0, 0) => Truth::None,
            (support, contradict) if support > contradict => Truth::Support,
            (support, contradict) if support < contradict => Truth::Contradict,
            _ => Truth::Mixed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> Row {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn ids_are_numbers_or_texts_and_citations_have_two_names() {
        let scifact = row(
            r#"{"id": 2, "claim": "c", "evidence": {"7": [{"sentences": [4], "label": "CONTRADICT"}]}, "cited_doc_ids": [7]}"#,
        );
        assert_eq!((scifact.truth(), scifact.cited()[0].as_str()), (Truth::Contradict, "7"));
        let other = row(r#"{"id": "a", "claim": "c", "doc_ids": ["x"], "evidence": {}}"#);
        assert_eq!((other.truth(), other.cited()[0].as_str(), other.id.text()), (Truth::None, "x", "a".to_owned()));
    }

    #[test]
    fn documents_that_disagree_are_counted_and_a_draw_is_neither() {
        let two = r#""1": [{"sentences": [0], "label": "SUPPORT"}], "2": [{"sentences": [0], "label": "CONTRADICT"}]"#;
        assert_eq!(row(&format!(r#"{{"id": 1, "claim": "c", "evidence": {{{two}}}}}"#)).truth(), Truth::Mixed);
        let three = format!(r#"{two}, "3": [{{"sentences": [0], "label": "SUPPORT"}}]"#);
        assert_eq!(row(&format!(r#"{{"id": 1, "claim": "c", "evidence": {{{three}}}}}"#)).truth(), Truth::Support);
    }
}
