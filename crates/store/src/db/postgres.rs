//! The server engine: a pool of connections, a transaction for each unit.
//!
//! The statements of a unit are sent without waiting for one another; only their answers are awaited
//! before the commit. A unit runs in its own task, so that a caller that leaves cannot leave a
//! transaction open behind it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use futures_util::FutureExt;
use tokio::sync::Semaphore;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Config, NoTls};

use super::row::columns;
use super::wire::{self, Wire};
use super::{Acknowledge, Done, Outcome, Row, Statement, Value, excerpt, migrate, place};
use crate::error::Cause;
use crate::{Error, Settings};

#[derive(Clone, Debug)]
pub struct Postgres {
    pool: Pool,
    /// A place for a unit that waits for a connection.
    places: Arc<Semaphore>,
    wire: Wire,
    acquire_timeout: Duration,
    statement_timeout: Duration,
}

const PLACES: usize = 4096;

/// How often a unit that lost to another is tried again.
const ATTEMPTS: u32 = 8;

impl Postgres {
    pub async fn open(url: &str, settings: &Settings) -> Result<Postgres, Error> {
        let (mut config, security) = wire::read(url, settings)?;
        let statement_ms = settings.statement_timeout.as_millis();
        let lock_ms = settings.busy_timeout.as_millis();
        let own = config.get_options().map(|options| format!("{options} ")).unwrap_or_default();
        // Notices say that a table is there already, at every start.
        config.options(format!(
            "{own}-c statement_timeout={statement_ms} -c lock_timeout={lock_ms} -c client_min_messages=warning"
        ));
        config.application_name("bellwether");
        config.connect_timeout(settings.acquire_timeout);

        let place = place_of(&config);
        let fast = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let (wire, tls) = wire::choose(&mut config, security)
            .await
            .map_err(|source| Error::Open { place: place.clone(), source })?;
        let manager = match tls {
            Some(tls) => Manager::from_config(config, tls, fast),
            None => Manager::from_config(config, NoTls, fast),
        };
        let pool = Pool::builder(manager)
            .max_size(settings.connections.max(1))
            .wait_timeout(Some(settings.acquire_timeout))
            .create_timeout(Some(settings.acquire_timeout))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|source| Error::Open { place: place.clone(), source: source.into() })?;
        let postgres = Postgres {
            pool,
            places: Arc::new(Semaphore::new(PLACES)),
            wire,
            acquire_timeout: settings.acquire_timeout,
            statement_timeout: settings.statement_timeout,
        };
        let mut connection =
            postgres.connection().await.map_err(|error| Error::Open { place, source: error.into() })?;
        migrate::postgres(&mut connection).await?;
        Ok(postgres)
    }

    pub fn wire(&self) -> Wire {
        self.wire
    }

    pub fn close(&self) {
        self.pool.close();
    }

    pub async fn read(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Error> {
        // In the caller's own time: whoever leaves before a connection is free leaves nothing behind in the queue.
        let connection = self.connection().await?;
        let this = self.clone();
        spawned(async move {
            let alone = matches!(statements.as_slice(), [statement] if statement.executions.len() == 1);
            let begin = if alone { None } else { Some("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") };
            let done = this.run_all(&connection, begin, &statements).await;
            if begin.is_some() {
                finish(connection, "COMMIT").await?;
            }
            done.into_iter().map(|one| one.map(|one| one.rows)).collect()
        })
        .await
    }

    pub async fn commit(&self, unit: Vec<Statement>, acknowledge: Acknowledge) -> Result<Outcome, Error> {
        let place = place(&self.places, self.acquire_timeout).await?;
        let this = self.clone();
        spawned(async move {
            // The unit's own: a caller who leaves makes no room for another before it has run.
            let _place = place;
            let mut attempt = 0;
            loop {
                attempt += 1;
                match this.attempt(&unit, acknowledge).await {
                    Err(error) if is_collision(&error) => {
                        if attempt == ATTEMPTS {
                            return Err(Error::Contended { attempts: attempt });
                        }
                        tokio::time::sleep(Duration::from_millis(1 << attempt)).await;
                    }
                    other => return other,
                }
            }
        })
        .await
    }

    async fn attempt(&self, unit: &[Statement], acknowledge: Acknowledge) -> Result<Outcome, Error> {
        let connection = self.connection().await?;
        let begin = match acknowledge {
            Acknowledge::Durable => "BEGIN",
            // The server answers before its log is on the disk, for this one transaction.
            Acknowledge::Early => "BEGIN; SET LOCAL synchronous_commit = off",
        };
        let answers = self.run_all(&connection, Some(begin), unit).await;
        let mut done = Vec::with_capacity(unit.len());
        for (index, (answer, statement)) in answers.into_iter().zip(unit).enumerate() {
            match answer {
                Ok(one) if statement.guarded && one.empty_executions > 0 => {
                    finish(connection, "ROLLBACK").await?;
                    return Ok(Outcome::Refused(index));
                }
                Ok(one) => done.push(Done { affected: one.affected, rows: one.rows }),
                Err(error) => {
                    finish(connection, "ROLLBACK").await?;
                    return Err(error);
                }
            }
        }
        finish(connection, "COMMIT").await?;
        Ok(Outcome::Committed(done))
    }

    /// Sends everything in order, then collects the answers in the same order.
    async fn run_all(
        &self,
        connection: &Object,
        begin: Option<&str>,
        statements: &[Statement],
    ) -> Vec<Result<Answer, Error>> {
        let mut prepared = Vec::with_capacity(statements.len());
        for statement in statements {
            // Known after the first time on each connection.
            match connection.prepare_cached(&statement.sql).await {
                Ok(one) => prepared.push(one),
                Err(source) => return vec![Err(self.failed(statement, source))],
            }
        }
        let mut sent: Vec<Sent<'_, Result<Answer, tokio_postgres::Error>>> = Vec::new();
        if let Some(begin) = begin {
            sent.push(Box::pin(
                async move { connection.batch_execute(begin).await.map(|()| Answer::default()) },
            ));
        }
        for (statement, prepared) in statements.iter().zip(&prepared) {
            for parameters in &statement.executions {
                sent.push(Box::pin(execute(connection, prepared, parameters, &statement.shared)));
            }
        }
        let mut answers = in_order(sent).await.into_iter();
        if begin.is_some()
            && let Some(Err(source)) = answers.next()
        {
            return vec![Err(Error::Connect { source: source.into() })];
        }
        statements
            .iter()
            .map(|statement| {
                let mut all = Answer::default();
                let mut failure = None;
                for answer in answers.by_ref().take(statement.executions.len()) {
                    match answer {
                        Ok(answer) => all.add(answer),
                        Err(source) => failure = failure.or(Some(self.failed(statement, source))),
                    }
                }
                failure.map_or(Ok(all), Err)
            })
            .collect()
    }

    async fn connection(&self) -> Result<Object, Error> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Timeout(_) => Error::NoConnection { limit: self.acquire_timeout },
            PoolError::Closed => Error::Closed,
            other => Error::Connect { source: other.into() },
        })
    }

    fn failed(&self, statement: &Statement, source: tokio_postgres::Error) -> Error {
        if source.code() == Some(&SqlState::QUERY_CANCELED) {
            return Error::Timeout { limit: self.statement_timeout };
        }
        Error::Statement { statement: excerpt(&statement.sql), source: source.into() }
    }
}

