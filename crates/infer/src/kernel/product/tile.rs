//! One tile of the product, in the registers of each kind of processor.

use super::super::{Cpu, Level};
use super::{PANEL, STEP};
use std::ops::Range;

/// Most panels that a tile spans.
pub(super) const PANELS_MAX: usize = 2;

/// How many rows and panels a tile spans.
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) panels: usize,
}

/// Returns the largest tile whose sums stay in registers: sixteen of the thirty-two wide ones, twelve of the sixteen others.
///
/// Eight rows by two panels need a load for every one and a half multiplications, so that the multipliers never wait.
pub(super) fn shape(cpu: Cpu) -> Shape {
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => Shape { rows: 8, panels: PANELS_MAX },
        _ => Shape { rows: 6, panels: 1 },
    }
}

/// One tile. `begin` is what the sums start from; `None` carries on from what `out` holds.
pub(super) struct Tile<'a> {
    pub(super) rows: &'a [f32],
    pub(super) stride: usize,
    /// One panel or two, one behind the other, and the depth of each.
    pub(super) group: &'a [f32],
    pub(super) depth: usize,
    /// The part of the depth that is walked.
    pub(super) block: Range<usize>,
    pub(super) begin: Option<&'a [f32]>,
    pub(super) out: &'a mut [f32],
    pub(super) out_stride: usize,
}

/// Four lines of a panel.
type Lines = [[f32; PANEL]; STEP];

impl Tile<'_> {
    pub(super) fn run(self, cpu: Cpu, rows: usize) {
        match rows {
            1 => self.dispatch::<1>(cpu),
            2 => self.dispatch::<2>(cpu),
            3 => self.dispatch::<3>(cpu),
            4 => self.dispatch::<4>(cpu),
            5 => self.dispatch::<5>(cpu),
            6 => self.dispatch::<6>(cpu),
            7 => self.dispatch::<7>(cpu),
            _ => self.dispatch::<8>(cpu),
        }
    }

    #[inline(always)]
    #[allow(unsafe_code)]
    fn dispatch<const R: usize>(self, cpu: Cpu) {
        match cpu.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Level::Avx512` exists only where AVX-512F was detected.
            Level::Avx512 if self.group.len() > self.depth * PANEL => unsafe { self.avx512::<R, 2>() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx512 => unsafe { self.avx512::<R, 1>() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Level::Avx2` exists only where AVX2 and FMA were detected.
            Level::Avx2 => unsafe { self.avx2::<R>() },
            Level::Portable => self.portable::<R>(),
        }
    }

    /// Returns the rows in steps, cut to the block, so that the walk needs one bounds check a step.
    #[inline(always)]
    fn walk<const R: usize>(&self) -> [&[[f32; STEP]]; R] {
        std::array::from_fn(|i| &self.rows[i * self.stride..].as_chunks::<STEP>().0[..self.block.len() / STEP])
    }

    /// Returns the block of one panel, in steps.
    #[inline(always)]
    fn panel(&self, p: usize) -> &[Lines] {
        let lines = self.group[p * self.depth * PANEL..].as_chunks::<PANEL>().0;
        lines[self.block.clone()].as_chunks::<STEP>().0
    }

    #[inline(always)]
    fn begin_of(&self, row: usize, p: usize) -> &[f32; PANEL] {
        let line = self.begin.unwrap_or_else(|| &self.out[row * self.out_stride..]);
        line[p * PANEL..].first_chunk().expect("a panel is sixteen wide")
    }

    #[inline(always)]
    fn store(&mut self, row: usize, p: usize, sums: &[f32; PANEL]) {
        self.out[row * self.out_stride + p * PANEL..][..PANEL].copy_from_slice(sums);
    }

    fn portable<const R: usize>(mut self) {
        let rows = self.walk::<R>();
        let mut sums: [[f32; PANEL]; R] = std::array::from_fn(|i| *self.begin_of(i, 0));
        for (k, lines) in self.panel(0).iter().enumerate() {
            for (u, line) in lines.iter().enumerate() {
                for (row, sums) in rows.iter().zip(&mut sums) {
                    for (sum, weight) in sums.iter_mut().zip(line) {
                        *sum += row[k][u] * weight;
                    }
                }
            }
        }
        for (i, sums) in sums.iter().enumerate() {
            self.store(i, 0, sums);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn avx2<const R: usize>(mut self) {
        use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps};
        let (rows, steps) = (self.walk::<R>(), self.panel(0));
        let mut sums: [_; R] = std::array::from_fn(|i| load_pair(self.begin_of(i, 0)));
        for k in 0..steps.len() {
            let values: [&[f32; STEP]; R] = std::array::from_fn(|i| &rows[i][k]);
            for u in 0..STEP {
                let [left, right] = load_pair(&steps[k][u]);
                for i in 0..R {
                    let value = _mm256_set1_ps(values[i][u]);
                    sums[i][0] = _mm256_fmadd_ps(value, left, sums[i][0]);
                    sums[i][1] = _mm256_fmadd_ps(value, right, sums[i][1]);
                }
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            self.store(i, 0, &unload_pair(sums));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn avx512<const R: usize, const P: usize>(mut self) {
        use std::arch::x86_64::{_mm512_fmadd_ps, _mm512_set1_ps};
        let rows = self.walk::<R>();
        let steps = self.block.len() / STEP;
        let panels: [&[Lines]; P] = std::array::from_fn(|p| &self.panel(p)[..steps]);
        let mut sums: [[_; P]; R] = std::array::from_fn(|i| std::array::from_fn(|p| load(self.begin_of(i, p))));
        for k in 0..steps {
            for u in 0..STEP {
                let lines: [_; P] = std::array::from_fn(|p| load(&panels[p][k][u]));
                for i in 0..R {
                    let value = _mm512_set1_ps(rows[i][k][u]);
                    for p in 0..P {
                        sums[i][p] = _mm512_fmadd_ps(value, lines[p], sums[i][p]);
                    }
                }
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            for (p, sums) in sums.into_iter().enumerate() {
                self.store(i, p, &unload(sums));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
type Pair = [std::arch::x86_64::__m256; 2];

/// Puts sixteen values into two registers; the compiler makes one load of each half.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load_pair(v: &[f32; PANEL]) -> Pair {
    use std::arch::x86_64::_mm256_setr_ps;
    [
        _mm256_setr_ps(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]),
        _mm256_setr_ps(v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]),
    ]
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn unload_pair(pair: Pair) -> [f32; PANEL] {
    // SAFETY: two vectors of eight floats and sixteen floats have the same size, and every bit pattern is a float.
    unsafe { std::mem::transmute(pair) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn load(values: &[f32; PANEL]) -> std::arch::x86_64::__m512 {
    // SAFETY: sixteen floats and a vector of them have the same size, and every bit pattern is a float.
    unsafe { std::mem::transmute(*values) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn unload(vector: std::arch::x86_64::__m512) -> [f32; PANEL] {
    // SAFETY: as above.
    unsafe { std::mem::transmute(vector) }
}
