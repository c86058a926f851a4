//! What would change the verdict: the smallest sets of evidence without which it would be another.

use super::assess::{Inside, conclude_from, id};
use super::policy::Policy;
use domain::{Flip, Snapshot};

/// Only the pieces most likely to matter are tried.
const PIECES_TRIED: usize = 8;
/// Most flips reported.
const FLIPS_MAX: usize = 3;

/// Finds the smallest removals that flip the verdict: single pieces first, then pairs, then a whole side.
pub fn flips(inside: &Inside, snapshot: &Snapshot, policy: &Policy) -> Vec<Flip> {
    let counted: Vec<usize> = (0..inside.pieces.len()).filter(|k| inside.pieces[*k].counts()).take(PIECES_TRIED).collect();
    let singles: Vec<Vec<usize>> = counted.iter().map(|k| vec![*k]).collect();
    let found = tried(inside, snapshot, policy, singles);
    if !found.is_empty() {
        return found;
    }
    let mut pairs = Vec::new();
    for (at, first) in counted.iter().enumerate() {
        pairs.extend(counted[at + 1..].iter().map(|second| vec![*first, *second]));
    }
    let found = tried(inside, snapshot, policy, pairs);
    if !found.is_empty() || counted.len() < 3 {
        return found;
    }
    tried(inside, snapshot, policy, vec![counted])
}

fn tried(inside: &Inside, snapshot: &Snapshot, policy: &Policy, removals: Vec<Vec<usize>>) -> Vec<Flip> {
    removals
        .into_iter()
        .filter_map(|removed| {
            let kept = (0..inside.pieces.len()).filter(|k| !removed.contains(k)).map(|k| inside.pieces[k].clone()).collect();
            let other = conclude_from(inside.claim.clone(), snapshot, inside.ranked.clone(), kept, policy).judgement.verdict;
            let without = removed.into_iter().map(id).collect();
            (other != inside.judgement.verdict).then_some(Flip { without, verdict: other })
        })
        .take(FLIPS_MAX)
        .collect()
}
