//! One moment of a database, to be read at leisure: writers go on meanwhile and are not seen.

use std::sync::{Arc, Mutex, PoisonError};

use deadpool_postgres::Object;

use super::{Row, Statement, Value, postgres, sqlite};
use crate::error::Cause;
use crate::{Address, Error, Settings};

/// Nothing is written through it.
pub struct Snapshot(Inner);

enum Inner {
    Sqlite(Arc<Mutex<rusqlite::Connection>>),
    /// A connection with a transaction that stays open, and the pool that it is from.
    Postgres(Box<(Object, postgres::Postgres)>),
}

/// Documents and accounts at the same moment; the second where they are two files. No migration is applied.
pub async fn open(settings: &Settings) -> Result<(Snapshot, Option<Snapshot>), Error> {
    match &settings.address {
        Address::Sqlite(path) => {
            let (path, accounts) = (path.clone(), crate::settings::beside(path));
            let settings = settings.clone();
            let pair = move || sqlite::snapshot::pair(&path, &accounts, &settings);
            let [documents, accounts] = tokio::task::spawn_blocking(pair).await.map_err(thread)??;
            let snapshot = |connection| Snapshot(Inner::Sqlite(Arc::new(Mutex::new(connection))));
            Ok((snapshot(documents), Some(snapshot(accounts))))
        }
        Address::Postgres(url) => {
            // Pages of a large table may take longer than an answer to a caller may.
            const BEGIN: &str = "
                BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                SET LOCAL statement_timeout = 0;
                SET LOCAL idle_in_transaction_session_timeout = 0;
                SELECT number FROM schema_migrations LIMIT 1";
            let (pool, connection) = postgres::Postgres::connect(url, settings).await?;
            let begun = connection.batch_execute(BEGIN).await;
            begun.map_err(|source| Error::Connect { source: source.into() })?;
            Ok((Snapshot(Inner::Postgres(Box::new((connection, pool)))), None))
        }
    }
}

impl Snapshot {
    pub async fn query(&self, sql: String, parameters: Vec<Value>) -> Result<Vec<Row>, Error> {
        let statement = Statement::new(sql, parameters);
        match &self.0 {
            Inner::Sqlite(connection) => {
                let connection = Arc::clone(connection);
                let query = move || {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    sqlite::snapshot::query(&connection, &statement)
                };
                tokio::task::spawn_blocking(query).await.map_err(thread)?
            }
            Inner::Postgres(held) => held.1.query_on(&held.0, &statement).await,
        }
    }

    pub async fn number(&self, sql: String) -> Result<i64, Error> {
        let mut rows = self.query(sql, Vec::new()).await?;
        rows.first_mut().map_or(Ok(0), |row| row.only())
    }

    pub fn engine_name(&self) -> &'static str {
        match &self.0 {
            Inner::Sqlite(_) => "SQLite",
            Inner::Postgres(_) => "Postgres",
        }
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        if let Inner::Postgres(held) = &self.0 {
            // The connection has an open transaction and must not be used again.
            held.1.close();
        }
    }
}

fn thread(source: impl Into<Cause>) -> Error {
    Error::Open { place: "a thread".to_owned(), source: source.into() }
}
