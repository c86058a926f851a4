//! A folder of files that a story writes and a walk reads.

use domain::{CorpusName, Document};
use sources::{Limits, Options, Outcome, Skipped, documents};
use std::io::Write;
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Shelf {
    folder: TempDir,
    pub options: Options,
}

impl Shelf {
    pub fn new() -> Self {
        let options = Options::open_web(CorpusName::library());
        Self { folder: TempDir::new().unwrap(), options }
    }

    pub fn with_limits(limits: Limits) -> Self {
        let mut shelf = Self::new();
        shelf.options.limits = limits;
        shelf
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub fn put_packed(&self, name: &str, content: &[u8]) -> &Self {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(content).unwrap();
        self.put(name, packer.finish().unwrap())
    }

    pub fn walk(&self) -> Vec<Outcome> {
        documents(self.folder.path(), &self.options).collect()
    }

    pub fn read(&self) -> (Vec<Document>, Vec<Skipped>) {
        let (mut found, mut skipped) = (Vec::new(), Vec::new());
        for outcome in self.walk() {
            match outcome {
                Outcome::Document(document) => found.push(*document),
                Outcome::Skipped(one) => skipped.push(one),
            }
        }
        (found, skipped)
    }

    /// What was left out, as `name:line code`.
    pub fn rows(&self) -> Vec<String> {
        let row = |one: &Skipped| {
            let name = one.path.strip_prefix(self.folder.path()).unwrap().display().to_string();
            let line = one.line.map(|n| format!(":{n}")).unwrap_or_default();
            format!("{name}{line} {}", one.why.code())
        };
        self.read().1.iter().map(row).collect()
    }
}
