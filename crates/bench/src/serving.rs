//! A service in a process of its own, over a folder that was built before.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant as Stopwatch};

use admission::Admission;
use anyhow::{Context, bail};
use axum::routing::get;
use bytes::Bytes;
use figures::Figures;
use figures::portfolio::Portfolio;
use interface::App;
use pipeline::names::NameFollower;
use pipeline::{narratives, rollup};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::{Entry, Supervisor};
use store::{Settings, Store};

/// The longest answer that is compared with bytes in memory.
const MAX_STILL_BYTES: usize = 16 << 20;

pub async fn app(folder: &Path, metering: bool, database: Option<&str>) -> anyhow::Result<Arc<App>> {
    // What is measured is the price of counting, so no limit may stop the load.
    let config = Config {
        data_dir: folder.display().to_string(),
        log: "warn".into(),
        metering,
        rate_subscription: 100_000_000,
        rate_keyless: 100_000_000,
        // As the load calls it.
        allowed_hosts: "bench".into(),
        streams_per_account: 100_000,
        ..Config::default()
    };
    let settings = match database {
        Some(url) => Settings::postgres(url),
        None => Settings::sqlite(folder.join("bellwether.db")),
    };
    let store = Store::open(&settings).await?;
    let finder = Arc::new(search::Finder::open(&folder.join("index"), search::Settings::STEADY)?);
    let admission = Arc::new(Admission::new(store.clone(), config.clone(), Clock::System)?);
    let figures = Arc::new(Figures::within(config.figures_memory_mib));
    rollup::load(&store, &figures).await?;
    narratives::load(&store, &figures).await?;
    if let Some(at) = store.readings.newest_quarter().await? {
        Portfolio::load(&store, at).await?.into_iter().for_each(|portfolio| figures.publish(portfolio));
    }
    let followers = Arc::default();
    Ok(Arc::new(App { store, finder, figures, followers, admission, config, clock: Clock::System }))
}

pub async fn serve(
    folder: &Path,
    address: &str,
    metering: bool,
    database: Option<&str>,
) -> anyhow::Result<()> {
    let app = app(folder, metering, database).await?;
    runtime::open_files::raise(web::http::Limits::open_files(&app.config));
    let (store, figures) = (app.store.clone(), Arc::clone(&app.figures));
    let naming = Entry::of(move || NameFollower::new(store.clone(), Arc::clone(&figures)));
    let _supervisor = Supervisor::start(&app.store, &app.followers, vec![naming]);
    let listener = tokio::net::TcpListener::bind(address).await?;
    let router = web::router(Arc::clone(&app)).route("/still/{length}", get(still));
    web::http::serve(listener, router, web::http::Limits::of(&app.config), std::future::pending()).await;
    Ok(())
}

/// So many bytes that lie ready in memory: what the server can send at most, with nothing to work out.
async fn still(length: axum::extract::Path<usize>) -> Bytes {
    static HELD: OnceLock<Bytes> = OnceLock::new();
    let held = HELD.get_or_init(|| vec![b' '; MAX_STILL_BYTES].into());
    held.slice(..length.0.min(held.len()))
}

/// A running child; gone when this is dropped.
pub struct Served {
    child: Child,
    pub address: String,
    pub ready_after: Duration,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    pub async fn start(folder: &Path, metering: bool) -> anyhow::Result<Served> {
        Served::begin(folder, metering, None).await
    }

    /// On Postgres; the folder holds the index.
    pub async fn start_on(folder: &Path, metering: bool, database: &str) -> anyhow::Result<Served> {
        Served::begin(folder, metering, Some(database)).await
    }

    async fn begin(folder: &Path, metering: bool, database: Option<&str>) -> anyhow::Result<Served> {
        let address = {
            let probe = std::net::TcpListener::bind("127.0.0.1:0")?;
            probe.local_addr()?.to_string()
        };
        let started = Stopwatch::now();
        let child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(folder)
            .arg(&address)
            .arg(metering.to_string())
            .args(database)
            .stdout(Stdio::null())
            .spawn()
            .context("the service cannot be started")?;
        let mut served = Served { child, address, ready_after: Duration::ZERO };
        while started.elapsed() < Duration::from_secs(120) {
            if let Some(status) = served.child.try_wait()? {
                bail!("the service ended: {status}");
            }
            if crate::load::run(&served.address, vec!["/health/ready".into()], "", 1, Duration::ZERO)
                .await
                .is_ok()
                && tokio::net::TcpStream::connect(&served.address).await.is_ok()
            {
                served.ready_after = started.elapsed();
                return Ok(served);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        bail!("the service did not become ready")
    }

    /// Seconds of processor time that the service has used.
    pub fn processor_s(&self) -> f64 {
        processor_s(self.child.id())
    }

    /// Resident memory in MB: all of it, and the part that is not file pages shared with the kernel's cache.
    pub fn memory_mb(&self) -> (f64, f64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap_or("");
            line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
        };
        (field("VmRSS:"), field("RssAnon:"))
    }
}

/// Seconds of processor time that a process has used; the kernel counts in hundredths.
pub fn processor_s(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or("");
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|text| text.parse::<f64>().ok()).sum::<f64>() / 100.0
}
