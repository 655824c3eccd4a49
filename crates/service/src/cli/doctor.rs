//! `bellwether doctor`: looks at every part and says what to do about what is wrong.

mod deep;
mod texts;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use domain::Day;
use search::Finder;
use store::identity::{Mark, Standing};
use store::{Quarantined, Store, Wire};

use super::opening;
use alerts::mail::Mailer;
use pipeline::objects::Objects;
use pipeline::{backups, index};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::{open_files, private_folder};
use web::http;

/// Items in quarantine that are named one by one.
const MAX_NAMED: usize = 10;

struct Finding {
    part: &'static str,
    state: State,
    words: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Good => "ok  ",
            State::Note => "note",
            State::Bad => "BAD ",
        };
        write!(f, "  {state}  {}", self.words)
    }
}

/// What was found, by part in the order in which the parts were looked at, and how much of it is wrong.
struct Report(Vec<Finding>);

impl Report {
    fn count(&self, state: State) -> usize {
        self.0.iter().filter(|finding| finding.state == state).count()
    }

    fn parts(&self) -> Vec<&'static str> {
        let mut parts = Vec::new();
        for finding in &self.0 {
            if !parts.contains(&finding.part) {
                parts.push(finding.part);
            }
        }
        parts
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.parts() {
            writeln!(f, "{part}")?;
            for finding in self.0.iter().filter(|finding| finding.part == part) {
                writeln!(f, "{finding}")?;
            }
        }
        let counted = |count: usize, one: &str, many: &str| match count {
            0 => format!("no {many}"),
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let problems = counted(self.count(State::Bad), "problem", "problems");
        let notes = counted(self.count(State::Note), "note", "notes");
        write!(f, "\n{} checks: {problems}, {notes}.", self.0.len())
    }
}

/// Only what is wrong makes the command fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    /// Not wrong, and somebody should know of it.
    Note,
    Bad,
}

impl State {
    fn good_if(good: bool) -> State {
        if good { State::Good } else { State::Bad }
    }
}

