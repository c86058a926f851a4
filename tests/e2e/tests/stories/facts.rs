//! A language model over a real socket: it reads facts for the entity graph, and has its say on an answer.

use crate::desk::Desk;
use crate::house::{House, key};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};

const NOTE: &str = "# The comet\n\nThe comet of that year was first seen by Rita Holm.\n";
const ANSWER: &str =
    r#"{\"facts\": [{\"sentence\": 0, \"subject\": \"Rita Holm\", \"relation\": \"saw\", \"object\": \"The comet\"}]}"#;
const ADVICE: &str = r#"{\"abstains\": true, \"direction\": \"none\", \"rationale\": \"It is hearsay.\", \"cites\": [\"e1\"]}"#;

/// Answers every question for facts with one and the same, abstains from every verdict, and keeps what it was asked.
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
            let request = String::from_utf8_lossy(&request).into_owned();
            let answer = if request.contains("Verdict of the rules") { ADVICE } else { ANSWER };
            heard.lock().unwrap().push(request);
            let body = format!(r#"{{"choices": [{{"message": {{"content": "{answer}"}}}}], "usage": {{}}}}"#);
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

#[test]
fn a_server_asks_the_model_for_facts_and_for_its_say_when_it_is_told_to() {
    let desk = Desk::new();
    let (caller, keeper) = (key(&desk, "submitter"), key(&desk, "operator"));
    let (base, asked) = open_model();
    let model = [("PROBITY_LLM", "openai"), ("PROBITY_LLM_MODEL", "m"), ("PROBITY_LLM_URL", base.as_str())];
    let text = "The comet of that year was first seen by Rita Holm. The Vellmar lighthouse is 43 metres tall.";
    let documents = json!({"documents": [{"id": "coast", "title": "Coast", "text": text}]}).to_string();
    let claim = json!({"claim": "The Vellmar lighthouse is 43 metres tall.", "corpus": "coast"}).to_string();
    let verdict = |house: &House| -> Value {
        let (status, answer) = house.post("/api/v1/claims/verify", &caller, "", &claim).unwrap();
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str::<Value>(&answer).unwrap()["claims"][0]["verdict"].clone()
    };
    let house = House::start_in(&desk, &["--set", "GRAPH_FACTS=model"], &model);
    house.wait_until_ready();
    let brought = house.post("/api/v1/corpora/coast/documents", &keeper, "", &documents).unwrap();
    assert_eq!(brought.0, 200, "{}", brought.1);
    assert!(asked.lock().unwrap().iter().any(|question| question.contains("0: The comet of that year")), "it read the document");
    assert_eq!(verdict(&house), "true", "nobody asked for its say");
    assert!(!asked.lock().unwrap().iter().any(|question| question.contains("Verdict of the rules")));
    drop(house);
    let house = House::start_in(&desk, &["--judge"], &model);
    house.wait_until_ready();
    assert_ne!(verdict(&house), "true", "an answer that it was not asked about does not stand in for one that it was");
    assert!(asked.lock().unwrap().iter().any(|question| question.contains("Verdict of the rules: true")));
    drop(house);
    let told = desk.run(&["serve", "--judge", "--listen", "127.0.0.1:0"]);
    assert_eq!((told.code, told.err.contains("PROBITY_LLM")), (2, true), "{}", told.err);
}
