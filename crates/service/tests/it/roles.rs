//! Doors answer and workers work: two kinds of processes on one database.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant as Stopwatch};

use serde_json::Value;
use store::testing::{self, TestStore};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::two_servers::{Server, insert, items, placed};

/// A process of this role, and its port once it is up.
async fn start(store: &TestStore, folder: &Path, role: &str) -> (Server, u16) {
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        free.local_addr().expect("an address").port()
    };
    let listen = format!("127.0.0.1:{port}");
    let server = Server::with(store, folder, &["--role", role, "--metering", "false", "--listen", &listen]);
    let patience = Stopwatch::now();
    while get(port, "/health").await.is_none() {
        assert!(patience.elapsed() < Duration::from_secs(60), "{role} does not come up");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    (server, port)
}

async fn get(port: u16, path: &str) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.ok()?;
    let (head, body) = reply.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, serde_json::from_str(body).unwrap_or(Value::Null)))
}

async fn found(port: u16) -> u64 {
    let path = "/feed?startDate=2026-01-01&endDate=2026-01-02&limit=1";
    let reply = get(port, path).await;
    reply.and_then(|(_, body)| body["pagination"]["total"].as_u64()).unwrap_or(0)
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) -> Duration {
    let began = Stopwatch::now();
    while !is_so().await {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doors_answer_from_what_workers_do() {
    let Some(store) = testing::postgres().await else { return };
    let folder = || tempfile::tempdir().expect("a folder");
    let (one, two) = (folder(), folder());
    insert(&store, items(0, 20)).await;
    let (_door, door) = start(&store, one.path(), "door").await;
    until("a door finds what is stored", async || found(door).await == 20).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(
        store.documents.in_stories(0, 100).await.expect("documents").len(),
        0,
        "a door groups nothing"
    );
    let (_, ready) = get(door, "/health/ready").await.expect("an answer");
    let names = |ready: &Value| -> Vec<String> {
        let followers = ready["followers"].as_array().expect("followers").iter();
        followers.map(|one| one["name"].as_str().unwrap_or("").to_owned()).collect()
    };
    assert!(
        names(&ready)
            .iter()
            .all(|name| !["stories", "readings", "reading", "alerts"].contains(&name.as_str()))
    );

    let (_worker, worker) = start(&store, two.path(), "worker").await;
    placed(&store, 20).await;
    assert_eq!(get(worker, "/feed").await.expect("an answer").0, 404, "a worker answers no questions");
    let (_, ready) = get(worker, "/health/ready").await.expect("an answer");
    assert!(names(&ready).contains(&"stories".to_owned()));
    // What the worker counted, the door tells.
    let volume = "/channel-volume?startDate=2026-01-01&endDate=2026-01-01";
    until("a door tells what was counted", async || {
        get(door, volume).await.is_some_and(|(status, body)| status == 200 && body.to_string().contains("20"))
    })
    .await;

    insert(&store, items(100, 10)).await;
    let took = until("a door finds what is new", async || found(door).await == 30).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn the_embedded_store_knows_no_roles() {
    let folder = tempfile::tempdir().expect("a folder");
    for role in ["door", "worker", "porter"] {
        let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args(["serve", "--role", role, "--data-dir", "."])
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        let expected = if role == "porter" { "none of all, door and worker" } else { "set database_url" };
        assert!(words.contains(expected), "{words}");
    }
}
