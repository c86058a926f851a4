//! The matrix product: rows as they lie in memory, times a matrix laid out in panels of sixteen columns.
//!
//! A tile of six rows by sixteen columns lives in twelve vector registers while it walks down the shared depth once; the
//! panel it walks stays in the first-level cache for all rows of a block.

use super::{Cpu, Level};

/// Columns of a panel: two vectors of eight.
pub(crate) const PANEL: usize = 16;
/// Depth is walked in steps of this many, so packed matrices are padded to a multiple of it.
pub(crate) const STEP: usize = 4;
const TILE_ROWS: usize = 6;
/// A panel of this depth takes 24 kB of a 32 kB first-level cache.
const DEPTH_BLOCK: usize = 384;
/// Rows of this many times the depth block stay in the second-level cache; a multiple of the tile.
const ROW_BLOCK: usize = 96;

/// Rows of the left matrix: row `i` starts at `values[i * stride]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) values: &'a [f32],
    pub(crate) stride: usize,
    pub(crate) count: usize,
}

/// The right matrix, `depth` by `width`, packed. Invariant: depth is a multiple of `STEP`, width of `PANEL`.
#[derive(Debug, Default)]
pub(crate) struct Panels {
    packed: Vec<f32>,
    depth: usize,
    width: usize,
}

impl Panels {
    /// Packs the matrix whose value at (`depth`, `column`) is `at(depth, column)`, reusing the memory; padding is zero.
    #[inline]
    pub(crate) fn pack(&mut self, depth: usize, width: usize, at: impl Fn(usize, usize) -> f32) {
        self.depth = depth.next_multiple_of(STEP);
        self.width = width.next_multiple_of(PANEL);
        self.packed.clear();
        self.packed.resize(self.depth * self.width, 0.0);
        for (p, panel) in self.packed.chunks_exact_mut(self.depth * PANEL).enumerate() {
            let columns = PANEL.min(width - p * PANEL);
            for (k, line) in panel.chunks_exact_mut(PANEL).take(depth).enumerate() {
                for (j, value) in line.iter_mut().take(columns).enumerate() {
                    *value = at(k, p * PANEL + j);
                }
            }
        }
    }

    /// Packs a linear layer stored as one row per output.
    pub(crate) fn of_linear(weights: &[f32], inputs: usize) -> Self {
        let width = weights.len() / inputs;
        assert!(inputs.is_multiple_of(STEP) && width.is_multiple_of(PANEL), "the layers of the model need no padding");
        let mut packed = vec![0.0; weights.len()];
        for (panel, outputs) in packed.chunks_exact_mut(inputs * PANEL).zip(weights.chunks_exact(inputs * PANEL)) {
            for (j, output) in outputs.chunks_exact(inputs).enumerate() {
                for (line, weight) in panel.chunks_exact_mut(PANEL).zip(output) {
                    line[j] = *weight;
                }
            }
        }
        Self { packed, depth: inputs, width }
    }

    /// Returns the number of inputs, padding included.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the number of columns, padding included.
    pub(crate) fn width(&self) -> usize {
        self.width
    }
}

/// Writes rows × panels (+ bias) into `out`, whose row `i` starts at `out[i * out_stride]`.
pub(crate) fn multiply(cpu: Cpu, rows: Rows<'_>, panels: &Panels, bias: Option<&[f32]>, out: &mut [f32], out_stride: usize) {
    const NO_BIAS: [f32; PANEL] = [0.0; PANEL];
    for top in (0..rows.count).step_by(ROW_BLOCK) {
        let bottom = rows.count.min(top + ROW_BLOCK);
        for start in (0..panels.depth).step_by(DEPTH_BLOCK) {
            let end = panels.depth.min(start + DEPTH_BLOCK);
            for (p, panel) in panels.packed.chunks_exact(panels.depth * PANEL).enumerate() {
                let panel = &panel[start * PANEL..end * PANEL];
                let begin = match bias {
                    _ if start > 0 => None,
                    Some(bias) => Some(&bias[p * PANEL..(p + 1) * PANEL]),
                    None => Some(&NO_BIAS[..]),
                };
                for row in (top..bottom).step_by(TILE_ROWS) {
                    let tile = Tile {
                        rows: &rows.values[row * rows.stride + start..],
                        stride: rows.stride,
                        panel,
                        begin,
                        out: &mut out[row * out_stride + p * PANEL..],
                        out_stride,
                    };
                    tile.run(cpu, TILE_ROWS.min(bottom - row));
                }
            }
        }
    }
}

/// One tile of the product. `begin` is what the sums start from; `None` carries on from what `out` holds.
struct Tile<'a> {
    rows: &'a [f32],
    stride: usize,
    panel: &'a [f32],
    begin: Option<&'a [f32]>,
    out: &'a mut [f32],
    out_stride: usize,
}

