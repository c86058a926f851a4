//! What would change the verdict: the smallest sets of evidence without which it would be another.
//!
//! Single pieces are tried first, then pairs. Where neither suffices, everything that speaks is taken away, and so is each side
//! by itself, and what is not needed is put back piece by piece: of a set that is reported, nothing can be spared.

use super::assess::{Inside, conclude_from, id};
use super::policy::Policy;
use domain::{Flip, Snapshot, Stance, Verdict};

/// Most pieces looked at, those that rank highest; putting back takes up to the square of this many judgements.
const PIECES_MAX: usize = 24;
/// Only the pieces that rank highest are tried in pairs.
const PAIRED_MAX: usize = 8;
/// Most flips reported.
const FLIPS_MAX: usize = 3;

/// Finds the smallest removals that flip the verdict: single pieces first, then pairs, then larger sets of which every piece is
/// needed.
pub fn flips(inside: &Inside, snapshot: &Snapshot, policy: &Policy) -> Vec<Flip> {
    let trial = Trial { inside, snapshot, policy };
    // A verdict may rest on a rating that takes no side, such as "half true".
    let heard: Vec<usize> = (0..inside.pieces.len()).filter(|k| inside.pieces[*k].speaks()).take(PIECES_MAX).collect();
    let found = trial.flipping(heard.iter().map(|k| vec![*k]));
    if !found.is_empty() {
        return found;
    }
    let paired = &heard[..heard.len().min(PAIRED_MAX)];
    let pairs =
        paired.iter().enumerate().flat_map(|(at, first)| paired[at + 1..].iter().map(move |second| vec![*first, *second]));
    let found = trial.flipping(pairs);
    if !found.is_empty() {
        return found;
    }
    trial.flipping(trial.needed(&heard).into_iter())
}

/// The judgement, tried without some of what it rests on.
struct Trial<'a> {
    inside: &'a Inside,
    snapshot: &'a Snapshot,
    policy: &'a Policy,
}

