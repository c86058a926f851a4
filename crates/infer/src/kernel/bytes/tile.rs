//! One tile of the product with bytes, in the registers of each kind of processor.

use super::super::{Cpu, Level, product::PANEL};
use super::{Lines, Rounded, STEP};

/// Most rows and panels that a tile spans.
const ROWS_MAX: usize = 4;
const PANELS_MAX: usize = 2;
/// Steps until a sum of whole products of two bytes and one could grow out of its register.
#[cfg(target_arch = "x86_64")]
const STEPS_MAX: usize = 128;

/// How many rows and panels a tile spans.
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) panels: usize,
}

/// Returns the largest tile whose sums stay in registers.
pub(super) fn shape(cpu: Cpu) -> Shape {
    if takes_bytes(cpu) { Shape { rows: ROWS_MAX, panels: PANELS_MAX } } else { Shape { rows: 2, panels: 1 } }
}

/// Whether the processor multiplies bytes and adds four products at once.
#[cfg(target_arch = "x86_64")]
pub(super) fn takes_bytes(cpu: Cpu) -> bool {
    cpu.0 == Level::Avx512 && std::arch::is_x86_feature_detected!("avx512vnni")
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn takes_bytes(_: Cpu) -> bool {
    false
}

/// What belongs to the columns of a tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns<'a> {
    pub(super) scales: &'a [f32],
    /// What `ZERO` in every place of a row would add to each of them.
    pub(super) excess: &'a [i32],
    pub(super) bias: &'a [f32],
}

/// One tile: rows from `first` on times one panel or two, which lie one behind the other.
pub(super) struct Tile<'a> {
    pub(super) rows: &'a Rounded,
    pub(super) first: usize,
    pub(super) group: &'a [Lines],
    pub(super) columns: Columns<'a>,
    pub(super) out: &'a mut [f32],
    pub(super) out_stride: usize,
}

