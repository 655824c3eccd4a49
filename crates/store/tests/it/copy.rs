//! A copy holds what the store held at one moment, on either engine, or is refused.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::Instant;
use store::copy::{self, Manifest, Opened, Progress};
use store::ledger::Placed;
use store::testing::{self, TestStore};
use store::{Error, Settings, Store, on_every_engine};

use crate::accounts::{account, credential};
use crate::crash::request;
use crate::people::person;
use crate::sample::{at, call, document, item, marks, origin_at};

fn quiet(_: Progress) {}

fn now() -> Instant {
    at("2026-03-05T02:00:00Z")
}

/// Something in tables of both halves, more than a page in one, and keys that refer to each other.
async fn fill(store: &Store) {
    for batch in 0..3 {
        let documents = (0..200).map(|n| (document(item(&format!("{batch}-{n}"))), marks())).collect();
        store.documents.insert(documents, None).await.unwrap();
    }
    store.documents.insert(vec![(call(), marks())], None).await.unwrap();
    store.accounts.create(&origin_at(1), &account("acme")).await.unwrap();
    let id = account("acme").id;
    // The newer key sorts before the one that it replaces.
    store.credentials.create(&origin_at(2), &id, &credential("z", 1), 9).await.unwrap().unwrap();
    store
        .credentials
        .rotate(&origin_at(3), &id, "z", &credential("a", 2), Instant::from_ms(9), 9)
        .await
        .unwrap()
        .unwrap();
    store.people.create(&origin_at(4), &person("ann@example.org")).await.unwrap();
    for n in 0..20 {
        charge(store, &format!("call {n}")).await;
    }
}

async fn charge(store: &Store, id: &str) {
    let Placed::Held(hold) = store.ledger.hold(&request(id)).await.unwrap() else { panic!("{id}") };
    store.ledger.commit(&hold, Instant::from_ms(1000)).await.unwrap();
}

async fn back_up(settings: &Settings, path: &Path) -> Manifest {
    copy::backup(settings, Opened::File(path.to_owned()), now(), &mut quiet).await.unwrap()
}

async fn restore(settings: &Settings, path: &Path) -> Result<Manifest, Error> {
    copy::restore(settings, Opened::File(path.to_owned()), false, &mut quiet).await
}

/// A store that was opened and closed, and holds nothing.
async fn empty(engine: &str) -> Option<TestStore> {
    let store = match engine {
        "sqlite" => Some(testing::sqlite().await),
        _ => testing::postgres().await,
    };
    if let Some(store) = &store {
        store.close().await;
    }
    store
}

/// What a store holds, past its digests.
async fn assert_whole(store: &Store, documents: i64) {
    assert_eq!(store.documents.count().await.unwrap(), documents);
    let audit = store.ledger.audit().await.unwrap();
    assert!(audit.differences.is_empty(), "{:?}", audit.differences);
    assert!(store.audit_log.verify(None).await.unwrap().faults.is_empty());
}

async fn assert_filled(store: &Store) {
    assert_whole(store, 601).await;
    assert_eq!(store.ledger.audit().await.unwrap().entries, 20);
    let found = store.documents.find(call().id).await.unwrap().unwrap();
    assert_eq!(found.document.item.turns, call().item.turns);
    let keys = store.credentials.list(&account("acme").id).await.unwrap();
    let replaced = keys.iter().find(|key| key.id == "z").unwrap();
    assert_eq!(replaced.replaced_by.as_deref(), Some("a"));
    // It can be written to, and numbers go on where they were.
    store.documents.insert(vec![(document(item("later")), marks())], None).await.unwrap();
    charge(store, "later").await;
    assert_whole(store, 602).await;
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("a.backup")
}

