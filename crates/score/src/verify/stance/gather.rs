//! From everything that was read to one piece for each passage and part.

use super::{Piece, piece};
use crate::verify::lean::Lean;
use crate::verify::policy::Policy;
use crate::verify::rank::Ranked;
use crate::verify::rule::Rule;
use crate::verify::understand::Understood;
use domain::{Candidate, Reading, Snapshot, Stance, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// Reads the snapshot: one piece per passage and part, in order of rank, each syndication cluster once per part.
pub fn pieces(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<Piece> {
    let mut pieces = gathered(voices(claim, snapshot, ranked, policy), snapshot);
    set_neighbours_aside(&mut pieces);
    pieces
}

/// The same for a claim of several parts as a whole. These pieces take no part in the verdict: they tell which way it leans.
pub fn pieces_of_whole(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<Piece> {
    gathered(overall(claim, snapshot, ranked, policy), snapshot)
}

/// One piece of each passage and part, and the best-ranked of each cluster. The loudest sentence speaks for its passage, and where one
/// was read with those around it too, both readings do, the louder one more.
fn gathered(voices: Vec<(usize, Piece)>, snapshot: &Snapshot) -> Vec<Piece> {
    let mut by_pair: BTreeMap<(usize, usize), Piece> = BTreeMap::new();
    let (windows, alone): (Vec<_>, Vec<_>) = voices.into_iter().partition(|(_, piece)| piece.is_window);
    for (rank, piece) in alone {
        hear(&mut by_pair, (rank, piece.part), piece, Lean::louder);
    }
    for (rank, piece) in windows {
        hear(&mut by_pair, (rank, piece.part), piece, Lean::heard_with);
    }
    once_per_cluster(by_pair.into_values().collect(), snapshot)
}

/// Lets one more piece speak for its passage: it takes the place of one that says less.
fn hear(held: &mut BTreeMap<(usize, usize), Piece>, key: (usize, usize), mut piece: Piece, both: fn(Lean, Lean) -> Lean) {
    let Some(held) = held.get_mut(&key) else {
        held.insert(key, piece);
        return;
    };
    let lean = both(held.lean, piece.lean);
    if lends(held, &piece) {
        held.strength = piece.strength;
        held.trace.push(Trace::new("surer_with_those_around").with("strength", piece.strength));
    }
    if !says_more(held, &piece) {
        std::mem::swap(held, &mut piece);
    }
    held.lean = lean;
}

/// Everything that was read against a part, each sentence and window as a piece of its own, with the rank of its passage.
pub fn voices(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<(usize, Piece)> {
    let of_parts = |reading: &&Reading| (reading.subclaim as usize) < claim.parts.len();
    let voice = |reading| voice(claim, snapshot, ranked, policy, reading);
    snapshot.readings.iter().filter(of_parts).filter_map(voice).collect()
}

/// The same for what was read against a claim of several parts as a whole.
pub fn overall(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<(usize, Piece)> {
    let of_whole = |reading: &&Reading| reading.subclaim as usize >= claim.parts.len();
    let voice = |reading| voice(claim, snapshot, ranked, policy, reading);
    snapshot.readings.iter().filter(of_whole).filter_map(voice).collect()
}

fn voice(
    claim: &Understood,
    snapshot: &Snapshot,
    ranked: &[Ranked],
    policy: &Policy,
    reading: &Reading,
) -> Option<(usize, Piece)> {
    let rank = ranked.iter().position(|r| r.candidate == reading.candidate as usize)?;
    let candidate = snapshot.candidates.get(reading.candidate as usize)?;
    let asked = claim.asked_at(reading.subclaim as usize)?;
    Some((rank, piece(claim, asked, (candidate, snapshot.profile), reading, &ranked[rank], policy)))
}

/// How sure of its support a piece must be to be no neighbour however far it is.
const SURE_SUPPORT_MIN: f64 = 0.65;
/// How much farther than the nearest piece another may be before it speaks of a neighbour of the claim.
const NEIGHBOUR_GAP: f64 = 0.25;

/// Where one document speaks of this very thing, another that is much farther off speaks of something like it: the judge
/// reads "206 bones" against "46 chromosomes" and calls it a contradiction.
fn set_neighbours_aside(pieces: &mut [Piece]) {
    let parts = pieces.iter().map(|p| p.part + 1).max().unwrap_or(0);
    for part in 0..parts {
        let nearest = pieces.iter().filter(|p| p.part == part && p.on_target).map(|p| p.nearness).fold(0.0, f64::max);
        // Whoever is sure to hear the claim in it hears no neighbour: that is an error of those who deny.
        // Nor is a later holder of the same office a neighbour, though his name is no word of the claim.
        let is_far = |p: &Piece| {
            p.nearness < nearest - NEIGHBOUR_GAP && !is_sure_support(p) && !p.rule.is_some_and(Rule::names_what_came_after)
        };
        for piece in pieces.iter_mut().filter(|p| p.part == part && p.on_target && is_far(p)) {
            piece.on_target = false;
            piece.trace.push(Trace::new("neighbour").with("nearness", piece.nearness).with("nearest", nearest));
        }
    }
}

fn is_sure_support(piece: &Piece) -> bool {
    piece.stance == Stance::Supports && piece.strength >= SURE_SUPPORT_MIN
}

/// Those around a sentence are surer of the side that it takes: they lend it their sureness, and people are still shown the one sentence.
/// What a number alone decides needs nobody's.
fn lends(held: &Piece, other: &Piece) -> bool {
    let agree = held.counts() && other.counts() && other.stance == held.stance;
    other.is_window && agree && held.number.is_none() && other.strength > held.strength
}

/// Whether `held` already decides for its passage: on target before off, then the louder voice nearer to the claim. A sentence that takes
/// a side by itself needs no window, unless those around it are at least as sure of the other side.
fn says_more(held: &Piece, other: &Piece) -> bool {
    if other.is_window && held.counts() {
        return !other.counts() || other.stance == held.stance || other.strength < held.strength;
    }
    let voice =
        |piece: &Piece| (piece.on_target, piece.stance != Stance::Neutral, piece.strength * piece.nearness * piece.nearness);
    let (a, b) = (voice(held), voice(other));
    (a.0, a.1) > (b.0, b.1) || ((a.0, a.1) == (b.0, b.1) && a.2 >= b.2)
}

/// Keeps the best-ranked piece of each cluster for each part, all from the document that tells its story best (decision S1-24).
fn once_per_cluster(pieces: Vec<Piece>, snapshot: &Snapshot) -> Vec<Piece> {
    let (mut tellers, mut seen) = (BTreeMap::new(), BTreeSet::new());
    let mut is_first = |piece: &Piece| {
        let Candidate { cluster, passage, .. } = &snapshot.candidates[piece.candidate];
        *tellers.entry(cluster).or_insert(&passage.document) == &passage.document && seen.insert((cluster, piece.part))
    };
    pieces.into_iter().filter(|piece| is_first(piece)).collect()
}
