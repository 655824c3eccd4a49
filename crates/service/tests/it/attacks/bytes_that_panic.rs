//! Foreign bytes that make a parser panic cost one file.

use std::process::{Command, Output};

fn bellwether(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["--data-dir", "data"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Pages of one line whose running head is cut inside a character: this once ended the whole command.
#[test]
fn a_folder_with_hostile_files_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("written");
    let page = format!("x{} CORPORATE PARTICIPANTS {}\n", "é".repeat(200), "word é ".repeat(600));
    write("flat.txt", page.repeat(4).as_bytes());
    write("marks.txt", "\u{130}\u{feff}: \u{10ffff}\nBy \u{212a}: é\n".repeat(50).as_bytes());
    write("deep.json", "[".repeat(200_000).as_bytes());
    write("zero.txt", &[0; 4096]);
    write("call.txt", b"Example Corp Q4 2025 Earnings Call\n\nOperator: Good morning.\n\nAda Stone: Thank you. We grew. We grew more. We sold.\n\nBen Reed: Why?\n\nAda Stone: Work.\n");
    let files = ["flat.txt", "marks.txt", "deep.json", "zero.txt", "call.txt"];
    for command in ["transcript", "call", "extract"] {
        let output = bellwether(folder.path(), &[&[command][..], &files, &["--json"]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.lines().count(), files.len(), "{command}: {text}");
        // None of them is a web page.
        assert_eq!(output.status.code(), Some(i32::from(command == "extract")), "{command}: {text}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{command}");
    }
    let output = bellwether(folder.path(), &[&["source", "test"][..], &files, &["--json"]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), files.len());
}

#[test]
fn hostile_lines_cost_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let good =
        r#"{"url":"https://a.example/1","outlet":"A","title":"Miners agree","published_at":"2026-01-03"}"#;
    let lines = [
        good.to_owned(),
        format!(
            r#"{{"url":"https://a.example/2","outlet":"A","title":"{}","published_at":"éé\u0000-13-99T"}}"#,
            "é".repeat(400)
        ),
        format!(
            r#"{{"url":"http://[::1]:99999999/\u{{}}","outlet":{{"name":"{}"}},"content":"x"}}"#,
            "\u{130}".repeat(300)
        ),
        "{\"url\":\"\\ud800\",\"outlet\":\"\\udfff\"}".to_owned(),
        "[".repeat(100_000),
        good.replace("/1", "/3"),
    ];
    std::fs::write(folder.path().join("lines.jsonl"), lines.join("\n")).expect("written");
    let output = bellwether(folder.path(), &["import", "lines.jsonl"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("2 new") && said.contains("4 bad lines"), "{said}");
    for command in ["read", "stories", "directness"] {
        let output = bellwether(folder.path(), &[command, "lines.jsonl", "--json"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.lines().count(), lines.len(), "{command}: {text}");
    }
}