impl Tile<'_> {
    fn run(self, cpu: Cpu, count: usize) {
        match count {
            1 => self.dispatch::<1>(cpu),
            2 => self.dispatch::<2>(cpu),
            3 => self.dispatch::<3>(cpu),
            4 => self.dispatch::<4>(cpu),
            5 => self.dispatch::<5>(cpu),
            _ => self.dispatch::<TILE_ROWS>(cpu),
        }
    }

    #[inline(always)]
    fn dispatch<const R: usize>(self, cpu: Cpu) {
        match cpu.0 {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `Level::Avx2` exists only where AVX2 and FMA were detected.
            Level::Avx2 => unsafe { self.avx2::<R>() },
            Level::Portable => self.portable::<R>(),
        }
    }

    /// Returns the depth in steps and the rows cut to it, so that the walk needs one bounds check a step.
    #[inline(always)]
    fn walk<const R: usize>(&self) -> [&[[f32; STEP]]; R] {
        let steps = self.panel.len() / (PANEL * STEP);
        std::array::from_fn(|i| &self.rows[i * self.stride..].as_chunks::<STEP>().0[..steps])
    }

    #[inline(always)]
    fn begin_of(&self, row: usize) -> &[f32; PANEL] {
        let line = self.begin.unwrap_or_else(|| &self.out[row * self.out_stride..]);
        line.first_chunk().expect("a panel is sixteen wide")
    }

    #[inline(always)]
    fn store(&mut self, row: usize, sums: &[f32; PANEL]) {
        self.out[row * self.out_stride..][..PANEL].copy_from_slice(sums);
    }

    fn portable<const R: usize>(mut self) {
        let rows = self.walk::<R>();
        let mut sums: [[f32; PANEL]; R] = std::array::from_fn(|i| *self.begin_of(i));
        for (k, lines) in self.panel.as_chunks::<PANEL>().0.as_chunks::<STEP>().0.iter().enumerate() {
            for (u, line) in lines.iter().enumerate() {
                for (row, sums) in rows.iter().zip(&mut sums) {
                    for (sum, weight) in sums.iter_mut().zip(line) {
                        *sum += row[k][u] * weight;
                    }
                }
            }
        }
        for (i, sums) in sums.iter().enumerate() {
            self.store(i, sums);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn avx2<const R: usize>(mut self) {
        use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps};
        let rows = self.walk::<R>();
        let steps = self.panel.as_chunks::<PANEL>().0.as_chunks::<STEP>().0;
        let mut sums: [_; R] = std::array::from_fn(|i| load(self.begin_of(i)));
        for k in 0..steps.len() {
            let values: [&[f32; STEP]; R] = std::array::from_fn(|i| &rows[i][k]);
            for u in 0..STEP {
                let [left, right] = load(&steps[k][u]);
                for i in 0..R {
                    let value = _mm256_set1_ps(values[i][u]);
                    sums[i][0] = _mm256_fmadd_ps(value, left, sums[i][0]);
                    sums[i][1] = _mm256_fmadd_ps(value, right, sums[i][1]);
                }
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            self.store(i, &unload(sums));
        }
    }
}

#[cfg(target_arch = "x86_64")]
type Pair = [std::arch::x86_64::__m256; 2];

/// Puts sixteen values into two registers; the compiler makes one load of each half.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load(v: &[f32; PANEL]) -> Pair {
    use std::arch::x86_64::_mm256_setr_ps;
    [
        _mm256_setr_ps(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]),
        _mm256_setr_ps(v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]),
    ]
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn unload(pair: Pair) -> [f32; PANEL] {
    #[allow(unsafe_code)]
    // SAFETY: two vectors of eight floats and sixteen floats have the same size, and every bit pattern is a float.
    unsafe {
        std::mem::transmute(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1u32 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    fn exact(a: &[f32], weights: &[f32], depth: usize, row: usize, column: usize) -> f64 {
        (0..depth).map(|k| f64::from(a[row * depth + k]) * f64::from(weights[column * depth + k])).sum()
    }

    #[test]
    fn products_of_every_shape_agree_with_the_definition() {
        for (count, depth, width) in [(1, 384, 32), (7, 384, 48), (100, 1536, 16), (13, 32, 16), (5, 4, 160)] {
            let (a, weights, bias) = (noise(count * depth, 1), noise(width * depth, 2), noise(width, 3));
            let panels = Panels::of_linear(&weights, depth);
            for cpu in [Cpu::detect(), Cpu::portable()] {
                let mut out = vec![f32::NAN; count * width];
                multiply(cpu, Rows { values: &a, stride: depth, count }, &panels, Some(&bias), &mut out, width);
                for (i, value) in out.iter().enumerate() {
                    let want = exact(&a, &weights, depth, i / width, i % width) + f64::from(bias[i % width]);
                    assert!((f64::from(*value) - want).abs() < 1e-3, "{value} is not {want}");
                }
            }
        }
    }

    #[test]
    fn a_row_does_not_notice_its_neighbours() {
        let (a, weights) = (noise(100 * 1536, 4), noise(48 * 1536, 5));
        let panels = Panels::of_linear(&weights, 1536);
        let run = |rows: &[f32]| {
            let mut out = vec![0.0; rows.len() / 1536 * 48];
            let rows = Rows { values: rows, stride: 1536, count: rows.len() / 1536 };
            multiply(Cpu::detect(), rows, &panels, None, &mut out, 48);
            out
        };
        let together = run(&a);
        for row in [0, 5, 41, 95, 96, 99] {
            assert_eq!(run(&a[row * 1536..(row + 1) * 1536]), together[row * 48..(row + 1) * 48]);
        }
    }
}
