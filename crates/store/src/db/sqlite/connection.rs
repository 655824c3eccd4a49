//! One SQLite connection: its settings, its prepared statements, and how a statement is run on it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};

use super::super::row::columns;
use super::super::{Columns, Done, Row, Statement, Value, dialect, excerpt};
use crate::{Error, Settings};

/// SQLite's own choice, which we leave.
const PAGE_KIB: u32 = 4;

pub fn open(path: &Path, settings: &Settings) -> Result<Connection, Error> {
    prepare(path, settings)
        .map_err(|source| Error::Open { place: path.display().to_string(), source: source.into() })
}

fn prepare(path: &Path, settings: &Settings) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(settings.busy_timeout)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: what was acknowledged survives the loss of power, not only of the process.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -i64::from(settings.page_cache_kib))?;
    connection.pragma_update(
        None,
        "mmap_size",
        i64::try_from(settings.memory_map_bytes).unwrap_or(i64::MAX),
    )?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "wal_autocheckpoint", settings.log_kib / PAGE_KIB)?;
    connection.pragma_update(None, "journal_size_limit", i64::from(settings.log_kib) * 1024)?;
    Ok(connection)
}

/// Prepared statements by their original text; the translation is paid once.
pub struct Prepared<'c> {
    connection: &'c Connection,
    statements: HashMap<Cow<'static, str>, (rusqlite::Statement<'c>, Columns)>,
}

/// Far more texts than the program has; only a leak of composed texts could reach it.
const MAX_PREPARED: usize = 1000;

impl<'c> Prepared<'c> {
    pub fn new(connection: &'c Connection) -> Prepared<'c> {
        Prepared { connection, statements: HashMap::new() }
    }

    pub fn connection(&self) -> &'c Connection {
        self.connection
    }

    /// Runs all executions; `None` where a guard found no row.
    pub fn run(&mut self, statement: &Statement) -> Result<Option<Done>, rusqlite::Error> {
        let (prepared, columns) = self.prepare(&statement.sql)?;
        let mut done = Done::default();
        for (number, parameters) in statement.executions.iter().enumerate() {
            let given = parameters.len() + statement.shared.len();
            if given != prepared.parameter_count() {
                return Err(rusqlite::Error::InvalidParameterCount(given, prepared.parameter_count()));
            }
            bind(prepared, 0, parameters)?;
            if number == 0 {
                bind(prepared, parameters.len(), &statement.shared)?;
            }
            let affected = execute(prepared, columns, &mut done.rows)?;
            if affected == 0 && statement.guarded {
                return Ok(None);
            }
            done.affected += affected;
        }
        Ok(Some(done))
    }

    // The key is owned or static as the text came; cloning a static one copies nothing.
    #[allow(clippy::ptr_arg)]
    fn prepare(
        &mut self,
        sql: &Cow<'static, str>,
    ) -> Result<&mut (rusqlite::Statement<'c>, Columns), rusqlite::Error> {
        if !self.statements.contains_key(sql) {
            if self.statements.len() >= MAX_PREPARED {
                self.statements.clear();
            }
            let statement = self.connection.prepare(&dialect::parameters(sql))?;
            let columns = columns(statement.column_names());
            self.statements.insert(sql.clone(), (statement, columns));
        }
        Ok(self.statements.get_mut(sql).expect("it was put there just above"))
    }
}

/// What is bound stays bound until it is bound anew.
fn bind(
    prepared: &mut rusqlite::Statement<'_>,
    after: usize,
    parameters: &[Value],
) -> Result<(), rusqlite::Error> {
    for (number, value) in (after + 1..).zip(parameters) {
        prepared.raw_bind_parameter(number, value)?;
    }
    Ok(())
}

fn execute(
    prepared: &mut rusqlite::Statement<'_>,
    columns: &Columns,
    found: &mut Vec<Row>,
) -> Result<u64, rusqlite::Error> {
    if columns.is_empty() {
        return prepared.raw_execute().map(|affected| affected as u64);
    }
    let before = found.len();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        let values =
            (0..columns.len()).map(|column| row.get_ref(column).and_then(owned)).collect::<Result<_, _>>()?;
        found.push(Row::new(columns, values));
    }
    Ok((found.len() - before) as u64)
}

fn owned(value: ValueRef<'_>) -> Result<Value, rusqlite::Error> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text)?.to_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
    })
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

pub fn failed(statement: &Statement, source: rusqlite::Error, limit: Duration) -> Error {
    if source.sqlite_error_code() == Some(rusqlite::ErrorCode::OperationInterrupted) {
        return Error::Timeout { limit };
    }
    Error::Statement { statement: excerpt(&statement.sql), source: source.into() }
}
