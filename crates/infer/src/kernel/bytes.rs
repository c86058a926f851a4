//! The matrix product with weights in bytes: rows rounded to two bytes of their own scale, times weights that were stored rounded.
//!
//! Sums are whole numbers, so that every kind of processor gets the same bits in whatever order it adds. Where one has instructions
//! for it (AVX-512 VNNI) it is twice as quick as with floats, elsewhere no slower. One byte a value would be twice as quick again, but
//! then the rounding of each layer decides the rounding of the next, and no two programs agree on what comes out.

mod tile;

use super::{Cpu, product::PANEL};
use tile::{Columns, Tile};

/// Depth is walked in steps of this many weights: what a processor multiplies and adds at once.
const STEP: usize = 4;
/// Rows that stay in the second-level cache while all panels pass by.
const ROW_BLOCK: usize = 96;
/// What is added to the upper byte of a value, so that it is stored without a sign.
const ZERO: u8 = 128;

/// Signed bytes whose sum two bytes hold, whatever they are.
const HELD: usize = 128;

/// Rows of a tile, and panels that it spans.
const ROWS: usize = 4;
const GROUP: usize = 2;

/// One step of a panel: four bytes of each of its columns.
type Lines = [i8; STEP * PANEL];
/// One step of a tile: of each of its rows the upper bytes of four values, `ZERO` higher, and the lower ones. Four bytes are one word,
/// which a processor spreads over a register straight from memory.
type Planes = [[i32; 2]; ROWS];

/// Rows of the left matrix, each rounded to whole multiples of its own scale.
#[derive(Debug, Default)]
pub(crate) struct Rounded {
    values: Vec<i16>,
    /// The same tile by tile, only where the processor takes them so; rows that are not there are nothing.
    tiles: Vec<Planes>,
    scales: Vec<f32>,
    depth: usize,
}

impl Rounded {
    /// Rounds rows of `depth` values, reusing the memory.
    pub(crate) fn take(&mut self, cpu: Cpu, rows: &[f32], depth: usize) {
        self.depth = depth;
        self.values.resize(rows.len(), 0);
        self.scales.resize(rows.len() / depth, 0.0);
        super::round(cpu, rows, &mut self.values, &mut self.scales);
        if tile::takes_bytes(cpu) {
            self.lay_out();
        }
    }

    fn lay_out(&mut self) {
        let steps = self.depth / STEP;
        self.tiles.resize(self.scales.len().div_ceil(ROWS) * steps, Planes::default());
        for (at, row) in self.values.chunks_exact(self.depth).enumerate() {
            let tile = &mut self.tiles[at / ROWS * steps..][..steps];
            for (planes, values) in tile.iter_mut().zip(row.as_chunks::<STEP>().0) {
                let bytes = values.map(i16::to_le_bytes);
                planes[at % ROWS] = [bytes.map(|[_, upper]| upper ^ ZERO), bytes.map(|[lower, _]| lower)].map(i32::from_le_bytes);
            }
        }
    }

    /// The tile whose first row is `first`.
    fn tile(&self, first: usize) -> &[Planes] {
        let steps = self.depth / STEP;
        &self.tiles[first / ROWS * steps..][..steps]
    }
}

/// Weights in bytes, one scale a column, packed for the processor. Invariant: depth is a multiple of `STEP`, width of a group's.
#[derive(Debug)]
pub(crate) struct BytePanels {
    packed: Vec<Lines>,
    scales: Vec<f32>,
    /// What `ZERO` in every place of a row would add to each column.
    excess: Vec<i32>,
    depth: usize,
}

impl BytePanels {
    /// Packs a linear layer stored as one row per output, with one scale each.
    pub(crate) fn of_linear(weights: &[u8], inputs: usize, scales: Vec<f32>) -> Self {
        assert!(
            inputs.is_multiple_of(STEP) && scales.len().is_multiple_of(GROUP * PANEL),
            "the layers of the model need no padding"
        );
        let mut packed = vec![[0; STEP * PANEL]; weights.len() / (STEP * PANEL)];
        for (panel, outputs) in packed.chunks_exact_mut(inputs / STEP).zip(weights.chunks_exact(inputs * PANEL)) {
            for (j, output) in outputs.chunks_exact(inputs).enumerate() {
                for (lines, weights) in panel.iter_mut().zip(output.as_chunks::<STEP>().0) {
                    *lines.as_chunks_mut().0[j..].first_mut().expect("a panel has sixteen columns") =
                        weights.map(u8::cast_signed);
                }
            }
        }
        let excess = weights.chunks_exact(inputs).map(|output| i32::from(ZERO) * sum(output)).collect();
        Self { packed, scales, excess, depth: inputs }
    }