impl Tile<'_> {
    pub(super) fn run(self, cpu: Cpu, rows: usize) {
        match rows {
            1 => self.dispatch::<1>(cpu),
            2 => self.dispatch::<2>(cpu),
            3 => self.dispatch::<3>(cpu),
            _ => self.dispatch::<4>(cpu),
        }
    }

    #[inline(always)]
    #[allow(unsafe_code)]
    fn dispatch<const R: usize>(self, cpu: Cpu) {
        match cpu.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the instructions were detected.
            Level::Avx512 if takes_bytes(cpu) && self.columns.bias.len() > PANEL => unsafe { self.vnni::<R, 2>() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx512 if takes_bytes(cpu) => unsafe { self.vnni::<R, 1>() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: both levels exist only where AVX2 was detected.
            Level::Avx512 | Level::Avx2 => unsafe { self.avx2::<R>() },
            Level::Portable => self.portable::<R>(),
        }
    }

    /// Returns some rows of one plane of the values, in steps.
    #[inline(always)]
    fn plane<'a, T, const R: usize>(&self, plane: &'a [T]) -> [&'a [[T; STEP]]; R] {
        let depth = self.rows.depth;
        std::array::from_fn(|i| plane[(self.first + i) * depth..][..depth].as_chunks().0)
    }

    /// Scales the sums of one panel for one row, whole numbers below 2^53, and writes them out.
    #[inline(always)]
    fn store(&mut self, row: usize, p: usize, sums: &[f64; PANEL]) {
        let scale = self.rows.scales[self.first + row];
        let (scales, bias) = (panel_of(self.columns.scales, p), panel_of(self.columns.bias, p));
        let out: &mut [f32; PANEL] =
            self.out[row * self.out_stride + p * PANEL..].first_chunk_mut().expect("a panel has sixteen columns");
        for j in 0..PANEL {
            out[j] = sums[j] as f32 * (scale * scales[j]) + bias[j];
        }
    }

    fn portable<const R: usize>(mut self) {
        let rows = self.plane::<_, R>(&self.rows.values);
        let mut sums = [[0.0; PANEL]; R];
        for (k, lines) in self.group.iter().enumerate() {
            for (row, sums) in rows.iter().zip(&mut sums) {
                for (sum, weights) in sums.iter_mut().zip(lines.as_chunks::<STEP>().0) {
                    *sum += f64::from(row[k].iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum::<i32>());
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            self.store(row, 0, sums);
        }
    }

    /// Four products and their sum for each of sixteen columns in one instruction, which wants values without a sign: once for the
    /// upper bytes and once for the lower ones.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
    fn vnni<const R: usize, const P: usize>(mut self) {
        use std::arch::x86_64::{_mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_sub_epi32};
        let steps = self.rows.depth / STEP;
        let [upper, lower] = [&self.rows.upper, &self.rows.lower].map(|plane| self.plane::<_, R>(plane).map(|row| &row[..steps]));
        let panels: [&[Lines]; P] = std::array::from_fn(|p| &self.group[p * steps..][..steps]);
        let nothing = _mm512_setzero_si512();
        let begin: [_; P] = std::array::from_fn(|p| _mm512_sub_epi32(nothing, filled(panel_of(self.columns.excess, p))));
        let mut high = [begin; R];
        let mut low = [[nothing; P]; R];
        for k in 0..steps {
            let lines: [_; P] = std::array::from_fn(|p| wide(&panels[p][k]));
            for i in 0..R {
                let above = _mm512_set1_epi32(i32::from_le_bytes(upper[i][k]));
                let below = _mm512_set1_epi32(i32::from_le_bytes(lower[i][k]));
                for p in 0..P {
                    high[i][p] = _mm512_dpbusd_epi32(high[i][p], above, lines[p]);
                    low[i][p] = _mm512_dpbusd_epi32(low[i][p], below, lines[p]);
                }
            }
        }
        for (row, (high, low)) in high.into_iter().zip(low).enumerate() {
            for (p, (high, low)) in high.into_iter().zip(low).enumerate() {
                let (high, low) = (words(high), words(low));
                self.store(row, p, &std::array::from_fn(|j| f64::from(high[j]) * 256.0 + f64::from(low[j])));
            }
        }
    }

    /// Two products and their sum for eight places in one instruction: four columns at once, of two sums each.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn avx2<const R: usize>(mut self) {
        use std::arch::x86_64::{_mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi64x, _mm256_setzero_si256};
        let steps = self.rows.depth / STEP;
        let (rows, panel) = (self.plane::<_, R>(&self.rows.values).map(|row| &row[..steps]), &self.group[..steps]);
        let mut all = [[0.0; PANEL]; R];
        for start in (0..steps).step_by(STEPS_MAX) {
            let mut sums = [[_mm256_setzero_si256(); STEP]; R];
            for k in start..steps.min(start + STEPS_MAX) {
                let quarters = quarters(&panel[k]);
                for i in 0..R {
                    let values = _mm256_set1_epi64x(together(rows[i][k]));
                    for (sum, quarter) in sums[i].iter_mut().zip(quarters) {
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_cvtepi8_epi16(quarter), values));
                    }
                }
            }
            for (all, sums) in all.iter_mut().zip(sums) {
                let pairs = pairs(sums);
                all.iter_mut().zip(pairs).for_each(|(sum, [one, other])| *sum += f64::from(one) + f64::from(other));
            }
        }
        for (row, sums) in all.iter().enumerate() {
            self.store(row, 0, sums);
        }
    }
}

/// What belongs to the columns of one panel.
#[inline(always)]
fn panel_of<T>(all: &[T], p: usize) -> &[T; PANEL] {
    all[p * PANEL..].first_chunk().expect("a panel has sixteen columns")
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn wide(lines: &Lines) -> std::arch::x86_64::__m512i {
    // SAFETY: sixty-four bytes and a vector of them have the same size, and every bit pattern is a number.
    unsafe { std::mem::transmute(*lines) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn filled(words: &[i32; PANEL]) -> std::arch::x86_64::__m512i {
    // SAFETY: as above, with sixteen words.
    unsafe { std::mem::transmute(*words) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn words(vector: std::arch::x86_64::__m512i) -> [i32; PANEL] {
    // SAFETY: as above.
    unsafe { std::mem::transmute(vector) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn quarters(lines: &Lines) -> [std::arch::x86_64::__m128i; STEP] {
    // SAFETY: four vectors of sixteen bytes have the size of sixty-four.
    unsafe { std::mem::transmute(*lines) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn together(values: [i16; STEP]) -> i64 {
    // SAFETY: four values of two bytes have the size of one of eight.
    unsafe { std::mem::transmute(values) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn pairs(sums: [std::arch::x86_64::__m256i; STEP]) -> [[i32; 2]; PANEL] {
    // SAFETY: four vectors of eight words have the size of sixteen pairs.
    unsafe { std::mem::transmute(sums) }
}
