//! What MPNet adds to an attention score for the distance between two tokens.

use super::{HEADS, POSITIONS};
use crate::weights::{Tensors, WeightsError};

/// Distances share a bucket with their neighbours from `NEAR` on, and from `FAR` on all are one; half of the buckets lie ahead.
const BUCKETS: usize = 32;
const NEAR: usize = 8;
const FAR: usize = 128;
/// Distances there are, from the last position back to the first up to the reverse.
const SPAN: usize = 2 * POSITIONS - 1;

/// The bias of each head for each distance.
#[derive(Debug)]
pub(super) struct Distances(Vec<[f32; SPAN]>);

impl Distances {
    /// Takes the table of the model whose tensors are named `prefix…`, where it has one.
    pub(super) fn load(tensors: &mut Tensors, prefix: &str) -> Result<Option<Self>, WeightsError> {
        let name = format!("{prefix}encoder.relative_attention_bias.weight");
        if !tensors.has(&name) {
            return Ok(None);
        }
        let table = tensors.take(&name, &[BUCKETS, HEADS])?;
        let of_head =
            |head: usize| std::array::from_fn(|at| table[bucket(at as isize - (POSITIONS as isize - 1)) * HEADS + head]);
        Ok(Some(Self((0..HEADS).map(of_head).collect())))
    }

    /// Adds to every score of one head, whose row `i` starts at `scores[i * stride]`.
    pub(super) fn add(&self, head: usize, scores: &mut [f32], stride: usize, len: usize) {
        for (i, row) in scores.chunks_exact_mut(stride).enumerate() {
            let biases = &self.0[head][POSITIONS - 1 - i..];
            row[..len].iter_mut().zip(biases).for_each(|(score, bias)| *score += bias);
        }
    }
}

/// The bucket of a distance; what lies ahead is positive.
fn bucket(ahead: isize) -> usize {
    let (side, far) = (if ahead > 0 { BUCKETS / 2 } else { 0 }, ahead.unsigned_abs());
    if far < NEAR {
        return side + far;
    }
    let steps = libm::log(far as f64 / NEAR as f64) / libm::log(FAR as f64 / NEAR as f64) * (BUCKETS / 2 - NEAR) as f64;
    // Where the logarithm comes out whole, as at 16 and 32, it must not fall short of it.
    side + (NEAR + (steps + 1e-6) as usize).min(BUCKETS / 2 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_distances_have_buckets_of_their_own_and_far_ones_share() {
        assert_eq!([0, -1, -7, 1, 7].map(bucket), [0, 1, 7, 17, 23]);
        assert_eq!([-8, -11, -12, -16, -32, -64, -90, -91, -511].map(bucket), [8, 8, 9, 10, 12, 14, 14, 15, 15]);
        assert_eq!([8, 128, 511].map(bucket), [24, 31, 31]);
    }
}
