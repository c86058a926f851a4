//! Fact-check articles: which claim they rate, and what the rating means for ours.

use super::quantity::{Comparison, quantities};
use super::understand::{Reading as Statement, read};
use super::words::recall;
use domain::{Stance, Verdict};

/// What a fact-checker concluded, on our scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rating {
    /// True, correct, accurate.
    True,
    /// Mostly true.
    MostlyTrue,
    /// Half true, mixture.
    HalfTrue,
    /// Mostly false.
    MostlyFalse,
    /// False, fake, hoax, pants on fire.
    False,
    /// Misleading, missing context, out of context.
    Misleading,
    /// Outdated.
    Outdated,
    /// Exaggerated.
    Exaggerated,
    /// Unproven, unsupported, satire and whatever else does not say.
    Open,
}

impl Rating {
    /// Reads a rating as fact-checkers word it.
    pub fn parse(words: &str) -> Self {
        let text = words.to_lowercase();
        let has = |list: &[&str]| list.iter().any(|word| text.contains(word));
        // Longer names first: "mostly false" contains "false", "not true" contains "true".
        if has(&["mostly false", "mainly false", "largely false"]) {
            Self::MostlyFalse
        } else if has(&["mostly true", "mostly correct", "largely true", "mostly accurate"]) {
            Self::MostlyTrue
        } else if has(&["half true", "half-true", "mixture", "mixed", "partly", "partially"]) {
            Self::HalfTrue
        } else if has(&["misleading", "missing context", "lacks context", "out of context", "distort", "cherry"]) {
            Self::Misleading
        } else if has(&["outdated", "out of date", "old news"]) {
            Self::Outdated
        } else if has(&["exaggerat", "overstated"]) {
            Self::Exaggerated
        } else if has(&["unproven", "unsupported", "unverified", "no evidence", "satire", "legend"]) {
            Self::Open
        } else if has(&[
            "false",
            "fake",
            "hoax",
            "pants on fire",
            "incorrect",
            "wrong",
            "not true",
            "fabricat",
            "scam",
            "debunked",
        ]) {
            Self::False
        } else if has(&["true", "correct", "accurate"]) {
            Self::True
        } else {
            Self::Open
        }
    }

    /// The side an on-target rating takes.
    pub fn stance(self) -> Stance {
        match self {
            Self::True | Self::MostlyTrue => Stance::Supports,
            Self::False | Self::MostlyFalse | Self::Misleading | Self::Outdated | Self::Exaggerated => Stance::Contradicts,
            Self::HalfTrue | Self::Open => Stance::Neutral,
        }
    }

    /// The verdict it carries over.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::True => Some(Verdict::True),
            Self::MostlyTrue => Some(Verdict::MostlyTrue),
            Self::HalfTrue => Some(Verdict::HalfTrue),
            Self::MostlyFalse => Some(Verdict::MostlyFalse),
            Self::False => Some(Verdict::False),
            Self::Misleading => Some(Verdict::Misleading),
            Self::Outdated => Some(Verdict::Outdated),
            Self::Exaggerated => Some(Verdict::Exaggerated),
            Self::Open => None,
        }
    }
}

/// Finds the rated claim and the rating: in the sentences our readers write for ClaimReview data, or in a headline such as
/// "FALSE: Claim that Tesla delivered 2 million vehicles is fake".
pub fn parse(title: &str, sentences: &[String]) -> Option<(String, Rating)> {
    let after = |label: &str| {
        sentences
            .iter()
            .find_map(|s| s.strip_prefix(label))
            .map(|rest| rest.trim().trim_end_matches('.').trim_matches('"').to_owned())
    };
    if let (Some(target), Some(rating)) = (after("Claim reviewed:"), after("Rating:")) {
        return Some((target, Rating::parse(&rating)));
    }
    sentences.iter().map(String::as_str).chain([title]).find_map(headline)
}

/// "FALSE: Claim that X is fake", "Fact check: X" with "Verdict: Fake" later in the line.
fn headline(text: &str) -> Option<(String, Rating)> {
    let (head, rest) = text.split_once(':')?;
    let rating = Rating::parse(head);
    if rating != Rating::Open && head.split_whitespace().count() <= 3 {
        let target = rest.trim().trim_end_matches('.');
        let target = ["Claim that ", "No, ", "The claim that ", "claim that "]
            .iter()
            .find_map(|p| target.strip_prefix(p))
            .unwrap_or(target);
        let target =
            [" is fake", " is false", " is a hoax", " is not true"].iter().find_map(|s| target.strip_suffix(s)).unwrap_or(target);
        return Some((target.to_owned(), rating));
    }
    let verdict_at = text.find("verdict:")?;
    let before = text[..verdict_at].trim_end_matches(|c: char| c.is_alphabetic() || c == '-' || c.is_whitespace());
    Some((before.trim_end_matches(['.', ' ', '…']).to_owned(), Rating::parse(&text[verdict_at..])))
}

/// Whether a rated claim is ours: the same matter both ways, the same numbers, the same polarity.
pub fn is_same_claim(ours: &Statement, target: &str) -> bool {
    let theirs = read(target);
    let there = recall(&ours.content, &theirs.content);
    let back = recall(&theirs.content, &ours.content);
    let numbers = ours.quantities.iter().all(|q| {
        let seen: Vec<Comparison> = quantities(target).iter().filter_map(|t| q.compare(t)).collect();
        seen.is_empty() || seen.contains(&Comparison::Agrees)
    });
    there >= 0.6 && back >= 0.5 && numbers && ours.is_negated == theirs.is_negated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debunk_of_a_neighbour_claim_is_not_ours() {
        let (target, rating) = parse("FALSE: Claim that Tesla delivered 2 million vehicles is fake", &[]).unwrap();
        assert_eq!(rating, Rating::False);
        assert!(!is_same_claim(&read("Tesla delivered 1.3 million vehicles in 2022."), &target));
        assert!(is_same_claim(&read("Tesla delivered 2 million vehicles."), &target));
    }

    #[test]
    fn a_fake_rendering_is_not_a_fake_project() {
        let text = "Rumored rendering of Trump's planned White House ballroom isn't real. Fact-check verdict: Fake";
        let (target, rating) = parse("", &[text.to_owned()]).unwrap();
        assert_eq!(rating, Rating::False);
        let ours = read("The East Wing demolition project is part of plans to construct a 90,000-square-foot ballroom.");
        assert!(!is_same_claim(&ours, &target));
    }

    #[test]
    fn ratings_are_read_longest_first() {
        for (words, rating) in [
            ("Mostly False", Rating::MostlyFalse),
            ("Pants on Fire!", Rating::False),
            ("Missing context", Rating::Misleading),
            ("Not true", Rating::False),
            ("Half-True", Rating::HalfTrue),
            ("Correct Attribution", Rating::True),
            ("Satire", Rating::Open),
        ] {
            assert_eq!(Rating::parse(words), rating, "{words}");
        }
    }

    #[test]
    fn claim_review_data_is_read_from_its_own_sentences() {
        let sentences = vec!["Claim reviewed: \"Garlic cures COVID-19\".".to_owned(), "Rating: False.".to_owned()];
        let (target, rating) = parse("", &sentences).unwrap();
        assert_eq!((target.as_str(), rating), ("Garlic cures COVID-19", Rating::False));
    }
}
