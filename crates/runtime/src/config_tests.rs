use super::*;

const EXAMPLE: &str = include_str!("../../../config.example.toml");

fn load(file: Option<&str>, environment: &[(&str, &str)], flags: Flags) -> anyhow::Result<Config> {
    let folder = tempfile::tempdir()?;
    let mut flags = flags;
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, file.unwrap_or(""))?;
    flags.config = Some(path);
    let environment = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Config::load(&flags, &environment)
}

/// `BELLWETHER_ACCEPT=1 cargo test -p service example` writes the file anew.
#[test]
fn the_example_file_lists_every_setting_with_its_default() {
    let expected = Config::default().example();
    if std::env::var_os("BELLWETHER_ACCEPT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config.example.toml");
        std::fs::write(path, &expected).expect("the example can be written");
        return;
    }
    assert_eq!(EXAMPLE, expected, "run BELLWETHER_ACCEPT=1 cargo test -p service example");
}

#[test]
fn the_example_uncommented_is_the_default() {
    let uncommented: String = Config::default()
        .example()
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|line| Config::NAMES.iter().any(|name| line.starts_with(&format!("{name} = "))))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(uncommented.lines().count(), Config::NAMES.len());
    assert_eq!(load(Some(&uncommented), &[], Flags::default()).expect("it is valid"), Config::default());
}

#[test]
fn flags_win_over_environment_over_file() {
    let file = Some("listen = \"127.0.0.1:1\"\ndata_dir = \"file\"\nlog = \"warn\"");
    let environment = [("BELLWETHER_DATA_DIR", "environment"), ("BELLWETHER_LISTEN", "127.0.0.1:2")];
    let flags = Flags { listen: Some("127.0.0.1:3".into()), ..Flags::default() };
    let config = load(file, &environment, flags).expect("it is valid");
    assert_eq!(
        (config.listen.as_str(), config.data_dir.as_str(), config.log.as_str()),
        ("127.0.0.1:3", "environment", "warn")
    );
}

#[test]
fn mistakes_are_named_with_their_place() {
    let error = |file, environment: &[(&str, &str)], flags| {
        format!("{:#}", load(file, environment, flags).expect_err("refused"))
    };
    assert!(error(Some("lisen = 1"), &[], Flags::default()).contains("lisen"));
    assert!(error(Some("listen = [1]"), &[], Flags::default()).contains("listen: a text"));
    assert!(error(Some("listen = "), &[], Flags::default()).contains("not valid TOML"));
    let number = error(None, &[("BELLWETHER_STORE_READERS", "many")], Flags::default());
    assert!(number.contains("BELLWETHER_STORE_READERS") && number.contains("whole number"), "{number}");
    let flags = Flags { listen: Some("everywhere".into()), ..Flags::default() };
    assert!(error(None, &[], flags).contains("listen"));
    assert!(error(None, &[("BELLWETHER_STORE_READERS", "0")], Flags::default()).contains("too small"));
}

#[test]
fn secrets_come_from_the_environment_or_a_file_and_are_never_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pepper");
    std::fs::write(&file, "salt and pepper\n").expect("written");
    let named = file.display().to_string();
    let environment =
        [("BELLWETHER_DATABASE_URL", "postgres://me:hunter2@db/x"), ("BELLWETHER_KEY_PEPPER_FILE", &named)];
    let config = load(None, &environment, Flags::default()).expect("it is valid");
    assert_eq!(
        (&*config.database_url, &*config.key_pepper),
        ("postgres://me:hunter2@db/x", "salt and pepper")
    );
    let shown = format!("{config:?}");
    assert!(!shown.contains("hunter2") && !shown.contains("salt") && shown.contains("[hidden]"), "{shown}");

    for flags in [
        Flags { database_url: Some("postgres://me:hunter2@db/x".into()), ..Flags::default() },
        Flags { key_pepper: Some("hunter2".into()), ..Flags::default() },
        Flags { facilitator_secret: Some("hunter2".into()), ..Flags::default() },
    ] {
        let error = format!("{:#}", load(None, &[], flags).expect_err("refused"));
        assert!(error.contains("never a flag") && error.contains("-file"), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    let both = [("BELLWETHER_KEY_PEPPER", "a"), ("BELLWETHER_KEY_PEPPER_FILE", named.as_str())];
    assert!(format!("{:#}", load(None, &both, Flags::default()).expect_err("two")).contains("one of them"));
    let missing = [("BELLWETHER_KEY_PEPPER_FILE", "/nowhere/at/all")];
    assert!(
        format!("{:#}", load(None, &missing, Flags::default()).expect_err("none"))
            .contains("key_pepper_file")
    );
}
