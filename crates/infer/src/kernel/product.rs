//! The matrix product: rows as they lie in memory, times a matrix laid out in panels of sixteen columns.
//!
//! A tile of some rows by one or two panels lives in vector registers while it walks down the shared depth once; the panels it
//! walks stay in the first-level cache for all rows of a block. Every value of the result is one chain of sums down the depth, so
//! the shape of the tile changes no bit of it.

mod tile;

use super::Cpu;
use tile::Tile;

/// Columns of a panel: one vector of sixteen, or two of eight.
pub(crate) const PANEL: usize = 16;
/// Depth is walked in steps of this many, so packed matrices are padded to a multiple of it.
pub(crate) const STEP: usize = 4;
/// A panel of this depth takes 24 kB of a first-level cache of 32; two of them 48 kB, all of it where vectors have sixteen lanes.
const DEPTH_BLOCK: usize = 384;
/// Rows of this many times the depth block stay in the second-level cache; a multiple of every tile.
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

    /// Puts the columns of another one, as deep as this one, behind its own.
    pub(crate) fn join(mut self, other: Self) -> Self {
        assert_eq!(self.depth, other.depth, "what is joined takes the same rows");
        self.packed.extend(other.packed);
        self.width += other.width;
        self
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
    const NO_BIAS: [f32; tile::PANELS_MAX * PANEL] = [0.0; tile::PANELS_MAX * PANEL];
    let shape = tile::shape(cpu);
    for top in (0..rows.count).step_by(ROW_BLOCK) {
        let bottom = rows.count.min(top + ROW_BLOCK);
        for start in (0..panels.depth).step_by(DEPTH_BLOCK) {
            let end = panels.depth.min(start + DEPTH_BLOCK);
            for (g, group) in panels.packed.chunks(panels.depth * PANEL * shape.panels).enumerate() {
                let column = g * shape.panels * PANEL;
                let begin = match bias {
                    _ if start > 0 => None,
                    Some(bias) => Some(&bias[column..]),
                    None => Some(&NO_BIAS[..]),
                };
                for row in (top..bottom).step_by(shape.rows) {
                    let tile = Tile {
                        rows: &rows.values[row * rows.stride + start..],
                        stride: rows.stride,
                        group,
                        depth: panels.depth,
                        block: start..end,
                        begin,
                        out: &mut out[row * out_stride + column..],
                        out_stride,
                    };
                    tile.run(cpu, shape.rows.min(bottom - row));
                }
            }
        }
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
        for (count, depth, width) in [(1, 384, 32), (7, 384, 48), (100, 1536, 16), (13, 32, 16), (5, 4, 160), (11, 768, 80)] {
            let (a, weights, bias) = (noise(count * depth, 1), noise(width * depth, 2), noise(width, 3));
            let panels = Panels::of_linear(&weights, depth);
            for cpu in Cpu::all() {
                let mut out = vec![f32::NAN; count * width];
                multiply(cpu, Rows { values: &a, stride: depth, count }, &panels, Some(&bias), &mut out, width);
                for (i, value) in out.iter().enumerate() {
                    let want = exact(&a, &weights, depth, i / width, i % width) + f64::from(bias[i % width]);
                    assert!((f64::from(*value) - want).abs() < 1e-3, "{value} is not {want}");
                }
            }
        }
    }

    /// So that a check answers the same on every machine that fuses a product and a sum.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn wider_registers_change_no_bit() {
        let (a, weights, bias) = (noise(53 * 1536, 6), noise(80 * 1536, 7), noise(80, 8));
        let panels = Panels::of_linear(&weights, 1536);
        let results = Cpu::fused().map(|cpu| {
            let mut out = vec![f32::NAN; 53 * 80];
            multiply(cpu, Rows { values: &a, stride: 1536, count: 53 }, &panels, Some(&bias), &mut out, 80);
            out
        });
        let all: Vec<_> = results.collect();
        assert!(all.windows(2).all(|two| two[0] == two[1]));
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
