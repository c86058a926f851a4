//! A language model that reads facts for the entity graph, over a real socket.

use crate::desk::Desk;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};

const NOTE: &str = "# The comet\n\nThe comet of that year was first seen by Rita Holm.\n";
const ANSWER: &str =
    r#"{\"facts\": [{\"sentence\": 0, \"subject\": \"Rita Holm\", \"relation\": \"saw\", \"object\": \"The comet\"}]}"#;

/// Answers every question with one and the same fact, and keeps what it was asked.
fn open_model() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = Vec::new();
            let mut piece = [0; 4096];
            // The prompt is small: once its last brace is there, the request is whole.
            while !request.ends_with(b"}") {
                let read = stream.read(&mut piece).unwrap();
                request.extend_from_slice(&piece[..read]);
                if read == 0 {
                    break;
                }
            }
            heard.lock().unwrap().push(String::from_utf8_lossy(&request).into_owned());
            let body = format!(r#"{{"choices": [{{"message": {{"content": "{ANSWER}"}}}}], "usage": {{}}}}"#);
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        }
    });
    (base, asked)
}

#[test]
fn a_model_reads_facts_when_the_settings_say_so() {
    let desk = Desk::new();
    desk.write("in/comet.md", NOTE);
    let (base, asked) = open_model();
    let ingest = |facts: &str, model: &str| {
        let mut command = desk.command(&["ingest", "--json", "in", "--set", &format!("GRAPH_FACTS={facts}")]);
        command.env("PROBITY_LLM", "openai").env("PROBITY_LLM_MODEL", "m").env("PROBITY_LLM_URL", model);
        crate::desk::Told::of(command.output().unwrap())
    };
    let told = ingest("model", &base);
    assert_eq!(told.code, 0, "{}", told.err);
    let questions = asked.lock().unwrap().clone();
    assert_eq!(questions.len(), 1, "one passage, one question");
    assert!(questions[0].contains("0: The comet of that year was first seen by Rita Holm."), "{}", questions[0]);
    let told = ingest("guesses", &base);
    assert_eq!((told.code, told.err.contains("GRAPH_FACTS")), (2, true), "{}", told.err);
}
