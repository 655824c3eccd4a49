//! What is copied into: an empty store, which nobody can open before the copy is finished.

use std::fs::File;

use super::UNFINISHED;
use super::line;
use super::tables::{self, COUNTERS, Table};
use crate::db::{Db, Statement, Value, migrate, placeholders, values};
use crate::{Address, Error, Settings, halves, lock};

/// Every store writes these for itself when it is opened, so they say nothing of what it holds.
const WRITTEN_AT_OPENING: &[&str] = &[COUNTERS, "store_identity", "store_epochs", "leases", "rate_limits"];

pub struct Target {
    pub tables: Vec<Table>,
    documents: Db,
    accounts: Db,
    place: String,
    /// Nobody serves an embedded store while it is copied into.
    _lock: Option<File>,
}

/// What was found there.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    Empty,
    /// A copy of this store that was not finished.
    Unfinished {
        store: String,
    },
    /// A table and how many rows are in it.
    Rows(String),
}

impl Target {
    /// With the tables of this version.
    pub async fn open(settings: &Settings, schema: i64) -> Result<Target, Error> {
        let lock = match &settings.address {
            Address::Sqlite(path) => Some(lock::take(path)?),
            Address::Postgres(_) => None,
        };
        let documents = Db::open_at(settings, schema).await?;
        let (accounts, place) = match &settings.address {
            Address::Postgres(_) => (documents.clone(), "the Postgres address".to_owned()),
            Address::Sqlite(path) => {
                (Db::open_at(&settings.of_accounts(), schema).await?, path.display().to_string())
            }
        };
        Ok(Target { tables: tables::of_schema(schema)?, documents, accounts, place, _lock: lock })
    }

