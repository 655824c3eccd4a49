//! The embedded store is two files: what was published, and what belongs to accounts.
//!
//! A commit makes SQLite's readers of the same file forget every page they hold. Charges are made all the time, and
//! with one file each of them would make the next search read its fifty articles from the file again. No
//! statement and no transaction touches both halves. On Postgres both are one database.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use crate::Error;
use crate::db::migrate;
use crate::settings::beside;

/// The tables of the second file, those that others refer to first.
const TABLES: &[&str] = &[
    "accounts",
    "credentials",
    "purses",
    "holds",
    "entries",
    "usage_days",
    "credential_totals",
    "payments",
    "spaces",
    "brains",
    "alerts",
    "events",
    "webhooks",
    "digests",
    "deliveries",
    "feeds",
    "workflow_runs",
    "people",
    "memberships",
    "sign_in_links",
    "sign_ins",
    "invitations",
    "second_factors",
    "recovery_codes",
    "audit_log",
    "failed_sign_ins",
    "rate_limits",
    "devices",
    "attempts",
    "agent_clients",
    "agent_grants",
    "agent_codes",
    "agent_tokens",
];

/// The counters that are written with these tables; the others are written with documents.
const COUNTERS: &[&str] = &["events", "alerts", "audit_log", "audit_log_hash"];

pub fn is_of_accounts(table: &str) -> bool {
    TABLES.contains(&table)
}

pub fn is_counter_of_accounts(name: &str) -> bool {
    COUNTERS.contains(&name)
}

/// Carries accounts over from a store that had one file. The old rows stay where they are and are not used again.
pub fn part(path: &Path) -> Result<(), Error> {
    let accounts = beside(path);
    if accounts.exists() || !path.exists() {
        return Ok(());
    }
    carry_over(path, &accounts)
        .map_err(|source| Error::Open { place: accounts.display().to_string(), source })
}

fn carry_over(path: &Path, accounts: &Path) -> Result<(), crate::error::Cause> {
    let mut old = Connection::open(path)?;
    old.busy_timeout(std::time::Duration::from_secs(30))?;
    // Whoever comes second waits here, and then finds the file.
    let lock = old.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'accounts'";
    let has_accounts = lock.query_row(known, [], |_| Ok(())).optional()?.is_some();
    if accounts.exists() || !has_accounts {
        return Ok(());
    }
    let unfinished = accounts.with_extension("unfinished");
    match std::fs::remove_file(&unfinished) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    crate::private::make(&unfinished)?;
    let mut new = Connection::open(&unfinished)?;
    migrate::sqlite(&mut new)?;
    new.execute("ATTACH DATABASE ?1 AS old", [path.to_string_lossy()])?;
    new.pragma_update(None, "foreign_keys", false)?;
    let transaction = new.transaction()?;
    for table in TABLES {
        let columns = columns_of(&transaction, table)?;
        if !columns.is_empty() {
            let carry = format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM old.{table}");
            transaction.execute_batch(&carry)?;
        }
    }
    transaction.execute_batch(crate::ledger::GRANTED_BEFORE)?;
    transaction.commit()?;
    new.close().map_err(|(_, error)| error)?;
    std::fs::File::open(&unfinished)?.sync_all()?;
    std::fs::rename(&unfinished, accounts)?;
    Ok(())
}

/// The columns that the table has in the old file, by name: it may be older than this program and lack some, which
/// then take what their migration gives to rows from before. Empty where there is no such table.
fn columns_of(connection: &Connection, table: &str) -> Result<String, rusqlite::Error> {
    let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1, 'old')")?;
    let names = columns.query_map([table], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<Result<Vec<String>, _>>()?.join(", "))
}
