//! Fact-checks: they speak through their rating, and only of the claim they rated.

use super::{NUMBER_STRENGTH, Piece};
use crate::verify::rating;
use crate::verify::rule::Rule;
use crate::verify::understand::Reading as Statement;
use domain::{Candidate, Stance, Trace};

/// Whom our own exports name as their author.
const OURSELVES: &str = "Probity";

/// A fact-check counts only through its rating, and only when its target is our claim (decision S4-8). Its sentences report what
/// others claim, so that one whose target or rating cannot be read counts for nothing. What is rated as a whole is rated in every part.
pub(super) fn weigh_fact_check(ours: [&Statement; 2], candidate: &Candidate, piece: &mut Piece, trace: &mut Trace) {
    let rated = rating::rated(&candidate.title, &candidate.sentences);
    let ours = ours
        .into_iter()
        .find_map(|statement| rated.iter().find(|(target, rating)| rating::is_of_ours(*rating, statement, target)));
    trace.push(Trace::new("fact_check").noting(match (ours, rated.first()) {
        (Some((target, rating)), _) => format!("rated {rating:?}: {target:?}"),
        (None, Some((target, rating))) => format!("rated {rating:?}: {target:?} (another claim)"),
        (None, None) => "no claim with its rating can be read: it counts for nothing".to_owned(),
    }));
    let is_our_own = candidate.source.eq_ignore_ascii_case(OURSELVES);
    if is_our_own {
        trace.push(Trace::new("our_own_verdict").noting("what we concluded before is no evidence"));
    }
    let Some((_, rating)) = ours.filter(|_| !is_our_own) else {
        piece.on_target = false;
        piece.rule = None;
        piece.stance = Stance::Neutral;
        piece.strength = 1.0;
        return;
    };
    piece.on_target = true;
    piece.rule = Some(Rule::FactCheck);
    piece.rating = Some(*rating);
    piece.stance = rating.stance();
    piece.strength = NUMBER_STRENGTH;
}
