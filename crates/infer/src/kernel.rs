//! The arithmetic of the encoder, picked once for the processor it runs on.
//!
//! The paths for AVX2 and AVX-512 are the same Rust as the portable one, compiled with more registers allowed, except for the
//! inner tile of the matrix product, which names its registers. Both give the same bits. A row of a product is summed in the same order whatever stands beside
//! it, so an output does not depend on the batch that it was computed in, nor on the number of threads.

mod bytes;
mod pointwise;
mod product;

pub(crate) use bytes::{BytePanels, Rounded, multiply_bytes};
pub(crate) use product::{Panels, Rows, multiply};

use pointwise::{Fused, Separate};

/// The instruction set in use. Invariant: `Avx2` only where the processor has AVX2 and FMA, `Avx512` where it has AVX-512F as well.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cpu(Level);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Cpu {
    /// Looks at the processor once.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            let is_wide = std::arch::is_x86_feature_detected!("avx512f");
            return Self(if is_wide { Level::Avx512 } else { Level::Avx2 });
        }
        Self(Level::Portable)
    }

    /// Returns every path that this processor can take.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Self::fused().chain([Self(Level::Portable)])
    }

    /// Returns those that multiply and add with one rounding.
    #[cfg(test)]
    pub(crate) fn fused() -> impl Iterator<Item = Self> {
        let best = Self::detect().0;
        #[cfg(target_arch = "x86_64")]
        let levels = [Level::Avx512, Level::Avx2];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [];
        levels.into_iter().skip_while(move |level| *level != best).map(Self)
    }
}

/// Applies the exact GELU, x·Φ(x), in place.
pub(crate) fn gelu(cpu: Cpu, values: &mut [f32]) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: a level exists only where its instructions were detected.
        Level::Avx512 => unsafe { avx512::gelu(values) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
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
        Level::Avx512 => unsafe { avx512::softmax(scores, stride, len) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::softmax(scores, stride, len) },
        Level::Portable => pointwise::softmax::<Separate>(scores, stride, len),
    }
}

/// How a row is normalised: what is added to its variance, and the scale and shift of what comes out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Normal<'a> {
    pub(crate) epsilon: f32,
    pub(crate) scale: &'a [f32],
    pub(crate) shift: &'a [f32],
}

/// Adds `delta` to `hidden` and normalises each row of the sum.
pub(crate) fn add_and_norm(cpu: Cpu, hidden: &mut [f32], delta: &[f32], normal: Normal<'_>) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx512 => unsafe { avx512::add_and_norm(hidden, delta, normal) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::add_and_norm(hidden, delta, normal) },
        Level::Portable => pointwise::add_and_norm::<Separate>(hidden, delta, normal),
    }
}

/// Rounds each row to whole multiples of a scale of its own, 32,767 of them on either side of nothing.
pub(crate) fn round(cpu: Cpu, rows: &[f32], out: &mut [i16], scales: &mut [f32]) {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx512 => unsafe { avx512::round(rows, out, scales) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::round(rows, out, scales) },
        Level::Portable => pointwise::round(rows, out, scales),
    }
}

/// The portable loops, compiled for a kind of processor.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::{Fused, Normal, pointwise};

            #[target_feature(enable = $features)]
            pub(super) fn gelu(values: &mut [f32]) {
                pointwise::gelu::<Fused>(values);
            }

            #[target_feature(enable = $features)]
            pub(super) fn softmax(scores: &mut [f32], stride: usize, len: usize) {
                pointwise::softmax::<Fused>(scores, stride, len);
            }

            #[target_feature(enable = $features)]
            pub(super) fn add_and_norm(hidden: &mut [f32], delta: &[f32], normal: Normal<'_>) {
                pointwise::add_and_norm::<Fused>(hidden, delta, normal);
            }

            #[target_feature(enable = $features)]
            pub(super) fn round(rows: &[f32], out: &mut [i16], scales: &mut [f32]) {
                pointwise::round(rows, out, scales);
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, "avx512f,avx2,fma");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2,fma");
