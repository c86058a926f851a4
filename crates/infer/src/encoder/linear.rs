//! One linear layer, with weights in floats or in bytes as the file has them.

use super::HEADS;
use crate::kernel::{self, BytePanels, Cpu, Panels, Rounded, Rows};
use crate::weights::{Tensors, WeightsError};

/// The memory in which rows are rounded.
pub(super) type Room = Rounded;

#[derive(Debug)]
pub(super) struct Linear {
    panels: Stored,
    bias: Vec<f32>,
}

#[derive(Debug)]
enum Stored {
    Floats(Panels),
    Bytes(BytePanels),
}

impl Linear {
    pub(super) fn load(tensors: &mut Tensors, prefix: &str, inputs: usize, outputs: usize) -> Result<Self, WeightsError> {
        let bias = tensors.take(&format!("{prefix}.bias"), &[outputs])?;
        Ok(Self { panels: Stored::load(tensors, prefix, [outputs, inputs], 1.0)?, bias })
    }

    /// Joins the three projections into one; the query carries the 1/√d of the attention scores.
    pub(super) fn load_qkv(tensors: &mut Tensors, prefix: &str, width: usize) -> Result<Self, WeightsError> {
        let mut joined: Option<Stored> = None;
        let mut bias = Vec::with_capacity(3 * width);
        for (name, factor) in [("query", 1.0 / ((width / HEADS) as f32).sqrt()), ("key", 1.0), ("value", 1.0)] {
            let part = Stored::load(tensors, &format!("{prefix}.{name}"), [width, width], factor)?;
            joined = Some(match joined {
                Some(before) => before.join(part).ok_or_else(|| WeightsError::Missing(format!("{prefix}.{name}.scale")))?,
                None => part,
            });
            bias.extend(tensors.take(&format!("{prefix}.{name}.bias"), &[width])?.iter().map(|b| b * factor));
        }
        Ok(Self { panels: joined.expect("three were joined"), bias })
    }

    /// Returns how wide the rows are that it takes.
    pub(super) fn inputs(&self) -> usize {
        match &self.panels {
            Stored::Floats(panels) => panels.depth(),
            Stored::Bytes(panels) => panels.depth(),
        }
    }

    pub(super) fn apply(&self, cpu: Cpu, input: &[f32], output: &mut Vec<f32>, room: &mut Room) {
        let inputs = self.inputs();
        let (count, outputs) = (input.len() / inputs, self.bias.len());
        output.resize(count * outputs, 0.0);
        match &self.panels {
            Stored::Floats(panels) => {
                let rows = Rows { values: input, stride: inputs, count };
                kernel::multiply(cpu, rows, panels, Some(&self.bias), output, outputs);
            }
            Stored::Bytes(panels) => {
                room.take(cpu, input, inputs);
                kernel::multiply_bytes(cpu, room, panels, &self.bias, output);
            }
        }
    }
}

impl Stored {
    /// Takes a matrix of so many outputs by inputs, times a factor, and packs it.
    fn load(tensors: &mut Tensors, prefix: &str, shape: [usize; 2], factor: f32) -> Result<Self, WeightsError> {
        let (name, inputs) = (format!("{prefix}.weight"), shape[1]);
        let scale = |values: &mut Vec<f32>| values.iter_mut().for_each(|value| *value *= factor);
        if let Some((weights, mut scales)) = tensors.take_bytes(&name, &shape)? {
            scale(&mut scales);
            let panels = BytePanels::of_linear(&weights, inputs, scales);
            tensors.reuse(weights);
            return Ok(Self::Bytes(panels));
        }
        let mut weights = tensors.take(&name, &shape)?;
        scale(&mut weights);
        Ok(Self::Floats(Panels::of_linear(&weights, inputs)))
    }

    /// Puts the outputs of another one behind its own, where both are stored alike.
    fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Floats(panels), Self::Floats(more)) => Some(Self::Floats(panels.join(more))),
            (Self::Bytes(panels), Self::Bytes(more)) => Some(Self::Bytes(panels.join(more))),
            _ => None,
        }
    }
}
