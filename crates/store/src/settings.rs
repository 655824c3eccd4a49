//! Where the store is and how much of the machine it may use.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;

#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A file; its folder must exist.
    Sqlite(PathBuf),
    /// `postgres://user:password@host/database?sslmode=…`: encrypted where the server can; with `require` or
    /// `verify-full` only to a server whose certificate is verified; with `disable` never.
    Postgres(String),
}

impl std::fmt::Debug for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Address::Sqlite(path) => formatter.debug_tuple("Sqlite").field(path).finish(),
            // It may hold a password.
            Address::Postgres(_) => formatter.write_str("Postgres([hidden])"),
        }
    }
}

/// Every limit has a default; an operator changes what a measurement asks for.
#[derive(Clone, Debug)]
pub struct Settings {
    pub address: Address,
    /// SQLite: whether this is the process that serves, of which there is one at a time. Commands open the store
    /// beside it.
    pub serving: bool,
    /// SQLite: threads that read, each with its own connection.
    pub readers: usize,
    /// Postgres: connections in the pool.
    pub connections: usize,
    /// A reading (and on Postgres any) statement that takes longer is stopped.
    pub statement_timeout: Duration,
    /// SQLite: how long to wait for another process that holds the file. Postgres: how long to wait for a lock.
    pub busy_timeout: Duration,
    /// How long a caller waits for a free connection or a place in the writer's queue.
    pub acquire_timeout: Duration,
    /// SQLite: memory for pages, for each connection.
    pub page_cache_kib: u32,
    /// SQLite: how long the log may grow before its pages are written into the file. The longer, the fewer pages are
    /// written twice while much comes in, and the longer the writer pauses when it does so.
    pub log_kib: u32,
    /// SQLite: how much of the file is read through a memory map rather than copied.
    pub memory_map_bytes: u64,
    /// Postgres: PEM file with the certificate authorities to trust; the public ones where there is none. Naming one
    /// means to verify.
    pub tls_authorities: Option<PathBuf>,
    /// Postgres: a pooler that gives out connections by the transaction (pgbouncer) stands before it: nothing is prepared
    /// there, and nobody is told of changes.
    pub pooled: bool,
    /// SQLite: keeps holds in the table, as a store of many processes does; to compare the two.
    pub stored_holds: bool,
}

impl Settings {
    /// `postgres://...` or `postgresql://...` is a server, anything else a file (with or without `sqlite:` before it).
    pub fn at(address: &str) -> Result<Settings, Error> {
        let address = address.trim();
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Ok(Settings::postgres(address));
        }
        let path = address.strip_prefix("sqlite:").unwrap_or(address);
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() {
            return Err(Error::Address { reason: "the path is empty".to_owned() });
        }
        if let Some((scheme, _)) = path.split_once("://") {
            return Err(Error::Address { reason: format!("`{scheme}` is neither sqlite nor postgres") });
        }
        Ok(Settings::sqlite(path))
    }

    pub fn sqlite(path: impl Into<PathBuf>) -> Settings {
        Settings::with(Address::Sqlite(path.into()))
    }

    pub fn postgres(url: impl Into<String>) -> Settings {
        Settings::with(Address::Postgres(url.into()))
    }

    /// Where accounts are kept, given where documents are.
    pub fn of_accounts(&self) -> Settings {
        match &self.address {
            Address::Postgres(_) => self.clone(),
            Address::Sqlite(path) => Settings {
                address: Address::Sqlite(beside(path)),
                readers: READERS.min(self.readers),
                page_cache_kib: PAGE_CACHE_KIB.min(self.page_cache_kib),
                log_kib: LOG_KIB.min(self.log_kib),
                ..self.clone()
            },
        }
    }

    fn with(address: Address) -> Settings {
        Settings {
            address,
            serving: false,
            readers: 4,
            connections: 16,
            statement_timeout: Duration::from_secs(20),
            busy_timeout: Duration::from_secs(5),
            acquire_timeout: Duration::from_secs(5),
            page_cache_kib: 16 * 1024,
            log_kib: 256 * 1024,
            memory_map_bytes: 1 << 30,
            tls_authorities: None,
            pooled: false,
            stored_holds: false,
        }
    }
}

/// Charges are small; most of what is read of accounts is kept in memory above.
const READERS: usize = 2;
const PAGE_CACHE_KIB: u32 = 4 * 1024;
/// Somebody waits for every charge: short pauses rather than few.
const LOG_KIB: u32 = 16 * 1024;

/// The file of accounts beside that of documents.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-accounts");
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_file_or_a_server() {
        let address = |text: &str| Settings::at(text).map(|settings| settings.address).ok();
        assert_eq!(address("data/store.db"), Some(Address::Sqlite("data/store.db".into())));
        assert_eq!(address("sqlite:///var/b.db"), Some(Address::Sqlite("/var/b.db".into())));
        assert_eq!(address("sqlite:b.db"), Some(Address::Sqlite("b.db".into())));
        assert_eq!(address("postgres://h/d"), Some(Address::Postgres("postgres://h/d".into())));
        assert_eq!(address("mysql://h/d"), None);
        assert_eq!(address("  "), None);
    }
}
