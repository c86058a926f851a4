//! Attention, sequence by sequence and head by head: no token ever meets padding or a neighbour's text.

use super::{HEAD_WIDTH, HEADS, QKV, WIDTH};
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
    pub(super) fn run(&mut self, cpu: Cpu, qkv: &[f32], lengths: &[usize], context: &mut Vec<f32>) {
        context.resize(qkv.len() / QKV * WIDTH, 0.0);
        let mut start = 0;
        for &len in lengths {
            let qkv = &qkv[start * QKV..(start + len) * QKV];
            let context = &mut context[start * WIDTH..(start + len) * WIDTH];
            for head in 0..HEADS {
                self.run_head(cpu, qkv, len, head * HEAD_WIDTH, context);
            }
            start += len;
        }
    }

    fn run_head(&mut self, cpu: Cpu, qkv: &[f32], len: usize, column: usize, context: &mut [f32]) {
        let Self { keys, values, scores } = self;
        keys.pack(HEAD_WIDTH, len, |depth, token| qkv[token * QKV + WIDTH + column + depth]);
        values.pack(len, HEAD_WIDTH, |token, depth| qkv[token * QKV + 2 * WIDTH + column + depth]);

        let padded = keys.width();
        scores.resize(len * padded, 0.0);
        let queries = Rows { values: &qkv[column..], stride: QKV, count: len };
        kernel::multiply(cpu, queries, keys, None, scores, padded);
        kernel::softmax(cpu, &mut scores[..len * padded], padded, len);

        let weights = Rows { values: scores, stride: padded, count: len };
        kernel::multiply(cpu, weights, values, None, &mut context[column..], WIDTH);
    }
}
