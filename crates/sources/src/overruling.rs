//! The registry with an operator's word over it.

use crate::{Registry, RegistryError};
use domain::{Credibility, DocumentKind, Overruling, Worth};
use std::collections::BTreeMap;

/// Longest name, reason or place, in bytes.
const TEXT_BYTES_MAX: usize = 500;

/// Why a word against the registry was not taken.
#[derive(Debug, thiserror::Error)]
pub enum OverruleError {
    /// Who or why is missing or too long.
    #[error("{0} must be 1 to {TEXT_BYTES_MAX} bytes long")]
    Unsaid(&'static str),
    /// Nothing to give back.
    #[error("{0} is not overridden")]
    NotOverruled(String),
    /// The place is no domain.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

/// Returns what holds after all that was said, by place.
pub fn standing(said: &[Overruling]) -> BTreeMap<&str, &Overruling> {
    let mut standing = BTreeMap::new();
    for one in said {
        match one.worth {
            Some(_) => standing.insert(one.place.as_str(), one),
            None => standing.remove(one.place.as_str()),
        };
    }
    standing
}

/// Lays what holds over a registry.
pub fn overruled(registry: &Registry, said: &[Overruling]) -> Result<Registry, RegistryError> {
    let mut whole = registry.clone();
    for (place, one) in standing(said) {
        if let Some(worth) = one.worth {
            whole = whole.placing(place, worth)?;
        }
    }
    Ok(whole)
}

/// Looks a new word over, and returns it as it is kept: with its place in small letters.
pub fn admitted(said: &[Overruling], word: Overruling) -> Result<Overruling, OverruleError> {
    for (name, text) in [("who decided", &word.who), ("the reason", &word.why), ("the place", &word.place)] {
        if text.trim().is_empty() || text.len() > TEXT_BYTES_MAX {
            return Err(OverruleError::Unsaid(name));
        }
    }
    let word = Overruling { place: word.place.trim().to_ascii_lowercase(), ..word };
    if word.worth.is_none() && !standing(said).contains_key(word.place.as_str()) {
        return Err(OverruleError::NotOverruled(word.place));
    }
    // A place that the registry would not take must not be kept either.
    let probe = Worth { credibility: Credibility::ONE, kind: DocumentKind::Unknown };
    Registry::built_in().placing(&word.place, probe)?;
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(place: &str, credibility: Option<f64>) -> Overruling {
        let worth = |value| Worth { credibility: Credibility::clamped(value), kind: DocumentKind::Unreliable };
        Overruling {
            place: place.to_owned(),
            worth: credibility.map(worth),
            who: "ana".to_owned(),
            why: "three retractions in a year".to_owned(),
            at: "2026-11-16T00:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_word_holds_until_it_is_taken_back() {
        let said = vec![admitted(&[], word("BBC.co.uk", Some(0.3))).unwrap()];
        let registry = overruled(&Registry::built_in(), &said).unwrap();
        let standing = registry.lookup("https://news.bbc.co.uk/x");
        assert_eq!((standing.credibility.get(), standing.rule.to_string().as_str()), (0.3, "bbc.co.uk (operator)"));
        assert_ne!(registry.digest(), Registry::built_in().digest());

        let back = admitted(&said, word("bbc.co.uk", None)).unwrap();
        let said = [said, vec![back]].concat();
        assert_eq!(overruled(&Registry::built_in(), &said).unwrap().digest(), Registry::built_in().digest());
        assert!(super::standing(&said).is_empty());
    }

    #[test]
    fn a_word_without_a_reason_a_place_or_anything_to_give_back_is_refused() {
        let refused = |word| admitted(&[], word).unwrap_err().to_string();
        assert!(refused(Overruling { why: " ".to_owned(), ..word("a.org", Some(0.1)) }).contains("the reason"));
        assert!(refused(word("nodots", Some(0.1))).contains("not a domain"));
        assert!(refused(word("a.org", None)).contains("not overridden"));
    }
}
