//! The arithmetic of the encoder, picked once for the processor it runs on.
//!
//! The AVX2 path is the same Rust as the portable one, compiled with more registers allowed, except for the inner tile of
//! the matrix product, which names its registers. A row of a product is summed in the same order whatever stands beside
//! it, so an output does not depend on the batch that it was computed in, nor on the number of threads.

mod pointwise;
mod product;

pub(crate) use product::{Panels, Rows, multiply};

use pointwise::{Fused, Separate};

/// The instruction set in use. Invariant: `Avx2` only where the processor has AVX2 and FMA.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cpu(Level);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Cpu {
    /// Looks at the processor once.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            return Self(Level::Avx2);
        }
        Self(Level::Portable)
    }

    /// Returns the path that every processor can take.
    #[cfg(test)]
    pub(crate) fn portable() -> Self {
        Self(Level::Portable)
    }
}

/// Applies the exact GELU, x·Φ(x), in place.
pub(crate) fn gelu(cpu: Cpu, values: &mut [f32]) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: `Level::Avx2` exists only where AVX2 and FMA were detected.
        Level::Avx2 => unsafe { avx2::gelu(values) },
        Level::Portable => pointwise::gelu::<Separate>(values),
    }
}

/// Turns the first `len` of every `stride` scores into weights that sum to one, and the rest into zeros.
pub(crate) fn softmax(cpu: Cpu, scores: &mut [f32], stride: usize, len: usize) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::softmax(scores, stride, len) },
        Level::Portable => pointwise::softmax::<Separate>(scores, stride, len),
    }
}

/// Adds `delta` to `hidden` and normalises each row of the sum to the given scale and shift.
pub(crate) fn add_and_norm(cpu: Cpu, hidden: &mut [f32], delta: &[f32], scale: &[f32], shift: &[f32]) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::add_and_norm(hidden, delta, scale, shift) },
        Level::Portable => pointwise::add_and_norm::<Separate>(hidden, delta, scale, shift),
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Fused, pointwise};

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn gelu(values: &mut [f32]) {
        pointwise::gelu::<Fused>(values);
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn softmax(scores: &mut [f32], stride: usize, len: usize) {
        pointwise::softmax::<Fused>(scores, stride, len);
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn add_and_norm(hidden: &mut [f32], delta: &[f32], scale: &[f32], shift: &[f32]) {
        pointwise::add_and_norm::<Fused>(hidden, delta, scale, shift);
    }
}
