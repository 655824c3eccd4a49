//! Opens what an answer is made from.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use search::Finder;
use store::audit_log::{Actor, Origin};
use store::identity::Standing;
use store::{Store, Wire};

use admission::Admission;
use figures::Figures;
use interface::App;
use pipeline::objects::Objects;
use pipeline::{index, snapshots};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::{database, private_folder};

/// The store that the configuration names, with its tables brought up to date; refused where there is none. A server may run
/// beside this.
pub async fn store(config: &Config) -> anyhow::Result<Store> {
    check_there(config)?;
    open(config, Opening::Command).await
}

/// The same for adding up all that was ever charged: of millions of calls that takes longer than any answer may.
pub async fn store_to_add_up(config: &Config) -> anyhow::Result<Store> {
    check_there(config)?;
    open(config, Opening::AddingUp).await
}

/// The same for what may be the first thing that somebody does: where there is no store, one is made.
pub async fn store_or_new(config: &Config) -> anyhow::Result<Store> {
    open(config, Opening::Command).await
}

/// Who opens a store.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    Service,
    Command,
    AddingUp,
}

/// How long the books may take.
const ADDED_UP_WITHIN: Duration = Duration::from_secs(60 * 60);

/// Whoever mistypes a folder must not get an empty store that then looks healthy.
pub fn check_there(config: &Config) -> anyhow::Result<()> {
    match config.database_url.is_empty() {
        true => check_holds_store(&config.data_dir()),
        false => Ok(()),
    }
}

pub fn check_holds_store(folder: &Path) -> anyhow::Result<()> {
    if database::is_in(folder) {
        return Ok(());
    }
    let demo = folder.join("demo");
    let advice = match database::is_in(&demo) {
        true => format!("The demo's is in {0}: say --data-dir {0}.", demo.display()),
        false => "`bellwether serve` or `bellwether import` makes one; if you meant another folder, set `data_dir`.".to_owned(),
    };
    anyhow::bail!("there is no store in {}. {advice}", folder.display())
}

async fn open(config: &Config, opening: Opening) -> anyhow::Result<Store> {
    let folder = config.data_dir();
    let found = private_folder::secure(&folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    if !found.tightened.is_empty() {
        let count = found.tightened.len();
        tracing::info!("{count} files and folders in {} were open to others; no longer", folder.display());
    }
    for path in &found.open {
        tracing::warn!("{} can be read by others and belongs to somebody else", path.display());
    }
    let mut settings = database::settings(config)?;
    settings.serving = opening == Opening::Service;
    if opening == Opening::AddingUp {
        settings.statement_timeout = ADDED_UP_WITHIN;
    }
    let store = match Store::open(&settings).await {
        Err(error @ store::Error::InUse { .. }) => return Err(error.into()),
        opened => opened.context("the store cannot be opened; `bellwether doctor` says more")?,
    };
    match store.wire() {
        Wire::Local | Wire::Verified => {}
        wire @ (Wire::Encrypted | Wire::Plain { .. }) => tracing::warn!("the wire to Postgres is {wire}"),
    }
    Ok(store)
}

/// What the audit log says of a change that a command makes: who sits at the machine, as the machine names them.
pub fn origin() -> Origin {
    let named = ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let user: String = named.unwrap_or_default().chars().filter(|c| !c.is_control()).take(100).collect();
    let actor = Actor::command_line(if user.is_empty() { "unknown user" } else { &user });
    Origin { actor, address: None, at: Clock::System.now() }
}

/// Begins with the newest copy of the index where there is none yet.
async fn seed(config: &Config) -> anyhow::Result<()> {
    if config.index_snapshots.is_empty() {
        return Ok(());
    }
    let place = Objects::at(&config.index_snapshots, config).context("index_snapshots")?;
    match snapshots::seed(&place, &config.index_dir()).await {
        Ok(Some(name)) => tracing::info!("the index begins with {name} of {place}"),
        Ok(None) => {}
        // It is only quicker.
        Err(error) => tracing::warn!("the index does not begin with a copy from {place}: {error:#}"),
    }
    Ok(())
}

/// The index; none where another process holds it.
pub fn finder(config: &Config) -> anyhow::Result<Finder> {
    let folder = config.index_dir();
    let settings = search::Settings {
        writer_memory_bytes: usize::try_from(config.index_memory_mib.saturating_mul(1 << 20))
            .unwrap_or(usize::MAX),
        ..search::Settings::default()
    };
    Finder::open(&folder, settings)
        .with_context(|| format!("the index in {} cannot be opened", folder.display()))
}

pub async fn app(config: Config, clock: Clock) -> anyhow::Result<Arc<App>> {
    let store = open(&config, Opening::Service).await?;
    let admission = Arc::new(Admission::new(store.clone(), config.clone(), clock.clone())?);
    seed(&config).await?;
    let finder = Arc::new(finder(&config)?);
    // Before the first question: an index of another store must not answer it.
    let same = matches!(index::standing(&store, &finder).await?, Standing::Same(_));
    finder.set_trusted(same);
    if !config.metering {
        tracing::warn!("metering is off: everyone is let in, nothing is limited or charged");
    }
    let (figures, followers) = (Figures::within(config.figures_memory_mib), Arc::default());
    let figures = Arc::new(figures);
    Ok(Arc::new(App { store, finder, figures, followers, admission, config, clock }))
}
