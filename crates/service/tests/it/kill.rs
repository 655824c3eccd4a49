//! The program is killed at random moments under metered load and started again; then each client's own
//! record of charged answers is laid beside the ledger.
//!
//! `cargo test -p service --test it kill -- --ignored` does it fifty times; a few times are part of every run.

use std::collections::HashSet;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use domain::{Credits, Instant};
use management::accounts::Accounts;
use metering::{KeyKind, Scope};
use store::Store;
use store::audit_log::{Actor, Origin};
use store::ledger::EntryKind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const CLIENTS: usize = 16;
/// A kill waits for so many answers of its round.
const ANSWERS_MIN: usize = 20;

/// A log of hundreds of megabytes would lie there until the next start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clean_stop_leaves_no_log_of_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path()).await;
    let logs = || {
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with("-wal")).collect::<Vec<_>>()
    };
    assert!(!logs().is_empty());
    server.stop();
    assert_eq!(logs(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_three_times() {
    survive(3, 7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "fifty starts take a while; run it with -- --ignored"]
async fn killed_fifty_times() {
    survive(50, 11).await;
}

async fn survive(kills: u32, seed: u64) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let settings = store::Settings::sqlite(folder.path().join("bellwether.db"));
    let store = Store::open(&settings).await.expect("a store");
    let accounts = Accounts {
        store: &store,
        pepper: b"",
        origin: Origin {
            actor: Actor::command_line("test"),
            address: None,
            at: Instant::from_ms(1_700_000_000_000),
        },
        by: Scope::Operator,
    };
    let account = accounts.create("acme", "team").await.expect("an account");
    accounts.top_up("acme", Credits::new(1_000_000_000)).await.expect("granted");
    let mut keys = Vec::new();
    for number in 0..CLIENTS {
        let key =
            accounts.create_key("acme", &format!("client {number}"), KeyKind::Live, Scope::Write, None).await;
        keys.push(key.expect("a key").key.reveal().to_owned());
    }
    store.close().await;

    let mut received: HashSet<String> = HashSet::new();
    let (mut in_flight, mut random) = (0, seed);
    for round in 0..kills {
        let mut server = Server::start(folder.path()).await;
        let killed = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicUsize::new(0));
        let clients: Vec<_> = keys
            .iter()
            .map(|key| {
                let (key, killed, answered) = (key.clone(), Arc::clone(&killed), Arc::clone(&answered));
                tokio::spawn(ask_until_it_dies(server.port, key, killed, answered, false))
            })
            .collect();
        // A linear congruential generator is random enough to pick a moment.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(20 + (random >> 33) % 400)).await;
        // On a busy machine that moment comes before the first answers, when there is little to lose.
        let patience = Stopwatch::now();
        while answered.load(Ordering::SeqCst) <= ANSWERS_MIN && patience.elapsed() < Duration::from_secs(30) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        killed.store(true, Ordering::SeqCst);
        server.kill();
        for client in clients {
            let (answers, was_waiting) = client.await.expect("a client");
            for id in answers {
                assert!(received.insert(id), "round {round}: one id for two answers");
            }
            in_flight += usize::from(was_waiting);
        }
    }
    assert!(
        received.len() > kills as usize * ANSWERS_MIN / 2,
        "only {} answers came: too few to prove anything",
        received.len()
    );

    // The next start gives back what the dead one held.
    let mut server = Server::start(folder.path()).await;
    let store = Store::open(&settings).await.expect("the store survives");
    let patience = Stopwatch::now();
    while store.ledger.open_holds().await.expect("a count") > 0 {
        assert!(patience.elapsed() < Duration::from_secs(20), "holds stay behind");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.kill();
    let audit = store.ledger.audit().await.expect("an audit");
    assert_eq!((audit.differences, audit.open_holds), (Vec::new(), 0));

    let mut charged = HashSet::new();
    let mut after = String::new();
    loop {
        let page = store.ledger.entries(&account.id, &after, 1000).await.expect("entries");
        let Some(last) = page.last() else { break };
        after = last.id.clone();
        let charges = page.into_iter().filter(|entry| entry.kind == EntryKind::Charge);
        charged.extend(charges.map(|entry| entry.id));
    }
    let lost: Vec<_> = received.difference(&charged).collect();
    assert!(lost.is_empty(), "answered and not in the ledger: {lost:?}");
    let unheard = charged.difference(&received).count();
    assert!(unheard <= in_flight, "{unheard} entries without an answer, {in_flight} calls were in flight");
    println!(
        "{kills} kills: {} answers, each in the ledger once; {unheard} entries without an answer, {in_flight} calls in flight",
        received.len()
    );
}

/// Asks with one key, one call after the other; returns the ids of the answers that came whole and were
/// charged, and whether a call was waiting for its answer at the end. Where time jumps, an answer may come too late to be charged.
pub async fn ask_until_it_dies(
    port: u16,
    key: String,
    killed: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    time_jumps: bool,
) -> (Vec<String>, bool) {
    let mut ids = Vec::new();
    let request = format!(
        "GET /feed?startDate=2026-01-01&endDate=2026-01-02&limit=25 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\r\n"
    );
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)).await else { return (ids, false) };
    loop {
        if stream.write_all(request.as_bytes()).await.is_err() {
            return (ids, true);
        }
        match read_answer(&mut stream).await {
            Some((200, head)) => {
                assert_eq!(header(&head, "x-service-credits-charged"), "2");
                ids.push(header(&head, "x-request-id").to_owned());
                answered.fetch_add(1, Ordering::SeqCst);
            }
            Some((503, head)) if time_jumps => assert_eq!(header(&head, "x-service-credits-charged"), "0"),
            Some((status, head)) => panic!("{status}: {head}"),
            None => {
                assert!(killed.load(Ordering::SeqCst), "the connection broke before the kill");
                return (ids, true);
            }
        }
    }
}