/// A request whose answer is to come.
type Sent<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[derive(Default)]
struct Answer {
    affected: u64,
    rows: Vec<Row>,
    empty_executions: usize,
}

impl Answer {
    fn of(affected: u64, rows: Vec<Row>) -> Answer {
        Answer { affected, rows, empty_executions: usize::from(affected == 0) }
    }

    fn add(&mut self, other: Answer) {
        self.affected += other.affected;
        self.rows.extend(other.rows);
        self.empty_executions += other.empty_executions;
    }
}

async fn execute(
    connection: &Object,
    prepared: &tokio_postgres::Statement,
    parameters: &[Value],
    shared: &[Value],
) -> Result<Answer, tokio_postgres::Error> {
    let parameters: Vec<&(dyn ToSql + Sync)> =
        parameters.iter().chain(shared).map(|value| value as &(dyn ToSql + Sync)).collect();
    if prepared.columns().is_empty() {
        return connection
            .execute(prepared, &parameters)
            .await
            .map(|affected| Answer::of(affected, Vec::new()));
    }
    let rows = connection.query(prepared, &parameters).await?;
    let columns = columns(prepared.columns().iter().map(|column| column.name()));
    let rows: Vec<Row> = rows
        .iter()
        .map(|row| {
            let values = (0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>();
            values.map(|values| Row::new(&columns, values))
        })
        .collect::<Result<_, _>>()?;
    Ok(Answer::of(rows.len() as u64, rows))
}

/// A request goes out when its future is first polled; polling them once in order sends them in order.
async fn in_order<T>(mut futures: Vec<Sent<'_, T>>) -> Vec<T> {
    let mut early: Vec<Option<T>> = Vec::with_capacity(futures.len());
    for future in &mut futures {
        early.push(
            std::future::poll_fn(|context| {
                let polled = future.poll_unpin(context);
                std::task::Poll::Ready(match polled {
                    std::task::Poll::Ready(value) => Some(value),
                    std::task::Poll::Pending => None,
                })
            })
            .await,
        );
    }
    let mut all = Vec::with_capacity(futures.len());
    for (future, early) in futures.into_iter().zip(early) {
        all.push(match early {
            Some(value) => value,
            None => future.await,
        });
    }
    all
}

/// Ends the transaction. A connection on which that fails is thrown away, never put back.
async fn finish(connection: Object, sql: &str) -> Result<(), Error> {
    let Err(source) = connection.batch_execute(sql).await else { return Ok(()) };
    drop(Object::take(connection));
    if sql == "ROLLBACK" {
        // The server undoes what it never committed.
        return Ok(());
    }
    if source.as_db_error().is_some() {
        Err(Error::Commit { source: source.into() })
    } else {
        Err(Error::OutcomeUnknown { source: source.into() })
    }
}

/// Another transaction was in the way; trying again from the start is safe, as nothing was kept.
fn is_collision(error: &Error) -> bool {
    let (Error::Statement { source, .. } | Error::Commit { source }) = error else { return false };
    let code = source.downcast_ref::<tokio_postgres::Error>().and_then(|error| error.code());
    code.is_some_and(|code| {
        [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
    })
}

async fn spawned<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.map_err(|_| Error::Closed)?
}

/// Host and database, never the password.
fn place_of(config: &Config) -> String {
    format!("Postgres {:?} {}", config.get_hosts(), config.get_dbname().unwrap_or(""))
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut bytes::BytesMut) -> Result<IsNull, Cause> {
        match (self, kind) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Int(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Value::Int(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Real(number), &Type::FLOAT8) => number.to_sql(kind, out),
            (Value::Text(text), &Type::TEXT | &Type::VARCHAR) => text.to_sql(kind, out),
            (Value::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(kind, out),
            (value, kind) => Err(format!("{value:?} was bound where the statement wants {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Cause> {
        Ok(match *kind {
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Int(i64::from(i32::from_sql(kind, raw)?)),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::TEXT | Type::VARCHAR => Value::Text(String::from_sql(kind, raw)?),
            Type::BYTEA => Value::Bytes(Vec::from_sql(kind, raw)?),
            // A SUM without its CAST, mostly.
            ref other => return Err(format!("a column of type {other} is none of the five values").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Cause> {
        Ok(Value::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
