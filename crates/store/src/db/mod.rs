//! Five values over either engine. Every statement above this folder is written once, in `$1` numbering.
//!
//! A caller reads with `query` or `read`, and writes one whole unit with `commit`: it refuses to hold a
//! transaction open across an await of the caller's, so that nobody can sit on the one writer.

mod dialect;
pub(crate) mod migrate;
mod postgres;
mod row;
mod rows;
pub(crate) mod snapshot;
mod sqlite;
mod value;
mod wire;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use domain::Instant;

pub use row::{Columns, FromValue, Row};
pub(crate) use row::{record, stored_by_name};
pub use value::Value;
pub(crate) use value::{values, written};
pub use wire::Wire;

use crate::{Address, Error, Settings};

/// One text with the parameters of one or many executions.
#[derive(Clone, Debug)]
pub struct Statement {
    sql: Cow<'static, str>,
    executions: Vec<Vec<Value>>,
    /// Follow the parameters of each execution.
    shared: Vec<Value>,
    guarded: bool,
    together: bool,
}

impl Statement {
    pub fn new(sql: impl Into<Cow<'static, str>>, parameters: Vec<Value>) -> Statement {
        Statement {
            sql: sql.into(),
            executions: vec![parameters],
            shared: Vec::new(),
            guarded: false,
            together: false,
        }
    }

    /// The same text once for each set of parameters, in order. No set means that nothing is run.
    pub fn many(sql: impl Into<Cow<'static, str>>, executions: Vec<Vec<Value>>) -> Statement {
        Statement { sql: sql.into(), executions, shared: Vec::new(), guarded: false, together: false }
    }

    /// Parameters that all executions have in common; they are numbered after those of the execution.
    pub fn sharing(mut self, parameters: Vec<Value>) -> Statement {
        self.shared = parameters;
        self
    }

    /// The server engine runs many executions as one: the list after the first VALUES or IN takes its parameters, which
    /// stand nowhere else, from lists. For executions that change or find different rows, each one row.
    pub fn together(mut self) -> Statement {
        self.together = true;
        self
    }

    /// Each execution must change or return a row, or the whole unit is undone.
    pub fn guarded(mut self) -> Statement {
        self.guarded = true;
        self
    }
}

/// How one unit ended.
#[derive(Debug)]
pub enum Outcome {
    /// All of it is in the store.
    Committed(Vec<Done>),
    /// The guard of this statement (counted from 0) found no row; nothing of the unit is in the store.
    Refused(usize),
}

/// What one statement of a committed unit did, over all its executions.
#[derive(Debug, Default)]
pub struct Done {
    /// Rows changed; for a statement that returns rows, the rows returned.
    pub affected: u64,
    pub rows: Vec<Row>,
}

impl Done {
    /// The first row returned.
    pub fn into_row(self) -> Option<Row> {
        self.rows.into_iter().next()
    }
}

impl Outcome {
    /// For units without guards, where a refusal cannot happen.
    pub fn unguarded(self) -> Result<Vec<Done>, Error> {
        match self {
            Outcome::Committed(done) => Ok(done),
            Outcome::Refused(_) => Err(Error::Contended { attempts: 1 }),
        }
    }
}

/// When a caller is told that its unit is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acknowledge {
    /// When it would survive the loss of power.
    Durable,
    /// When later units are certain to see it; a crash right after may lose it.
    Early,
}