/// Status and head of a whole answer; none where it broke off.
pub async fn read_answer(stream: &mut TcpStream) -> Option<(u16, String)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        let mut part = [0; 4096];
        let length = stream.read(&mut part).await.ok().filter(|length| *length > 0)?;
        bytes.extend_from_slice(&part[..length]);
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let length: usize = header(&head, "content-length").parse().ok()?;
    let mut rest = vec![0; (end + length).saturating_sub(bytes.len())];
    stream.read_exact(&mut rest).await.ok()?;
    Some((head.split(' ').nth(1)?.parse().ok()?, head))
}

pub fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let found = head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    });
    found.unwrap_or("")
}

pub struct Server {
    process: Child,
    pub port: u16,
}

impl Server {
    pub async fn start(folder: &std::path::Path) -> Server {
        Server::start_with(folder, &[], None).await
    }

    pub async fn start_with(folder: &std::path::Path, settings: &[String], database: Option<&str>) -> Server {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let process = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args([
                "--listen",
                &format!("127.0.0.1:{port}"),
                "--rate-subscription",
                "100000000",
                "--collect",
                "false",
                "--log",
                "warn",
            ])
            .args(settings)
            .arg("--data-dir")
            .arg(folder)
            .arg("serve")
            .envs(database.map(|url| ("BELLWETHER_DATABASE_URL", url)))
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let server = Server { process, port };
        let patience = Stopwatch::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the program does not listen");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // The port is bound before everything is open; the first answer shows that it is.
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("a connection");
        stream.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
        assert_eq!(read_answer(&mut stream).await.map(|(status, _)| status), Some(200));
        server
    }

    /// Asks it to end, as a service manager does, and waits.
    pub fn stop(&mut self) {
        let asked = Command::new("kill").arg(self.process.id().to_string()).status().expect("kill runs");
        assert!(asked.success());
        assert!(self.process.wait().expect("it ends").success());
    }

    pub fn kill(&mut self) {
        self.process.kill().expect("it was running");
        self.process.wait().expect("it is gone");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
