//! The verdict in a sentence for people. It quotes evidence and adds no qualifier of its own (decision X8).

use super::judge::Judgement;
use domain::{DocumentKind, Evidence, EvidenceId, Reason, SegmentStatus, Stance, Verdict};

/// Pieces named in one sentence.
const CITED_MAX: usize = 3;
/// Longest rating that is quoted, in characters; a longer one is an explanation.
const RATING_CHARS_MAX: usize = 40;
/// What stands between a reviewed claim and its rating in the sentences our readers write for ClaimReview data.
const RATING_LABEL: &str = "\". Rating: ";

/// Says why, citing what it rests on; of a claim that is left open, also what is known of its parts.
pub fn sentence(judgement: &Judgement, parts: &[SegmentStatus], deciding: &[EvidenceId], evidence: &[Evidence]) -> String {
    if judgement.verdict == Verdict::InsufficientEvidence
        && let Some(told) = of_parts(parts)
    {
        return told;
    }
    let cited: Vec<&Evidence> = deciding.iter().filter_map(|id| evidence.iter().find(|e| e.id == *id)).collect();
    let by = named(&cited);
    match judgement.reason {
        Reason::EveryPartSupported => format!("Evidence on target supports it: {by}."),
        Reason::MostlySupported => format!("The evidence on target leans towards it, with a reservation: {by}."),
        Reason::PartsDiffer => format!("{}: {by}.", halves(parts)),
        Reason::MostlyContradicted => format!("The evidence on target leans against it: {by}."),
        Reason::Contradicted => format!("Evidence on target contradicts it: {by}."),
        Reason::NumberTooLarge => format!("The same quantity is found smaller than claimed: {by}."),
        Reason::AbsoluteRefuted => format!("Its parts hold, but its absolute wording is refuted: {by}."),
        Reason::QualifierOmitted => format!("Its parts hold, but only under a restriction that it leaves out: {by}."),
        Reason::NewerEvidenceDiffers => format!("It held once; newer evidence differs: {by}."),
        Reason::RatingTransferred => rated(&cited),
        Reason::BothSidesStrong | Reason::AuthoritiesSplit => format!("Good evidence stands on both sides: {by}."),
        Reason::NoEvidenceOnTarget => undecided(evidence),
        Reason::TrustInsufficient if takes_no_side(evidence) => undecided(evidence),
        other => passed_over(other).to_owned(),
    }
}

/// Names pieces by their documents, each title once: `e1, e3 (Water), e4 (Oceans)`.
fn named(pieces: &[&Evidence]) -> String {
    let mut titles: Vec<(&str, Vec<String>)> = Vec::new();
    for piece in pieces.iter().take(CITED_MAX) {
        let id = piece.id.to_string();
        match titles.iter().position(|(title, _)| *title == piece.title) {
            Some(at) => titles[at].1.push(id),
            None => titles.push((piece.title.as_str(), vec![id])),
        }
    }
    // A piece without a title stands last: in front of another it would seem to belong to that one's document.
    titles.sort_by_key(|(title, _)| title.is_empty());
    let told = |(title, ids): &(&str, Vec<String>)| {
        let ids = ids.join(", ");
        if title.is_empty() { ids } else { format!("{ids} ({title})") }
    };
    titles.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Says what makes a claim half true: parts that came out differently, or evidence between the sides.
fn halves(parts: &[SegmentStatus]) -> &'static str {
    let holds = parts.iter().any(|part| part.is_supported());
    let fails = parts.iter().any(|part| part.is_contradicted());
    let is_open = parts.contains(&SegmentStatus::Unknown);
    match (holds, fails) {
        (true, true) => "One part holds and another does not",
        (true, false) if is_open => "One part holds and another is open",
        (false, true) if is_open => "One part does not hold and another is open",
        _ => "The evidence stands half way",
    }
}

/// Says who has rated this very claim, and how where the article's first sentences tell.
fn rated(cited: &[&Evidence]) -> String {
    let [rater, ..] = cited else { return "A fact-check of this very claim has been published.".to_owned() };
    if rater.kind != DocumentKind::FactCheck {
        return format!("A fact-check of this very claim has been published: {}.", named(cited));
    }
    let who = if rater.source.is_empty() { "A fact-check" } else { rater.source.as_str() };
    let rating = rating_in(&rater.text).map_or_else(String::new, |rating| format!(" “{rating}”"));
    format!("{who} has rated this very claim{rating}: {}.", named(&[*rater]))
}

/// Returns the rating that a fact-check's text gives in its own words.
fn rating_in(text: &str) -> Option<&str> {
    let (_, after) = text.split_once(RATING_LABEL)?;
    let rating = after.split(". ").next().unwrap_or(after).trim().trim_end_matches('.');
    (!rating.is_empty() && rating.chars().count() <= RATING_CHARS_MAX).then_some(rating)
}

/// Something speaks of the claim, and none of that is for or against it.
fn takes_no_side(evidence: &[Evidence]) -> bool {
    let mut on_target = evidence.iter().filter(|piece| piece.on_target).peekable();
    on_target.peek().is_some() && on_target.all(|piece| piece.stance == Stance::Neutral)
}

