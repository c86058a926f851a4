//! What an operator says of a source against the registry.

use crate::{Credibility, DocumentKind};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What an operator says a place is worth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// How far it is to be believed.
    pub credibility: Credibility,
    /// What sort of source it is.
    pub kind: DocumentKind,
}

/// One word against the registry: a place is set to a worth, or given back. What holds is the last word on each place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Overruling {
    /// A domain, with a path or without: example.org, example.org/blog.
    pub place: String,
    /// What it is worth from here on; nothing gives it back to the registry.
    pub worth: Option<Worth>,
    /// Who decided.
    pub who: String,
    /// Why.
    pub why: String,
    /// When.
    pub at: Timestamp,
}
