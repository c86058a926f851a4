//! Premise and hypothesis into entailment, contradiction, neutral.

use crate::batch::Runner;
use crate::encoder::Encoder;
use crate::memory::Memory;
use crate::token::{Encoding, Tokenizer};
use crate::weights::{Tensors, WeightsError};
use domain::StanceScores;
use std::ops::Range;
use std::sync::Arc;

/// What the outputs mean, in the order of the head.
pub(crate) const LABELS: [&str; 3] = ["entailment", "contradiction", "neutral"];

/// A premise and the hypothesis that is judged by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The evidence.
    pub premise: &'a str,
    /// The claim.
    pub hypothesis: &'a str,
}

/// The raw outputs for one pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logits {
    /// For "the premise entails the hypothesis".
    pub entailment: f32,
    /// For "the premise contradicts the hypothesis".
    pub contradiction: f32,
    /// For neither.
    pub neutral: f32,
}

impl Logits {
    /// Returns what two judges say together: of each output the mean, by the second one's share.
    fn joined(first: Self, second: Self) -> Self {
        let of = |output: fn(&Self) -> f32| (1.0 - SECOND_SHARE) * output(&first) + SECOND_SHARE * output(&second);
        Self { entailment: of(|one| one.entailment), contradiction: of(|one| one.contradiction), neutral: of(|one| one.neutral) }
    }

    /// The judge is sure that the pair leaves it open.
    fn is_settled(&self) -> bool {
        self.probabilities(1.0).neutral.get() > SETTLED_NEUTRAL
    }

    /// Returns the softmax at a temperature above zero, taken in basis points.
    pub fn probabilities(&self, temperature: f64) -> StanceScores {
        let scaled = [self.entailment, self.contradiction, self.neutral].map(|x| f64::from(x) / temperature);
        let highest = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scaled.map(|x| libm::exp(x - highest));
        let sum = weights[0] + weights[1] + weights[2];
        StanceScores::take(weights[0] / sum, weights[1] / sum, weights[2] / sum)
    }
}

/// The linear layer on top of the pooled state.
#[derive(Debug)]
pub(crate) struct Head {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Head {
    /// Takes the head whose tensors are named `prefix…`.
    pub(crate) fn load(tensors: &mut Tensors, prefix: &str, width: usize) -> Result<Self, WeightsError> {
        let weights = tensors.take(&format!("{prefix}weight"), &[LABELS.len(), width])?;
        let bias = tensors.take(&format!("{prefix}bias"), &[LABELS.len()])?;
        Ok(Self { weights, bias })
    }

    fn apply(&self, state: &[f32]) -> Logits {
        let output = |label: usize| {
            let row = &self.weights[label * state.len()..][..state.len()];
            let dot: f64 = row.iter().zip(state).map(|(w, x)| f64::from(*w) * f64::from(*x)).sum();
            (dot + f64::from(self.bias[label])) as f32
        };
        Logits { entailment: output(0), contradiction: output(1), neutral: output(2) }
    }
}

/// One who reads pairs.
#[derive(Debug)]
struct Judge {
    runner: Runner,
    head: Head,
}

/// Neutral from which the first judge's word is enough: who is that sure that nothing is settled is hardly ever corrected.
pub const SETTLED_NEUTRAL: f64 = 0.90;
/// What the second judge's word weighs in the mean.
pub const SECOND_SHARE: f32 = 0.7;
/// Tokens of one claim's pairs that the second judge reads at most, beside the pair that is most open: it costs three times as much
/// as the first.
pub const SECOND_TOKENS_MAX: usize = 160;
/// Pairs that the first judge reads before the second is asked, so that progress is told in between.
const WINDOW_PAIRS: usize = 1024;

/// Which pairs of a run are not settled.
fn unsettled(said: &[Logits], run: Range<usize>) -> Vec<usize> {
    run.filter(|at| !said[*at].is_settled()).collect()
}

/// Which pairs the second judge is asked about where each claim has so many of them: the least neutral ones, as many as fit.
fn most_open(said: &[Logits], tokens: &[usize], lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let (mut open, mut start) = (Vec::new(), 0);
    for length in lengths {
        let mut own = unsettled(said, start..start + length);
        own.sort_by_key(|at| (said[*at].probabilities(1.0).neutral, *at));
        let mut read = 0;
        for (place, at) in own.into_iter().enumerate() {
            if place == 0 || read + tokens[at] <= SECOND_TOKENS_MAX {
                read += tokens[at];
                open.push(at);
            }
        }
        start += length;
    }
    open
}

/// Reads pairs: one judge, or two whose mean is what they say. The second reads what the first does not call neutral for sure.
/// Cheap to clone; clones share the weights.
#[derive(Debug, Clone)]
pub struct CrossEncoder {
    judges: Arc<[Judge]>,
    tokenizer: Arc<Tokenizer>,
    max_tokens: usize,
    temperature: f64,
    memory: Option<Arc<Memory>>,
}

impl CrossEncoder {
    pub(crate) fn new(judges: Vec<(Encoder, Head)>, tokenizer: Arc<Tokenizer>, max_tokens: usize, temperature: f64) -> Self {
        let judges = judges.into_iter().map(|(encoder, head)| Judge { runner: Runner::new(encoder), head }).collect();
        Self { judges, tokenizer, max_tokens, temperature, memory: None }
    }

    /// Has what was read before come out of a memory instead of being read again: for those who measure, not for those who check.
    #[must_use]
    pub fn remembering(self, memory: Arc<Memory>) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// Returns how many pairs came out of a memory; nothing where there is none, and what is told of speed holds.
    pub fn recalled(&self) -> Option<u64> {
        self.memory.as_ref().map(|memory| memory.recalled())
    }

