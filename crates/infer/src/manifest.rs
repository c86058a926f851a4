//! What a model consists of: files with size and hash, where they come from, and under which terms.

use crate::ModelError;
use crate::remembered::Remembered;
use domain::Digest;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The version of the manifest's own shape.
pub const VERSION: u32 = 1;
/// The file beside the weights that describes them.
pub const FILE_NAME: &str = "manifest.json";
const READ_BYTES: usize = 1 << 20;
/// A manifest is a page of text.
const MANIFEST_BYTES_MAX: u64 = 1 << 16;

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Text into a vector.
    Embedder,
    /// Premise and hypothesis into entailment, contradiction, neutral.
    CrossEncoder,
}

/// Where a model comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The package, with its registry in front.
    pub package: String,
    /// The exact version.
    pub version: String,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.package, self.version)
    }
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// The file's name in the model's directory.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its content.
    pub sha256: Digest,
    /// Its path inside the package, when it comes in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
}

/// The description of one model, pinned by hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this shape.
    pub version: u32,
    /// The model's name.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Where it comes from.
    pub origin: Origin,
    /// SPDX expression, or a sentence.
    pub license: String,
    /// Its files.
    pub files: Vec<ModelFile>,
    /// Tokens read of one text or pair; the rest is cut off.
    pub max_tokens: usize,
    /// What the outputs mean, in order; empty for an embedder.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Divides the logits before the softmax; fitted on held-back data.
    #[serde(default = "one")]
    pub temperature: f64,
}

fn one() -> f64 {
    1.0
}

/// What `verify` found out about one file.
#[derive(Debug)]
pub struct Finding {
    /// The file as the manifest describes it.
    pub file: ModelFile,
    /// Where it was looked for.
    pub path: PathBuf,
    /// What is wrong with it; `None` when it is sound.
    pub problem: Option<ModelError>,
}

impl Manifest {
    /// Returns the description of the embedder that this build was made for.
    pub fn minilm() -> Self {
        serde_json::from_str(include_str!("../../../models/minilm/manifest.json")).expect("our own manifest is tested")
    }

    /// Reads the description that lies beside a model.
    pub fn read(dir: &Path) -> Result<Self, ModelError> {
        let path = dir.join(FILE_NAME);
        let mut text = String::new();
        match File::open(&path).and_then(|file| file.take(MANIFEST_BYTES_MAX).read_to_string(&mut text)) {
            Ok(_) => {}
            Err(e) if e.kind() == ErrorKind::NotFound => {
                return Err(ModelError::Missing { path, origin: "the model directory".into() });
            }
            Err(source) => return Err(ModelError::Disk { doing: "read", path, source }),
        }
        let manifest: Self = match serde_json::from_str(&text) {
            Ok(manifest) => manifest,
            Err(e) => return Err(ModelError::Manifest { path, reason: e.to_string() }),
        };
        manifest.refusal().map_or(Ok(manifest), |reason| Err(ModelError::Manifest { path, reason }))
    }

    /// Says why the manifest cannot be honoured, if so.
    fn refusal(&self) -> Option<String> {
        let tokens = 8..=crate::POSITIONS;
        if self.version != VERSION {
            return Some(format!("it has version {}, this build reads {VERSION}", self.version));
        }
        if !tokens.contains(&self.max_tokens) {
            return Some(format!("max_tokens is {}, it must lie in {} to {}", self.max_tokens, tokens.start(), tokens.end()));
        }
        if !(self.temperature.is_finite() && self.temperature > 0.0) {
            return Some(format!("temperature is {}, it must be above zero", self.temperature));
        }
        let outside = self.files.iter().find(|f| Path::new(&f.name).file_name() != Some(f.name.as_ref()));
        outside.map(|f| format!("{:?} is not a plain file name", f.name))
    }

    /// Returns the file with that name.
    pub(crate) fn file(&self, dir: &Path, name: &str) -> Result<&ModelFile, ModelError> {
        let missing = || ModelError::Manifest { path: dir.join(FILE_NAME), reason: format!("it lists no {name}") };
        self.files.iter().find(|f| f.name == name).ok_or_else(missing)
    }

    /// Looks at every file and says what it found, in the manifest's order.
    pub fn verify(&self, dir: &Path) -> Vec<Finding> {
        let look = |file: &ModelFile| Finding {
            file: file.clone(),
            path: dir.join(&file.name),
            problem: self.check_file(dir, file, &mut Remembered::default()).err(),
        };
        self.files.iter().map(look).collect()
    }

    /// Checks every file and stops at the first that is not sound. A file that was hashed before and has not been touched since
    /// is not hashed again; [`verify`](Self::verify) always hashes.
    pub fn check(&self, dir: &Path) -> Result<(), ModelError> {
        let mut remembered = Remembered::of(dir);
        let hashed = self.files.iter().map(|file| self.check_file(dir, file, &mut remembered));
        let hashed = hashed.collect::<Result<Vec<Hashed>, _>>()?;
        if hashed.contains(&Hashed::Now) {
            // Without the note the next start hashes again, no more than that.
            _ = remembered.save(dir);
        }
        Ok(())
    }

    fn check_file(&self, dir: &Path, file: &ModelFile, remembered: &mut Remembered) -> Result<Hashed, ModelError> {
        let path = dir.join(&file.name);
        let origin = self.origin.to_string();
        let disk = |source| ModelError::Disk { doing: "read", path: path.clone(), source };
        let opened = match File::open(&path) {
            Ok(opened) => opened,
            Err(e) if e.kind() == ErrorKind::NotFound => return Err(ModelError::Missing { path, origin }),
            Err(source) => return Err(disk(source)),
        };
        let found = opened.metadata().map_err(disk)?.len();
        if found != file.bytes {
            return Err(ModelError::WrongSize { path, expected: file.bytes, found, origin });
        }
        if remembered.holds(&opened, &file.sha256) {
            return Ok(Hashed::Before);
        }
        let found = digest_of_reader(&opened).map_err(disk)?;
        if found != file.sha256 {
            return Err(ModelError::WrongHash { path, expected: file.sha256.clone(), found, origin });
        }
        remembered.keep(&opened, &file.sha256);
        Ok(Hashed::Now)
    }
}

/// When a sound file was found to be sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hashed {
    Before,
    Now,
}

/// Hashes a stream in bounded memory.
pub(crate) fn digest_of_reader(mut reader: impl Read) -> std::io::Result<Digest> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; READ_BYTES];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(to_digest(hash)),
            Ok(count) => hash.update(&buffer[..count]),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

/// Ends a hash.
pub(crate) fn to_digest(hash: Sha256) -> Digest {
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Digest::parse(&digits).expect("SHA-256 has 64 digits")
}
