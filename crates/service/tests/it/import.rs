//! `bellwether import` as a person runs it, also when it is killed on the way.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use pipeline::index;
use store::{Settings, Store};

const PROGRAM: &str = env!("CARGO_BIN_EXE_bellwether");

fn line(number: usize) -> String {
    format!(
        r#"{{"url":"https://wire.example/{number}?utm_source=x","title":"Item {number}","content":"Bitcoin item {number} says a few words.","published_at":"2026-01-{:02}T00:00:00Z","outlet":"Wire"}}"#,
        1 + number % 28
    )
}

fn lines(count: usize) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

fn import(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(["import", "--data-dir"])
        .arg(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("written");
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> (String, String) {
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

async fn count(folder: &Path) -> i64 {
    let store = Store::open(&Settings::sqlite(folder.join("bellwether.db"))).await.expect("the store opens");
    let count = store.documents.count().await.expect("a count");
    store.close().await;
    count
}

#[tokio::test]
async fn bad_lines_are_named_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let input =
        format!("{}\n{{broken\n\n{}\n{{\"title\":\"x\",\"outlet\":\"y\"}}\n{}\n", line(1), line(2), line(1));
    let output = import(folder.path(), &[], input.as_bytes());
    let (stdout, stderr) = said(&output);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stdout.trim(), "2 new, 0 updated, 1 unchanged, 2 bad lines\n2 read\n2 placed in stories");
    assert!(stderr.contains("standard input:2: not valid JSON"), "{stderr}");
    assert!(stderr.contains("standard input:5: url is missing"), "{stderr}");
    assert_eq!(count(folder.path()).await, 2);

    let output = import(folder.path(), &["--strict"], input.as_bytes());
    assert!(!output.status.success());

    // Nothing but bad lines is a failure; past days lead on to their indices, beside the results.
    let output = import(folder.path(), &[], b"{broken\n");
    assert_eq!(output.status.code(), Some(1), "{:?}", said(&output));
    assert!(stderr.contains("bellwether backfill"), "{stderr}");
}

#[tokio::test]
async fn compressed_files_and_other_spellings_of_an_address_are_the_same_items() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let text = lines(50);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).expect("compressed");
    let files = [
        write("a.jsonl", text.as_bytes()),
        write("b.jsonl.gz", &gzip.finish().expect("compressed")),
        write("c.jsonl.zst", &zstd::encode_all(text.as_bytes(), 1).expect("compressed")),
        write(
            "d.jsonl",
            text.replace("https://wire", "http://www.wire").replace("?utm_source=x", "/").as_bytes(),
        ),
    ];
    let names: Vec<&str> = files.iter().map(|file| file.to_str().expect("UTF-8")).collect();
    let output = import(&folder.path().join("data"), &names, b"");
    assert_eq!(
        said(&output).0.trim(),
        "50 new, 0 updated, 150 unchanged, 0 bad lines\n50 read\n50 placed in stories",
        "{}",
        said(&output).1
    );

    let output = import(&folder.path().join("data"), &["no-such-file"], b"");
    assert!(!output.status.success() && said(&output).1.contains("no-such-file"));
}

#[tokio::test]
async fn killed_at_any_moment_and_run_again_nothing_is_lost_or_doubled() {
    const ITEMS: usize = 6_000;
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let file = folder.path().join("items.jsonl");
    std::fs::write(&file, lines(ITEMS)).expect("written");
    let mut before = 0;
    for round in 0..5u64 {
        let mut child = Command::new(PROGRAM)
            .args(["import", "--data-dir"])
            .arg(&data)
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(120 + 170 * round));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is gone");
        if data.join("bellwether.db").exists() {
            let now = count(&data).await;
            assert!(now >= before, "what was stored stays: {before} then {now}");
            before = now;
        }
    }
    let output = import(&data, &[file.to_str().expect("UTF-8")], b"");
    assert!(output.status.success(), "{}", said(&output).1);
    assert_eq!(count(&data).await, ITEMS as i64);
    let store = Store::open(&Settings::sqlite(data.join("bellwether.db"))).await.expect("the store opens");
    assert_eq!(store.documents.unread_count().await.expect("a count"), 0, "all of it is read");
    store.close().await;
    // The index is equal to the store after all of it.
    let finder =
        search::Finder::open(&data.join("index"), search::Settings::default()).expect("the index opens");
    assert_eq!(finder.statistics().expect("figures").documents, ITEMS as u64);
}

#[tokio::test]
async fn a_running_service_keeps_its_index_to_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let held = search::Finder::open(&folder.path().join("index"), search::Settings::default());
    let held = Arc::new(held.expect("an index"));
    held.hold().expect("held, as a service does");
    let output = import(folder.path(), &[], lines(300).as_bytes());
    assert!(output.status.success(), "{}", said(&output).1);
    assert_eq!(held.statistics().expect("figures").documents, 0, "nobody else wrote");
    let store = Store::open(&Settings::sqlite(folder.path().join("bellwether.db"))).await.expect("the store");
    index::catch_up(&store, &held, |_| {}).await.expect("caught up");
    assert_eq!(held.statistics().expect("figures").documents, 300);
}

#[tokio::test]
async fn what_trickles_in_is_stored_before_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(PROGRAM)
        .args(["import", "--data-dir"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut stored = 0;
    // Until the first lines are there while more are still to come.
    for number in 0..120 {
        writeln!(input, "{}", line(number)).expect("written");
        std::thread::sleep(Duration::from_millis(250));
        if folder.path().join("bellwether-accounts.db").exists() {
            stored = count(folder.path()).await;
        }
        if stored > 0 {
            break;
        }
    }
    assert!(stored > 0, "nothing was stored before the end");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
