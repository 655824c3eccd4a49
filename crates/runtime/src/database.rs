//! Where the store is, as the settings say.

use std::path::Path;

use store::Settings;

use crate::config::Config;

/// The embedded store's file in a data folder.
const FILE: &str = "bellwether.db";

pub fn settings(config: &Config) -> anyhow::Result<Settings> {
    let mut settings = match &*config.database_url {
        "" => Settings::sqlite(config.data_dir().join(FILE)),
        url => Settings::at(url)?,
    };
    settings.readers = config.store_readers as usize;
    settings.tls_authorities =
        (!config.database_ca_file.is_empty()).then(|| config.database_ca_file.clone().into());
    settings.pooled = config.database_pooler;
    Ok(settings)
}

/// Whether a data folder holds a store.
pub fn is_in(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// A Postgres address or a data folder.
pub fn at(text: &str) -> anyhow::Result<Settings> {
    if text.contains("://") {
        return Ok(Settings::at(text)?);
    }
    Ok(Settings::sqlite(Path::new(text).join(FILE)))
}

/// For people; without the password.
pub fn place(config: &Config) -> String {
    match config.database_url.is_empty() {
        true => format!("the data folder {}", config.data_dir),
        false => "the Postgres database of database_url".to_owned(),
    }
}
