//! Sentences that are read together: their words and numbers can only take a side away.

use super::hearsay::hear_speaker;
use super::numbers::{has_another_number, is_era_met, is_far_beyond, is_hedged_number, is_of_another_year};
use super::{Piece, overrule};
use crate::verify::abbreviations::spell_out;
use crate::verify::polarity::{SURE, remark};
use crate::verify::quantity::{Comparison, Measure, Quantity, is_change_turned, quantities};
use crate::verify::rule::Rule;
use crate::verify::understand::{Reading as Statement, Understood};
use domain::{Candidate, Stance, Trace};

/// How sure the judge must be that several sentences confirm together what none of them says: between here and 0.70 he was right 57 of
/// 74 times …
const WINDOW_SUPPORT_MIN: f64 = 0.60;
/// … and that they deny it: below he was right 33 of 62 times.
const WINDOW_DENIAL_MIN: f64 = 0.70;

/// Of several sentences the words and numbers may be anybody's, so they can only take a side away: one that is not clear, or that a
/// number of the claim is missing from.
pub(super) fn hear_window(part: &Statement, window: &str, piece: &mut Piece, trace: &mut Trace) {
    let found = quantities(window);
    // A decade may be told in years or in other words.
    let is_exact = |claimed: &Quantity| claimed.measure != Measure::Year || claimed.reach == 0.0;
    let is_missing =
        |claimed: &Quantity| is_exact(claimed) && !found.iter().any(|q| claimed.compare(q) == Some(Comparison::Agrees));
    let least = if piece.stance == Stance::Supports { WINDOW_SUPPORT_MIN } else { WINDOW_DENIAL_MIN };
    match piece.stance {
        Stance::Neutral => {}
        _ if piece.strength < least => overrule(piece, Stance::Neutral, trace, Rule::WindowNotClear),
        Stance::Supports if part.quantities.iter().any(is_missing) => {
            overrule(piece, Stance::Neutral, trace, Rule::NumberNotConfirmed);
        }
        // The judge reads "roughly 350" beside 320 as another number here too.
        Stance::Contradicts
            if is_hedged_number(part) && !part.quantities.iter().any(is_missing) && !is_far_beyond(part, &found) =>
        {
            overrule(piece, Stance::Neutral, trace, Rule::NumberWithinTolerance);
        }
        Stance::Contradicts if piece.strength < SURE && !part.is_negated && is_era_met(part, &found) => {
            overrule(piece, Stance::Neutral, trace, Rule::EraMet);
        }
        _ => {}
    }
}

/// What the sentence in the middle says of who, where and when takes a side away from its window too.
pub(super) fn hear_middle(
    (claim, part, part_text): (&Understood, &Statement, &str),
    candidate: &Candidate,
    sentence: usize,
    piece: &mut Piece,
    trace: &mut Trace,
) {
    let text = &*spell_out(candidate.sentences.get(sentence).map_or("", String::as_str));
    hear_speaker(claim, &candidate.sentences, sentence, piece, trace);
    let heard = (piece.stance, piece.strength);
    let said = remark((part, part_text), (&candidate.title, &candidate.sentences, text), heard);
    if let Some(remark) = said.filter(|remark| remark.takes_from_window(piece.stance)) {
        overrule(piece, Stance::Neutral, trace, remark.rule);
    }
    if piece.stance == Stance::Supports && is_change_turned(part_text, text) {
        overrule(piece, Stance::Neutral, trace, Rule::ChangeTurned);
    }
    if piece.stance == Stance::Supports && has_another_number(part, text) {
        overrule(piece, Stance::Neutral, trace, Rule::NumberNotConfirmed);
    }
    if piece.stance != Stance::Neutral && is_of_another_year(part, &candidate.title, text) {
        overrule(piece, Stance::Neutral, trace, Rule::AnotherYear);
    }
}
