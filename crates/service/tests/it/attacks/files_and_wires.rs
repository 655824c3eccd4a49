//! Files are readable by their owner alone, and plain text on the wire is said loudly.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::app::TestApp;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("metadata").permissions().mode() & 0o777
}

fn every_path(folder: &Path, all: &mut Vec<std::path::PathBuf>) {
    all.push(folder.to_owned());
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => every_path(&path, all),
            false => all.push(path),
        }
    }
}

fn bellwether(folder: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(arguments)
        .current_dir(folder)
        .env("BELLWETHER_DATA_DIR", folder.join("data"))
        .env("BELLWETHER_LOG", "warn")
        .output()
        .expect("the program runs")
}

#[test]
fn what_the_program_makes_is_its_owners_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = bellwether(folder.path(), &["account", "create", "acme"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(bellwether(folder.path(), &["reindex"]).status.success());
    let data = folder.path().join("data");
    let (mut all, mut open) = (Vec::new(), Vec::new());
    every_path(&data, &mut all);
    for path in all {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        if mode(&path) != expected {
            open.push((path.display().to_string(), format!("{:o}", mode(&path))));
        }
    }
    assert!(open.is_empty(), "{open:?}");

    // A folder of before is closed at the next start, and the doctor says so.
    let database = data.join("bellwether-accounts.db");
    for (path, rights) in [(&data, 0o755), (&database, 0o644)] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(rights)).expect("opened up");
    }
    let told = String::from_utf8(bellwether(folder.path(), &["doctor"]).stdout).expect("UTF-8");
    assert!(
        told.contains("only the owner can read") && told.contains("; 2 files and folders were open"),
        "{told}"
    );
    assert_eq!((mode(&data), mode(&database)), (0o700, 0o600));
    let told = String::from_utf8(bellwether(folder.path(), &["doctor"]).stdout).expect("UTF-8");
    assert!(told.contains("only the owner can read") && !told.contains("were open"), "{told}");
    assert!(told.contains("open files"), "{told}");
    assert!(told.contains("not over a network"), "{told}");
}

#[test]
fn the_working_folder_keeps_its_rights() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("set");
    let foreign = folder.path().join("index.html");
    std::fs::write(&foreign, "").expect("written");
    std::fs::set_permissions(&foreign, std::fs::Permissions::from_mode(0o644)).expect("set");
    let made = bellwether(folder.path(), &["account", "create", "acme", "--data-dir", "."]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_eq!((mode(folder.path()), mode(&foreign)), (0o755, 0o644));
    assert_eq!(mode(&folder.path().join("bellwether.db")), 0o600);
}

#[test]
fn secrets_are_no_flags_and_not_in_the_help() {
    let folder = tempfile::tempdir().expect("a folder");
    for flag in ["--key-pepper", "--facilitator-secret", "--database-url"] {
        let refused = bellwether(folder.path(), &["account", "list", flag, "hunter2"]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && told.contains("never a flag"), "{flag}: {told}");
        assert!(!told.contains("hunter2"), "{told}");
        let help = String::from_utf8(bellwether(folder.path(), &["serve", "--help"]).stdout).expect("UTF-8");
        assert!(
            !help.contains(&format!("{flag} ")) && help.contains(&format!("{flag}-file")),
            "{flag}: {help}"
        );
    }
}

#[test]
fn the_demo_refuses_a_real_database_and_the_public() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["demo", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .env("BELLWETHER_DATABASE_URL", "postgres://nobody@127.0.0.1:1/real")
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&started.stderr).into_owned();
    assert!(!started.status.success() && told.contains("unset database_url"), "{told}");
    for told_once in [&["--public"][..], &["--anyone-may-sign-in"], &[]] {
        let arguments = [&["demo", "--listen", "0.0.0.0:0"], told_once].concat();
        let started = bellwether(folder.path(), &arguments);
        let told = String::from_utf8_lossy(&started.stderr).into_owned();
        assert!(!started.status.success() && told.contains("--public --anyone-may-sign-in"), "{told}");
    }
    assert!(!folder.path().join("data").exists(), "nothing was made");
}

#[tokio::test]
async fn browsers_are_told_to_stay_with_https() {
    let app = TestApp::new().await;
    for path in ["/health", "/", "/nowhere"] {
        let reply = app.get(path).await;
        assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
}
