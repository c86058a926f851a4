//! A desk of its own: a data directory that nobody else sees, and the models of this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Somebody at the command line.
pub struct Desk {
    room: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Self { room: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(arguments).env("PROBITY_DATA", self.path("data")).current_dir(self.room.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Told {
        Told::of(self.command(arguments).output().unwrap())
    }

    /// Checks one claim and returns the answer to it.
    pub fn check(&self, claim: &str) -> serde_json::Value {
        let told = self.run(&["check", "--json", claim]);
        assert!([0, 3].contains(&told.code), "{claim}: {}", told.err);
        told.json()["claims"][0].clone()
    }
}

/// What a command said and how it ended.
pub struct Told {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Told {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// The binary under test: the one `./test` built, else the one beside this test.
fn binary() -> PathBuf {
    if let Some(named) = std::env::var_os("PROBITY_BINARY") {
        return named.into();
    }
    let beside = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("probity");
    assert!(beside.exists(), "there is no binary to test: run ./test, which builds it");
    beside
}

/// A file of the repository.
pub fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}
