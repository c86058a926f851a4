//! A BERT encoder over ragged batches: all tokens of a batch in one matrix, no padding anywhere. MPNet is one too, with a bias for the
//! distance between two tokens.

mod attention;
mod distances;
mod linear;

use crate::kernel::{self, Cpu, Normal};
use crate::weights::{Tensors, WeightsError};
use attention::Attention;
use distances::Distances;
use linear::{Linear, Room};
use std::sync::Arc;

/// Width of an embedding, and of the hidden states it is the mean of.
pub const WIDTH: usize = 384;
/// Tokens that the position table reaches.
pub const POSITIONS: usize = 512;
/// Layers that we are willing to read; the models in use have six and twelve.
const LAYERS_MAX: usize = 24;
const HEADS: usize = 12;
/// Widths that we are willing to read: those of MiniLM, gte-small, and MPNet.
const WIDTHS: [usize; 2] = [WIDTH, 768];
/// How much wider the inner layer of a block is.
const INNER: usize = 4;
const SEGMENTS: usize = 2;
/// What keeps a root away from nothing, in BERT and in MPNet.
const EPSILON: f32 = 1e-12;
const EPSILON_WITH_DISTANCES: f32 = 1e-5;
pub(crate) const VOCABULARY: usize = 30_522;

/// The vectors of all word pieces. A model that was trained with another's shares its table.
#[derive(Debug)]
pub(crate) struct WordTable {
    vectors: Vectors,
    width: usize,
}

#[derive(Debug)]
enum Vectors {
    Floats(Vec<f32>),
    /// With one scale for each word. Turned into floats when it is asked for: a claim and its evidence have some hundreds.
    Bytes(Vec<u8>, Vec<f32>),
}

impl WordTable {
    const NAME: &str = "embeddings.word_embeddings.weight";

    pub(crate) fn load(tensors: &mut Tensors) -> Result<Self, WeightsError> {
        Self::load_named(tensors, Self::NAME, WIDTH)
    }

    /// Takes the table of the model whose tensors are named `prefix…`, where it has one of its own.
    pub(crate) fn load_own(tensors: &mut Tensors, prefix: &str) -> Result<Option<Self>, WeightsError> {
        let name = format!("{prefix}{}", Self::NAME);
        if !tensors.has(&name) {
            return Ok(None);
        }
        let width = width_of(tensors, prefix)?;
        Self::load_named(tensors, &name, width).map(Some)
    }

    fn load_named(tensors: &mut Tensors, name: &str, width: usize) -> Result<Self, WeightsError> {
        let vectors = match tensors.take_bytes(name, &[VOCABULARY, width])? {
            Some((bytes, scales)) => Vectors::Bytes(bytes, scales),
            None => Vectors::Floats(tensors.take(name, &[VOCABULARY, width])?),
        };
        Ok(Self { vectors, width })
    }

    /// Lays the vector of a word piece behind what is in `rows`.
    fn append(&self, id: u32, rows: &mut Vec<f32>) {
        let from = id as usize * self.width;
        match &self.vectors {
            Vectors::Floats(all) => rows.extend_from_slice(&all[from..][..self.width]),
            Vectors::Bytes(all, scales) => {
                rows.extend(all[from..][..self.width].iter().map(|w| f32::from(w.cast_signed()) * scales[id as usize]))
            }
        }
    }
}

/// How wide the states of the model are whose tensors are named `prefix…`.
fn width_of(tensors: &Tensors, prefix: &str) -> Result<usize, WeightsError> {
    let name = format!("{prefix}embeddings.LayerNorm.weight");
    let found = tensors.shape(&name)?;
    WIDTHS.into_iter().find(|width| *found == [*width]).ok_or(WeightsError::Shape {
        name,
        expected: vec![WIDTH],
        found: found.to_vec(),
    })
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
    room: Room,
}

