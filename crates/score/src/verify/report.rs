//! Pieces of evidence as the outside sees them.

use super::assess::id;
use super::judge::Judgement;
use super::manner::{Modality, Quantifier};
use super::stance::Piece;
use super::understand::Understood;
use super::window::{around, beside};
use domain::{Candidate, Credibility, Direction, Evidence, EvidenceId, Expansion, Reason, Snapshot, Span, Stance, Trace};

/// Shapes the pieces into reported evidence, in order of rank.
pub fn evidence(snapshot: &Snapshot, pieces: &[Piece]) -> Vec<Evidence> {
    pieces.iter().enumerate().map(|(at, piece)| one(at, piece, &snapshot.candidates[piece.candidate])).collect()
}

fn one(at: usize, piece: &Piece, candidate: &Candidate) -> Evidence {
    let (text, deciding) = shown(&candidate.sentences, piece);
    Evidence {
        id: id(at),
        text,
        deciding,
        title: candidate.title.clone(),
        source: candidate.source.clone(),
        document: candidate.passage.document.clone(),
        sentence: candidate.first_sentence + piece.sentence as u32,
        url: candidate.url.clone(),
        date: candidate.published,
        kind: candidate.kind,
        credibility: Credibility::clamped(piece.credibility),
        subclaim: piece.part as u32,
        stance: piece.stance,
        strength: (piece.strength * 10_000.0).round() / 10_000.0,
        rule: piece.rule.map(|rule| rule.name().to_owned()),
        stance_scores: piece.scores,
        on_target: piece.on_target,
        score: (piece.score * 10_000.0).round() / 10_000.0,
    }
}

/// The deciding sentence with its neighbours, and where it stands among them. Where no sentence says it alone, those that were read
/// together decide.
fn shown(sentences: &[String], piece: &Piece) -> (String, Span) {
    let at = piece.sentence;
    let deciding = if piece.is_window { beside(sentences, at) } else { at..at + 1 };
    let range = around(sentences, at);
    let range = range.start.min(deciding.start)..range.end.max(deciding.end);
    let length = |some: &[String]| some.iter().map(|s| s.len() + 1).sum::<usize>();
    let before = length(&sentences[range.start..deciding.start]);
    let span = Span::new(before, before + length(&sentences[deciding]) - 1);
    (sentences[range].join(" "), span)
}

/// The pieces a verdict rests on: those on its side, loudest first; both sides where the sides are the reason.
pub fn deciding(pieces: &[Piece], judgement: &Judgement) -> Vec<EvidenceId> {
    let takes_part = |piece: &Piece| match (judgement.reason, judgement.direction) {
        (
            Reason::PartsDiffer
            | Reason::BothSidesStrong
            | Reason::AuthoritiesSplit
            | Reason::NewerEvidenceDiffers
            | Reason::AbsoluteRefuted
            | Reason::QualifierOmitted,
            _,
        ) => true,
        (_, Direction::Supports) => piece.stance == Stance::Supports,
        (_, Direction::Contradicts) => piece.stance == Stance::Contradicts,
        (_, Direction::None) => false,
    };
    // A transferred rating rests on the article that gave it, also where "half true" takes no side.
    let gave_rating = |p: &Piece| judgement.reason == Reason::RatingTransferred && p.on_target && p.rating.is_some();
    let mut chosen: Vec<usize> =
        (0..pieces.len()).filter(|k| gave_rating(&pieces[*k]) || pieces[*k].counts() && takes_part(&pieces[*k])).collect();
    chosen.sort_by(|a, b| {
        let voice = |k: &usize| pieces[*k].strength * pieces[*k].predicate;
        let is_rater = |k: &usize| gave_rating(&pieces[*k]);
        is_rater(b).cmp(&is_rater(a)).then(voice(b).total_cmp(&voice(a))).then(a.cmp(b))
    });
    chosen.into_iter().map(id).collect()
}

/// The ledger line of what was understood.
pub fn understood(claim: &Understood, snapshot: &Snapshot) -> Trace {
    let mut trace = Trace::new("understood")
        .noting(format!(
            "{} part{}, profile {}",
            claim.parts.len(),
            if claim.parts.len() == 1 { "" } else { "s" },
            snapshot.profile
        ))
        .with("strictness", claim.strictness)
        .with("anchors", claim.whole.anchors.len() as f64)
        .with("quantities", claim.whole.quantities.len() as f64);
    if claim.modality != Modality::Actual {
        trace.push(Trace::new("modality").noting(claim.modality.as_str()));
    }
    if claim.quantifier != Quantifier::Unsaid {
        trace.push(Trace::new("quantifier").noting(claim.quantifier.as_str()));
    }
    if claim.is_superlative {
        trace.push(Trace::new("superlative"));
    }
    if let Some(written) = &snapshot.claim.written {
        trace.push(Trace::new("restored").noting(format!("{written} → {}", snapshot.claim.text)));
    }
    if let Some(speaker) = &claim.speaker {
        trace.push(Trace::new("attributed").noting(format!("said by {speaker}; what was said is checked")));
    }
    for part in &claim.parts {
        trace.push(Trace::new("part").noting(part.text.clone()));
    }
    if let Some(word) = &claim.absolute {
        trace.push(Trace::new("absolute").noting(word.clone()));
    }
    trace
}

/// The ledger line of what was done on the web: a spent budget says so.
pub fn expansion(expansion: &Expansion) -> Trace {
    let ended = expansion.ended;
    let note = if expansion.is_partial { format!("partial: {ended}") } else { ended.to_string() };
    let mut trace = Trace::new("web")
        .noting(note)
        .with("queries", f64::from(expansion.spent.queries))
        .with("pages", f64::from(expansion.spent.pages))
        .with("bytes", expansion.spent.bytes as f64)
        .with("ms", expansion.spent.ms as f64);
    if let Some(check) = expansion.answered_from {
        trace.push(Trace::new("answered_from").noting(check.to_string()));
    }
    for inquiry in &expansion.inquiries {
        let told = inquiry.error.as_ref().map_or_else(String::new, |error| format!(": {error}"));
        let line = Trace::new("query").noting(format!("{} to {}{told}", inquiry.query, inquiry.provider));
        trace.push(line.with("hits", f64::from(inquiry.hits)));
    }
    for page in &expansion.pages {
        let told = if page.note.is_empty() { String::new() } else { format!(": {}", page.note) };
        trace.push(Trace::new("page").noting(format!("{} {}{told}", page.outcome, page.url)));
    }
    trace
}