on_every_engine! {
    async fn a_backup_is_restored_on_either_engine(store) {
        let folder = tempfile::tempdir().unwrap();
        fill(&store).await;
        let manifest = back_up(store.settings(), &file(&folder)).await;
        assert!(manifest.tables.iter().any(|(name, rows, _)| name == "documents" && *rows == 601));
        assert_eq!(copy::verify(&file(&folder), &mut quiet).await.unwrap(), manifest);
        let mark = store.identity.mark().await.unwrap();
        for engine in ["sqlite", "postgres"] {
            let Some(mut elsewhere) = empty(engine).await else { continue };
            assert_eq!(restore(elsewhere.settings(), &file(&folder)).await.unwrap(), manifest, "{engine}");
            elsewhere.reopen().await;
            assert_eq!(elsewhere.identity.mark().await.unwrap().store, mark.store);
            assert_filled(&elsewhere).await;
            // The same again would overwrite.
            elsewhere.close().await;
            let again = restore(elsewhere.settings(), &file(&folder)).await;
            assert!(matches!(&again, Err(Error::NotEmpty { .. })), "{again:?}");
            let force = Opened::File(file(&folder));
            assert_eq!(copy::restore(elsewhere.settings(), force, true, &mut quiet).await.unwrap(), manifest);
            elsewhere.reopen().await;
            assert_filled(&elsewhere).await;
        }
    }

    async fn a_backup_goes_through_a_pipe(store) {
        fill(&store).await;
        let (read, write) = std::io::pipe().unwrap();
        let mut elsewhere = empty("sqlite").await.unwrap();
        let settings = store.settings().clone();
        let written = tokio::spawn(async move {
            copy::backup(&settings, Opened::Output(Box::new(write)), now(), &mut quiet).await.unwrap()
        });
        let input = Opened::Input(Box::new(read));
        let manifest = copy::restore(elsewhere.settings(), input, false, &mut quiet).await.unwrap();
        assert_eq!(manifest, written.await.unwrap());
        elsewhere.reopen().await;
        assert_filled(&elsewhere).await;
        // A pipe is read once: too late to keep what was there.
        let forced = copy::restore(elsewhere.settings(), Opened::Input(Box::new(std::io::empty())), true, &mut quiet).await;
        assert!(matches!(forced, Err(Error::Backup { .. })));
    }

    /// A document, then its charge, one after the other: at no moment is there a charge without its document, nor a
    /// document more than one ahead of its charge, although the embedded engine keeps them in two files.
    async fn a_backup_under_load_is_of_one_moment(store) {
        fill(&store).await;
        let stop = Arc::new(AtomicBool::new(false));
        let (writer, stopped) = ((*store).clone(), Arc::clone(&stop));
        let load = tokio::spawn(async move {
            let mut n = 0;
            while !stopped.load(Ordering::Relaxed) {
                let id = format!("load-{n}");
                writer.documents.insert(vec![(document(item(&id)), marks())], None).await.unwrap();
                charge(&writer, &id).await;
                n += 1;
            }
            n
        });
        let folder = tempfile::tempdir().unwrap();
        let mut rows = Vec::new();
        for round in 0..6 {
            let path = folder.path().join(format!("{round}.backup"));
            let manifest = back_up(store.settings(), &path).await;
            let of = |name: &str| manifest.tables.iter().find(|table| table.0 == name).unwrap().1;
            rows.push((of("documents") - 601, of("entries") - 20));
            if round == 3 {
                let mut elsewhere = empty("sqlite").await.unwrap();
                restore(elsewhere.settings(), &path).await.unwrap();
                elsewhere.reopen().await;
                assert_whole(&elsewhere, of("documents") as i64).await;
            }
        }
        stop.store(true, Ordering::Relaxed);
        let written: u64 = load.await.unwrap();
        for (documents, entries) in &rows {
            assert!(documents - entries <= 1 && *documents <= written, "{rows:?}");
        }
        assert!(rows.last().unwrap().0 > rows[0].0, "nothing was written meanwhile: {rows:?}");
    }

    async fn a_broken_backup_is_refused_and_leaves_nothing(store) {
        let folder = tempfile::tempdir().unwrap();
        fill(&store).await;
        back_up(store.settings(), &file(&folder)).await;
        let whole = zstd::decode_all(std::fs::File::open(file(&folder)).unwrap()).unwrap();
        let whole = String::from_utf8(whole).unwrap();
        let short = whole[..whole.len() - 10].to_owned();
        let altered = whole.replacen("A. Writer", "B. Writer", 1);
        let lost = whole.lines().filter(|line| !line.contains("call 7")).collect::<Vec<_>>().join("\n") + "\n";
        let newer = whole.replacen("\"schema\":", "\"schema\":1", 1);
        let format = whole.replacen("\"bellwether_backup\":1", "\"bellwether_backup\":2", 1);
        let column = whole.replacen("\"url\"", "\"url); DROP TABLE people; --\"", 1);
        let texts = [short, altered, lost, newer, format, column, String::new(), "[1]\n".to_owned()];
        let mut elsewhere = empty("sqlite").await.unwrap();
        for (place, text) in texts.iter().enumerate() {
            let path = folder.path().join("broken.backup");
            std::fs::write(&path, zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
            let refused = restore(elsewhere.settings(), &path).await;
            match place {
                3 => assert!(matches!(refused, Err(Error::FromTheFuture { .. })), "{place}: {refused:?}"),
                _ => assert!(matches!(refused, Err(Error::Backup { .. })), "{place}: {refused:?}"),
            }
        }
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "These are notes.").unwrap();
        assert!(matches!(restore(elsewhere.settings(), &path).await, Err(Error::Backup { .. })));
        std::fs::write(file(&folder), &std::fs::read(file(&folder)).unwrap()[..1000]).unwrap();
        assert!(restore(elsewhere.settings(), &file(&folder)).await.is_err());
        elsewhere.reopen().await;
        assert_eq!(elsewhere.documents.count().await.unwrap(), 0);
    }

    async fn a_store_moves_to_either_engine_even_when_interrupted(store) {
        fill(&store).await;
        for engine in ["sqlite", "postgres"] {
            let Some(mut elsewhere) = empty(engine).await else { continue };
            // As if it were killed: nothing after this page is written.
            let (stop, stopped) = tokio::sync::oneshot::channel();
            let mut stop = Some(stop);
            let mut watch = |progress: Progress| {
                if progress.table == "mentions" && let Some(stop) = stop.take() {
                    let _ = stop.send(());
                }
            };
            tokio::select! {
                biased;
                _ = stopped => {}
                _ = copy::migrate(store.settings(), elsewhere.settings(), now(), &mut watch) => panic!("it ended"),
            }
            let opened = Store::open(elsewhere.settings()).await;
            assert!(matches!(opened, Err(Error::UnfinishedCopy)), "{opened:?}");
            let sink = Opened::Output(Box::new(std::io::sink()));
            let half = copy::backup(elsewhere.settings(), sink, now(), &mut quiet).await;
            assert!(matches!(half, Err(Error::UnfinishedCopy)));
            let mut first = None;
            let mut watch = |progress: Progress| {
                first.get_or_insert(progress.rows);
            };
            let moved = copy::migrate(store.settings(), elsewhere.settings(), now(), &mut watch).await.unwrap();
            assert!(moved.resumed);
            elsewhere.reopen().await;
            assert_filled(&elsewhere).await;
            elsewhere.close().await;
            let again = copy::migrate(store.settings(), elsewhere.settings(), now(), &mut quiet).await;
            assert!(matches!(again, Err(Error::NotEmpty { .. })), "{again:?}");
        }
    }
}

/// What an earlier program backed up is restored with its tables, and then brought up to date.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_an_older_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    for name in ["old.db", "old-accounts.db"] {
        let old = testing::sqlite_of_before(&folder.path().join(name), 30);
        old.execute_batch(
            "INSERT INTO accounts (id, name, plan, activated_day, payment_status, overage_active, overage_cap_micro_usd,
                 legacy_prepaid, created_at) VALUES ('a', 'acme', 'free', 20000, 'none', 0, 0, 0, 1)",
        )
        .unwrap();
    }
    let manifest = back_up(&Settings::sqlite(&path), &file(&folder)).await;
    assert_eq!(manifest.schema, 30);
    for engine in ["sqlite", "postgres"] {
        // The fixture is of today's version: a copy of an older one needs a place without tables.
        let Some(elsewhere) = empty(engine).await else { continue };
        let forced = Opened::File(file(&folder));
        copy::restore(elsewhere.settings(), forced, true, &mut quiet).await.unwrap();
        let store = Store::open(elsewhere.settings()).await.unwrap();
        assert!(store.accounts.find_by_name("acme").await.unwrap().is_some(), "{engine}");
    }
}
