//! The judge at work: which sentences it is given, and what it says of each.

use super::stage::Stage;
use crate::Engine;
use domain::{Reading, Snapshot};
use infer::Pair;
use score::verify::{Pair as Chosen, noted_as, premise, rank_found, select, understand};

/// What one snapshot has the judge read.
struct Assignment {
    chosen: Vec<Chosen>,
    premises: Vec<String>,
    /// What the judge is asked of each: the claim, or its part, with numbers as the premise writes them.
    hypotheses: Vec<String>,
}

impl Engine {
    /// Ranks the candidates of each snapshot, chooses the sentences nearest to its claim and has the judge read them all in
    /// one go: sentences of like length from many claims make full batches.
    pub fn read_all(&self, snapshots: &mut [Snapshot]) {
        self.read_all_after(snapshots, |_| {});
    }

    /// Reads like [`Engine::read_all`], and says before each step which it is.
    pub(super) fn read_all_after(&self, snapshots: &mut [Snapshot], told: impl Fn(Stage)) {
        told(Stage::Rank);
        let assignments: Vec<Assignment> = snapshots.iter().map(|snapshot| self.assignment(snapshot)).collect();
        let claims: Vec<Vec<Pair<'_>>> = assignments.iter().map(|assignment| assignment.pairs().collect()).collect();
        let judge = &self.models.cross_encoder;
        told(Stage::Read);
        let logits = judge.read_claims(&claims);
        for ((snapshot, assignment), logits) in snapshots.iter_mut().zip(&assignments).zip(logits) {
            let read = assignment.chosen.iter().zip(logits);
            snapshot.readings = read
                .map(|(pair, logits)| Reading {
                    candidate: pair.candidate as u32,
                    subclaim: pair.part as u32,
                    sentence: pair.sentence as u32,
                    is_window: pair.is_window,
                    scores: logits.probabilities(judge.temperature()),
                })
                .collect();
        }
    }

    fn assignment(&self, snapshot: &Snapshot) -> Assignment {
        let claim = understand(&snapshot.claim.text).weighed(&snapshot.rarity);
        let ranked = rank_found(&claim, snapshot, &self.policy);
        let chosen = select(&claim, &snapshot.candidates, &ranked);
        let premises: Vec<String> =
            chosen.iter().map(|pair| premise(&snapshot.candidates[pair.candidate], pair.sentence, pair.is_window)).collect();
        let asked = |pair: &Chosen| claim.asked_at(pair.part).map_or("", |(_, text)| text);
        let hypotheses =
            chosen.iter().zip(&premises).map(|(pair, premise)| noted_as(asked(pair), premise).into_owned()).collect();
        Assignment { chosen, premises, hypotheses }
    }
}

impl Assignment {
    fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.premises.iter().zip(&self.hypotheses).map(|(premise, hypothesis)| Pair { premise, hypothesis })
    }
}
