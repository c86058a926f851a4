//! The real binary with a data directory of its own.

use crate::client::Client;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct House {
    child: Child,
    pub address: String,
    /// From starting the process to its first answer.
    pub cold_start: Duration,
}

/// A data directory that goes away.
pub struct Room {
    dir: tempfile::TempDir,
    binary: PathBuf,
}

impl Room {
    pub fn new(binary: &Path) -> Self {
        Self { dir: tempfile::tempdir().unwrap(), binary: binary.to_owned() }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).env("PROBITY_DATA", self.dir.path().join("data"));
        command
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn key(&self) -> String {
        let made = self.command(&["admin", "key", "create", "load", "--json"]).output().unwrap();
        let told: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
        told["secret"].as_str().unwrap().to_owned()
    }

    pub fn open(&self, more: &[&str]) -> House {
        let began = Instant::now();
        let mut arguments = vec!["serve", "--json", "--listen", "127.0.0.1:0", "--rate", "1000000", "--log", "error"];
        arguments.extend_from_slice(more);
        let mut child = self.command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut greeting = String::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            greeting.push_str(&line);
            if line == "}" {
                break;
            }
        }
        let greeting: serde_json::Value = serde_json::from_str(&greeting).unwrap();
        let address = greeting["listening"].as_str().unwrap().to_owned();
        let first = if more.contains(&"--without-models") { "/readyz" } else { "/healthz" };
        assert_eq!(Client::connect(&address, "").send("GET", first, "", "").status, 200);
        House { child, address, cold_start: began.elapsed() }
    }
}

impl House {
    pub fn wait_until_ready(&self) {
        while Client::connect(&self.address, "").send("GET", "/readyz", "", "").status != 200 {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// User and system time of the process so far, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        let ticks: f64 = fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap()).sum();
        ticks / 100.0
    }

    /// Memory in use, in MiB.
    pub fn resident_mib(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