impl Trial<'_> {
    fn flipping(&self, removals: impl Iterator<Item = Vec<usize>>) -> Vec<Flip> {
        removals
            .filter_map(|removed| {
                let verdict = self.without(&removed)?;
                Some(Flip { without: removed.into_iter().map(id).collect(), verdict })
            })
            .take(FLIPS_MAX)
            .collect()
    }

    /// Returns the verdict without some pieces; nothing where it is the same.
    fn without(&self, removed: &[usize]) -> Option<Verdict> {
        let Inside { claim, ranked, pieces, whole, judgement, .. } = self.inside;
        let kept = (0..pieces.len()).filter(|k| !removed.contains(k)).map(|k| pieces[k].clone()).collect();
        let whole = whole.iter().filter(|piece| !self.is_gone(piece.candidate, removed)).cloned().collect();
        let ranked = ranked.iter().filter(|one| !self.is_gone(one.candidate, removed)).cloned().collect();
        let other = conclude_from(claim.clone(), self.snapshot, ranked, (kept, whole), self.policy).judgement.verdict;
        (other != judgement.verdict).then_some(other)
    }

    /// All that a passage said is removed, so that nobody trusts the rest because it stood beside it. Its copies go with it.
    fn is_gone(&self, candidate: usize, removed: &[usize]) -> bool {
        let pieces = &self.inside.pieces;
        let cluster = &self.snapshot.candidates[candidate].cluster;
        let is_told = |k: &usize| self.snapshot.candidates[pieces[*k].candidate].cluster == *cluster;
        let mut told = (0..pieces.len()).filter(is_told).peekable();
        told.peek().is_some() && told.all(|k| removed.contains(&k))
    }

    /// The sets left of everything, and of each side, when what is not needed has been put back; the smallest first.
    fn needed(&self, heard: &[usize]) -> Vec<Vec<usize>> {
        let side = |stance: Stance| -> Vec<usize> {
            heard.iter().copied().filter(|k| self.inside.pieces[*k].stance == stance).collect()
        };
        let wholes = [heard.to_vec(), side(Stance::Supports), side(Stance::Contradicts)];
        let mut found: Vec<Vec<usize>> =
            wholes.into_iter().filter(|whole| self.without(whole).is_some()).map(|whole| self.shrunk(whole)).collect();
        found.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        found.dedup();
        found
    }

    /// Puts back the quietest piece that can be spared until none can.
    fn shrunk(&self, mut removed: Vec<usize>) -> Vec<usize> {
        let voice = |k: &usize| self.inside.pieces[*k].weight() * self.inside.pieces[*k].strength;
        removed.sort_by(|a, b| voice(a).total_cmp(&voice(b)).then(b.cmp(a)));
        let but = |removed: &[usize], at: usize| -> Vec<usize> { [&removed[..at], &removed[at + 1..]].concat() };
        // Where putting one back turns out to spare another, the round begins anew: a flip is not monotone.
        while let Some(spare) = (0..removed.len()).find(|at| self.without(&but(&removed, *at)).is_some()) {
            removed.remove(spare);
        }
        removed.sort_unstable();
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::super::assess::conclude;
    use super::*;
    use domain::{
        Basis, Candidate, Claim, Credibility, DocumentId, DocumentKind, PassageId, Profile, Reading, StanceScores, digest_bytes,
    };
    use jiff::civil::date;
    use proptest::prelude::*;

    /// A page that says yes or no with some strength, from a source of some credibility.
    type Voice = (bool, f64, f64);

    fn page(at: usize, (says_yes, _, credibility): Voice) -> Candidate {
        let sentence = if says_yes { "Copper conducts electricity well." } else { "Copper is an insulator of electricity." };
        let near = Basis::take(0.8);
        Candidate {
            passage: PassageId { document: DocumentId::new(format!("page-{at}")).unwrap(), ordinal: 0 },
            title: "Copper".to_owned(),
            sentences: vec![sentence.to_owned()],
            first_sentence: 0,
            source: format!("site-{at}.example"),
            url: None,
            published: None,
            kind: DocumentKind::News,
            credibility: Credibility::clamped(credibility),
            cluster: digest_bytes(format!("page {at}").as_bytes()),
            lexical: Basis::ZERO,
            semantic: near,
            relevance: near,
            graph: Basis::ZERO,
            similarity: vec![vec![near]],
            is_backfill: false,
        }
    }

    fn reading(at: usize, (says_yes, strength, _): Voice) -> Reading {
        let rest = 1.0 - strength;
        let (entailment, contradiction) = if says_yes { (strength, 0.2 * rest) } else { (0.2 * rest, strength) };
        let scores = StanceScores::take(entailment, contradiction, 0.8 * rest);
        Reading { candidate: at as u32, subclaim: 0, sentence: 0, is_window: false, scores }
    }

    fn heard(voices: &[Voice], profile: Profile) -> Snapshot {
        let claim = Claim::whole("Copper conducts electricity.");
        let mut snapshot = Snapshot::blank(claim, date(2026, 6, 1), profile);
        snapshot.candidates = voices.iter().enumerate().map(|(at, voice)| page(at, *voice)).collect();
        snapshot.readings = voices.iter().enumerate().map(|(at, voice)| reading(at, *voice)).collect();
        snapshot
    }

    #[test]
    fn of_four_that_agree_three_must_go_and_not_all_four() {
        let (snapshot, policy) = (heard(&[(true, 0.95, 0.9); 4], Profile::OpenWeb), Policy::default());
        let inside = conclude(&snapshot, &policy);
        let found = flips(&inside, &snapshot, &policy);
        assert_eq!(inside.judgement.verdict, Verdict::True);
        assert_eq!(found.iter().map(|flip| flip.without.len()).collect::<Vec<_>>(), [3]);
        assert_eq!(found[0].verdict, Verdict::InsufficientEvidence);
    }

    #[test]
    fn a_passage_is_gone_when_all_it_said_is_and_nothing_goes_unasked() {
        let (snapshot, policy) = (heard(&[(true, 0.95, 0.9), (false, 0.8, 0.6)], Profile::OpenWeb), Policy::default());
        let inside = conclude(&snapshot, &policy);
        let trial = Trial { inside: &inside, snapshot: &snapshot, policy: &policy };
        let first = inside.pieces[0].candidate;
        assert!(trial.is_gone(first, &[0]) && !trial.is_gone(first, &[1]) && !trial.is_gone(first, &[]));
        assert_eq!(trial.without(&[]), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_reported_flips_and_nothing_of_it_can_be_spared(
            voices in prop::collection::vec((any::<bool>(), 0.5..1.0f64, 0.3..0.95f64), 0..10),
            is_open in any::<bool>()
        ) {
            let profile = if is_open { Profile::OpenWeb } else { Profile::ClosedCorpus };
            let (snapshot, policy) = (heard(&voices, profile), Policy::default());
            let inside = conclude(&snapshot, &policy);
            let trial = Trial { inside: &inside, snapshot: &snapshot, policy: &policy };
            for flip in flips(&inside, &snapshot, &policy) {
                let removed: Vec<usize> = (0..inside.pieces.len()).filter(|k| flip.without.contains(&id(*k))).collect();
                prop_assert_eq!(trial.without(&removed), Some(flip.verdict));
                for spare in &removed {
                    let fewer: Vec<usize> = removed.iter().copied().filter(|k| k != spare).collect();
                    prop_assert_eq!(trial.without(&fewer), None, "{} of {:?} can be spared", spare, removed);
                }
            }
        }
    }
}