    /// Deletes all that a store of ours holds.
    pub async fn clear(settings: &Settings) -> Result<(), Error> {
        match &settings.address {
            Address::Sqlite(path) => {
                let _lock = lock::take(path)?;
                for file in [path.clone(), crate::settings::beside(path)] {
                    for ending in ["", "-wal", "-shm"] {
                        let mut name = file.as_os_str().to_owned();
                        name.push(ending);
                        match std::fs::remove_file(&name) {
                            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                                let place = name.to_string_lossy().into_owned();
                                return Err(Error::Open { place, source: source.into() });
                            }
                            _ => {}
                        }
                    }
                }
                Ok(())
            }
            Address::Postgres(_) => {
                // Opening refuses what a newer program wrote.
                let db = Db::open(settings).await?;
                let tables = tables::of_schema(migrate::newest())?;
                let names = tables.iter().map(|table| table.name.as_str()).chain(["schema_migrations"]);
                let mut unit: Vec<Statement> = names
                    .map(|name| Statement::new(format!("DROP TABLE IF EXISTS {name} CASCADE"), Vec::new()))
                    .collect();
                let functions = migrate::functions();
                unit.extend(
                    functions
                        .map(|name| Statement::new(format!("DROP FUNCTION IF EXISTS {name}"), Vec::new())),
                );
                db.commit(unit).await?.unguarded()?;
                db.close().await;
                Ok(())
            }
        }
    }

    pub async fn found(&self) -> Result<Found, Error> {
        let unfinished = "SELECT COUNT(*) FROM counters WHERE name = $1";
        if number(&self.documents, unfinished.to_owned(), values![UNFINISHED]).await? > 0 {
            let mut rows = self.documents.query("SELECT id FROM store_identity", Vec::new()).await?;
            let store = rows.first_mut().map_or(Ok(String::new()), |row| row.only())?;
            return Ok(Found::Unfinished { store });
        }
        for table in &self.tables {
            if WRITTEN_AT_OPENING.contains(&table.name.as_str()) {
                continue;
            }
            match self.count(table).await? {
                0 => {}
                rows => return Ok(Found::Rows(format!("{rows} rows in {}", table.name))),
            }
        }
        Ok(Found::Empty)
    }

    /// From here on nobody opens it.
    pub async fn begin(&self) -> Result<(), Error> {
        let empty = |tables: &[&str]| -> Vec<Statement> {
            tables.iter().map(|name| Statement::new(format!("DELETE FROM {name}"), Vec::new())).collect()
        };
        self.accounts.commit(empty(&["rate_limits"])).await?.unguarded()?;
        let mut unit = empty(&["store_identity", "store_epochs", "leases"]);
        unit.push(Statement::new("INSERT INTO counters (name, value) VALUES ($1, 1)", values![UNFINISHED]));
        self.documents.commit(unit).await?.unguarded().map(|_| ())
    }

    pub async fn count(&self, table: &Table) -> Result<u64, Error> {
        let rows =
            number(self.half(table.of_accounts), format!("SELECT COUNT(*) FROM {}", table.name), Vec::new())
                .await?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// A row that is there already is left as it is. Columns that refer to rows of the same table, which may come later,
    /// are filled in by `refer`.
    pub async fn insert(&self, table: &Table, rows: Vec<Vec<Value>>) -> Result<(), Error> {
        if table.name == COUNTERS {
            return self.set_counters(rows).await;
        }
        let (name, columns) = (&table.name, table.column_list());
        let sql = format!(
            "INSERT INTO {name} ({columns}) VALUES ({}) ON CONFLICT DO NOTHING",
            placeholders(table.columns.len())
        );
        let without_own = |mut row: Vec<Value>| {
            table.own_references.iter().for_each(|place| row[*place] = Value::Null);
            row
        };
        let rows = rows.into_iter().map(without_own).collect();
        let unit = vec![Statement::many(sql, rows)];
        self.half(table.of_accounts).commit(unit).await?.unguarded().map(|_| ())
    }

    /// Rows that were inserted refer to each other as these do.
    pub async fn refer(&self, table: &Table, rows: Vec<Vec<Value>>) -> Result<(), Error> {
        let set: Vec<String> = table
            .own_references
            .iter()
            .zip(1..)
            .map(|(place, number)| format!("{} = ${number}", table.columns[*place]))
            .collect();
        let key: Vec<String> = table
            .key
            .iter()
            .zip(set.len() + 1..)
            .map(|(place, number)| format!("{} = ${number}", table.columns[*place]))
            .collect();
        let sql = format!("UPDATE {} SET {} WHERE {}", table.name, set.join(", "), key.join(" AND "));
        let parameters = |row: Vec<Value>| -> Vec<Value> {
            table.own_references.iter().chain(&table.key).map(|place| row[*place].clone()).collect()
        };
        let refers = |row: &Vec<Value>| table.own_references.iter().any(|place| row[*place] != Value::Null);
        let rows = rows.into_iter().filter(refers).map(parameters).collect();
        let unit = vec![Statement::many(sql, rows)];
        self.half(table.of_accounts).commit(unit).await?.unguarded().map(|_| ())
    }

    /// It can be opened from now on.
    pub async fn finish(&self) -> Result<(), Error> {
        let unit = vec![Statement::new("DELETE FROM counters WHERE name = $1", values![UNFINISHED])];
        self.documents.commit(unit).await?.unguarded().map(|_| ())
    }

    pub async fn close(self) {
        self.documents.close().await;
        self.accounts.close().await;
    }

    pub fn not_empty(&self, what: String) -> Error {
        Error::NotEmpty { place: self.place.clone(), what }
    }

    fn half(&self, of_accounts: bool) -> &Db {
        if of_accounts { &self.accounts } else { &self.documents }
    }

    async fn set_counters(&self, rows: Vec<Vec<Value>>) -> Result<(), Error> {
        const SET: &str = "
            INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let of_accounts = |row: &Vec<Value>| matches!(row.first(), Some(Value::Text(name)) if halves::is_counter_of_accounts(name));
        let (accounts, documents): (Vec<_>, Vec<_>) = rows.into_iter().partition(of_accounts);
        for (db, rows) in [(&self.accounts, accounts), (&self.documents, documents)] {
            db.commit(vec![Statement::many(SET, rows)]).await?.unguarded()?;
        }
        Ok(())
    }
}

/// A line of a backup as a row of its table.
pub fn row(table: &Table, text: &str) -> Result<Vec<Value>, Error> {
    let fits = |row: &Vec<Value>| {
        row.len() == table.columns.len() && row.iter().enumerate().all(|(at, value)| table.takes(at, value))
    };
    let row = line::read(text).filter(fits);
    row.ok_or_else(|| Error::Backup { reason: format!("a row of {} is broken", table.name) })
}

async fn number(db: &Db, sql: String, parameters: Vec<Value>) -> Result<i64, Error> {
    let mut rows = db.query(sql, parameters).await?;
    rows.first_mut().map_or(Ok(0), |row| row.only())
}