    /// Reads pairs, in order. When a pair is longer than the model reads, the longer of its two texts is cut first.
    pub fn read(&self, pairs: &[Pair<'_>]) -> Vec<Logits> {
        self.read_with_progress(pairs, &|_| {})
    }

    /// Reads pairs like [`CrossEncoder::read`]; `on_done` hears, from any thread, how many more are finished.
    pub fn read_with_progress(&self, pairs: &[Pair<'_>], on_done: &(dyn Fn(usize) + Sync)) -> Vec<Logits> {
        let open = |said: &[Logits]| unsettled(said, 0..said.len());
        pairs.chunks(WINDOW_PAIRS).flat_map(|window| self.read_asking(window, open, on_done)).collect()
    }

    /// Reads the pairs of several claims, in order. The second judge is asked about a few of each at most, those that the first
    /// leaves most open, so that no claim costs much more than another.
    pub fn read_claims(&self, claims: &[Vec<Pair<'_>>]) -> Vec<Vec<Logits>> {
        let pairs: Vec<Pair<'_>> = claims.iter().flatten().copied().collect();
        let tokens: Vec<usize> = pairs.iter().map(|pair| self.encode(pair).ids.len()).collect();
        let open = |said: &[Logits]| most_open(said, &tokens, claims.iter().map(Vec::len));
        let mut rest = &self.read_asking(&pairs, open, &|_| {})[..];
        let of_claim = |claim: &Vec<Pair<'_>>| {
            let (own, after) = rest.split_at(claim.len());
            rest = after;
            own.to_vec()
        };
        claims.iter().map(of_claim).collect()
    }

    /// Has the first judge read all pairs and the second those that are `open` after that.
    fn read_asking(
        &self,
        pairs: &[Pair<'_>],
        open: impl Fn(&[Logits]) -> Vec<usize>,
        on_done: &(dyn Fn(usize) + Sync),
    ) -> Vec<Logits> {
        if self.judges.len() == 1 {
            return self.hear(0, pairs, on_done);
        }
        let mut said = self.hear(0, pairs, &|_| {});
        let open = open(&said);
        on_done(pairs.len() - open.len());
        let asked: Vec<Pair<'_>> = open.iter().map(|at| pairs[*at]).collect();
        for (at, other) in open.into_iter().zip(self.hear(1, &asked, on_done)) {
            said[at] = Logits::joined(said[at], other);
        }
        said
    }

    fn hear(&self, which: usize, pairs: &[Pair<'_>], on_done: &(dyn Fn(usize) + Sync)) -> Vec<Logits> {
        let judge = &self.judges[which];
        let read =
            |pairs: &[Pair<'_>]| judge.runner.run(pairs, |pair| self.encode(pair), |state| judge.head.apply(state), on_done);
        match &self.memory {
            Some(memory) => memory.complete(which, pairs, read, on_done),
            None => read(pairs),
        }
    }

    /// Returns the tokens of a pair as the model sees them.
    pub fn encode(&self, pair: &Pair<'_>) -> Encoding {
        self.tokenizer.encode_pair(pair.premise, pair.hypothesis, self.max_tokens)
    }

    /// Returns the temperature that was fitted with the weights, for [`Logits::probabilities`].
    pub fn temperature(&self) -> f64 {
        self.temperature
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Basis;

    #[test]
    fn two_judges_say_their_mean() {
        let [one, other] = [2.0, -1.0].map(|entailment| Logits { entailment, contradiction: 0.5, neutral: 0.0 });
        let joined = Logits::joined(one, other);
        let mean = (1.0 - SECOND_SHARE) * 2.0 - SECOND_SHARE;
        assert!(
            (joined.entailment - mean).abs() < 1e-6 && (joined.contradiction - 0.5).abs() < 1e-6 && joined.neutral == 0.0,
            "{joined:?}"
        );
    }

    #[test]
    fn of_every_claim_what_is_most_open_goes_to_the_second_judge() {
        let said: Vec<Logits> =
            (0..40).map(|i| Logits { entailment: i as f32 * 0.2, contradiction: 0.0, neutral: 3.5 }).collect();
        let open = |lengths: [usize; 2], tokens: usize| most_open(&said, &[tokens; 40], lengths.into_iter());
        assert_eq!(open([3, 37], 50), [39, 38, 37], "the first three are settled");
        assert_eq!(open([20, 20], 80), [19, 18, 39, 38]);
        assert_eq!(open([40, 0], 1 + SECOND_TOKENS_MAX), [39], "one is always asked about");
        assert!(unsettled(&said, 0..40).len() > 20, "pairs without a claim are all asked about");
    }

    #[test]
    fn only_who_is_sure_that_nothing_is_settled_is_heard_alone() {
        let neutral = |neutral: f32| Logits { entailment: 0.0, contradiction: 0.0, neutral }.is_settled();
        assert!(neutral(3.0) && !neutral(2.0));
        assert!(!Logits { entailment: 5.0, contradiction: 0.0, neutral: 0.0 }.is_settled());
    }

    #[test]
    fn probabilities_are_taken_in_basis_points_and_soften_with_temperature() {
        let logits = Logits { entailment: 2.0, contradiction: 0.0, neutral: 0.0 };
        let sharp = logits.probabilities(1.0);
        assert_eq!((sharp.entailment.points(), sharp.contradiction.points(), sharp.neutral.points()), (7870, 1065, 1065));
        assert!(logits.probabilities(2.0).entailment < sharp.entailment);
        let extreme = Logits { entailment: 1e30, contradiction: -1e30, neutral: 0.0 }.probabilities(1.0);
        assert_eq!((extreme.entailment, extreme.contradiction), (Basis::ONE, Basis::ZERO));
    }
}