/// Says what was found where none of it takes a side on target; only where nothing was found, more documents help for sure.
fn undecided(evidence: &[Evidence]) -> String {
    let on_target: Vec<&Evidence> = evidence.iter().filter(|piece| piece.on_target).collect();
    if !on_target.is_empty() {
        return format!("What was found about it takes no side: {}.", named(&on_target));
    }
    let nearest = evidence.iter().reduce(|best, piece| if piece.score > best.score { piece } else { best });
    match nearest {
        Some(piece) => {
            let near = named(&[piece]);
            format!("The nearest that was found is {near}, but it could not be told whether it settles the claim.")
        }
        None => passed_over(Reason::NoEvidenceOnTarget).to_owned(),
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
        Reason::NoEvidenceOnTarget => "Nothing was found about this claim. Add documents that speak of it with `probity ingest`.",
        Reason::TooFewSources => "Too few independent sources speak of this claim.",
        Reason::NoAuthoritativeSource => "None of the sources that speak of it is authoritative.",
        Reason::TrustInsufficient => "What was found is too weak or too far off to rest a verdict on.",
        Reason::WeakConsensus => "Neither side of the evidence prevails.",
        Reason::BinaryGatesFailed => "What takes a side does not do so clearly enough for a plain answer.",
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
    use domain::{Credibility, Direction, DocumentId, Span, Stance, StanceScores, Trace};

    fn piece(rank: u32, title: &str) -> Evidence {
        let text = "Water boils at 100 degrees Celsius.";
        Evidence {
            id: EvidenceId::ranked(rank),
            text: text.into(),
            deciding: Span::new(0, text.len()),
            title: title.into(),
            source: "A publisher".into(),
            document: DocumentId::new(format!("page-{rank}")).unwrap(),
            sentence: 0,
            url: None,
            date: None,
            kind: DocumentKind::News,
            credibility: Credibility::clamped(0.8),
            subclaim: 0,
            stance: Stance::Supports,
            strength: 0.9,
            rule: None,
            stance_scores: StanceScores::take(0.9, 0.05, 0.05),
            on_target: true,
            score: 0.7,
        }
    }

    fn said(verdict: Verdict, reason: Reason, parts: &[SegmentStatus], evidence: &[Evidence]) -> String {
        let judgement = Judgement { verdict, reason, direction: Direction::None, trace: Trace::new("judge") };
        let deciding: Vec<EvidenceId> = evidence.iter().map(|piece| piece.id).collect();
        sentence(&judgement, parts, &deciding, evidence)
    }

    #[test]
    fn a_half_true_claim_tells_whether_its_parts_differ_or_the_evidence_is_between() {
        use SegmentStatus::{Invalid, PartiallyValid, Unknown, Valid};
        let told = |parts: &[SegmentStatus]| said(Verdict::HalfTrue, Reason::PartsDiffer, parts, &[piece(1, "Water")]);
        assert_eq!(told(&[Valid, Invalid]), "One part holds and another does not: e1 (Water).");
        assert_eq!(told(&[Valid, Unknown]), "One part holds and another is open: e1 (Water).");
        assert_eq!(told(&[PartiallyValid]), "The evidence stands half way: e1 (Water).");
    }

    #[test]
    fn every_cited_piece_has_its_own_title_and_no_title_comes_twice() {
        let told = |titles: &[&str]| {
            let pieces: Vec<Evidence> = (1u32..).zip(titles).map(|(rank, title)| piece(rank, title)).collect();
            named(&pieces.iter().collect::<Vec<_>>())
        };
        assert_eq!(told(&["Water", "Oceans"]), "e1 (Water), e2 (Oceans)");
        assert_eq!(told(&["Water", "Water"]), "e1, e2 (Water)");
        assert_eq!(told(&["Water", "Oceans", "Water", "Ice"]), "e1, e3 (Water), e2 (Oceans)");
        assert_eq!(told(&["", "Water"]), "e2 (Water), e1");
    }

    #[test]
    fn documents_are_asked_for_only_where_nothing_was_found() {
        let told = |evidence: &[Evidence]| said(Verdict::InsufficientEvidence, Reason::NoEvidenceOnTarget, &[], evidence);
        assert!(told(&[]).contains("probity ingest"), "{}", told(&[]));
        let far = Evidence { stance: Stance::Neutral, on_target: false, score: 0.3, ..piece(1, "Ice") };
        let near = Evidence { stance: Stance::Neutral, on_target: false, score: 0.6, ..piece(2, "Oceans") };
        assert_eq!(
            told(&[far.clone(), near]),
            "The nearest that was found is e2 (Oceans), but it could not be told whether it settles the claim."
        );
        let neutral = Evidence { stance: Stance::Neutral, ..piece(2, "Water") };
        assert_eq!(told(&[far, neutral]), "What was found about it takes no side: e2 (Water).");
    }

    #[test]
    fn a_transferred_rating_tells_who_gave_it_and_which() {
        let told = |text: &str, source: &str| {
            let review = Evidence { kind: DocumentKind::FactCheck, text: text.into(), source: source.into(), ..piece(1, "") };
            said(Verdict::False, Reason::RatingTransferred, &[], &[review, piece(2, "Bats")])
        };
        let text = "Claim reviewed: \"Bats are birds, Rating: sure\". Rating: Pants on Fire!. Claimed by a post.";
        assert_eq!(told(text, "PolitiFact"), "PolitiFact has rated this very claim “Pants on Fire!”: e1.");
        assert_eq!(told("FALSE: Claim that bats are birds", "PolitiFact"), "PolitiFact has rated this very claim: e1.");
        assert_eq!(told("FALSE: Claim that bats are birds", ""), "A fact-check has rated this very claim: e1.");
        let long = format!("Claim reviewed: \"Bats are birds\". Rating: {}.", "no bird at all, ".repeat(5));
        assert_eq!(told(&long, "PolitiFact"), "PolitiFact has rated this very claim: e1.");
    }

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
