//! A server of its own: the real binary on a free port, and callers over plain sockets.

use crate::desk::{Desk, Told};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server; dropping it kills it.
pub struct House {
    child: Child,
    pub address: String,
    pub greeting: Value,
}

impl House {
    /// Starts the real binary and waits until it listens.
    pub fn start(desk: &Desk, more: &[&str]) -> Self {
        Self::start_in(desk, more, &[])
    }

    /// Starts it with variables of its own.
    pub fn start_in(desk: &Desk, more: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_telling(desk, more, variables, Stdio::null())
    }

    /// Starts it with its log in a file.
    pub fn start_logging(desk: &Desk, more: &[&str], log: &Path) -> Self {
        Self::start_telling(desk, more, &[], std::fs::File::create(log).unwrap().into())
    }

    fn start_telling(desk: &Desk, more: &[&str], variables: &[(&str, &str)], log: Stdio) -> Self {
        let mut arguments = vec!["serve", "--json", "--listen", "127.0.0.1:0", "--rate", "1000000"];
        if !more.contains(&"--log") {
            arguments.extend(["--log", "error"]);
        }
        arguments.extend_from_slice(more);
        let mut command: Command = desk.command(&arguments);
        command.envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut greeting = String::new();
        for line in &mut lines {
            let line = line.unwrap();
            greeting.push_str(&line);
            if line == "}" {
                break;
            }
        }
        let greeting: Value = serde_json::from_str(&greeting).unwrap();
        let address = greeting["listening"].as_str().unwrap().to_owned();
        Self { child, address, greeting }
    }

    /// Ends the process without a warning.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn post(&self, path: &str, key: &str, more: &str, body: &str) -> Option<(u16, String)> {
        request(&self.address, "POST", path, key, more, body)
    }

    /// Waits until the models are loaded.
    pub fn wait_until_ready(&self) {
        let began = Instant::now();
        while self.get("/readyz", "").map(|answer| answer.0) != Some(200) {
            assert!(began.elapsed() < Duration::from_secs(300), "the models were never loaded");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Follows a stream of events to its end.
    pub fn stream(&self, path: &str, key: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        told
    }

    pub fn get(&self, path: &str, key: &str) -> Option<(u16, String)> {
        request(&self.address, "GET", path, key, "", "")
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends one request; `None` when no whole answer came back.
pub fn request(address: &str, method: &str, path: &str, key: &str, more: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(120))).ok()?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
         content-type: application/json\r\n{more}content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let promised = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let promised = promised.map_or(Some(0), |length| length.parse::<usize>().ok())?;
    (body.len() == promised).then(|| (status, body.to_owned()))
}

/// Makes a key at the command line.
pub fn key(desk: &Desk, roles: &str) -> String {
    let told: Told = desk.run(&["admin", "key", "create", "caller", "--roles", roles, "--json"]);
    assert_eq!(told.code, 0, "{}", told.err);
    told.json()["secret"].as_str().unwrap().to_owned()
}
