//! One tile of the product with bytes, in the registers of each kind of processor.

use super::super::{Cpu, Level, product::PANEL};
use super::{Lines, Rounded, STEP};
use std::ops::Range;

/// Most rows and panels that a tile spans.
const ROWS_MAX: usize = 4;
const PANELS_MAX: usize = 2;
/// Steps until a sum of whole products of two bytes and one could grow out of its register.
#[cfg(target_arch = "x86_64")]
const STEPS_MAX: usize = 128;

/// The sums of a tile, a line for each row: whole numbers below 2^53.
pub(super) type Sums = [[f64; PANELS_MAX * PANEL]; ROWS_MAX];

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

/// Returns the sums of the products of `here` with the panels of `group`, which lie one behind the other; `excess` is what `ZERO` in
/// every place of a row would add to each of their columns.
pub(super) fn sums(cpu: Cpu, rows: &Rounded, here: Range<usize>, group: &[Lines], excess: &[i32]) -> Sums {
    match here.len() {
        1 => dispatch::<1>(cpu, rows, here.start, group, excess),
        2 => dispatch::<2>(cpu, rows, here.start, group, excess),
        3 => dispatch::<3>(cpu, rows, here.start, group, excess),
        _ => dispatch::<4>(cpu, rows, here.start, group, excess),
    }
}

#[inline(always)]
#[allow(unsafe_code)]
fn dispatch<const R: usize>(cpu: Cpu, rows: &Rounded, first: usize, group: &[Lines], excess: &[i32]) -> Sums {
    let values: [&[[i16; STEP]]; R] = std::array::from_fn(|i| rows.row(&rows.values, first + i));
    match cpu.0 {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 if takes_bytes(cpu) => {
            let plane = |plane| std::array::from_fn::<&[[u8; STEP]], R, _>(|i| rows.row(plane, first + i));
            let bytes = [plane(&rows.upper), plane(&rows.lower)];
            // SAFETY: the instructions were detected.
            unsafe { if group.len() > values[0].len() { vnni::<R, 2>(bytes, group, excess) } else { vnni::<R, 1>(bytes, group, excess) } }
        }
        #[cfg(target_arch = "x86_64")]
        // SAFETY: both levels exist only where AVX2 was detected.
        Level::Avx512 | Level::Avx2 => unsafe { avx2::<R>(values, group) },
        Level::Portable => portable::<R>(values, group),
    }
}

fn portable<const R: usize>(rows: [&[[i16; STEP]]; R], panel: &[Lines]) -> Sums {
    let mut sums = Sums::default();
    for (k, lines) in panel.iter().enumerate() {
        for (row, sums) in rows.iter().zip(&mut sums) {
            for (sum, weights) in sums.iter_mut().zip(lines.as_chunks::<STEP>().0) {
                *sum += f64::from(row[k].iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum::<i32>());
            }
        }
    }
    sums
}

/// Four products and their sum for each of sixteen columns in one instruction, which wants values without a sign: once for the upper
/// bytes and once for the lower ones.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vnni")]
fn vnni<const R: usize, const P: usize>(bytes: [[&[[u8; STEP]]; R]; 2], group: &[Lines], excess: &[i32]) -> Sums {
    use std::arch::x86_64::{_mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_sub_epi32};
    let steps = bytes[0][0].len();
    let [upper, lower] = bytes.map(|rows| rows.map(|row| &row[..steps]));
    let panels: [&[Lines]; P] = std::array::from_fn(|p| &group[p * steps..][..steps]);
    let nothing = _mm512_setzero_si512();
    let begin: [_; P] = std::array::from_fn(|p| _mm512_sub_epi32(nothing, filled(&excess[p * PANEL..])));
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
    let mut out = Sums::default();
    for (out, (high, low)) in out.iter_mut().zip(high.into_iter().zip(low)) {
        for (out, (high, low)) in out.chunks_exact_mut(PANEL).zip(high.into_iter().zip(low)) {
            for (sum, (high, low)) in out.iter_mut().zip(words(high).into_iter().zip(words(low))) {
                *sum = f64::from(high) * 256.0 + f64::from(low);
            }
        }
    }
    out
}

/// Two products and their sum for eight places in one instruction: four columns at once, of two sums each.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const R: usize>(rows: [&[[i16; STEP]]; R], panel: &[Lines]) -> Sums {
    use std::arch::x86_64::{_mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi64x, _mm256_setzero_si256};
    let steps = rows[0].len();
    let (rows, panel) = (rows.map(|row| &row[..steps]), &panel[..steps]);
    let mut out = Sums::default();
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
        for (out, sums) in out.iter_mut().zip(sums) {
            let pairs = pairs(sums);
            out.iter_mut().zip(pairs).for_each(|(sum, [one, other])| *sum += f64::from(one) + f64::from(other));
        }
    }
    out
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
fn filled(words: &[i32]) -> std::arch::x86_64::__m512i {
    let words: [i32; PANEL] = *words.first_chunk().expect("a panel has sixteen columns");
    // SAFETY: as above, with sixteen words.
    unsafe { std::mem::transmute(words) }
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
