//! A private Postgres: its own folder, its own socket, no network, gone when the process is.
//!
//! It is started once for each test program, and each test gets a database of its own, copied from one
//! that has the tables.

use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_postgres::NoTls;

use crate::{Settings, Store};

struct Cluster {
    socket: PathBuf,
    /// Holds the pipe that keeps the server running: when this process ends, however it ends, the pipe
    /// closes and the script below stops the server and removes its folder.
    _keeper: Child,
}

/// Safety against power loss is not what these tests are about; the speed is.
const SCRIPT: &str = r#"
dir=$1; bin=$2
"$bin/initdb" -D "$dir/data" -U bellwether -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 || exit 1
"$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c max_connections=300 -c shared_buffers=64MB -c autovacuum=off >>"$dir/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$dir"
"#;

const TEMPLATE: &str = "with_tables";

/// The address of a fresh database with all tables; none where Postgres is absent and not required.
pub async fn new_database() -> Option<String> {
    static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let cluster = CLUSTER.get_or_init(|| {
        // A thread of its own, because the caller's runtime must not be blocked by its own work.
        let started = std::thread::spawn(start).join().unwrap_or_else(|_| Err("it panicked".to_owned()));
        if let Err(reason) = &started {
            // Past the test harness, which swallows what print macros say.
            let _ = writeln!(std::io::stderr(), "skipped: the Postgres half of the store's tests ({reason})");
        }
        started
    });
    match cluster {
        Ok(cluster) => {
            let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
            let sql = format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY wal_log");
            cluster.run(&sql).await.expect("a database can be copied");
            Some(cluster.url(&name))
        }
        Err(reason) => {
            let required = std::env::var("BELLWETHER_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
            assert!(!required, "Postgres is required and did not start: {reason}");
            None
        }
    }
}

fn start() -> Result<Cluster, String> {
    let bin = binaries().ok_or("no initdb under /usr/lib/postgresql or beside pg_config")?;
    let parent = Path::new("/dev/shm");
    let parent = if parent.is_dir() { parent.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::Builder::new()
        .prefix("bellwether-pg-")
        .tempdir_in(parent)
        .map_err(|error| format!("no folder for it: {error}"))?
        // The script removes it, after the server has stopped.
        .keep();
    let keeper = spawn(&folder, &bin).map_err(|error| format!("it cannot be started: {error}"))?;
    let mut cluster = Cluster { socket: folder, _keeper: keeper };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
    runtime.block_on(cluster.make_template())?;
    Ok(cluster)
}

fn spawn(folder: &Path, bin: &Path) -> std::io::Result<Child> {
    let root = std::fs::metadata("/proc/self")?.uid() == 0;
    let mut command = if root {
        // The server refuses to run as root.
        let chown = Command::new("chown").arg("postgres").arg(folder).status()?;
        if !chown.success() {
            return Err(std::io::Error::other("there is no user named postgres"));
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command.args(["-c", SCRIPT, "sh"]).arg(folder).arg(bin).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

fn binaries() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
        // The newest last, so that it is tried first below.
        folders.sort();
        folders.reverse();
    }
    if let Ok(output) = Command::new("pg_config").arg("--bindir").output() {
        folders.push(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    }
    folders.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

impl Cluster {
    fn url(&self, database: &str) -> String {
        let socket = self.socket.to_string_lossy().replace('/', "%2F");
        format!("postgres://bellwether@{socket}/{database}")
    }

    async fn run(&self, sql: &str) -> Result<(), tokio_postgres::Error> {
        let (client, connection) = tokio_postgres::connect(&self.url("postgres"), NoTls).await?;
        let connection = tokio::spawn(connection);
        let done = client.batch_execute(sql).await;
        drop(client);
        // The server must have seen the goodbye before the database can serve as a template.
        let _ = connection.await;
        done
    }

    async fn make_template(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_secs(60);
        let sql = format!("CREATE DATABASE {TEMPLATE}");
        while let Err(error) = self.run(&sql).await {
            let ended = self._keeper.try_wait().ok().flatten().is_some();
            if ended || Instant::now() > deadline {
                let log = std::fs::read_to_string(self.socket.join("log")).unwrap_or_default();
                return Err(format!("it did not come up: {error}; {}", log.lines().last().unwrap_or("")));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let store = Store::open(&Settings::postgres(self.url(TEMPLATE))).await;
        let store = store.map_err(|error| format!("{error}: {:?}", std::error::Error::source(&error)))?;
        store.close().await;
        // A database with a connection cannot be copied; ending the last one takes a moment.
        let mut copied = self.run(&format!("CREATE DATABASE first_copy TEMPLATE {TEMPLATE}")).await;
        while copied.is_err() && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(20)).await;
            copied = self.run(&format!("CREATE DATABASE first_copy TEMPLATE {TEMPLATE}")).await;
        }
        copied.map_err(|error| format!("its database cannot be copied: {error}"))
    }
}
