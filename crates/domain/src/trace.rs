//! The ledger of a verdict: every term, boost, penalty, cap and floor that fired, as a tree.

use serde::{Deserialize, Serialize};

/// One line of the ledger, with the lines it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The rule, in the vocabulary of the decisions (`rank`, `anchor_weak`, `weak_relevance_guard`).
    pub rule: String,
    /// What it found, as a sentence or a short phrase.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The numbers that went in and came out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Trace>,
}

/// A named number in a ledger line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// What it is.
    pub name: String,
    /// Its value, to six decimals.
    pub value: f64,
}

impl Trace {
    /// Opens a line for a rule.
    pub fn new(rule: impl Into<String>) -> Self {
        Self { rule: rule.into(), note: String::new(), terms: Vec::new(), children: Vec::new() }
    }

    /// Says what the rule found.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Adds a number.
    #[must_use]
    pub fn with(mut self, name: &str, value: f64) -> Self {
        self.term(name, value);
        self
    }

    /// Adds a number in place.
    pub fn term(&mut self, name: &str, value: f64) {
        // Six decimals are what people can use, and the last bits of a sum are nobody's reason.
        let value = (value * 1e6).round() / 1e6 + 0.0;
        self.terms.push(Term { name: name.to_owned(), value });
    }

    /// Adds a line that this one rests on.
    pub fn push(&mut self, child: Trace) {
        self.children.push(child);
    }

    /// Returns the value of a term of this line.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.terms.iter().find(|term| term.name == name).map(|term| term.value)
    }

    /// Returns the first line with this rule, depth first.
    pub fn find(&self, rule: &str) -> Option<&Trace> {
        if self.rule == rule {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(rule))
    }
}
