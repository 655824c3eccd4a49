//! Commands as somebody types them.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn bellwether(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command
        .args(arguments)
        .arg("--data-dir")
        .arg(folder)
        .current_dir(folder.parent().expect("a folder above"));
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    bellwether(folder, arguments).output().expect("the program runs")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The first hour of the README: an account, somebody who signs in to it, and an operator.
#[test]
fn people_are_made_with_their_roles() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    assert!(run(&data, &["account", "create", "acme", "--plan", "team"]).status.success());
    for arguments in [
        &["user", "create", "ann@example.org", "--account", "acme"][..],
        &["user", "create", "ben@example.org", "--account", "acme", "--role", "viewer"],
        &["user", "create", "root@example.org", "--operator"],
        &["user", "role", "ben@example.org", "member", "--account", "acme"],
    ] {
        let output = run(&data, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", words(&output));
    }
    let listed = words(&run(&data, &["user", "list"]));
    let line = |name: &str| listed.lines().find(|line| line.contains(name)).unwrap_or("").to_owned();
    assert!(line("ann@").contains("owner"), "{listed}");
    assert!(line("ben@").contains("member"), "{listed}");
    assert!(line("root@").contains("operator"), "{listed}");
}

#[test]
fn two_articles_of_a_line_are_compared_in_whatever_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = [
        r#"{"id": "same", "language": "de-en", "text": "Hacker stehlen 40 Millionen Dollar von Harbor Exchange",
            "lead": "Auszahlungen sind gestoppt.", "text2": "Hackers steal $40 million from Harbor Exchange", "lead2": "Withdrawals are halted."}"#,
        r#"{"id": "other", "language": "de", "title": "Notenbank lässt Leitzins unverändert", "content": "", "language2": "en",
            "title2": "Hackers steal $40 million from Harbor Exchange", "content2": "Withdrawals are halted."}"#,
        "no pair at all",
        r#"{"title": "One article alone", "content": "Nothing to compare it with."}"#,
    ];
    let file = folder.path().join("pairs.jsonl");
    std::fs::write(&file, lines.map(|line| line.replace('\n', " ")).join("\n")).expect("a file");
    let output = run(&folder.path().join("data"), &["likeness", file.to_str().expect("a path")]);
    assert!(!output.status.success(), "a line is no pair");
    let answers: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let likeness = |id: &str| {
        let answer = answers.iter().find(|answer| answer["id"] == id).expect("an answer to each pair");
        answer["likeness"].as_f64().expect("a number")
    };
    assert!(likeness("same") > likeness("other") + 0.1, "{answers:?}");
    for line in [3, 4] {
        let refused = |answer: &serde_json::Value| answer["line"] == line && answer["error"].is_string();
        assert!(answers.iter().any(refused), "{answers:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = bellwether(&folder.path().join("data"), &["openapi"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut few = [0; 10];
    child.stdout.take().expect("its output").read_exact(&mut few).expect("a few bytes");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(words(&output), "");
}

#[test]
fn what_only_looks_at_a_store_makes_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let (missing, above) = (folder.path().join("mistyped"), folder.path().join("above"));
    std::fs::create_dir(&above).expect("a folder");
    assert!(run(&above.join("demo"), &["account", "create", "acme"]).status.success());
    for command in [
        "doctor",
        "audit",
        "audit --export-log",
        "recompute --date 2026-03-01",
        "payments list",
        "account list",
        "account export acme",
        "key list acme",
        "key create acme",
        "user list",
        "user link ann",
        "source list",
        "source export-opml",
        "narrative list",
        "speaker show ann",
        "reindex",
        "rebuild",
        "reread",
        "reclean",
        "backfill",
        "remove x --yes",
        "backup -",
        "backup kept.backup",
        "mcp",
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        for (data, said) in [(&missing, "mistyped. `bellwether serve`"), (&above, "say --data-dir")] {
            let output = run(data, &arguments);
            assert!(!output.status.success(), "{command}");
            let words = words(&output);
            assert!(words.contains("there is no store in") && words.contains(said), "{command}: {words}");
        }
    }
    let moved = words(&run(&above, &["migrate-store", "--from", "mistyped", "--to", "other"]));
    assert!(moved.contains("there is no store in mistyped"), "{moved}");
    assert!(
        !missing.exists()
            && !folder.path().join("other").exists()
            && !folder.path().join("kept.backup").exists()
    );
    assert_eq!(std::fs::read_dir(&above).expect("a folder").count(), 1, "the demo's folder alone");
}