/// The weights of one encoder, packed for the processor at hand.
#[derive(Debug)]
pub(crate) struct Encoder {
    cpu: Cpu,
    width: usize,
    words: Arc<WordTable>,
    distances: Option<Distances>,
    positions: Vec<f32>,
    segments: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Norm {
    epsilon: f32,
    scale: Vec<f32>,
    shift: Vec<f32>,
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

/// What all layers of an encoder have in common.
#[derive(Debug, Clone, Copy)]
struct Build {
    width: usize,
    epsilon: f32,
}

impl Encoder {
    /// Takes the encoder whose tensors are named `prefix…`, as wide and with as many layers as it is.
    pub(crate) fn load(tensors: &mut Tensors, prefix: &str, words: Arc<WordTable>) -> Result<Self, WeightsError> {
        let at = |name: &str| format!("{prefix}embeddings.{name}");
        let layer = |i: usize| format!("{prefix}encoder.layer.{i}");
        let layers = (1..LAYERS_MAX).take_while(|&i| tensors.has(&format!("{}.output.dense.weight", layer(i)))).count() + 1;
        let width = width_of(tensors, prefix)?;
        if words.width != width {
            return Err(WeightsError::Missing(at("word_embeddings.weight")));
        }
        let distances = Distances::load(tensors, prefix)?;
        let build = Build { width, epsilon: if distances.is_some() { EPSILON_WITH_DISTANCES } else { EPSILON } };
        Ok(Self {
            cpu: Cpu::detect(),
            width,
            words,
            distances,
            positions: tensors.take(&at("position_embeddings.weight"), &[POSITIONS, width])?,
            segments: tensors.take(&at("token_type_embeddings.weight"), &[SEGMENTS, width])?,
            norm: Norm::load(tensors, &at("LayerNorm"), build)?,
            layers: (0..layers).map(|i| Layer::load(tensors, &layer(i), build)).collect::<Result<_, _>>()?,
        })
    }

    /// Returns how wide its states are.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns, for each sequence, the mean of its last hidden states over all its tokens.
    pub(crate) fn encode(&self, batch: &Ragged, scratch: &mut Scratch) -> Vec<Vec<f32>> {
        self.embed(batch, scratch);
        for layer in &self.layers {
            layer.run(self.cpu, &batch.lengths, self.distances.as_ref(), scratch);
        }
        let mut rest = &scratch.hidden[..];
        let pool = |&len: &usize| {
            let (states, after) = rest.split_at(len * self.width);
            rest = after;
            mean(states, self.width)
        };
        batch.lengths.iter().map(pool).collect()
    }

    fn embed(&self, batch: &Ragged, scratch: &mut Scratch) {
        let (tokens, width) = (batch.ids.len(), self.width);
        scratch.hidden.clear();
        scratch.delta.resize(tokens * width, 0.0);
        let positions = batch.lengths.iter().flat_map(|&len| 0..len);
        let rows = scratch.delta.chunks_exact_mut(width);
        for (((id, segment), position), delta) in batch.ids.iter().zip(&batch.segments).zip(positions).zip(rows) {
            self.words.append(*id, &mut scratch.hidden);
            let place = &self.positions[position * width..][..width];
            let segment = &self.segments[usize::from(*segment) * width..][..width];
            for ((d, p), s) in delta.iter_mut().zip(place).zip(segment) {
                *d = p + s;
            }
        }
        self.norm.add(self.cpu, &mut scratch.hidden, &scratch.delta);
    }
}

impl Layer {
    fn load(tensors: &mut Tensors, prefix: &str, build: Build) -> Result<Self, WeightsError> {
        let at = |name: &str| format!("{prefix}.{name}");
        let (width, inner) = (build.width, build.width * INNER);
        Ok(Self {
            qkv: Linear::load_qkv(tensors, &at("attention.self"), width)?,
            join: Linear::load(tensors, &at("attention.output.dense"), width, width)?,
            join_norm: Norm::load(tensors, &at("attention.output.LayerNorm"), build)?,
            widen: Linear::load(tensors, &at("intermediate.dense"), width, inner)?,
            narrow: Linear::load(tensors, &at("output.dense"), inner, width)?,
            narrow_norm: Norm::load(tensors, &at("output.LayerNorm"), build)?,
        })
    }

    fn run(&self, cpu: Cpu, lengths: &[usize], distances: Option<&Distances>, scratch: &mut Scratch) {
        let Scratch { hidden, qkv, context, delta, inner, attention, room } = scratch;
        self.qkv.apply(cpu, hidden, qkv, room);
        attention.run(cpu, qkv, lengths, distances, self.join.inputs(), context);
        self.join.apply(cpu, context, delta, room);
        self.join_norm.add(cpu, hidden, delta);
        self.widen.apply(cpu, hidden, inner, room);
        kernel::gelu(cpu, inner);
        self.narrow.apply(cpu, inner, delta, room);
        self.narrow_norm.add(cpu, hidden, delta);
    }
}

impl Norm {
    fn load(tensors: &mut Tensors, prefix: &str, build: Build) -> Result<Self, WeightsError> {
        let scale = tensors.take(&format!("{prefix}.weight"), &[build.width])?;
        let shift = tensors.take(&format!("{prefix}.bias"), &[build.width])?;
        Ok(Self { epsilon: build.epsilon, scale, shift })
    }

    fn add(&self, cpu: Cpu, hidden: &mut [f32], delta: &[f32]) {
        kernel::add_and_norm(cpu, hidden, delta, Normal { epsilon: self.epsilon, scale: &self.scale, shift: &self.shift });
    }
}

fn mean(states: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0; width];
    for state in states.chunks_exact(width) {
        for (sum, x) in sums.iter_mut().zip(state) {
            *sum += x;
        }
    }
    let count = (states.len() / width) as f32;
    sums.iter_mut().for_each(|sum| *sum /= count);
    sums
}
