//! One tile of the product with bytes, in the registers of each kind of processor.

use super::super::{Cpu, Level, product::PANEL};
use super::{GROUP, Lines, ROWS, Rounded, STEP};

/// Steps until a sum of whole products of two bytes and one could grow out of its register.
#[cfg(target_arch = "x86_64")]
const STEPS_MAX: usize = 128;

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

/// One tile: rows from `first` on, a whole number of tiles from the top, times a group of panels that lie one behind the other.
pub(super) struct Tile<'a> {
    pub(super) rows: &'a Rounded,
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) group: &'a [Lines],
    pub(super) columns: Columns<'a>,
    pub(super) out: &'a mut [f32],
    pub(super) out_stride: usize,
}

impl Tile<'_> {
    #[allow(unsafe_code)]
    pub(super) fn run(self, cpu: Cpu) {
        match cpu.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the instructions were detected.
            Level::Avx512 if takes_bytes(cpu) => unsafe { self.vnni() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: both levels exist only where AVX2 was detected.
            Level::Avx512 | Level::Avx2 => unsafe { self.avx2() },
            Level::Portable => self.portable(),
        }
    }

    /// Returns one row, in steps.
    #[inline(always)]
    fn row(&self, at: usize) -> &[[i16; STEP]] {
        self.rows.values[(self.first + at) * self.rows.depth..][..self.rows.depth].as_chunks().0
    }

    /// Returns one panel of the group.
    #[inline(always)]
    fn panel(&self, p: usize) -> &[Lines] {
        let steps = self.rows.depth / STEP;
        &self.group[p * steps..][..steps]
    }

    /// Scales the sums of one panel for one row and writes them out.
    #[inline(always)]
    fn store(&mut self, row: usize, p: usize, sums: &[f32; PANEL]) {
        let scale = self.rows.scales[self.first + row];
        let (scales, bias) = (panel_of(self.columns.scales, p), panel_of(self.columns.bias, p));
        let out: &mut [f32; PANEL] =
            self.out[row * self.out_stride + p * PANEL..].first_chunk_mut().expect("a panel has sixteen columns");
        for ((out, sum), (own, bias)) in out.iter_mut().zip(sums).zip(scales.iter().zip(bias)) {
            *out = *sum * (scale * own) + bias;
        }
    }

    fn portable(mut self) {
        for (row, p) in (0..self.count).flat_map(|row| (0..GROUP).map(move |p| (row, p))) {
            let mut sums = [0.0; PANEL];
            for (values, lines) in self.row(row).iter().zip(self.panel(p)) {
                for (sum, weights) in sums.iter_mut().zip(lines.as_chunks::<STEP>().0) {
                    *sum += f64::from(values.iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum::<i32>());
                }
            }
            self.store(row, p, &rounded(&sums));
        }
    }

    /// Four products and their sum for each of sixteen columns in one instruction, which wants values without a sign: once for the
    /// upper bytes and once for the lower ones.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
    fn vnni(mut self) {
        use std::arch::x86_64::{_mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_sub_epi32};
        let nothing = _mm512_setzero_si512();
        let begin: [_; GROUP] = std::array::from_fn(|p| _mm512_sub_epi32(nothing, filled(panel_of(self.columns.excess, p))));
        let mut high = [begin; ROWS];
        let mut low = [[nothing; GROUP]; ROWS];
        for ((left, right), planes) in self.panel(0).iter().zip(self.panel(1)).zip(self.rows.tile(self.first)) {
            let lines = [wide(left), wide(right)];
            for ((planes, high), low) in planes.iter().zip(&mut high).zip(&mut low) {
                let [above, below] = [_mm512_set1_epi32(planes[0]), _mm512_set1_epi32(planes[1])];
                for ((high, low), lines) in high.iter_mut().zip(low).zip(lines) {
                    *high = _mm512_dpbusd_epi32(*high, above, lines);
                    *low = _mm512_dpbusd_epi32(*low, below, lines);
                }
            }
        }
        // Counted out, so that no sum leaves its register before it is scaled.
        for row in 0..ROWS {
            if row == self.count {
                break;
            }
            for p in 0..GROUP {
                self.store_words(row, p, high[row][p], low[row][p]);
            }
        }
    }

    /// Stores the sums of upper and lower bytes of one panel for one row: the same arithmetic as [`Tile::store`].
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f,avx2,fma")]
    fn store_words(&mut self, row: usize, p: usize, high: std::arch::x86_64::__m512i, low: std::arch::x86_64::__m512i) {
        use std::arch::x86_64::{
            _mm512_castsi512_si256, _mm512_cvtepi32_pd, _mm512_cvtpd_ps, _mm512_extracti64x4_epi64, _mm512_fmadd_pd,
            _mm512_set1_pd,
        };
        let halves =
            |words| [_mm512_castsi512_si256(words), _mm512_extracti64x4_epi64::<1>(words)].map(|half| _mm512_cvtepi32_pd(half));
        let ([high, high_after], [low, low_after]) = (halves(high), halves(low));
        let whole = |high, low| _mm512_cvtpd_ps(_mm512_fmadd_pd(high, _mm512_set1_pd(256.0), low));
        self.store(row, p, &numbers([whole(high, low), whole(high_after, low_after)]));
    }

    /// Two products and their sum for eight places in one instruction: four columns at once, of two sums each.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn avx2(mut self) {
        let mut row = 0;
        while row < self.count {
            for p in 0..GROUP {
                if self.count - row > 1 { self.avx2_rows::<2>(row, p) } else { self.avx2_rows::<1>(row, p) }
            }
            row += 2;
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn avx2_rows<const R: usize>(&mut self, first: usize, p: usize) {
        use std::arch::x86_64::{
            _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi64x, _mm256_setzero_si256,
        };
        let steps = self.rows.depth / STEP;
        let (rows, panel): ([&[[i16; STEP]]; R], _) =
            (std::array::from_fn(|i| &self.row(first + i)[..steps]), &self.panel(p)[..steps]);
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
            self.store(first + row, p, &rounded(sums));
        }
    }
}

/// Sums that are whole numbers below 2^53, rounded for the first time.
#[inline(always)]
fn rounded(sums: &[f64; PANEL]) -> [f32; PANEL] {
    sums.map(|sum| sum as f32)
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
fn numbers(halves: [std::arch::x86_64::__m256; 2]) -> [f32; PANEL] {
    // SAFETY: as above, with two vectors of eight numbers.
    unsafe { std::mem::transmute(halves) }
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
