//! Brings the tables up to date. Each migration is applied once, in order, whole or not at all.
//!
//! A migration that was edited after it had been applied somewhere is refused, as is a store that a newer
//! program has already changed.

use rusqlite::Connection;
use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::dialect;
use crate::Error;
use domain::hash::{hash128, to_hex};

struct Migration {
    number: i64,
    name: &'static str,
    sql: &'static str,
}

macro_rules! migrations {
    ($($number:literal $name:literal),+ $(,)?) => {
        &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../../migrations/", $name, ".sql")),
        }),+]
    };
}

/// Never edited after merging; a change is a new line.
const MIGRATIONS: &[Migration] = migrations![
    1 "0001_documents",
    2 "0002_sources",
    3 "0003_prices",
    4 "0004_accounts",
    5 "0005_ledger",
    6 "0006_stories",
    7 "0007_calls",
    8 "0008_rollups",
    9 "0009_readings",
    10 "0010_owned",
    11 "0011_people",
    12 "0012_invented",
    13 "0013_scopes",
    14 "0014_reading",
    15 "0015_story_days",
    16 "0016_payments",
    17 "0017_invitations",
    18 "0018_audit_log",
    19 "0019_bounds",
    20 "0020_quarantine",
    21 "0021_followers",
    22 "0022_clean_texts",
    23 "0023_story_moves",
    24 "0024_repeats",
    25 "0025_tone_toward",
    26 "0026_statements",
    27 "0027_followed_people",
    28 "0028_narratives",
    29 "0029_documents_by_outlet",
    30 "0030_agents",
    31 "0031_alerts",
    32 "0032_webhooks",
    33 "0033_attempts",
    34 "0034_mail",
    35 "0035_reservations",
    36 "0036_removals",
    37 "0037_failed_deliveries",
    38 "0038_letter_keys",
    39 "0039_makers_of_addresses",
    40 "0040_rollup_outlines",
    42 "0042_said",
    43 "0043_decided_spellings",
    44 "0044_stated_roles",
    45 "0045_taken_down_roles",
    46 "0046_suppressed_speakers",
    47 "0047_narrative_names",
];

const CREATE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (\n  number BIGINT PRIMARY KEY,\n  name TEXT NOT NULL,\n  hash TEXT NOT NULL\n)";
const APPLIED: &str = "SELECT number, hash FROM schema_migrations ORDER BY number";
const RECORD: &str = "INSERT INTO schema_migrations (number, name, hash) VALUES ($1, $2, $3)";

/// Any number that nothing else of ours locks.
const ADVISORY_LOCK: i64 = 0x6265_6c6c_7765;

impl Migration {
    fn hash(&self) -> String {
        to_hex(&hash128(self.sql.as_bytes()))
    }

    fn failed(&self, source: impl Into<crate::error::Cause>) -> Error {
        Error::Migrate { name: self.name.to_owned(), source: source.into() }
    }
}

/// What is still to be done, given what has been.
fn pending(applied: &[(i64, String)]) -> Result<Vec<&'static Migration>, Error> {
    for (number, hash) in applied {
        let Some(migration) = MIGRATIONS.iter().find(|migration| migration.number == *number) else {
            return Err(Error::FromTheFuture { number: *number, known: newest() });
        };
        if migration.hash() != *hash {
            return Err(Error::MigrationChanged { name: migration.name.to_owned() });
        }
    }
    let done = |migration: &&Migration| applied.iter().any(|(number, _)| *number == migration.number);
    Ok(MIGRATIONS.iter().filter(|migration| !done(migration)).collect())
}

/// The newest migration that this program knows.
pub fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |migration| migration.number)
}

/// Functions that migrations make on Postgres.
pub fn functions() -> impl Iterator<Item = &'static str> {
    let made = MIGRATIONS.iter().flat_map(|migration| migration.sql.split("CREATE FUNCTION ").skip(1));
    made.filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
}

fn bookkeeping(source: impl Into<crate::error::Cause>) -> Error {
    Error::Migrate { name: "schema_migrations".to_owned(), source: source.into() }
}

pub fn sqlite(connection: &mut Connection) -> Result<(), Error> {
    sqlite_up_to(connection, i64::MAX)
}

/// As a program that knew no later migration would have left it.
pub fn sqlite_up_to(connection: &mut Connection, last: i64) -> Result<(), Error> {
    // Immediate: a second process that opens the same file waits here and then finds all done.
    let transaction = connection
        .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        .map_err(bookkeeping)?;
    for statement in dialect::migration(CREATE) {
        transaction.execute_batch(&statement).map_err(bookkeeping)?;
    }
    let applied: Vec<(i64, String)> = transaction
        .prepare(APPLIED)
        .and_then(|mut select| select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .map_err(bookkeeping)?;
    for migration in pending(&applied)?.into_iter().filter(|migration| migration.number <= last) {
        for statement in dialect::migration(migration.sql) {
            transaction.execute_batch(&statement).map_err(|source| migration.failed(source))?;
        }
        transaction
            .execute(&dialect::parameters(RECORD), (migration.number, migration.name, migration.hash()))
            .map_err(|source| migration.failed(source))?;
    }
    transaction.commit().map_err(bookkeeping)
}

pub async fn postgres_up_to(client: &mut Client, last: i64) -> Result<(), Error> {
    let transaction = client.transaction().await.map_err(bookkeeping)?;
    // Held to the end of the transaction: of several programs that start together, one does the work.
    let lock = format!("SELECT pg_advisory_xact_lock({ADVISORY_LOCK})");
    transaction.batch_execute(&lock).await.map_err(bookkeeping)?;
    transaction.batch_execute(CREATE).await.map_err(bookkeeping)?;
    let applied: Vec<(i64, String)> = transaction
        .query_typed(APPLIED, &[])
        .await
        .map_err(bookkeeping)?
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    for migration in pending(&applied)?.into_iter().filter(|migration| migration.number <= last) {
        transaction.batch_execute(migration.sql).await.map_err(|source| migration.failed(source))?;
        transaction
            .execute_typed(
                RECORD,
                &[
                    (&migration.number, Type::INT8),
                    (&migration.name, Type::TEXT),
                    (&migration.hash(), Type::TEXT),
                ],
            )
            .await
            .map_err(|source| migration.failed(source))?;
    }
    transaction.commit().await.map_err(bookkeeping)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_in_their_order_and_named_after_their_number() {
        assert!(MIGRATIONS.is_sorted_by(|one, next| one.number < next.number));
        for migration in MIGRATIONS {
            assert!(migration.name.starts_with(&format!("{:04}_", migration.number)), "{}", migration.name);
        }
    }

    #[test]
    fn an_edited_or_unknown_migration_is_refused() {
        assert_eq!(pending(&[]).map(|all| all.len()).ok(), Some(MIGRATIONS.len()));
        assert!(matches!(pending(&[(1, "other".to_owned())]), Err(Error::MigrationChanged { .. })));
        assert!(matches!(pending(&[(9999, String::new())]), Err(Error::FromTheFuture { number: 9999, .. })));
    }
}