/// A handle; clones share the same connections.
#[derive(Clone, Debug)]
pub struct Db {
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Db {
    /// Connects and brings the tables up to date.
    pub async fn open(settings: &Settings) -> Result<Db, Error> {
        Db::open_at(settings, i64::MAX).await
    }

    /// With the tables of a program that knew no later migration than this.
    pub(crate) async fn open_at(settings: &Settings, last: i64) -> Result<Db, Error> {
        let engine = match &settings.address {
            Address::Sqlite(path) => Engine::Sqlite(sqlite::Sqlite::open(path, settings, last).await?),
            Address::Postgres(url) => Engine::Postgres(postgres::Postgres::open(url, settings, last).await?),
        };
        Ok(Db { engine })
    }

    pub async fn query(
        &self,
        sql: impl Into<Cow<'static, str>>,
        parameters: Vec<Value>,
    ) -> Result<Vec<Row>, Error> {
        let mut answers = self.read(vec![Statement::new(sql, parameters)]).await?;
        Ok(answers.pop().unwrap_or_default())
    }

    /// Several reading statements that all see the same moment.
    pub async fn read(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Error> {
        // Boxed, here and below: whoever may have to ask the store carries a pointer rather than all that an engine
        // needs while it is asked, and most callers in the service are answered without asking.
        match &self.engine {
            Engine::Sqlite(sqlite) => Box::pin(sqlite.read(statements)).await,
            Engine::Postgres(postgres) => Box::pin(postgres.read(statements)).await,
        }
    }

    /// All of the statements or none; returns once the unit is durable. It runs to its end even if the
    /// caller stops waiting.
    pub async fn commit(&self, unit: Vec<Statement>) -> Result<Outcome, Error> {
        self.run(unit, Acknowledge::Durable).await
    }

    /// As `commit`, but returns as soon as later units are certain to see it. For units whose loss in a
    /// crash harms nobody.
    pub async fn commit_early(&self, unit: Vec<Statement>) -> Result<Outcome, Error> {
        self.run(unit, Acknowledge::Early).await
    }

    async fn run(&self, unit: Vec<Statement>, acknowledge: Acknowledge) -> Result<Outcome, Error> {
        if unit.iter().all(|statement| statement.executions.is_empty()) {
            return Ok(Outcome::Committed(unit.iter().map(|_| Done::default()).collect()));
        }
        match &self.engine {
            Engine::Sqlite(sqlite) => Box::pin(sqlite.commit(unit, acknowledge)).await,
            Engine::Postgres(postgres) => Box::pin(postgres.commit(unit, acknowledge)).await,
        }
    }

    /// The time by the engine's clock.
    pub async fn now(&self) -> Result<Instant, Error> {
        let sql = match &self.engine {
            Engine::Sqlite(_) => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Engine::Postgres(_) => {
                "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"
            }
        };
        let mut rows = self.query(sql, Vec::new()).await?;
        rows.first_mut().map_or(Err(Error::Closed), |row| row.only())
    }

    /// 128 bits of the engine's chance, as hexadecimal digits.
    pub async fn random_token(&self) -> Result<String, Error> {
        let sql = match &self.engine {
            Engine::Sqlite(_) => "SELECT lower(hex(randomblob(16)))",
            Engine::Postgres(_) => "SELECT replace(CAST(gen_random_uuid() AS TEXT), '-', '')",
        };
        let mut rows = self.query(sql, Vec::new()).await?;
        rows.first_mut().map_or(Err(Error::Closed), |row| row.only())
    }

    /// Finishes what was begun and lets go of the file or the connections; later calls fail with `Closed`.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }

    /// Whether all who change the store are in this process; commands beside it may read and administer.
    pub fn serves_one_process(&self) -> bool {
        matches!(self.engine, Engine::Sqlite(_))
    }

    /// Counts how often somebody told of a change, where the engine can tell; polling remains what one relies on.
    pub fn told(&self) -> Option<tokio::sync::watch::Receiver<u64>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => postgres.told(),
        }
    }

    /// For how long the database has not been reached; none while it is.
    pub fn unreachable_for(&self) -> Option<Duration> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => postgres.unreachable_for(),
        }
    }

    /// How what is said to the database travels.
    pub fn wire(&self) -> Wire {
        match &self.engine {
            Engine::Sqlite(_) => Wire::Local,
            Engine::Postgres(postgres) => postgres.wire(),
        }
    }

    pub fn engine_name(&self) -> &'static str {
        match &self.engine {
            Engine::Sqlite(_) => "SQLite",
            Engine::Postgres(_) => "Postgres",
        }
    }
}

/// A place in a queue, within this time.
async fn place(places: &Arc<Semaphore>, wait: Duration) -> Result<OwnedSemaphorePermit, Error> {
    if let Ok(place) = Arc::clone(places).try_acquire_owned() {
        return Ok(place);
    }
    match tokio::time::timeout(wait, Arc::clone(places).acquire_owned()).await {
        Ok(Ok(place)) => Ok(place),
        Ok(Err(_)) => Err(Error::Closed),
        Err(_) => Err(Error::NoConnection { limit: wait }),
    }
}

/// `, a = $3, b = $4`: the columns of an UPDATE, numbered from `first`.
pub(crate) fn assignments(columns: &[&str], first: usize) -> String {
    columns.iter().zip(first..).map(|(column, number)| format!(", {column} = ${number}")).collect()
}

/// The languages that are read, as a list for `IN`.
pub(crate) fn read_languages() -> String {
    domain::language::read_codes().map(|code| format!("'{code}'")).collect::<Vec<_>>().join(", ")
}

/// `$1, $2, ... $n`, for an IN list.
pub(crate) fn placeholders(n: usize) -> String {
    let mut text = String::with_capacity(n * 5);
    for number in 1..=n {
        if number > 1 {
            text.push_str(", ");
        }
        text.push('$');
        text.push_str(&number.to_string());
    }
    text
}

/// Lists are filled up with nulls to one of a few lengths, so that few texts need to be prepared.
pub(crate) fn padded(mut values: Vec<Value>) -> Vec<Value> {
    const LENGTHS: [usize; 5] = [1, 10, 50, 100, MAX_LIST];
    let length = LENGTHS.into_iter().find(|length| *length >= values.len()).unwrap_or(values.len());
    values.resize(length, Value::Null);
    values
}

/// The longest IN list; longer ones are asked in parts.
pub(crate) const MAX_LIST: usize = 500;

/// The head of a statement, for an error message that fits a line.
fn excerpt(sql: &str) -> String {
    let mut words = String::new();
    for word in sql.split_whitespace() {
        if words.len() + word.len() > 100 {
            words.push('…');
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    words
}
