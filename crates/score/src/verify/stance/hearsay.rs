//! Who says it in the sentence: another than the claim names, or somebody who only denies it.

use super::{Piece, overrule};
use crate::verify::attribution::{attribution, is_saying};
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

/// Who says it without a name: "some posts claim that", "many people believe".
const NOBODYS: [&str; 17] = [
    "people",
    "posts",
    "post",
    "users",
    "messages",
    "message",
    "videos",
    "video",
    "memes",
    "critics",
    "opponents",
    "fans",
    "sceptics",
    "skeptics",
    "theorists",
    "rumours",
    "rumors",
];
/// How nobody in particular says it.
const CLAIMING: [&str; 12] =
    ["claim", "claims", "claimed", "say", "says", "said", "believe", "believes", "believed", "allege", "alleged", "insist"];

/// What another said is no word of the claim's speaker, who denies it proves nothing, and neither does what some people claim.
pub(super) fn hear_speaker(claim: &Understood, sentences: &[String], at: usize, piece: &mut Piece, trace: &mut Trace) {
    let text = sentences.get(at).map_or("", String::as_str);
    let (tokens, ours) = (words(text), words(&claim.statement));
    if piece.stance == Stance::Contradicts && is_denied_by_somebody(&tokens) && !is_denied_by_somebody(&ours) {
        overrule(piece, Stance::Neutral, trace, "only_denied");
    }
    let is_only_claimed = || claim.speaker.is_none() && is_only_claimed(&tokens) && !is_only_claimed(&ours);
    if piece.stance == Stance::Supports && is_only_claimed() {
        overrule(piece, Stance::Neutral, trace, "only_claimed");
    }
    if piece.stance == Stance::Supports && is_said_by_another(claim, sentences, at) {
        overrule(piece, Stance::Neutral, trace, "said_by_another");
    }
}

/// "Some posts also claim that 5,000 died", "it is falsely claimed".
fn is_only_claimed(tokens: &[Word]) -> bool {
    let lower = |at: usize| tokens[at].lower.as_str();
    let is_claiming = |at: usize| CLAIMING.contains(&lower(at));
    let is_nobodys = |at: usize| (at.saturating_sub(3)..at).any(|k| NOBODYS.contains(&lower(k)));
    let is_false = |at: usize| at > 0 && ["falsely", "wrongly", "incorrectly", "baselessly"].contains(&lower(at - 1));
    (0..tokens.len()).any(|at| is_claiming(at) && (is_nobodys(at) || is_false(at)))
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

/// The sentence puts it into the mouth of somebody with a name, who shares none with the claim's speaker. "He said" is who spoke before.
fn is_said_by_another(claim: &Understood, sentences: &[String], at: usize) -> bool {
    let spoken = |at: usize| sentences.get(at).and_then(|text| speakers(text));
    let (Some(ours), Some(theirs)) = (&claim.speaker, spoken(at)) else { return false };
    let before = || (0..at).rev().filter_map(spoken).find(|names| !names.is_empty());
    let theirs = if theirs.is_empty() { before().unwrap_or_default() } else { theirs };
    let ours = names(&words(ours));
    !ours.is_empty() && !theirs.is_empty() && !theirs.iter().any(|name| ours.contains(name))
}

/// Most words before a word of saying.
const SPEAKER_WORDS_MAX: usize = 9;

/// The names of whoever a sentence lets speak, none for a pronoun; nothing where nobody speaks.
fn speakers(text: &str) -> Option<Vec<String>> {
    let tokens = words(text);
    // "He said crime had fallen": nothing stands between the word and what was said.
    let plain = || tokens.iter().take(SPEAKER_WORDS_MAX).position(is_saying).map(|at| names(&tokens[..at]));
    attribution(text).map(|found| names(&words(&found.speaker))).or_else(plain)
}

fn names(tokens: &[Word]) -> Vec<String> {
    tokens.iter().filter(|word| word.is_capital && !word.is_stop).map(|word| word.stem.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::understand;

    #[test]
    fn what_another_said_is_not_what_the_speaker_said() {
        let is_another = |claim: &str, told: &[&str]| {
            let told: Vec<String> = told.iter().map(|text| (*text).to_owned()).collect();
            is_said_by_another(&understand(claim), &told, told.len() - 1)
        };
        let claim = "Tom Ashby said that the tram line cost 40 million euros.";
        assert!(is_another(claim, &["The opposition leader, Grace Teller, said that the tram line cost 40 million euros."]));
        assert!(!is_another(claim, &["The mayor, Tom Ashby, said that the tram line cost 40 million euros."]));
        assert!(!is_another(claim, &["He said that the tram line cost 40 million euros."]));
        assert!(!is_another("The tram line cost 40 million euros.", &["Grace Teller said that it did."]));
        let before = "The mayor of Orlen, Tom Ashby, said that the line would be finished by 2027.";
        assert!(is_another("Grace Teller said that crime had fallen by half.", &[before, "He said crime had fallen by half."]));
        assert!(!is_another("Tom Ashby said that crime had fallen by half.", &[before, "He said crime had fallen by half."]));
    }

    #[test]
    fn what_some_people_claim_is_not_said() {
        for text in
            ["Some posts also claim that 5,000 people died.", "Many people believe that it works.", "He falsely claimed it."]
        {
            assert!(is_only_claimed(&words(text)), "{text}");
        }
        for text in ["The agency said that 5,000 people died.", "Doctors say that it works."] {
            assert!(!is_only_claimed(&words(text)), "{text}");
        }
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
