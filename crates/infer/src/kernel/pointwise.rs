//! What happens to single values and single rows: GELU, softmax, layer normalisation.
//!
//! Loops are written in eight lanes, so that the compiler turns them into vector instructions and the order of every sum
//! is fixed.

use super::Normal;

const LANES: usize = 8;
/// Adding 1.5·2^23 pushes the fraction out, so that the low bits of the sum are the nearest integer.
const ROUND: f32 = 12_582_912.0;
/// The largest value of a rounded row.
const STEPS: f32 = 32_767.0;

/// How a product and a sum combine: in one rounding where the processor can, in two elsewhere.
pub(super) trait MultiplyAdd {
    fn multiply_add(a: f32, b: f32, c: f32) -> f32;
}

/// One rounding; only fast inside a function compiled for FMA.
pub(super) struct Fused;

/// Two roundings.
pub(super) struct Separate;

impl MultiplyAdd for Fused {
    #[inline(always)]
    fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
}

impl MultiplyAdd for Separate {
    #[inline(always)]
    fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
        a * b + c
    }
}

/// e^x for x ≤ 0, within 2 units in the last place; below -87 it stays at e^-87, which is nothing here.
///
/// Splits x into n·ln 2 + r with |r| ≤ ln 2 / 2, takes the Taylor polynomial of degree six at r, and adds n to the exponent.
#[inline(always)]
fn exp<M: MultiplyAdd>(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.max(-87.0);
    let shifted = M::multiply_add(x, std::f32::consts::LOG2_E, ROUND);
    let n = shifted - ROUND;
    let r = M::multiply_add(n, -LN_2_LOW, M::multiply_add(n, -LN_2_HIGH, x));
    let mut p = 1.0 / 720.0;
    for c in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        p = M::multiply_add(p, r, c);
    }
    let power = (shifted.to_bits() << 23).wrapping_add(1.0f32.to_bits());
    p * f32::from_bits(power)
}

/// x·Φ(x) with erf by Abramowitz and Stegun 7.1.26 (absolute error below 2e-7, far inside the 1e-3 asked of logits).
#[inline(always)]
pub(super) fn gelu<M: MultiplyAdd>(values: &mut [f32]) {
    for x in values {
        let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
        let t = 1.0 / M::multiply_add(0.327_591_1, z, 1.0);
        let mut p = 1.061_405_4;
        for c in [-1.453_152, 1.421_413_8, -0.284_496_74, 0.254_829_6] {
            p = M::multiply_add(p, t, c);
        }
        // tail = 1 - erf(z) = 2·(1 - Φ(|x|)), so x·Φ(x) is max(x, 0) less |x|·tail/2 on either side.
        let tail = p * t * exp::<M>(-z * z);
        *x = M::multiply_add(x.abs() * -0.5, tail, x.max(0.0));
    }
}

#[inline(always)]
pub(super) fn softmax<M: MultiplyAdd>(scores: &mut [f32], stride: usize, len: usize) {
    for row in scores.chunks_exact_mut(stride) {
        let (live, rest) = row.split_at_mut(len);
        let highest = fold(live, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
        for x in live.iter_mut() {
            *x = exp::<M>(*x - highest);
        }
        let scale = 1.0 / fold(live, 0.0, |a, b| a + b);
        for x in live {
            *x *= scale;
        }
        rest.fill(0.0);
    }
}

#[inline(always)]
pub(super) fn add_and_norm<M: MultiplyAdd>(hidden: &mut [f32], delta: &[f32], normal: Normal<'_>) {
    let Normal { epsilon, scale, shift } = normal;
    let width = scale.len();
    for (row, delta) in hidden.chunks_exact_mut(width).zip(delta.chunks_exact(width)) {
        for (x, d) in row.iter_mut().zip(delta) {
            *x += d;
        }
        let mean = fold(row, 0.0, |a, b| a + b) / width as f32;
        for x in row.iter_mut() {
            *x -= mean;
        }
        let variance = fold_squares::<M>(row) / width as f32;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for ((x, s), b) in row.iter_mut().zip(scale).zip(shift) {
            *x = M::multiply_add(*x * factor, *s, *b);
        }
    }
}

/// Halves go to the even neighbour, as everywhere in floating point.
#[inline(always)]
pub(super) fn round(rows: &[f32], out: &mut [i16], scales: &mut [f32]) {
    let width = rows.len() / scales.len().max(1);
    for ((row, out), scale) in rows.chunks_exact(width.max(1)).zip(out.chunks_exact_mut(width.max(1))).zip(scales) {
        let largest = fold(row, 0.0, |a, b| if a > b.abs() { a } else { b.abs() });
        *scale = largest / STEPS;
        let factor = if largest > 0.0 { STEPS / largest } else { 0.0 };
        for (out, x) in out.iter_mut().zip(row) {
            *out = (x * factor + ROUND).to_bits() as i16;
        }
    }
}

#[inline(always)]
fn fold(row: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [start; LANES];
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = join(*lane, *x);
        }
    }
    lanes.iter().chain(rest).fold(start, |a, b| join(a, *b))
}

#[inline(always)]
fn fold_squares<M: MultiplyAdd>(row: &[f32]) -> f32 {
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = M::multiply_add(*x, *x, *lane);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|x| x * x).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::super::{Cpu, add_and_norm, gelu, softmax};
    use super::*;

    #[test]
    fn exp_is_exact_to_a_few_last_places() {
        for step in 0..87_000 {
            let x = -f64::from(step) / 1000.0;
            let off = (f64::from(exp::<Separate>(x as f32)) / libm::exp(f64::from(x as f32)) - 1.0).abs();
            assert!(off < 3e-7, "exp({x}) is off by {off:e}");
        }
    }

    #[test]
    fn gelu_follows_the_error_function() {
        for cpu in Cpu::all() {
            let inputs: Vec<f32> = (-12_000..12_000).map(|i| i as f32 / 1000.0).collect();
            let mut outputs = inputs.clone();
            gelu(cpu, &mut outputs);
            for (x, y) in inputs.iter().map(|x| f64::from(*x)).zip(outputs) {
                let exact = 0.5 * x * (1.0 + libm::erf(x / std::f64::consts::SQRT_2));
                assert!((f64::from(y) - exact).abs() < 2e-6, "gelu({x}) = {y}, not {exact}");
            }
        }
    }

    #[test]
    fn softmax_sums_to_one_and_leaves_the_padding_without_weight() {
        for cpu in Cpu::all() {
            let mut scores: Vec<f32> = (0..3 * 16).map(|i| ((i * 37) % 23) as f32 - 60.0).collect();
            softmax(cpu, &mut scores, 16, 13);
            for row in scores.chunks(16) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                assert_eq!(row[13..], [0.0; 3]);
            }
        }
    }

    #[test]
    fn a_normalised_row_has_mean_zero_and_variance_one() {
        for cpu in Cpu::all() {
            let mut hidden: Vec<f32> = (0..2 * 384).map(|i| ((i * 97) % 101) as f32).collect();
            add_and_norm(cpu, &mut hidden, &[0.25; 2 * 384], Normal { epsilon: 1e-12, scale: &[1.0; 384], shift: &[0.0; 384] });
            for row in hidden.chunks(384) {
                let mean = row.iter().sum::<f32>() / 384.0;
                let variance = row.iter().map(|x| x * x).sum::<f32>() / 384.0;
                assert!(mean.abs() < 1e-5 && (variance - 1.0).abs() < 1e-4, "mean {mean}, variance {variance}");
            }
        }
    }
}
