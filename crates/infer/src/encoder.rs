//! A BERT encoder over ragged batches: all tokens of a batch in one matrix, no padding anywhere.

mod attention;

use crate::kernel::{self, Cpu, Panels, Rows};
use crate::weights::{Tensors, WeightsError};
use attention::Attention;
use std::sync::Arc;

/// Width of a hidden state, and of an embedding.
pub const WIDTH: usize = 384;
/// Tokens that the position table reaches.
pub const POSITIONS: usize = 512;
const INNER: usize = 1536;
/// Layers that we are willing to read; the models in use have six and eight.
const LAYERS_MAX: usize = 24;
const HEADS: usize = 12;
const HEAD_WIDTH: usize = WIDTH / HEADS;
const QKV: usize = 3 * WIDTH;
const SEGMENTS: usize = 2;
pub(crate) const VOCABULARY: usize = 30_522;

/// The vectors of all word pieces. A model that was trained with another's shares its table.
#[derive(Debug)]
pub(crate) struct WordTable(Vec<f32>);

impl WordTable {
    const NAME: &str = "embeddings.word_embeddings.weight";

    pub(crate) fn load(tensors: &mut Tensors) -> Result<Self, WeightsError> {
        tensors.take(Self::NAME, &[VOCABULARY, WIDTH]).map(Self)
    }

    /// Takes the table of the model whose tensors are named `prefix…`, where it has one of its own.
    pub(crate) fn load_own(tensors: &mut Tensors, prefix: &str) -> Result<Option<Self>, WeightsError> {
        let name = format!("{prefix}{}", Self::NAME);
        tensors.has(&name).then(|| tensors.take(&name, &[VOCABULARY, WIDTH]).map(Self)).transpose()
    }

    fn row(&self, id: u32) -> &[f32] {
        &self.0[id as usize * WIDTH..][..WIDTH]
    }
}

/// Token sequences laid end to end.
#[derive(Debug, Default)]
pub(crate) struct Ragged {
    ids: Vec<u32>,
    segments: Vec<u8>,
    lengths: Vec<usize>,
}

impl Ragged {
    /// Lays one more sequence behind the others; tokens from `second` on belong to the second segment.
    pub(crate) fn push(&mut self, ids: &[u32], second: usize) {
        assert!((1..=POSITIONS).contains(&ids.len()), "the tokenizer cuts sequences to the position table");
        self.ids.extend_from_slice(ids);
        self.segments.extend((0..ids.len()).map(|i| u8::from(i >= second)));
        self.lengths.push(ids.len());
    }
}

/// The memory one thread works in; grows to the largest batch it has seen and is reused.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    hidden: Vec<f32>,
    qkv: Vec<f32>,
    context: Vec<f32>,
    delta: Vec<f32>,
    inner: Vec<f32>,
    attention: Attention,
}

/// The weights of one encoder, packed for the processor at hand.
#[derive(Debug)]
pub(crate) struct Encoder {
    cpu: Cpu,
    words: Arc<WordTable>,
    positions: Vec<f32>,
    segments: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

#[derive(Debug)]
struct Linear {
    panels: Panels,
    bias: Vec<f32>,
}

#[derive(Debug)]
struct Layer {
    qkv: Linear,
    join: Linear,
    join_norm: Norm,
    widen: Linear,
    narrow: Linear,
    narrow_norm: Norm,
}

impl Encoder {
    /// Takes the encoder whose tensors are named `prefix…`, with as many layers as it has.
    pub(crate) fn load(tensors: &mut Tensors, prefix: &str, words: Arc<WordTable>) -> Result<Self, WeightsError> {
        let at = |name: &str| format!("{prefix}embeddings.{name}");
        let layer = |i: usize| format!("{prefix}encoder.layer.{i}");
        let layers = (1..LAYERS_MAX).take_while(|&i| tensors.has(&format!("{}.output.dense.weight", layer(i)))).count() + 1;
        Ok(Self {
            cpu: Cpu::detect(),
            words,
            positions: tensors.take(&at("position_embeddings.weight"), &[POSITIONS, WIDTH])?,
            segments: tensors.take(&at("token_type_embeddings.weight"), &[SEGMENTS, WIDTH])?,
            norm: Norm::load(tensors, &at("LayerNorm"))?,
            layers: (0..layers).map(|i| Layer::load(tensors, &layer(i))).collect::<Result<_, _>>()?,
        })
    }

    /// Returns, for each sequence, the mean of its last hidden states over all its tokens.
    pub(crate) fn encode(&self, batch: &Ragged, scratch: &mut Scratch) -> Vec<[f32; WIDTH]> {
        self.embed(batch, scratch);
        for layer in &self.layers {
            layer.run(self.cpu, &batch.lengths, scratch);
        }
        let mut rest = &scratch.hidden[..];
        let pool = |&len: &usize| {
            let (states, after) = rest.split_at(len * WIDTH);
            rest = after;
            mean(states)
        };
        batch.lengths.iter().map(pool).collect()
    }

