//! Attention, sequence by sequence and head by head: no token ever meets padding or a neighbour's text.

use super::HEADS;
use super::distances::Distances;
use crate::kernel::{self, Cpu, Panels, Rows};

/// The working memory of one head of one sequence.
#[derive(Debug, Default)]
pub(super) struct Attention {
    keys: Panels,
    values: Panels,
    scores: Vec<f32>,
}

impl Attention {
    /// Mixes the values of each sequence in `qkv` by how well its keys answer its queries, into `context`.
    pub(super) fn run(
        &mut self,
        cpu: Cpu,
        qkv: &[f32],
        lengths: &[usize],
        distances: Option<&Distances>,
        width: usize,
        context: &mut Vec<f32>,
    ) {
        context.resize(qkv.len() / 3, 0.0);
        let mut start = 0;
        for &len in lengths {
            let text = Text { qkv: &qkv[start * 3 * width..(start + len) * 3 * width], len, width };
            let context = &mut context[start * width..(start + len) * width];
            for head in 0..HEADS {
                self.run_head(cpu, text, head, distances, context);
            }
            start += len;
        }
    }

    fn run_head(&mut self, cpu: Cpu, text: Text<'_>, head: usize, distances: Option<&Distances>, context: &mut [f32]) {
        let Self { keys, values, scores } = self;
        let Text { qkv, len, width } = text;
        let (all, own) = (3 * width, width / HEADS);
        let column = head * own;
        keys.pack(own, len, |depth, token| qkv[token * all + width + column + depth]);
        values.pack(len, own, |token, depth| qkv[token * all + 2 * width + column + depth]);

        let padded = keys.width();
        scores.resize(len * padded, 0.0);
        let queries = Rows { values: &qkv[column..], stride: all, count: len };
        kernel::multiply(cpu, queries, keys, None, scores, padded);
        if let Some(distances) = distances {
            distances.add(head, &mut scores[..len * padded], padded, len);
        }
        kernel::softmax(cpu, &mut scores[..len * padded], padded, len);

        let weights = Rows { values: scores, stride: padded, count: len };
        kernel::multiply(cpu, weights, values, None, &mut context[column..], width);
    }
}

/// The three projections of one text, token after token.
#[derive(Debug, Clone, Copy)]
struct Text<'a> {
    qkv: &'a [f32],
    len: usize,
    width: usize,
}
