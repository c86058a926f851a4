//! Which sentences the judge reads: the budget of pairs goes to the nearest sentences of the best passages.

use super::fuse::by_score;
use super::premise::setting;
use super::rank::Ranked;
use super::understand::Understood;
use super::unheard::is_unheard;
use super::window::window;
use super::words::{content_stems, recall};
use domain::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of sentence and part the judge reads for one claim.
pub const PAIRS_PER_CLAIM: usize = 20;
/// Passages it looks into.
pub const PASSAGES_READ: usize = 8;
/// Pairs of the budget for each passage that is read in a window too …
const PAIRS_PER_WINDOW: usize = 6;
/// … and from how many on there is one at least: each of three parts, and the whole, has five.
const PAIRS_FOR_A_WINDOW: usize = 5;
/// Most sentences of one passage for one part.
pub const SENTENCES_PER_PASSAGE: usize = 5;

/// A sentence farther from the claim than this weighs so little that the judge's word on it hardly ever counts …
const NEARNESS_MIN: f64 = 0.40;
/// … so it is read only while so few are.
const PAIRS_LEAST: usize = 6;

/// One sentence to be read against one part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Index into the candidates.
    pub candidate: usize,
    /// Which part of the claim; the number of parts stands for the whole.
    pub part: usize,
    /// Which sentence of the passage.
    pub sentence: usize,
    /// It is read with the sentences around it.
    pub is_window: bool,
}

/// Chooses the pairs, nearest first, within the budget; each part, and the whole of several, gets an equal share of it.
pub fn select(claim: &Understood, candidates: &[Candidate], ranked: &[Ranked]) -> Vec<Pair> {
    let share = (PAIRS_PER_CLAIM / claim.asked().max(1)).max(2);
    (0..claim.asked()).flat_map(|part| for_part(claim, part, candidates, ranked, share)).collect()
}

fn for_part(claim: &Understood, part: usize, candidates: &[Candidate], ranked: &[Ranked], share: usize) -> Vec<Pair> {
    let mut near: Vec<(f64, Pair)> = Vec::new();
    for rank in told_once(candidates, ranked).take(PASSAGES_READ) {
        let candidate = &candidates[rank.candidate];
        let mut of_passage: Vec<(f64, Pair)> = (0..candidate.sentences.len())
            .filter(|at| !is_unheard(&candidate.sentences[*at]))
            .map(|sentence| {
                let value = nearness(claim, part, candidate, sentence, Premise::Bare) + 0.5 * rank.score;
                (value, Pair { candidate: rank.candidate, part, sentence, is_window: false })
            })
            .collect();
        of_passage.sort_by(|a, b| by_score(a.0, b.0).then(a.1.sentence.cmp(&b.1.sentence)));
        near.extend(of_passage.into_iter().take(SENTENCES_PER_PASSAGE));
    }
    near.sort_by(|a, b| by_score(a.0, b.0).then_with(|| (a.1.candidate, a.1.sentence).cmp(&(b.1.candidate, b.1.sentence))));
    let windows = windows(&near, candidates, share);
    let chosen = near.into_iter().take(share - windows.len()).map(|(_, pair)| pair).enumerate();
    let is_worth_reading = |(place, pair): &(usize, Pair)| {
        *place < PAIRS_LEAST || nearness(claim, part, &candidates[pair.candidate], pair.sentence, Premise::Titled) >= NEARNESS_MIN
    };
    chosen.filter(is_worth_reading).map(|(_, pair)| pair).chain(windows).collect()
}

/// What is ranked, without the copies of a story that a better document tells: they would be read in place of others and counted once.
pub(super) fn told_once<'a>(candidates: &'a [Candidate], ranked: &'a [Ranked]) -> impl Iterator<Item = &'a Ranked> {
    let mut tellers = BTreeMap::new();
    ranked.iter().filter(move |rank| {
        let Candidate { cluster, passage, .. } = &candidates[rank.candidate];
        *tellers.entry(cluster).or_insert(&passage.document) == &passage.document
    })
}

/// The nearest passages are read a second time, the nearest sentence of each among those around it: what a sentence leaves to its
/// neighbours (who, when, of what) is not in it.
fn windows(near: &[(f64, Pair)], candidates: &[Candidate], share: usize) -> Vec<Pair> {
    let mut seen = BTreeSet::new();
    let windows = (share / PAIRS_PER_WINDOW).max(usize::from(share >= PAIRS_FOR_A_WINDOW));
    let nearest = near.iter().map(|(_, pair)| pair).filter(|pair| seen.insert(pair.candidate)).take(windows);
    nearest
        .filter(|pair| window(&candidates[pair.candidate], pair.sentence).is_some())
        .map(|pair| Pair { is_window: true, ..*pair })
        .collect()
}

/// What a sentence's words are compared with.
#[derive(Clone, Copy)]
enum Premise {
    /// The sentence alone: what tells the sentences of one passage apart.
    Bare,
    /// The sentence under its title: what its reading will weigh.
    Titled,
}

/// How near a sentence is to a part: cosine and word overlap in equal shares.
fn nearness(claim: &Understood, part: usize, candidate: &Candidate, sentence: usize, words: Premise) -> f64 {
    let cosine = candidate.similarity.get(part).and_then(|row| row.get(sentence)).map_or(0.0, |b| b.get());
    let stems = match words {
        Premise::Bare => content_stems(&candidate.sentences[sentence]),
        Premise::Titled => content_stems(&setting(candidate, sentence)),
    };
    let overlap = claim.asked_at(part).map_or(0.0, |(statement, _)| recall(&statement.content, &stems));
    0.5 * cosine + 0.5 * overlap
}
