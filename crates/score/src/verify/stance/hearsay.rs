//! Who says it in the sentence: another than the claim names, or somebody who only denies it.

use super::{Piece, overrule};
use crate::verify::attribution::attribution;
use crate::verify::understand::Understood;
use crate::verify::words::{Word, words};
use domain::{Stance, Trace};

/// Words by which somebody says that it is not so, without showing it.
const DENYING: [&str; 3] = ["denied", "denies", "deny"];
/// Words by which the same is said of what others say.
const DISMISSING: [&str; 5] = ["rejected", "rejects", "disputed", "disputes", "dismissed"];
/// What others say.
const SAYINGS: [&str; 9] =
    ["claim", "claims", "allegation", "allegations", "report", "reports", "suggestions", "accusation", "accusations"];

/// What another said is no word of the claim's speaker, and who denies it proves nothing.
pub(super) fn hear_speaker(claim: &Understood, text: &str, piece: &mut Piece, trace: &mut Trace) {
    let tokens = words(text);
    let is_denied = is_denied_by_somebody(&tokens) && !is_denied_by_somebody(&words(&claim.statement));
    if piece.stance == Stance::Contradicts && is_denied {
        overrule(piece, Stance::Neutral, trace, "only_denied");
    }
    if piece.stance == Stance::Supports && is_said_by_another(claim, text) {
        overrule(piece, Stance::Neutral, trace, "said_by_another");
    }
}

/// "He denied that spending was cut", "the firm rejected claims that it knew".
fn is_denied_by_somebody(tokens: &[Word]) -> bool {
    let behind = |at: usize| tokens.get(at + 1).map_or("", |word| word.lower.as_str());
    let is_denial = |at: usize| {
        let word = tokens[at].lower.as_str();
        at > 0 && (DENYING.contains(&word) || DISMISSING.contains(&word) && SAYINGS.contains(&behind(at)))
    };
    (0..tokens.len()).any(is_denial)
}

/// The sentence puts it into the mouth of somebody with a name, who shares none with the claim's speaker.
fn is_said_by_another(claim: &Understood, text: &str) -> bool {
    let names = |speaker: &str| -> Vec<String> {
        words(speaker).into_iter().filter(|word| word.is_capital && !word.is_stop).map(|word| word.stem).collect()
    };
    let (Some(ours), Some(theirs)) = (&claim.speaker, attribution(text)) else { return false };
    let (ours, theirs) = (names(ours), names(&theirs.speaker));
    !ours.is_empty() && !theirs.is_empty() && !theirs.iter().any(|name| ours.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::understand;

    #[test]
    fn what_another_said_is_not_what_the_speaker_said() {
        let claim = understand("Tom Ashby said that the tram line cost 40 million euros.");
        assert!(is_said_by_another(
            &claim,
            "The opposition leader, Grace Teller, said that the tram line cost 40 million euros."
        ));
        assert!(!is_said_by_another(&claim, "The mayor, Tom Ashby, said that the tram line cost 40 million euros."));
        assert!(!is_said_by_another(&claim, "He said that the tram line cost 40 million euros."));
        assert!(!is_said_by_another(&understand("The tram line cost 40 million euros."), "Grace Teller said that it did."));
    }

    #[test]
    fn a_denial_is_somebodys_word() {
        for text in ["He denied that the city had cut spending.", "The firm rejected claims that it knew.", "Ashby denies it."] {
            assert!(is_denied_by_somebody(&words(text)), "{text}");
        }
        for text in ["The council rejected a motion to ban dogs.", "Spending was not cut."] {
            assert!(!is_denied_by_somebody(&words(text)), "{text}");
        }
    }
}