    /// Puts the columns of another one, as deep as this one, behind its own.
    pub(crate) fn join(mut self, other: Self) -> Self {
        assert_eq!(self.depth, other.depth, "what is joined takes the same rows");
        self.packed.extend(other.packed);
        self.scales.extend(other.scales);
        self.excess.extend(other.excess);
        self
    }

    /// Returns the number of inputs.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the number of columns.
    pub(crate) fn width(&self) -> usize {
        self.scales.len()
    }
}

/// Adds signed bytes up, in words of two bytes as long as those hold: a hundred million of them are added whenever weights are loaded.
fn sum(bytes: &[u8]) -> i32 {
    bytes.chunks(HELD).map(|some| i32::from(some.iter().map(|byte| i16::from(byte.cast_signed())).sum::<i16>())).sum()
}

/// Writes rows × panels + bias into `out`, row after row.
pub(crate) fn multiply_bytes(cpu: Cpu, rows: &Rounded, panels: &BytePanels, bias: &[f32], out: &mut [f32]) {
    let (count, width) = (rows.scales.len(), panels.width());
    for top in (0..count).step_by(ROW_BLOCK) {
        let bottom = count.min(top + ROW_BLOCK);
        for (g, group) in panels.packed.chunks_exact(panels.depth / STEP * GROUP).enumerate() {
            let first = g * GROUP * PANEL;
            let own = first..first + GROUP * PANEL;
            let columns = Columns { scales: &panels.scales[own.clone()], excess: &panels.excess[own.clone()], bias: &bias[own] };
            for row in (top..bottom).step_by(ROWS) {
                let out = &mut out[row * width + first..];
                Tile { rows, first: row, count: ROWS.min(bottom - row), group, columns, out, out_stride: width }.run(cpu);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(count: usize, seed: u32) -> impl Iterator<Item = i8> {
        let mut state = seed;
        let next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 24) as u8 as i8).max(-127)
        };
        std::iter::repeat_with(next).take(count)
    }

    /// Every count of rows that a tile can have, one group of panels and many, and the largest sums there can be.
    #[test]
    fn sums_are_exact_on_every_processor() {
        for (count, depth, width) in [(1, 768, 32), (7, 64, 96), (205, 3072, 32), (13, 4, 128)] {
            let value = |i: usize, v: i8| if i.is_multiple_of(depth) || i < depth { 32767.0 } else { f32::from(v) * 257.0 };
            let rows: Vec<f32> = noise(count * depth, 1).enumerate().map(|(i, v)| value(i, v)).collect();
            let weights: Vec<i8> = noise(width * depth, 2).enumerate().map(|(i, w)| if i < depth { 127 } else { w }).collect();
            let stored: Vec<u8> = weights.iter().map(|w| w.cast_unsigned()).collect();
            let panels = BytePanels::of_linear(&stored, depth, vec![0.5; width]);
            for cpu in Cpu::all() {
                let (mut rounded, mut out) = (Rounded::default(), vec![f32::NAN; count * width]);
                rounded.take(cpu, &rows, depth);
                multiply_bytes(cpu, &rounded, &panels, &vec![1.0; width], &mut out);
                for (i, value) in out.iter().enumerate() {
                    let (row, column) = (&rows[i / width * depth..][..depth], &weights[i % width * depth..][..depth]);
                    let want: i64 = row.iter().zip(column).map(|(x, w)| *x as i64 * i64::from(*w)).sum();
                    assert_eq!(*value, want as f32 * 0.5 + 1.0, "row {}, column {}", i / width, i % width);
                }
            }
        }
    }

    #[test]
    fn the_largest_bytes_are_added_without_a_slip() {
        assert_eq!(sum(&[0x80; 1000]), -128_000);
        assert_eq!(sum(&[0x7f; 1000]), 127_000);
        assert_eq!(sum(&[0xff, 0x02, 0x00]), 1);
    }

    #[test]
    fn a_row_is_rounded_to_its_own_largest_value_and_nothing_stays_nothing() {
        for cpu in Cpu::all() {
            let mut rounded = Rounded::default();
            rounded.take(cpu, &[0.5, -1.0, 0.25, 0.0, 0.0, 0.0, 0.0, -0.0], 4);
            assert_eq!(rounded.values, [16384, -32767, 8192, 0, 0, 0, 0, 0]);
            assert_eq!(rounded.scales, [1.0 / 32767.0, 0.0]);
        }
    }
}
