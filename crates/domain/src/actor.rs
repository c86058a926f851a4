//! Who may come in, and what for.

use crate::ActorId;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// What somebody may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Asks for checks and hands content in.
    Submitter,
    /// Sits on the panel.
    Validator,
    /// Reviews posts for the community.
    Reviewer,
    /// Tags refusals and keeps the corpora.
    Operator,
    /// Settles what reviewers disagree on.
    Adjudicator,
    /// Lets people in and keeps the house running.
    Admin,
    /// Reads everything and changes nothing.
    Auditor,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] =
        [Self::Submitter, Self::Validator, Self::Reviewer, Self::Operator, Self::Adjudicator, Self::Admin, Self::Auditor];

    /// Returns the word as scripts read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Submitter => "submitter",
            Self::Validator => "validator",
            Self::Reviewer => "reviewer",
            Self::Operator => "operator",
            Self::Adjudicator => "adjudicator",
            Self::Admin => "admin",
            Self::Auditor => "auditor",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = || Self::ALL.map(Self::as_str).join(", ");
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or_else(|| format!("{text:?} is none of {}", words()))
    }
}

/// People have passwords and sessions, agents have keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// A person.
    Person,
    /// A program.
    Agent,
}

impl ActorKind {
    /// Returns the word as scripts read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
        }
    }
}

/// Somebody who may come in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Who.
    pub id: ActorId,
    /// A person or a program.
    pub kind: ActorKind,
    /// What others call them.
    pub name: String,
    /// What they may do.
    pub roles: BTreeSet<Role>,
    /// Since when.
    pub created_at: Timestamp,
    /// Since when no longer.
    pub disabled_at: Option<Timestamp>,
}

impl Actor {
    /// Whether they may do at least one of these.
    pub fn has_any(&self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.roles.contains(role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_one_word_and_no_other_word_is_a_role() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(role));
            assert_eq!(serde_json::to_string(&role).unwrap(), format!("\"{role}\""));
        }
        assert!("root".parse::<Role>().unwrap_err().contains("submitter"));
    }
}
