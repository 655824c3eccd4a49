//! Two servers on one database: each document is placed once, whoever is killed or paused.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant as Stopwatch};

use analysis::stories::{Entry, Journal};
use domain::Item;
use pipeline::digest;
use store::testing::{self, TestStore};
use store::{Address, Store};

use crate::app::news;

pub struct Server(Child);

impl Server {
    fn start(store: &TestStore, folder: &Path) -> Server {
        Server::with(store, folder, &["--listen", "127.0.0.1:0"])
    }

    pub fn with(store: &TestStore, folder: &Path, arguments: &[&str]) -> Server {
        let Address::Postgres(url) = &store.settings().address else { panic!("a server") };
        let process = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args(["serve", "--collect", "false", "--log", "warn"])
            .args(arguments)
            .env("BELLWETHER_DATABASE_URL", url)
            .arg("--data-dir")
            .arg(folder)
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn();
        Server(process.expect("the program starts"))
    }

    pub fn signal(&self, name: &str) {
        let done = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(done.expect("kill runs").success(), "{name}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn items(first: u32, count: u32) -> Vec<Item> {
    let item = |n: u32| {
        let title = format!("Exchange {} reports outage number {}", n % 7, n % 5);
        news(n, "2026-01-01T10:00:00Z", "Daily", &title, &format!("The exchange said {n} orders were lost."))
    };
    (first..first + count).map(item).collect()
}

pub async fn insert(store: &Store, items: Vec<Item>) {
    let now = domain::Instant::parse(crate::app::NOW).expect("an instant");
    store.documents.insert(digest::digest(items, now).documents, None).await.expect("stored");
}

/// How long it took until so many documents have a story.
pub async fn placed(store: &Store, count: usize) -> Duration {
    let started = Stopwatch::now();
    loop {
        let placed = store.documents.in_stories(0, 10_000).await.expect("documents").len();
        if placed == count {
            return started.elapsed();
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{placed} of {count}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn holder(store: &Store) -> (String, i64) {
    let leases = store.leases.list().await.expect("leases");
    let lease = leases.into_iter().find(|lease| lease.name == "stories").expect("stories have a lease");
    (lease.holder, lease.fencing)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_document_is_placed_once_whoever_is_killed_or_paused() {
    let Some(store) = testing::postgres().await else { return };
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    insert(&store, items(0, 40)).await;
    let mut first = Server::start(&store, folders[0].path());
    placed(&store, 40).await;
    let (one, fencing) = holder(&store).await;
    let second = Server::start(&store, folders[1].path());
    // Longer than a lease lasts that nobody renews.
    tokio::time::sleep(Duration::from_secs(12)).await;
    insert(&store, items(100, 40)).await;
    placed(&store, 80).await;
    assert_eq!(holder(&store).await, (one.clone(), fencing), "who has the lease keeps it");

    // Killed: the other takes over in time.
    first.0.kill().expect("it was running");
    first.0.wait().expect("it is gone");
    insert(&store, items(200, 40)).await;
    let took = placed(&store, 120).await;
    assert!(took < Duration::from_secs(15), "{took:?}");
    let (two, later) = holder(&store).await;
    assert!(two != one && later > fencing);

    // Paused with its memory: what it finds when it wakes is not its to write any more.
    let third = Server::start(&store, folders[0].path());
    tokio::time::sleep(Duration::from_secs(3)).await;
    second.signal("STOP");
    insert(&store, items(300, 40)).await;
    let took = placed(&store, 160).await;
    assert!(took < Duration::from_secs(15), "{took:?}");
    second.signal("CONT");
    insert(&store, items(400, 40)).await;
    placed(&store, 200).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (three, _) = holder(&store).await;
    assert_ne!(three, two);

    // A clean stop gives the lease back at once.
    third.signal("TERM");
    insert(&store, items(500, 40)).await;
    let took = placed(&store, 240).await;
    assert!(took < Duration::from_secs(8), "{took:?}");

    // Every place that was ever given is in the memory, once, and is what the document says.
    let mut remembered = HashMap::new();
    for bytes in store.documents.story_memory().await.expect("a memory").added {
        for entry in Journal::read(&bytes).expect("a journal") {
            match entry {
                Entry::Placed(item, story) => {
                    let before = remembered.insert(item.id(), story.to_string());
                    assert!(before.is_none(), "{} was placed twice", item.id());
                }
                Entry::Moved(document, story) => {
                    assert!(remembered.insert(document, story.to_string()).is_some(), "it was never placed");
                }
                Entry::Reviewed => {}
            }
        }
    }
    let stored = store.documents.in_stories(0, 10_000).await.expect("documents");
    assert_eq!(remembered.len(), stored.len());
    assert!(stored.iter().all(|document| document.story_id.as_ref() == remembered.get(&document.id)));
    assert!(stored.iter().filter_map(|one| one.story_id.clone()).collect::<HashSet<_>>().len() < 240);
}
