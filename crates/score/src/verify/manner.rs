//! How a claim is put: of how many it speaks, and whether it speaks of what is, may be, must be or will be.

use super::words::Word;

/// Of how many a claim speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// Without exception: all, every, always.
    All,
    /// With few exceptions: most, usually.
    Most,
    /// Of an unsaid number: some, many, often.
    Some,
    /// Of none: no, never, nobody.
    None,
    /// It does not say.
    Unsaid,
}

impl Quantifier {
    /// Reads it off the first word that tells.
    pub fn of(tokens: &[Word]) -> Self {
        let of = |word: &Word| {
            Some(match word.lower.as_str() {
                "all" | "every" | "everyone" | "everybody" | "everything" | "always" | "each" | "any" => Self::All,
                "most" | "majority" | "usually" | "mostly" | "generally" => Self::Most,
                "some" | "many" | "several" | "few" | "often" | "sometimes" | "certain" | "dozens" | "thousands" => Self::Some,
                "no" | "none" | "nobody" | "never" | "nothing" | "neither" => Self::None,
                _ => return None,
            })
        };
        tokens.iter().find_map(of).unwrap_or(Self::Unsaid)
    }

    /// Returns the word of the ledger.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Most => "most",
            Self::Some => "some",
            Self::None => "none",
            Self::Unsaid => "unsaid",
        }
    }
}

/// Whether a claim speaks of what is, may be, must be or will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modality {
    /// It is so.
    Actual,
    /// It may be so, or something can do it.
    Possible,
    /// It must be so, or ought to be.
    Necessary,
    /// It will be so.
    Predicted,
}

impl Modality {
    /// Reads it off the first modal verb.
    pub fn of(tokens: &[Word]) -> Self {
        let of = |pair: (usize, &Word)| {
            let next = tokens.get(pair.0 + 1).map_or("", |word| word.lower.as_str());
            Some(match pair.1.lower.as_str() {
                "may" if pair.1.is_capital && pair.0 > 0 => return None,
                "may" | "might" | "could" | "can" | "can't" | "cannot" | "couldn't" => Self::Possible,
                "must" | "should" | "ought" | "shouldn't" => Self::Necessary,
                "will" | "won't" | "shall" => Self::Predicted,
                "going" if next == "to" => Self::Predicted,
                _ => return None,
            })
        };
        tokens.iter().enumerate().find_map(of).unwrap_or(Self::Actual)
    }

    /// Returns the word of the ledger.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Actual => "actual",
            Self::Possible => "possible",
            Self::Necessary => "necessary",
            Self::Predicted => "predicted",
        }
    }
}

/// Words in -est that compare nothing.
pub(super) const PLAIN_EST: [&str; 10] =
    ["forest", "interest", "request", "harvest", "protest", "contest", "conquest", "inquest", "honest", "modest"];

/// The claim says that something is the most of its kind: "the tallest tower", "the most populous city".
pub fn is_superlative(tokens: &[Word]) -> bool {
    let plain = ["best", "worst", "first", "last", "least", "oldest", "only"];
    tokens.windows(2).any(|pair| {
        let is_definite =
            ["the", "its", "their", "his", "her"].contains(&pair[0].lower.as_str()) || pair[0].lower.ends_with("'s");
        let word = pair[1].lower.as_str();
        is_definite
            && (word == "most" || plain.contains(&word) || word.len() > 5 && word.ends_with("est") && !PLAIN_EST.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::words::words;

    #[test]
    fn a_claim_is_put_in_one_of_these_ways() {
        let quantifier = |text: &str| Quantifier::of(&words(text));
        assert_eq!(quantifier("All swans are white"), Quantifier::All);
        assert_eq!(quantifier("Most swans are white"), Quantifier::Most);
        assert_eq!(quantifier("Some swans never sleep"), Quantifier::Some);
        assert_eq!(quantifier("Nobody lives there"), Quantifier::None);
        assert_eq!(quantifier("Swans are white"), Quantifier::Unsaid);
        let modality = |text: &str| Modality::of(&words(text));
        assert_eq!(modality("Coffee may help"), Modality::Possible);
        assert_eq!(modality("Prices rose in May"), Modality::Actual, "a month is no doubt");
        assert_eq!(modality("Taxes should fall"), Modality::Necessary);
        assert_eq!(modality("It is going to rain"), Modality::Predicted);
    }

    #[test]
    fn the_most_of_its_kind_is_heard() {
        assert!(is_superlative(&words("Everest is the tallest mountain")));
        assert!(is_superlative(&words("Tokyo is the world's most populous city")));
        assert!(!is_superlative(&words("The forest grew")) && !is_superlative(&words("Most people sleep")));
    }
}
