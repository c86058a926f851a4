//! What judges said of pairs before, kept in a file: whoever tries other rules on the same evidence need not have it read again.
//!
//! Each judge's own word is kept, not what two say together, so that it also serves whoever asks the second one about other pairs.

use crate::cross_encoder::{Logits, Pair};
use crate::error::ModelError;
use domain::Digest;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of a fingerprint that tell two pairs apart.
const KEY_BYTES: usize = 16;
/// A fingerprint and three outputs.
const RECORD_BYTES: usize = KEY_BYTES + 3 * size_of::<f32>();

type Key = [u8; KEY_BYTES];

/// What the judges of one file of weights have said, as far as anybody remembers.
#[derive(Debug)]
pub struct Memory {
    known: Mutex<Known>,
    recalled: AtomicU64,
}

#[derive(Debug)]
struct Known {
    said: HashMap<Key, Logits>,
    file: File,
}

impl Memory {
    /// Opens what is remembered of these weights in a directory, making it when it is not there. A record that was cut short is
    /// left out.
    pub fn open(dir: &Path, weights: &Digest) -> Result<Self, ModelError> {
        let path = dir.join(format!("{}.readings", weights.short()));
        let failed = |doing| {
            let path = path.clone();
            move |source| ModelError::Disk { doing, path, source }
        };
        fs::create_dir_all(dir).map_err(failed("make"))?;
        let mut file = File::options().create(true).read(true).append(true).open(&path).map_err(failed("open"))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let (records, torn) = bytes.as_chunks::<RECORD_BYTES>();
        file.set_len((bytes.len() - torn.len()) as u64).map_err(failed("mend"))?;
        let said = records.iter().map(read_back).collect();
        Ok(Self { known: Mutex::new(Known { said, file }), recalled: AtomicU64::new(0) })
    }

    /// Returns how many pairs nobody had to read.
    pub fn recalled(&self) -> u64 {
        self.recalled.load(Ordering::Relaxed)
    }

    /// Returns what a judge says of pairs: what is remembered, and of the rest what `read` says, which is kept. `read` tells by itself how
    /// many it has done.
    pub(crate) fn complete(
        &self,
        judge: usize,
        pairs: &[Pair<'_>],
        read: impl FnOnce(&[Pair<'_>]) -> Vec<Logits>,
        on_done: &(dyn Fn(usize) + Sync),
    ) -> Vec<Logits> {
        let keys: Vec<Key> = pairs.iter().map(|pair| key(judge, pair)).collect();
        let said: Vec<Option<Logits>> = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            keys.iter().map(|key| known.said.get(key).copied()).collect()
        };
        let new: Vec<usize> = (0..pairs.len()).filter(|at| said[*at].is_none()).collect();
        let recalled = pairs.len() - new.len();
        self.recalled.fetch_add(recalled as u64, Ordering::Relaxed);
        on_done(recalled);
        let asked: Vec<Pair<'_>> = new.iter().map(|at| pairs[*at]).collect();
        let mut answers = read(&asked).into_iter();
        self.keep(new.iter().map(|at| keys[*at]).zip(answers.clone()));
        said.into_iter().map(|known| known.unwrap_or_else(|| answers.next().expect("every new pair was read"))).collect()
    }

    /// Keeps answers. A disk that is full costs the next one time and nobody an answer.
    fn keep(&self, answers: impl Iterator<Item = (Key, Logits)>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        for (key, logits) in answers {
            let Logits { entailment, contradiction, neutral } = logits;
            bytes.extend_from_slice(&key);
            bytes.extend([entailment, contradiction, neutral].iter().flat_map(|output| output.to_le_bytes()));
            known.said.insert(key, logits);
        }
        _ = known.file.write_all(&bytes);
    }
}

fn read_back(record: &[u8; RECORD_BYTES]) -> (Key, Logits) {
    let (key, outputs) = record.split_first_chunk().expect("a record begins with its key");
    let output = |at: usize| f32::from_le_bytes(outputs.as_chunks().0[at]);
    (*key, Logits { entailment: output(0), contradiction: output(1), neutral: output(2) })
}

/// A fingerprint of who reads what. The length of the premise keeps its end apart from where the claim begins.
fn key(judge: usize, pair: &Pair<'_>) -> Key {
    let digest = Sha256::new()
        .chain_update([judge as u8])
        .chain_update(pair.premise.len().to_le_bytes())
        .chain_update(pair.premise)
        .chain_update(pair.hypothesis)
        .finalize();
    *digest.first_chunk().expect("a digest is longer than a key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::digest_bytes;

    const PAIRS: [Pair<'static>; 3] = [
        Pair { premise: "It rains.", hypothesis: "It is wet." },
        Pair { premise: "It rains.It", hypothesis: " is wet." },
        Pair { premise: "", hypothesis: "" },
    ];

    fn of_length(pairs: &[Pair<'_>]) -> Vec<Logits> {
        pairs.iter().map(|p| Logits { entailment: p.premise.len() as f32, contradiction: 0.5, neutral: -1.0 }).collect()
    }

    #[test]
    fn what_was_read_once_is_never_read_again_by_the_same_judge_of_the_same_weights() {
        let dir = tempfile::tempdir().unwrap();
        let weights = digest_bytes(b"weights");
        let memory = Memory::open(dir.path(), &weights).unwrap();
        assert_eq!(memory.complete(0, &PAIRS[..2], of_length, &|_| {}), of_length(&PAIRS[..2]));
        let unread = |pairs: &[Pair<'_>]| {
            assert_eq!(pairs, &PAIRS[2..]);
            of_length(pairs)
        };
        assert_eq!(memory.complete(0, &PAIRS, unread, &|_| {}), of_length(&PAIRS));
        assert_eq!(memory.recalled(), 2);
        drop(memory);
        let again = Memory::open(dir.path(), &weights).unwrap();
        assert_eq!(again.complete(0, &PAIRS, |pairs| of_length(&pairs[..0]), &|_| {}), of_length(&PAIRS));
        assert_eq!(again.complete(1, &PAIRS, of_length, &|_| {}).len(), 3, "another judge has said nothing yet");
        let other = Memory::open(dir.path(), &digest_bytes(b"others")).unwrap();
        other.complete(0, &PAIRS, of_length, &|_| {});
        assert_eq!((again.recalled(), other.recalled()), (3, 0));
    }

    #[test]
    fn a_record_that_was_cut_short_is_left_out_and_the_next_one_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let weights = digest_bytes(b"weights");
        Memory::open(dir.path(), &weights).unwrap().complete(0, &PAIRS[..1], of_length, &|_| {});
        let path = fs::read_dir(dir.path()).unwrap().next().unwrap().unwrap().path();
        File::options().append(true).open(&path).unwrap().write_all(b"torn").unwrap();
        Memory::open(dir.path(), &weights).unwrap().complete(0, &PAIRS, of_length, &|_| {});
        let memory = Memory::open(dir.path(), &weights).unwrap();
        assert_eq!(memory.complete(0, &PAIRS, |pairs| of_length(&pairs[..0]), &|_| {}), of_length(&PAIRS));
    }
}
