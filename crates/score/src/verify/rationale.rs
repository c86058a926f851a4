//! The verdict in a sentence for people. It quotes evidence and adds no qualifier of its own (decision X8).

use super::judge::Judgement;
use domain::{Evidence, EvidenceId, Reason, SegmentStatus, Verdict};

/// Says why, citing what it rests on; of a claim that is left open, also what is known of its parts.
pub fn sentence(judgement: &Judgement, parts: &[SegmentStatus], deciding: &[EvidenceId], evidence: &[Evidence]) -> String {
    if judgement.verdict == Verdict::InsufficientEvidence
        && let Some(told) = of_parts(parts)
    {
        return told;
    }
    let cited = deciding.iter().take(3).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let title = deciding.first().and_then(|id| evidence.iter().find(|e| e.id == *id)).map_or("", |e| e.title.as_str());
    let by = if title.is_empty() { cited.clone() } else { format!("{cited} ({title})") };
    match judgement.reason {
        Reason::EveryPartSupported => format!("Evidence on target supports it: {by}."),
        Reason::MostlySupported => format!("The evidence on target leans towards it, with a reservation: {by}."),
        Reason::PartsDiffer => format!("One part holds and another does not, or the evidence stands half way: {by}."),
        Reason::MostlyContradicted => format!("The evidence on target leans against it: {by}."),
        Reason::Contradicted => format!("Evidence on target contradicts it: {by}."),
        Reason::NumberTooLarge => format!("The same quantity is found smaller than claimed: {by}."),
        Reason::AbsoluteRefuted => format!("Its parts hold, but its absolute wording is refuted: {by}."),
        Reason::NewerEvidenceDiffers => format!("It held once; newer evidence differs: {by}."),
        Reason::RatingTransferred => format!("A fact-check of this very claim has been published: {by}."),
        Reason::BothSidesStrong | Reason::AuthoritiesSplit => format!("Good evidence stands on both sides: {by}."),
        other => passed_over(other).to_owned(),
    }
}

/// Says what is known of some parts where others are open; nothing where all came out the same.
fn of_parts(parts: &[SegmentStatus]) -> Option<String> {
    let count = |is: fn(SegmentStatus) -> bool| parts.iter().filter(|part| is(**part)).count();
    let (holds, fails) = (count(SegmentStatus::is_supported), count(SegmentStatus::is_contradicted));
    let open = parts.len() - holds - fails;
    if open == 0 || holds + fails == 0 {
        return None;
    }
    let said = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("one {one}")),
        several => Some(format!("{several} {many}")),
    };
    let told: Vec<String> =
        [said(fails, "does not hold", "do not hold"), said(holds, "holds", "hold"), said(open, "is open", "are open")]
            .into_iter()
            .flatten()
            .collect();
    Some(format!("Of its {} parts {}: too little for an answer to the whole.", parts.len(), told.join(", ")))
}

/// Says why there is no answer, and where possible what would help.
pub fn passed_over(reason: Reason) -> &'static str {
    match reason {
        Reason::NoEvidenceOnTarget => "Nothing that was found speaks of this claim. Add documents that do with `probity ingest`.",
        Reason::TooFewSources => "Too few independent sources speak of this claim.",
        Reason::NoAuthoritativeSource => "None of the sources that speak of it is authoritative.",
        Reason::TrustInsufficient => "What was found is too weak or too far off to rest a verdict on.",
        Reason::WeakConsensus => "Neither side of the evidence prevails.",
        Reason::BinaryGatesFailed => "The evidence points one way, but not clearly enough for a plain answer.",
        Reason::JudgeAbstained => "The language model that was asked would rather not have a verdict.",
        Reason::Question => "This is a question. State what you want checked.",
        Reason::Command => "This asks for something instead of stating a fact.",
        Reason::Opinion => "This is a matter of taste or of what ought to be; there is no fact to check.",
        Reason::NoStatement => "This does not state anything. Write a sentence with a verb.",
        Reason::FutureEvent => {
            "This speaks of the future, which no evidence can settle yet. A plan can be checked: say who announced it."
        }
        Reason::PrivateIntention => "This speaks of what somebody privately thinks, which no evidence can show.",
        Reason::Unfalsifiable => "Nothing that could be observed would speak against this.",
        Reason::MissingReferent => "This does not say whom or what it speaks of. Name it.",
        Reason::OtherLanguage => "This is not in English, the one language Probity gives verdicts in.",
        Reason::Attack => "This attacks the system and was refused.",
        Reason::ForbiddenTopic => "This asks for something Probity does not help with.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_left_open_tells_what_is_known_of_its_parts() {
        use SegmentStatus::{Invalid, Unknown, Valid};
        let told = |parts: &[SegmentStatus]| of_parts(parts);
        assert_eq!(
            told(&[Invalid, Unknown]).as_deref(),
            Some("Of its 2 parts one does not hold, one is open: too little for an answer to the whole.")
        );
        assert_eq!(
            told(&[Valid, Unknown, Valid]).as_deref(),
            Some("Of its 3 parts 2 hold, one is open: too little for an answer to the whole.")
        );
        assert_eq!(told(&[Unknown, Unknown]), None);
        assert_eq!(told(&[Invalid]), None);
    }
}