    fn embed(&self, batch: &Ragged, scratch: &mut Scratch) {
        let tokens = batch.ids.len();
        scratch.hidden.clear();
        scratch.delta.resize(tokens * WIDTH, 0.0);
        let positions = batch.lengths.iter().flat_map(|&len| 0..len);
        let rows = scratch.delta.chunks_exact_mut(WIDTH);
        for (((id, segment), position), delta) in batch.ids.iter().zip(&batch.segments).zip(positions).zip(rows) {
            scratch.hidden.extend_from_slice(self.words.row(*id));
            let place = &self.positions[position * WIDTH..][..WIDTH];
            let segment = &self.segments[usize::from(*segment) * WIDTH..][..WIDTH];
            for ((d, p), s) in delta.iter_mut().zip(place).zip(segment) {
                *d = p + s;
            }
        }
        self.norm.add(self.cpu, &mut scratch.hidden, &scratch.delta);
    }
}

impl Layer {
    fn load(tensors: &mut Tensors, prefix: &str) -> Result<Self, WeightsError> {
        let at = |name: &str| format!("{prefix}.{name}");
        Ok(Self {
            qkv: Linear::load_qkv(tensors, &at("attention.self"))?,
            join: Linear::load(tensors, &at("attention.output.dense"), WIDTH, WIDTH)?,
            join_norm: Norm::load(tensors, &at("attention.output.LayerNorm"))?,
            widen: Linear::load(tensors, &at("intermediate.dense"), WIDTH, INNER)?,
            narrow: Linear::load(tensors, &at("output.dense"), INNER, WIDTH)?,
            narrow_norm: Norm::load(tensors, &at("output.LayerNorm"))?,
        })
    }

    fn run(&self, cpu: Cpu, lengths: &[usize], scratch: &mut Scratch) {
        let Scratch { hidden, qkv, context, delta, inner, attention } = scratch;
        self.qkv.apply(cpu, hidden, qkv);
        attention.run(cpu, qkv, lengths, context);
        self.join.apply(cpu, context, delta);
        self.join_norm.add(cpu, hidden, delta);
        self.widen.apply(cpu, hidden, inner);
        kernel::gelu(cpu, inner);
        self.narrow.apply(cpu, inner, delta);
        self.narrow_norm.add(cpu, hidden, delta);
    }
}

impl Linear {
    fn load(tensors: &mut Tensors, prefix: &str, inputs: usize, outputs: usize) -> Result<Self, WeightsError> {
        let weights = tensors.take(&format!("{prefix}.weight"), &[outputs, inputs])?;
        let bias = tensors.take(&format!("{prefix}.bias"), &[outputs])?;
        Ok(Self { panels: Panels::of_linear(&weights, inputs), bias })
    }

    /// Joins the three projections into one; the query carries the 1/√d of the attention scores.
    fn load_qkv(tensors: &mut Tensors, prefix: &str) -> Result<Self, WeightsError> {
        let mut weights = Vec::with_capacity(QKV * WIDTH);
        let mut bias = Vec::with_capacity(QKV);
        for (name, factor) in [("query", 1.0 / (HEAD_WIDTH as f32).sqrt()), ("key", 1.0), ("value", 1.0)] {
            let part = tensors.take(&format!("{prefix}.{name}.weight"), &[WIDTH, WIDTH])?;
            weights.extend(part.iter().map(|w| w * factor));
            let part = tensors.take(&format!("{prefix}.{name}.bias"), &[WIDTH])?;
            bias.extend(part.iter().map(|b| b * factor));
        }
        Ok(Self { panels: Panels::of_linear(&weights, WIDTH), bias })
    }

    fn apply(&self, cpu: Cpu, input: &[f32], output: &mut Vec<f32>) {
        let inputs = self.panels.depth();
        let (count, outputs) = (input.len() / inputs, self.panels.width());
        output.resize(count * outputs, 0.0);
        let rows = Rows { values: input, stride: inputs, count };
        kernel::multiply(cpu, rows, &self.panels, Some(&self.bias), output, outputs);
    }
}

impl Norm {
    fn load(tensors: &mut Tensors, prefix: &str) -> Result<Self, WeightsError> {
        let scale = tensors.take(&format!("{prefix}.weight"), &[WIDTH])?;
        let shift = tensors.take(&format!("{prefix}.bias"), &[WIDTH])?;
        Ok(Self { scale, shift })
    }

    fn add(&self, cpu: Cpu, hidden: &mut [f32], delta: &[f32]) {
        kernel::add_and_norm(cpu, hidden, delta, &self.scale, &self.shift);
    }
}

fn mean(states: &[f32]) -> [f32; WIDTH] {
    let mut sums = [0.0; WIDTH];
    for state in states.chunks_exact(WIDTH) {
        for (sum, x) in sums.iter_mut().zip(state) {
            *sum += x;
        }
    }
    let count = (states.len() / WIDTH) as f32;
    sums.map(|sum| sum / count)
}
