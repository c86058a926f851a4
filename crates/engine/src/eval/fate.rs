//! Where the evidence for a claim was lost on its way to the verdict.

use domain::{Direction, Snapshot, Stance};
use score::eval::{Gold, Label};
use score::verify::{Inside, stance_of};
use std::collections::BTreeMap;

/// The last station that the annotators' evidence reached; later stations are further on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// No document with evidence is among the candidates.
    NotRetrieved,
    /// It was, and the ranker's filters dropped it.
    RankedOut,
    /// It was ranked too low to be read.
    NotChosen,
    /// Its passage was read, but none of the sentences that decide.
    SentenceNotRead,
    /// Such a sentence was read, and the judge took it otherwise.
    Misread,
    /// The judge was right, and the sentence was held to speak of something else.
    OffTarget,
    /// The judge was right, and another sentence of the passage or a number spoke in its place.
    Displaced,
    /// It counted, and the direction is another.
    Outvoted,
    /// It counted, and the direction is right.
    Kept,
}

impl Fate {
    /// Every fate, in order.
    pub(super) const ALL: [Self; 9] = [
        Self::NotRetrieved,
        Self::RankedOut,
        Self::NotChosen,
        Self::SentenceNotRead,
        Self::Misread,
        Self::OffTarget,
        Self::Displaced,
        Self::Outvoted,
        Self::Kept,
    ];

    /// Returns the word for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NotRetrieved => "not_retrieved",
            Self::RankedOut => "ranked_out",
            Self::NotChosen => "not_chosen",
            Self::SentenceNotRead => "sentence_not_read",
            Self::Misread => "misread",
            Self::OffTarget => "off_target",
            Self::Displaced => "displaced",
            Self::Outvoted => "outvoted",
            Self::Kept => "kept",
        }
    }

    /// Follows the evidence of the true side as far as it came.
    pub(super) fn of(gold: &BTreeMap<String, Gold>, side: Label, snapshot: &Snapshot, inside: &Inside) -> Self {
        let mut furthest = Self::NotRetrieved;
        for (at, candidate) in snapshot.candidates.iter().enumerate() {
            let Some(gold) = gold.get(candidate.passage.document.as_str()).filter(|gold| gold.label == side) else { continue };
            let decides = |sentence: u32| gold.rationales.iter().any(|r| r.contains(&(candidate.first_sentence + sentence)));
            furthest = furthest.max(of_candidate(at, &decides, stance(side), snapshot, inside));
        }
        furthest
    }
}

fn stance(side: Label) -> Stance {
    match side {
        Label::Support => Stance::Supports,
        Label::Contradict => Stance::Contradicts,
    }
}

fn of_candidate(at: usize, decides: &dyn Fn(u32) -> bool, side: Stance, snapshot: &Snapshot, inside: &Inside) -> Fate {
    if !inside.ranked.iter().any(|ranked| ranked.candidate == at) {
        return Fate::RankedOut;
    }
    let pieces = || inside.pieces.iter().filter(|piece| piece.candidate == at);
    if pieces().any(|piece| piece.counts() && piece.stance == side) {
        let wanted = if side == Stance::Supports { Direction::Supports } else { Direction::Contradicts };
        return if inside.judgement.direction == wanted { Fate::Kept } else { Fate::Outvoted };
    }
    let mut read = snapshot.readings.iter().filter(|reading| reading.candidate as usize == at).peekable();
    if read.peek().is_none() {
        return Fate::NotChosen;
    }
    let mut deciding = read.filter(|reading| decides(reading.sentence)).peekable();
    if deciding.peek().is_none() {
        return Fate::SentenceNotRead;
    }
    if !deciding.any(|reading| stance_of(&reading.scores).0 == side) {
        return Fate::Misread;
    }
    let is_off = pieces().any(|piece| decides(piece.sentence as u32) && piece.stance == side && !piece.on_target);
    if is_off { Fate::OffTarget } else { Fate::Displaced }
}
