//! What a language model may do to a verdict: explain it, or abstain. Everything else it says is discarded, and the ledger
//! says why (decisions S4-1, S4-11, X8).

mod side;

use super::understand::{Reading as Statement, understand};
use super::words::words;
use domain::{Advice, Assessment, Confidence, Counsel, Direction, Reason, Trace, Verdict};
use side::{gainsaid, own_voice};
use std::fmt;

/// Longest rationale that is kept, in characters.
const RATIONALE_CHARS_MAX: usize = 1_200;

/// Words that widen or narrow a claim. A rationale must not bring in one that the claim lacks.
const QUALIFIERS: [&str; 32] = [
    "all",
    "every",
    "always",
    "never",
    "none",
    "only",
    "entirely",
    "completely",
    "exactly",
    "certain",
    "some",
    "most",
    "solely",
    "exclusively",
    "totally",
    "partly",
    "partially",
    "fully",
    "any",
    "largely",
    "mainly",
    "everyone",
    "everybody",
    "everything",
    "nobody",
    "nothing",
    "many",
    "few",
    "several",
    "sometimes",
    "often",
    "usually",
];

/// Why advice is not heeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// It says nothing.
    Empty,
    /// It goes on and on.
    TooLong,
    /// It names no evidence.
    CitesNothing,
    /// It names evidence that was never there.
    CitesUnknown(String),
    /// It names only evidence that does not speak of the claim.
    CitesOffTarget,
    /// It brings in a word that the claim does not have.
    AddsQualifier(String),
    /// It reads the evidence the other way round.
    Reverses,
    /// It takes no side, and does not abstain either.
    TakesNoSide,
    /// Its words take the other side, whatever side it says that it takes.
    Gainsays(String),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it says nothing"),
            Self::TooLong => write!(f, "it is longer than {RATIONALE_CHARS_MAX} characters"),
            Self::CitesNothing => f.write_str("it cites no evidence"),
            Self::CitesUnknown(id) => write!(f, "it cites {id}, which is not among the evidence"),
            Self::CitesOffTarget => f.write_str("it cites only evidence that does not speak of this claim"),
            Self::AddsQualifier(word) => write!(f, "it adds \"{word}\", which the claim does not say"),
            Self::Reverses => f.write_str("it reads the evidence the other way round, which is not for it to decide"),
            Self::TakesNoSide => f.write_str("it takes no side beneath a verdict that has one, and does not abstain"),
            Self::Gainsays(words) => write!(f, "it says \"{words}\" of the claim, which the verdict does not"),
        }
    }
}

/// Finds what is wrong with advice on an answer; nothing when it may be heeded.
pub fn flaw(advice: &Advice, answer: &Assessment) -> Option<Flaw> {
    let rationale = advice.rationale.trim();
    if rationale.is_empty() {
        return Some(Flaw::Empty);
    }
    if rationale.chars().count() > RATIONALE_CHARS_MAX {
        return Some(Flaw::TooLong);
    }
    if advice.cites.is_empty() {
        return Some(Flaw::CitesNothing);
    }
    let known = |id: &&String| answer.evidence.iter().any(|e| e.id.to_string() == **id);
    if let Some(unknown) = advice.cites.iter().find(|id| !known(id)) {
        return Some(Flaw::CitesUnknown(unknown.clone()));
    }
    let speaks = |id: &String| answer.evidence.iter().any(|e| e.on_target && e.id.to_string() == *id);
    if !advice.cites.iter().any(speaks) {
        return Some(Flaw::CitesOffTarget);
    }
    let ours = understand(&answer.text).whole;
    let own = own_voice(rationale, &ours);
    if let Some(word) = added_qualifier(&own, &answer.text) {
        return Some(Flaw::AddsQualifier(word));
    }
    flaw_of_side(advice, &own, &ours, answer)
}

/// The first qualifier of a rationale that the claim does not have.
fn added_qualifier(own: &str, claim: &str) -> Option<String> {
    let claimed: Vec<String> = words(claim).into_iter().map(|word| word.lower).collect();
    words(own).into_iter().map(|word| word.lower).find(|word| QUALIFIERS.contains(&word.as_str()) && !claimed.contains(word))
}

/// What is wrong with the side that advice takes, in its field or in its words. Why somebody would rather not have a verdict may
/// speak against it, so the words of who abstains are not weighed.
fn flaw_of_side(advice: &Advice, own: &str, ours: &Statement, answer: &Assessment) -> Option<Flaw> {
    let opposite = match answer.direction {
        Direction::Supports => Direction::Contradicts,
        Direction::Contradicts => Direction::Supports,
        Direction::None => return None,
    };
    // The direction of what is half true is only where it leans.
    let has_side = answer.verdict.is_directional() && answer.verdict != Verdict::HalfTrue;
    match advice.direction {
        given if given == opposite => Some(Flaw::Reverses),
        _ if advice.abstains || !has_side => None,
        Direction::None => Some(Flaw::TakesNoSide),
        _ => gainsaid(own, ours, answer).map(Flaw::Gainsays),
    }
}

/// Applies what a model said: its words become the rationale, or the verdict is withheld, and then nobody is surer than
/// `lock`. Verdict and direction are otherwise as the rules gave them.
pub fn heed(mut answer: Assessment, counsel: &Counsel, lock: f64) -> Assessment {
    let mut trace = Trace::new("counsel")
        .with("input_tokens", counsel.input_tokens as f64)
        .with("output_tokens", counsel.output_tokens as f64)
        .with("cost_micro_usd", counsel.cost_micro_usd as f64);
    let Some(advice) = &counsel.advice else {
        let why = counsel.trouble.as_deref().unwrap_or("it was not asked");
        answer.trace.push(trace.noting(format!("{} gave no advice: {why}", counsel.model)));
        return answer;
    };
    match flaw(advice, &answer) {
        Some(flaw) => trace.push(Trace::new("counsel_discarded").noting(flaw.to_string())),
        None if advice.abstains => {
            trace.push(Trace::new("counsel_abstains").noting(format!("{} is withheld", answer.verdict)));
            answer.verdict = Verdict::InsufficientEvidence;
            answer.judge_verdict = answer.verdict.judge_word();
            answer.reason = Reason::JudgeAbstained;
            answer.confidence = Confidence::clamped(answer.confidence.get().min(lock));
            answer.truthfulness_meaningful = false;
            answer.flips.clear();
            answer.rationale = advice.rationale.trim().to_owned();
        }
        None => {
            trace.push(Trace::new("counsel_explains").noting(advice.cites.join(", ")));
            answer.rationale = advice.rationale.trim().to_owned();
        }
    }
    answer.trace.push(trace.noting(format!("{} was asked", counsel.model)));
    answer
}
