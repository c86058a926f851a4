//! Sentences by which a page takes back what it said before. They state it only to deny it, so the judge never sees them.

use regex::Regex;
use std::sync::LazyLock;

/// "Correction, 16 March: An earlier version of this article said …", "This page wrongly gave …".
static RETRACTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        ^\W* (?: (?:correction|clarification|update|note|editor['’]s\ note|erratum) \b [^:.]{0,40} [:.–—-] \s* )?
        (?: (?:an?\ |the\ )? (?:earlier|previous|original|first)\ versions?\ of\ (?:this|our|the)
              \ (?:article|story|page|report|post|release|text|statement) \b
          | (?:this|our)\ (?:article|story|page|report|post|release|text|statement)
              \ (?:wrongly|incorrectly|mistakenly|erroneously|originally|previously|initially|misstated|misidentified) \b
          | we\ (?:wrongly|incorrectly|mistakenly|erroneously)\ (?:said|stated|reported|gave|wrote|named|identified|described) \b )",
    )
    .expect("a constant pattern")
});

/// Says whether a sentence takes back what was said, and says nothing beside it.
pub(super) fn takes_back(sentence: &str) -> bool {
    RETRACTION.is_match(sentence) && ![";", " but ", " rather than ", ", not "].iter().any(|turn| sentence.contains(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_is_told_from_what_is_said() {
        for retraction in [
            "Correction, 16 March: An earlier version of this article said the bridge had opened in 1986.",
            "An earlier version of this story incorrectly identified 1986 as the opening year.",
            "This page wrongly gave the opening year as 1986.",
            "Editor's note: we mistakenly reported that nine people had died.",
        ] {
            assert!(takes_back(retraction), "{retraction}");
        }
        for statement in [
            "The bridge opened in 1968, not in 1986 as an earlier version of this article said.",
            "An earlier version of this article said nine people died; the toll is seven.",
            "An earlier version of the vaccine cut infections by 60 percent, researchers reported.",
            "The original version of iOS was called iPhone OS.",
            "We previously reported that the drug reduces mortality.",
            "We now know that Aristotle wrongly said that flies have four legs.",
            "The report misstated the company's revenue by 2 billion dollars.",
        ] {
            assert!(!takes_back(statement), "{statement}");
        }
    }
}
