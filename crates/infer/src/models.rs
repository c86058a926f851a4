//! Both models, opened together: they share the vocabulary, and the table of word vectors where the judge has none of its own.

use crate::cross_encoder::{Head, LABELS};
use crate::encoder::{Encoder, WordTable};
use crate::manifest::{FILE_NAME, Manifest};
use crate::token::Tokenizer;
use crate::weights::{Tensors, WeightsError};
use crate::{CrossEncoder, Embedder, ModelError};
use domain::Digest;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MINILM_WEIGHTS: &str = "model.safetensors";
const MINILM_TOKENIZER: &str = "tokenizer.json";
const NLI_WEIGHTS: &str = "nli.safetensors";
/// What the names of a second judge's tensors begin with.
const SECOND: &str = "second.";

/// Where the models lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locations {
    /// The directory with the files of all-MiniLM-L6-v2.
    pub minilm: PathBuf,
    /// The directory with the cross-encoder and its manifest.
    pub nli: PathBuf,
}

/// The models of one process, checked and ready.
#[derive(Debug, Clone)]
pub struct Models {
    /// Text into a vector.
    pub embedder: Embedder,
    /// Premise and hypothesis into a stance.
    pub cross_encoder: CrossEncoder,
    hashes: Hashes,
}

/// The SHA-256 of the weights that an answer was computed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hashes {
    /// Of the embedder's weights.
    pub embedder: Digest,
    /// Of the cross-encoder's weights.
    pub cross_encoder: Digest,
    /// Of the vocabulary.
    pub tokenizer: Digest,
}

impl Models {
    /// Checks every file against its manifest and loads both models.
    pub fn open(locations: &Locations) -> Result<Self, ModelError> {
        let Locations { minilm, nli } = locations;
        let (minilm_manifest, nli_manifest) = (Manifest::minilm(), read_nli(nli)?);
        let hashes = Hashes {
            embedder: minilm_manifest.file(minilm, MINILM_WEIGHTS)?.sha256.clone(),
            cross_encoder: nli_manifest.file(nli, NLI_WEIGHTS)?.sha256.clone(),
            tokenizer: minilm_manifest.file(minilm, MINILM_TOKENIZER)?.sha256.clone(),
        };
        let (checked, nli_checked) = rayon::join(|| minilm_manifest.check(minilm), || nli_manifest.check(nli));
        checked.and(nli_checked)?;

        let tokenizer = Arc::new(read_tokenizer(&minilm.join(MINILM_TOKENIZER))?);
        let words = Arc::new(with_tensors(&minilm.join(MINILM_WEIGHTS), WordTable::load)?);
        let (embedder, judges) = rayon::join(
            || with_tensors(&minilm.join(MINILM_WEIGHTS), |tensors| Encoder::load(tensors, "", Arc::clone(&words))),
            || with_tensors(&nli.join(NLI_WEIGHTS), |tensors| read_judges(tensors, &words)),
        );
        Ok(Self {
            embedder: Embedder::new(embedder?, Arc::clone(&tokenizer), minilm_manifest.max_tokens),
            cross_encoder: CrossEncoder::new(judges?, tokenizer, nli_manifest.max_tokens, nli_manifest.temperature),
            hashes,
        })
    }

    /// Returns the hashes of the files in use.
    pub fn hashes(&self) -> &Hashes {
        &self.hashes
    }
}

fn read_nli(dir: &Path) -> Result<Manifest, ModelError> {
    let manifest = Manifest::read(dir)?;
    if manifest.labels != LABELS {
        let reason = format!("its labels are {:?}, the head's are {LABELS:?}", manifest.labels);
        return Err(ModelError::Manifest { path: dir.join(FILE_NAME), reason });
    }
    Ok(manifest)
}

/// Reads the judge of a file, and the second one where the file holds two.
fn read_judges(tensors: &mut Tensors, words: &Arc<WordTable>) -> Result<Vec<(Encoder, Head)>, WeightsError> {
    let mut judges = Vec::new();
    for prefix in ["", SECOND] {
        let (encoder, head) = (format!("{prefix}b."), format!("{prefix}h."));
        if prefix.is_empty() || tensors.has(&format!("{head}weight")) {
            let words = WordTable::load_own(tensors, &encoder)?.map_or_else(|| Arc::clone(words), Arc::new);
            let encoder = Encoder::load(tensors, &encoder, words)?;
            let head = Head::load(tensors, &head, encoder.width())?;
            judges.push((encoder, head));
        }
    }
    Ok(judges)
}

fn read_tokenizer(path: &Path) -> Result<Tokenizer, ModelError> {
    let bytes = fs::read(path).map_err(|source| ModelError::Disk { doing: "read", path: path.into(), source })?;
    Tokenizer::from_json(&bytes).map_err(|source| ModelError::Tokenizer { path: path.into(), source })
}

fn with_tensors<T>(path: &Path, load: impl FnOnce(&mut Tensors) -> Result<T, WeightsError>) -> Result<T, ModelError> {
    Tensors::open(path)
        .and_then(|mut tensors| load(&mut tensors))
        .map_err(|source| ModelError::Weights { path: path.into(), source })
}