/// Each part once with all that was found about it, and a last line that sums up.
#[test]
fn the_doctor_reports_by_part_and_sums_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    assert!(run(&data, &["account", "create", "acme"]).status.success());
    let report = |collect: &str| {
        let output = run(&data, &["doctor", "--deep", "--listen", "127.0.0.1:0", "--collect", collect]);
        assert!(output.status.success(), "{}", words(&output));
        words(&output)
    };
    let off = report("false");
    for part in ["configuration", "store", "index", "documents", "background work"] {
        assert_eq!(off.lines().filter(|line| *line == part).count(), 1, "{part}: {off}");
    }
    let count = |state: &str| off.lines().filter(|line| line.starts_with(&format!("  {state}"))).count();
    let (all, notes) = (count("ok") + count("note"), count("note"));
    assert!(notes > 1, "{off}");
    let summary = format!("{all} checks: no problems, {notes} notes.");
    assert_eq!(off.trim_end().lines().last(), Some(summary.as_str()), "{off}");
    assert!(!off.contains("collect_contact"), "nothing is collected: {off}");
    assert!(report("true").contains("collect_contact"));
}

#[tokio::test]
async fn the_doctor_looks_through_everything_that_is_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let items = folder.path().join("items.jsonl");
    let line = |n: u32| {
        format!(
            "{{\"title\":\"Bank number {n} opens a desk for Bitcoin\",\"content\":\"It said so on Monday, report {n}.\",\
             \"url\":\"https://example.org/{n}\",\"outlet\":\"Wire\",\"published_at\":\"2026-03-0{}T09:00:00Z\"}}\n",
            1 + n % 3
        )
    };
    std::fs::write(&items, (0..9).map(line).collect::<String>()).expect("items");
    let imported = run(&data, &["import", "items.jsonl"]);
    assert!(imported.status.success(), "{}", words(&imported));
    assert!(!data.join("bellwether.db-wal").exists(), "an import leaves no log of the store");
    assert!(run(&data, &["rebuild"]).status.success());

    let listen = ["doctor", "--deep", "--listen", "127.0.0.1:0"];
    let sound = run(&data, &listen);
    assert!(sound.status.success(), "{}", words(&sound));
    assert!(words(&sound).contains("a recount of 3 days gives the same numbers"), "{}", words(&sound));
    assert!(words(&sound).contains("holds every document once, 9 in all"), "{}", words(&sound));

    // A day that says something else than its documents.
    let place = data.join("bellwether.db").display().to_string();
    let settings = store::Settings::at(&place).expect("settings");
    let store = store::Store::open(&settings).await.expect("the store");
    let counted = store.rollups.in_order(None, 2).await.expect("counts");
    let other = (store::DirtyDay { day: counted[0].day, seq: 0 }, counted[1].counts.clone());
    store.rollups.replace(vec![other], None).await.expect("stored");
    drop(store);
    let unsound = run(&data, &listen);
    assert!(!unsound.status.success());
    assert!(words(&unsound).contains("a recount gives other numbers on 2026-03-01"), "{}", words(&unsound));

    // A text, a statement, a reading and a price that are not what they should be.
    let store = store::Store::open(&settings).await.expect("the store");
    let now = domain::Instant::parse("2026-04-01T00:00:00Z").expect("an instant");
    let text =
        "“Bitcoin is the best asset and we are very happy,” said Jane Harlow, chief executive of Coinbase.";
    let item = crate::app::news(77, "2026-03-02T10:00:00Z", "Wire", "An exchange speaks", text);
    let (mut document, mut marks) = pipeline::digest::digest(vec![item], now).documents.remove(0);
    document.item.content =
        "Nothing of this was ever published, by nobody, about no exchange at all.".to_owned();
    assert!(!marks.statements.is_empty());
    marks.statements[0].text.push('?');
    let day = document.published_at.day();
    store.documents.insert(vec![(document, marks)], None).await.expect("stored");
    let close = store::prices::DailyClose {
        asset: "BTC".into(),
        day: domain::Day::MAX,
        close: 1.0,
        source: "x".into(),
    };
    store.prices.insert(&[close]).await.expect("stored");
    let reading = store::readings::StoredReading {
        metric: "main_index".into(),
        at: now,
        frozen: true,
        day,
        version: "main_index-1".into(),
        value: Some(1.0),
        seal: "f1:00".into(),
        digest: String::new(),
        body: "{}".into(),
        made_at: now,
    };
    store.readings.insert(&[reading]).await.expect("stored");
    drop(store);
    let report = words(&run(&data, &listen));
    for problem in [
        "1 documents are not as they came",
        "1 statements do not stand in their texts",
        "1 readings do not say what was sealed, such as main_index of 2026-04-01",
        "not true that every price is a number above zero",
    ] {
        assert!(report.contains(problem), "{problem}: {report}");
    }
}
