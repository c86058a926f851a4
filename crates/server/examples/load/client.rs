//! A caller that keeps its connection, as clients do.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

pub struct Client {
    stream: BufReader<TcpStream>,
    key: String,
}

pub struct Answer {
    pub status: u16,
    pub retry_after: Option<u64>,
    pub body: String,
}

impl Client {
    pub fn connect(address: &str, key: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream), key: key.to_owned() }
    }

    pub fn send(&mut self, method: &str, path: &str, more: &str, body: &str) -> Answer {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             {more}content-length: {}\r\n\r\n{body}",
            self.key,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let mut status = 0;
        let (mut length, mut retry_after) = (0, None);
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            let told = line.trim_end();
            match told.split_once(": ") {
                _ if told.is_empty() => break,
                Some(("content-length", value)) => length = value.parse().unwrap(),
                Some(("retry-after", value)) => retry_after = value.parse().ok(),
                Some(_) => {}
                None => status = told.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0),
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        Answer { status, retry_after, body: String::from_utf8(body).unwrap() }
    }
}
