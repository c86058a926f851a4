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

/// The weights of one layer before they are packed, one row per output.
#[derive(Debug)]
enum Unpacked {
    Floats(Vec<f32>),
    /// With one scale for each output.
    Bytes(Vec<i8>, Vec<f32>),
}

impl Linear {
    pub(super) fn load(tensors: &mut Tensors, prefix: &str, inputs: usize, outputs: usize) -> Result<Self, WeightsError> {
        let bias = tensors.take(&format!("{prefix}.bias"), &[outputs])?;
        Ok(Self { panels: Unpacked::load(tensors, prefix, inputs, outputs)?.pack(inputs), bias })
    }

    /// Joins the three projections into one; the query carries the 1/√d of the attention scores.
    pub(super) fn load_qkv(tensors: &mut Tensors, prefix: &str, width: usize) -> Result<Self, WeightsError> {
        let mut joined: Option<Unpacked> = None;
        let mut bias = Vec::with_capacity(3 * width);
        for (name, factor) in [("query", 1.0 / ((width / HEADS) as f32).sqrt()), ("key", 1.0), ("value", 1.0)] {
            let mut part = Unpacked::load(tensors, &format!("{prefix}.{name}"), width, width)?;
            part.scale(factor);
            joined = Some(match joined {
                Some(before) => before.join(part).ok_or_else(|| WeightsError::Missing(format!("{prefix}.{name}.scale")))?,
                None => part,
            });
            bias.extend(tensors.take(&format!("{prefix}.{name}.bias"), &[width])?.iter().map(|b| b * factor));
        }
        Ok(Self { panels: joined.expect("three were joined").pack(width), bias })
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

impl Unpacked {
    fn load(tensors: &mut Tensors, prefix: &str, inputs: usize, outputs: usize) -> Result<Self, WeightsError> {
        let weights = format!("{prefix}.weight");
        Ok(match tensors.take_bytes(&weights, &[outputs, inputs])? {
            Some((bytes, scales)) => Self::Bytes(bytes, scales),
            None => Self::Floats(tensors.take(&weights, &[outputs, inputs])?),
        })
    }

    fn scale(&mut self, factor: f32) {
        let (Self::Floats(values) | Self::Bytes(_, values)) = self;
        values.iter_mut().for_each(|value| *value *= factor);
    }

    /// Puts the outputs of another one behind its own, where both are stored alike.
    fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Floats(mut weights), Self::Floats(more)) => {
                weights.extend(more);
                Some(Self::Floats(weights))
            }
            (Self::Bytes(mut weights, mut scales), Self::Bytes(more, more_scales)) => {
                weights.extend(more);
                scales.extend(more_scales);
                Some(Self::Bytes(weights, scales))
            }
            _ => None,
        }
    }

    fn pack(self, inputs: usize) -> Stored {
        match self {
            Self::Floats(weights) => Stored::Floats(Panels::of_linear(&weights, inputs)),
            Self::Bytes(weights, scales) => Stored::Bytes(BytePanels::of_linear(&weights, inputs, scales)),
        }
    }
}
