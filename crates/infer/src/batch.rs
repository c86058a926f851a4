//! Many texts through one encoder: bounded memory, all cores, input order.

use crate::encoder::{Encoder, Ragged, Scratch};
use crate::token::Encoding;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Texts that are tokenized ahead.
const WINDOW_TEXTS: usize = 2048;
/// Tokens that one thread takes at once: enough to pay for streaming the weights past the cache, 15 MB of working memory.
const CHUNK_TOKENS_MAX: usize = 1024;
/// Below this, splitting work over threads costs more than it gains.
const CHUNK_TOKENS_MIN: usize = 192;

/// A text's pooled state.
pub(crate) type State = Vec<f32>;

/// An encoder, and the working memory of the threads that run it.
#[derive(Debug)]
pub(crate) struct Runner {
    encoder: Encoder,
    /// At most one for each thread that ever ran at the same time.
    idle: Mutex<Vec<Scratch>>,
}

impl Runner {
    pub(crate) fn new(encoder: Encoder) -> Self {
        Self { encoder, idle: Mutex::default() }
    }

    /// Encodes every item and finishes its pooled state; `on_done` hears how many more are finished.
    pub(crate) fn run<T: Sync, R: Send>(
        &self,
        items: &[T],
        encode: impl Fn(&T) -> Encoding + Sync,
        finish: impl Fn(&[f32]) -> R + Sync,
        on_done: &(dyn Fn(usize) + Sync),
    ) -> Vec<R> {
        let mut results = Vec::with_capacity(items.len());
        for window in items.chunks(WINDOW_TEXTS) {
            let encodings: Vec<Encoding> = window.par_iter().map(&encode).collect();
            let run_chunk = |chunk: &&[Encoding]| -> Vec<R> {
                let states = self.run_chunk(chunk);
                on_done(chunk.len());
                states.iter().map(|state| finish(state)).collect()
            };
            let finished: Vec<Vec<R>> = chunks(&encodings, rayon::current_num_threads()).par_iter().map(run_chunk).collect();
            results.extend(finished.into_iter().flatten());
        }
        results
    }

    fn run_chunk(&self, chunk: &[Encoding]) -> Vec<State> {
        let mut batch = Ragged::default();
        for encoding in chunk {
            batch.push(&encoding.ids, encoding.second);
        }
        let mut scratch = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let states = self.encoder.encode(&batch, &mut scratch);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        states
    }
}

/// Cuts a window into runs of about equal token counts. Without padding there is nothing to gain from sorting by length.
fn chunks(encodings: &[Encoding], threads: usize) -> Vec<&[Encoding]> {
    let total: usize = encodings.iter().map(|e| e.ids.len()).sum();
    let budget = total.div_ceil(threads.max(1)).clamp(CHUNK_TOKENS_MIN, CHUNK_TOKENS_MAX);
    let (mut cuts, mut start, mut tokens) = (Vec::new(), 0, 0);
    for (i, encoding) in encodings.iter().enumerate() {
        if i > start && tokens + encoding.ids.len() > budget {
            cuts.push(&encodings[start..i]);
            (start, tokens) = (i, 0);
        }
        tokens += encoding.ids.len();
    }
    if start < encodings.len() {
        cuts.push(&encodings[start..]);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_lengths(lengths: &[usize]) -> Vec<Encoding> {
        lengths.iter().map(|&len| Encoding { ids: vec![0; len], second: len }).collect()
    }

    #[test]
    fn chunks_keep_order_and_stay_within_the_budget() {
        let encodings = of_lengths(&[256, 256, 256, 256, 256, 3, 3, 256]);
        let cut: Vec<usize> = chunks(&encodings, 1).iter().map(|c| c.len()).collect();
        assert_eq!(cut, [4, 4]);
        assert!(chunks(&[], 4).is_empty());
    }

    #[test]
    fn a_short_batch_is_shared_between_threads() {
        assert_eq!(chunks(&of_lengths(&[20; 40]), 2).len(), 2);
        assert_eq!(chunks(&of_lengths(&[20; 4]), 2).len(), 1);
    }
}
