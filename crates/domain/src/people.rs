//! Who submits and who reviews. One person may do both, and still these are two names of two kinds (decision X4).

use crate::ActorId;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! people {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Longest name, in bytes.
            pub const BYTES_MAX: usize = 128;

            /// Accepts a name without control characters or space around it.
            pub fn new(name: impl Into<String>) -> Option<Self> {
                let name = name.into();
                let is_plain = name.trim() == name && !name.is_empty() && !name.chars().any(char::is_control);
                (is_plain && name.len() <= Self::BYTES_MAX).then_some(Self(name))
            }

            /// Returns the name.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns whose account this is; nobody's for a name that was given at the command line.
            pub fn actor(&self) -> Option<ActorId> {
                self.0.parse().ok()
            }
        }

        impl From<ActorId> for $name {
            fn from(actor: ActorId) -> Self {
                Self(actor.to_string())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(name: String) -> Result<Self, Self::Error> {
                Self::new(name.clone()).ok_or_else(|| format!("{name:?} is no name of a person"))
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }
    )+};
}

people! {
    /// Somebody who hands things in.
    SubmitterId;
    /// Somebody who reviews what was refused.
    ReviewerId;
}

impl ReviewerId {
    /// Whether this is the person who handed it in.
    pub fn is_same_person(&self, submitter: &SubmitterId) -> bool {
        self.0 == submitter.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_is_known_under_both_names() {
        let (reviewer, submitter) = (ReviewerId::new("ana").unwrap(), SubmitterId::new("ana").unwrap());
        assert!(reviewer.is_same_person(&submitter));
        assert!(!reviewer.is_same_person(&SubmitterId::new("ben").unwrap()));
        assert!(ReviewerId::new(" ana").is_none() && SubmitterId::new("").is_none());
        let account = ActorId::from_parts(7, [7; 10]);
        assert_eq!((ReviewerId::from(account).actor(), reviewer.actor()), (Some(account), None));
        assert!(serde_json::from_str::<ReviewerId>("\"a\\nb\"").is_err());
    }
}