pub async fn run(config: Config, deep: bool) -> anyhow::Result<ExitCode> {
    let mut findings = vec![
        Finding {
            part: "configuration",
            state: State::Good,
            words: format!("valid; data in {}, listening on {}", config.data_dir, config.listen),
        },
        address(&config).await,
        folder(&config),
        files(&config),
        clock(),
        second_factor(&config),
        mail(&config).await,
        backup(&config, Clock::System.now().day()).await,
    ];
    findings.extend(config.collect.then(|| contact(&config)));
    let is_there = opening::check_there(&config).is_ok();
    if is_there {
        findings.extend([rights(&config.data_dir()), disk(&config.data_dir())]);
        findings.extend(store_and_index(&config).await);
    }
    if deep && is_there {
        findings.extend(deep::look(&config).await?);
    }
    let report = Report(findings);
    println!("{report}");
    Ok(if report.count(State::Bad) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn address(config: &Config) -> Finding {
    match tokio::net::TcpListener::bind(&config.listen).await {
        Ok(_) => Finding { part: "address", state: State::Good, words: format!("{} is free", config.listen) },
        Err(error) => Finding {
            part: "address",
            // A running service is the usual and harmless reason.
            state: match error.kind() {
                std::io::ErrorKind::AddrInUse => State::Note,
                _ => State::Bad,
            },
            words: format!(
                "{}: {error}. If that is not a running Bellwether, set `listen` to another port.",
                config.listen
            ),
        },
    }
}

fn folder(config: &Config) -> Finding {
    let path = &config.data_dir();
    if let Err(error) = opening::check_there(config) {
        return Finding { part: "data folder", state: State::Bad, words: error.to_string() };
    }
    let probe = path.join(".doctor");
    let result = std::fs::create_dir_all(path)
        .and_then(|()| std::fs::write(&probe, b"x"))
        .and_then(|()| std::fs::remove_file(&probe));
    match result {
        Ok(()) => Finding {
            part: "data folder",
            state: State::Good,
            words: format!("{} can be written", path.display()),
        },
        Err(error) => Finding {
            part: "data folder",
            state: State::Bad,
            words: format!(
                "{} cannot be written: {error}. Give this user the right, or set `data_dir`.",
                path.display()
            ),
        },
    }
}

/// Who may look into the data folder. Looking closes it to others, as every start does.
fn rights(path: &Path) -> Finding {
    let part = "permissions";
    match private_folder::secure(path) {
        Ok(found) if !found.open.is_empty() => {
            let open: Vec<String> = found.open.iter().map(|path| path.display().to_string()).collect();
            let words = format!("other users can read {}: run chmod go-rwx on it", open.join(", "));
            Finding { part, state: State::Bad, words }
        }
        Ok(found) => {
            let tightened = match found.tightened.len() {
                0 => String::new(),
                count => format!("; {count} files and folders were open to other users until now"),
            };
            let words = format!("only the owner can read {}{tightened}", path.display());
            Finding { part, state: State::Good, words }
        }
        Err(error) => Finding { part, state: State::Bad, words: format!("{}: {error}", path.display()) },
    }
}

/// How old the newest nightly backup is.
async fn backup(config: &Config, today: Day) -> Finding {
    let part = "backup";
    if config.backup_dir.is_empty() {
        let words =
            "no automatic backup: set `backup_dir`, or run `bellwether backup` every night".to_owned();
        return Finding { part, state: State::Note, words };
    }
    let newest = async {
        let place = Objects::at(&config.backup_dir, config)?;
        anyhow::Ok((backups::days(&place).await?.into_iter().next(), place))
    };
    let (state, words) = match newest.await {
        Ok((Some((day, object)), place)) => {
            let age = today.since(day);
            // Yesterday's is the newest until the hour has come.
            (State::good_if(age <= 1), format!("{} in {place} is {age} days old", object.name))
        }
        Ok((None, place)) => (State::Note, format!("none yet in {place}")),
        Err(error) => (State::Note, format!("{} cannot be read: {error:#}", config.backup_dir)),
    };
    let words = match state {
        State::Bad => format!("{words}: look for `backup` on the status page and in the log of the service"),
        _ => words,
    };
    Finding { part, state, words }
}

/// How many connections the system allows.
fn files(config: &Config) -> Finding {
    let part = "open files";
    open_files::raise(http::Limits::open_files(config));
    let Some(limit) = open_files::limit() else {
        return Finding { part, state: State::Good, words: "the system sets no limit".into() };
    };
    let (wanted, usable) = (config.connection_limit as usize, http::Limits::of(config).connections);
    let words = match usable < wanted {
        false => format!("{} allowed, enough for {wanted} connections", limit.soft),
        true => format!(
            "{} allowed, at most {}: enough for {usable} of {wanted} connections. Raise it (`ulimit -n`, \
             LimitNOFILE) or lower `connection_limit`.",
            limit.soft, limit.hard
        ),
    };
    Finding { part, state: State::good_if(usable >= wanted), words }
}

/// Free space, as `df` tells it: the standard library has no word for it.
fn disk(path: &Path) -> Finding {
    let output = std::process::Command::new("df").arg("-Pk").arg(path).output();
    let free_kib = output.ok().and_then(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().nth(1)?.split_whitespace().nth(3)?.parse::<u64>().ok()
    });
    match free_kib {
        Some(free) => Finding {
            part: "disk",
            state: State::good_if(free > 1 << 20),
            words: format!(
                "{} MiB free{}",
                free >> 10,
                if free > 1 << 20 {
                    ""
                } else {
                    "; below 1 GiB the store may stop taking documents: make room"
                }
            ),
        },
        None => Finding {
            part: "disk",
            state: State::Note,
            words: "free space could not be determined on this system".into(),
        },
    }
}

fn clock() -> Finding {
    let today = Clock::System.now().day();
    // Built software cannot run before it was written.
    let good = today > Day::from_civil(2026, 1, 1).unwrap_or(Day::MIN)
        && today < Day::from_civil(2100, 1, 1).unwrap_or(Day::MAX);
    let advice = if good {
        ""
    } else {
        ". That cannot be right: set the system clock, every day boundary depends on it."
    };
    Finding { part: "clock", state: State::good_if(good), words: format!("today is {today} UTC{advice}") }
}

/// Not wrong where it is missing: all but filings come in without it.
fn contact(config: &Config) -> Finding {
    let words = match config.collect_contact.trim() {
        "" => "`collect_contact` is not set, so filings are not fetched: the SEC asks for a contact. Set it to a name and \
               an e-mail address."
            .to_owned(),
        contact => format!("sources are given this contact: {contact}"),
    };
    let state = if config.collect_contact.trim().is_empty() { State::Note } else { State::Good };
    Finding { part: "contact", state, words }
}

/// Not wrong where it is off: a service with one operator at its own machine may do without.
fn second_factor(config: &Config) -> Finding {
    let words = match config.operators_need_second_factor {
        true => "operators need a second factor",
        false => {
            "operators may sign in without a second factor; set `operators_need_second_factor` to ask for one"
        }
    };
    let state = if config.operators_need_second_factor { State::Good } else { State::Note };
    Finding { part: "second factor", state, words: words.to_owned() }
}

/// Not wrong where it is missing: everything else is told without it.
async fn mail(config: &Config) -> Finding {
    let found = match Mailer::new(config) {
        Ok(None) => Ok(None),
        Ok(Some(mailer)) => mailer.check().await.map(Some),
        Err(error) => Err(error),
    };
    let (state, words) = match found {
        Ok(None) => (State::Note, "`smtp_url` is not set, so alerts and digests are not mailed".to_owned()),
        Ok(Some(())) => {
            (State::Good, format!("the mail server answers; mail is sent from {}", config.mail_from))
        }
        Err(error) => (State::Bad, format!("{error:#}. Check `smtp_url` and `mail_from`.")),
    };
    Finding { part: "mail", state, words }
}

async fn store_and_index(config: &Config) -> Vec<Finding> {
    let store = match opening::store(config).await {
        Ok(store) => store,
        Err(error) => {
            let advice = match config.database_url.is_empty() {
                true => "If the file is damaged, put a backup in its place.",
                false => "Check that the address in `database_url` is right and the server is up.",
            };
            return vec![Finding { part: "store", state: State::Bad, words: format!("{error:#}. {advice}") }];
        }
    };
    let wire = store.wire();
    let documents = &store.documents;
    let counts = async {
        Ok::<_, store::Error>((
            documents.count().await?,
            documents.max_seq().await?,
            documents.unread_count().await?,
            store.quarantine.counts().await?,
            store.quarantine.list(MAX_NAMED).await?,
        ))
    };
    let (documents, seq, unread, quarantined, newest) = match counts.await {
        Ok(counts) => counts,
        Err(error) => {
            return vec![Finding { part: "store", state: State::Bad, words: runtime::error::chain(&error) }];
        }
    };
    let engine = if config.database_url.is_empty() { "embedded" } else { "Postgres" };
    let identity = match store.identity.mark().await {
        Ok(mark) => format!("store {}, epoch {}", mark.store, mark.epoch),
        Err(error) => runtime::error::chain(&error),
    };
    let found = Finding {
        part: "store",
        state: State::Good,
        words: format!("{engine}, {documents} documents, change {seq}; {identity}"),
    };
    let wire = Finding {
        part: "store",
        state: State::good_if(wire != Wire::Plain { chosen: false }),
        words: format!("connection: {wire}"),
    };
    let index = match opening::finder(config) {
        Ok(finder) if !is_of(&store, &finder).await => Finding {
            part: "index",
            state: State::Note,
            words: format!(
                "belongs to another store or to an earlier state of this one (made from {}); it is rebuilt when the service \
                 starts, or now with `bellwether reindex`",
                Mark::parse(&finder.origin()).map_or_else(
                    || "an unknown store".to_owned(),
                    |mark| format!("store {}, epoch {}, change {}", mark.store, mark.epoch, mark.revision)
                )
            ),
        },
        Ok(finder) if finder.indexed_seq() == seq as u64 => in_sync(&finder, documents),
        Ok(finder) => Finding {
            part: "index",
            state: State::Note,
            words: format!(
                "at change {} of {seq}; it catches up when the service starts, or now with `bellwether reindex`",
                finder.indexed_seq()
            ),
        },
        Err(error) => Finding {
            part: "index",
            state: State::Note,
            words: format!(
                "not checked: {error:#}. A running service has it open; if none runs, delete the folder and it is rebuilt."
            ),
        },
    };
    let reading = Finding {
        part: "reading",
        state: if unread == 0 { State::Good } else { State::Note },
        words: match unread {
            0 => "every document has been read".to_owned(),
            unread => format!(
                "{unread} documents are still to be read: a running service does it, or run `bellwether reread`"
            ),
        },
    };
    vec![found, wire, index, reading, quarantine(&quarantined, &newest)]
}

/// The index says that it has taken over every change: then it has as many documents as the store.
fn in_sync(finder: &Finder, stored: i64) -> Finding {
    let held = finder.document_count();
    let (state, words) = match i64::try_from(held) == Ok(stored) {
        true => (State::Good, format!("in sync with the store, {held} documents")),
        false => (
            State::Bad,
            format!("holds {held} documents where the store has {stored}: run `bellwether reindex`"),
        ),
    };
    Finding { part: "index", state, words }
}

/// Nothing waits for what is in quarantine, so it is no fault of the service; somebody should know of it.
fn quarantine(counts: &[(String, i64)], newest: &[Quarantined]) -> Finding {
    let words = match counts {
        [] => "nothing is in quarantine".to_owned(),
        counts => {
            let counts: Vec<String> = counts.iter().map(|(work, count)| format!("{work} {count}")).collect();
            let named =
                newest.iter().map(|one| format!("\n       {} {}: {}", one.work, one.item, one.reason));
            format!(
                "could not be read: {}; they are tried again when their text or the program changes, or now with \
                 `bellwether reread` and `bellwether source resume`{}",
                counts.join(", "),
                named.collect::<String>()
            )
        }
    };
    let state = if counts.is_empty() { State::Good } else { State::Note };
    Finding { part: "quarantine", state, words }
}

async fn is_of(store: &Store, finder: &Finder) -> bool {
    matches!(index::standing(store, finder).await, Ok(Standing::Same(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_with_other_documents_than_the_store_is_wrong() {
        let folder = tempfile::tempdir().expect("a folder");
        let finder = Finder::open(folder.path(), search::Settings::default()).expect("an index");
        assert!(in_sync(&finder, 0).state == State::Good);
        let found = in_sync(&finder, 1);
        assert!(found.state == State::Bad && found.words.contains("bellwether reindex"), "{found}");
    }
}
