//! A small web for tests: it answers by path, well or badly, and remembers what it was asked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone)]
pub enum Action {
    /// These bytes, then the end.
    Reply(Vec<u8>),
    /// As `Reply`, after a while.
    Late(Duration, Vec<u8>),
    /// These bytes once, then the second ones without end.
    Endless(Vec<u8>, Vec<u8>),
    /// Nothing, ever.
    Stall,
    /// By whether the request holds this text.
    IfAsked(&'static str, Vec<u8>, Vec<u8>),
}

pub struct Server {
    ip: String,
    pub port: u16,
    pub requests: Arc<Mutex<Vec<String>>>,
    pub most_at_once: Arc<AtomicUsize>,
}

impl Server {
    pub async fn start(routes: &[(&'static str, Action)]) -> Server {
        Server::start_on("127.0.0.1", routes).await
    }

    /// Each loopback address is a host of its own.
    pub async fn start_on(ip: &str, routes: &[(&'static str, Action)]) -> Server {
        let listener = TcpListener::bind((ip, 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let routes: Arc<HashMap<&'static str, Action>> = Arc::new(routes.iter().cloned().collect());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let most_at_once = Arc::new(AtomicUsize::new(0));
        let now = Arc::new(AtomicUsize::new(0));
        let server = Server {
            ip: ip.to_owned(),
            port,
            requests: requests.clone(),
            most_at_once: most_at_once.clone(),
        };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (routes, requests, most, now) =
                    (routes.clone(), requests.clone(), most_at_once.clone(), now.clone());
                tokio::spawn(async move {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    serve(stream, &routes, &requests).await;
                    now.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        server
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.ip, self.port)
    }

    pub fn asked(&self, path: &str) -> usize {
        let requests = self.requests.lock().expect("no test panics while holding it");
        requests.iter().filter(|request| request.split(' ').nth(1) == Some(path)).count()
    }
}

async fn serve(mut stream: TcpStream, routes: &HashMap<&'static str, Action>, requests: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(n) => head.extend_from_slice(&buffer[..n]),
        }
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let path = head.split(' ').nth(1).unwrap_or("").to_owned();
    requests.lock().expect("no test panics while holding it").push(head.clone());
    let action =
        routes.get(path.as_str()).cloned().unwrap_or_else(|| Action::Reply(reply("404 Not Found", &[], b"")));
    match action {
        Action::Reply(bytes) => drop(stream.write_all(&bytes).await),
        Action::Late(delay, bytes) => {
            tokio::time::sleep(delay).await;
            drop(stream.write_all(&bytes).await);
        }
        Action::Endless(first, again) => {
            drop(stream.write_all(&first).await);
            while stream.write_all(&again).await.is_ok() {}
        }
        Action::Stall => tokio::time::sleep(Duration::from_secs(600)).await,
        Action::IfAsked(text, yes, no) => {
            drop(stream.write_all(if head.contains(text) { &yes } else { &no }).await)
        }
    }
    drop(stream.shutdown().await);
}

/// A whole reply with its length.
pub fn reply(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n", body.len()).into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}
