//! Somebody who receives webhooks on a socket of their own, and answers as they are told to.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// One message as it arrived.
#[derive(Debug, Clone)]
pub struct Received {
    headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }
}

#[derive(Default)]
struct Desk {
    received: Mutex<Vec<Received>>,
    answers: Mutex<VecDeque<u16>>,
}

/// The receiver.
pub struct Receiver {
    port: u16,
    desk: Arc<Desk>,
}

impl Receiver {
    /// Listens; answers with these in turn, and with 204 ever after.
    pub async fn answering(answers: &[u16]) -> Self {
        let desk = Arc::new(Desk::default());
        desk.answers.lock().unwrap().extend(answers);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let router = Router::new().fallback(take).with_state(Arc::clone(&desk));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { port, desk }
    }

    /// An address of theirs under any name.
    pub fn url(&self, host: &str) -> String {
        format!("http://{host}:{}/hook", self.port)
    }

    pub fn received(&self) -> Vec<Received> {
        self.desk.received.lock().unwrap().clone()
    }
}

async fn take(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: String) -> (StatusCode, HeaderMap) {
    desk.received.lock().unwrap().push(Received { headers, body });
    let status = desk.answers.lock().unwrap().pop_front().unwrap_or(204);
    let mut more = HeaderMap::new();
    if (300..400).contains(&status) {
        more.insert("location", "http://169.254.169.254/latest/meta-data/".parse().unwrap());
    }
    (StatusCode::from_u16(status).unwrap(), more)
}
