//! Opens what an answer is made from.

use std::sync::Arc;

use anyhow::Context;
use search::Finder;
use store::Store;
use store::audit_log::{Actor, Origin};

use crate::admission::Admission;
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;

/// The store that the configuration names, with its tables brought up to date. A server may run beside this.
pub async fn store(config: &Config) -> anyhow::Result<Store> {
    open(config, false).await
}

async fn open(config: &Config, serving: bool) -> anyhow::Result<Store> {
    let folder = config.data_dir();
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    let mut settings = match config.database_url.as_str() {
        "" => store::Settings::sqlite(folder.join("bellwether.db")),
        url => store::Settings::at(url)?,
    };
    settings.readers = config.store_readers as usize;
    settings.serving = serving;
    match Store::open(&settings).await {
        Err(error @ store::Error::InUse { .. }) => Err(error.into()),
        opened => opened.context("the store cannot be opened; `bellwether doctor` says more"),
    }
}

/// What the audit log says of a change that a command makes: who sits at the machine, as the machine names them.
pub fn origin() -> Origin {
    let named = ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let user: String = named.unwrap_or_default().chars().filter(|c| !c.is_control()).take(100).collect();
    let actor = Actor::command_line(if user.is_empty() { "unknown user" } else { &user });
    Origin { actor, address: None, at: Clock::System.now() }
}

/// The index; none where another process holds it.
pub fn finder(config: &Config) -> anyhow::Result<Finder> {
    let folder = config.index_dir();
    let settings = search::Settings {
        writer_memory_bytes: (config.index_memory_mib as usize) << 20,
        ..search::Settings::default()
    };
    Finder::open(&folder, settings)
        .with_context(|| format!("the index in {} cannot be opened", folder.display()))
}

pub async fn app(config: Config) -> anyhow::Result<Arc<App>> {
    let admission = Admission::from_config(&config)?;
    let store = open(&config, true).await?;
    let finder = Arc::new(finder(&config)?);
    if !config.metering {
        tracing::warn!("metering is off: everyone is let in, nothing is limited or charged");
    }
    Ok(Arc::new(App { store, finder, figures: Arc::default(), admission, config, clock: Clock::System }))
}
