//! The web, from the command line: what ships asks whom it is told to ask, and visits nothing on this machine.

use crate::desk::{Desk, Told};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A search engine on this machine that names pages on this machine.
pub struct Lure {
    pub port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Lure {
    pub fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = Arc::clone(&asked);
        // It ends with the test's process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = serve(stream, port, &seen);
            }
        });
        Self { port, asked }
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, port: u16, seen: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default().to_owned();
    seen.lock().unwrap().push(path);
    let page = |url: String| serde_json::json!({"url": url, "title": "Zorvan", "content": "", "engine": "own"});
    let body = serde_json::json!({"query": "q", "results": [
        page(format!("http://127.0.0.1:{port}/secret")),
        page("http://127.0.0.1/secret".to_owned()),
        page("http://169.254.169.254/latest/meta-data/".to_owned()),
        page("http://[::ffff:127.0.0.1]/secret".to_owned()),
        page("file:///etc/passwd".to_owned()),
    ]})
    .to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

#[test]
fn what_ships_visits_nothing_on_this_machine() {
    let (desk, lure) = (Desk::new(), Lure::open());
    let mut command = desk.command(&["check", "--json", "--web", "The Zorvan canal is 40 kilometres long."]);
    let told = Told::of(command.env("SEARXNG_URL", format!("http://127.0.0.1:{}", lure.port)).output().unwrap());
    assert_eq!(told.code, 3, "{}", told.err);
    let claim = told.json()["claims"][0].clone();
    assert_eq!(claim["verdict"], "insufficient_evidence");
    let pages = claim["expansion"]["pages"].as_array().unwrap().clone();
    assert_eq!(pages.len(), 5);
    assert!(pages.iter().all(|page| page["outcome"] == "refused_address"), "{pages:#?}");
    assert!(lure.asked().iter().all(|path| path == "/search"), "{:?}", lure.asked());
}
