//! How far the models are off from what they said when a check was made.

use super::find::looked_for;
use crate::Engine;
use domain::{Basis, Candidate, Reading, Snapshot, StanceScores};
use infer::Pair;
use score::verify::{noted_as, parts, premise, spell_out, understand};
use search::vector::{Vector, cosine};
use store::StoredCheck;

/// Largest drifts of a check, in 1e-4.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Drift {
    /// Of a probability that the judge gave.
    pub(super) reading_points: i32,
    /// Of a cosine of the embedder.
    pub(super) cosine_points: i32,
}

impl Engine {
    /// Asks both models again what they were asked for a stored check.
    pub(super) fn drift(&self, stored: &StoredCheck) -> Drift {
        let snapshots = || stored.snapshots.iter();
        Drift {
            reading_points: snapshots().map(|snapshot| self.reading_drift(snapshot)).max().unwrap_or(0),
            cosine_points: snapshots().map(|snapshot| self.cosine_drift(snapshot)).max().unwrap_or(0),
        }
    }

    /// Largest difference between a stored reading and the same reading made now.
    fn reading_drift(&self, snapshot: &Snapshot) -> i32 {
        let judge = &self.models.cross_encoder;
        let claim = understand(&snapshot.claim.text);
        let hypothesis = |reading: &Reading| claim.asked_at(reading.subclaim as usize).map_or("", |(_, text)| text);
        let premises: Vec<String> = snapshot
            .readings
            .iter()
            .map(|reading| {
                premise(&snapshot.candidates[reading.candidate as usize], reading.sentence as usize, reading.is_window)
            })
            .collect();
        let asked = snapshot.readings.iter().zip(&premises);
        let hypotheses: Vec<_> = asked.map(|(reading, premise)| noted_as(hypothesis(reading), premise)).collect();
        let pairs: Vec<Pair<'_>> =
            premises.iter().zip(&hypotheses).map(|(premise, hypothesis)| Pair { premise, hypothesis }).collect();
        let again = judge.read_claims(&[pairs]).into_iter().flatten().map(|logits| logits.probabilities(judge.temperature()));
        snapshot.readings.iter().zip(again).map(|(reading, scores)| apart(&reading.scores, &scores)).max().unwrap_or(0)
    }

    /// Largest difference between a stored cosine and the same cosine taken now. A passage whose vectors were not known then
    /// has none to compare.
    fn cosine_drift(&self, snapshot: &Snapshot) -> i32 {
        let is_known = |candidate: &&Candidate| candidate.similarity.iter().any(|row| !row.is_empty());
        let known: Vec<&Candidate> = snapshot.candidates.iter().filter(is_known).collect();
        if known.is_empty() {
            return 0;
        }
        let claim = &snapshot.claim.text;
        let (spelled, parts) = (spell_out(claim), parts(claim));
        let parts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let mut asked = self.meanings(&looked_for(&spelled, claim, &parts));
        let whole = asked[0];
        // Behind the parts of several stands the whole.
        asked.rotate_left(1);
        known.into_iter().map(|candidate| self.cosine_drift_of(candidate, &whole, &asked)).max().unwrap_or(0)
    }

    fn cosine_drift_of(&self, candidate: &Candidate, whole: &Vector, asked: &[Vector]) -> i32 {
        let texts: Vec<&str> = candidate.sentences.iter().map(String::as_str).collect();
        let sentences = self.meanings(&texts);
        let near = |meaning: &Vector, sentence: &Vector| Basis::take(f64::from(cosine(meaning, sentence)));
        let nearest = sentences.iter().map(|sentence| near(whole, sentence)).max().unwrap_or(Basis::ZERO);
        let of_row = |(stored, meaning): (&Vec<Basis>, &Vector)| {
            stored.iter().zip(&sentences).map(|(cosine, sentence)| gap(*cosine, near(meaning, sentence))).max().unwrap_or(0)
        };
        candidate.similarity.iter().zip(asked).map(of_row).max().unwrap_or(0).max(gap(candidate.semantic, nearest))
    }
}

fn apart(a: &StanceScores, b: &StanceScores) -> i32 {
    gap(a.entailment, b.entailment).max(gap(a.contradiction, b.contradiction)).max(gap(a.neutral, b.neutral))
}

fn gap(a: Basis, b: Basis) -> i32 {
    (a.points() - b.points()).abs()
}
