//! Sends statements and collects what the server answers.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

use deadpool_postgres::Object;
use futures_util::{FutureExt, TryStreamExt};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};

use super::values::Bound;
use super::{GRACE, Postgres};
use crate::Error;
use crate::db::row::columns;
use crate::db::{Row, Statement, Value, excerpt, rows};

/// One thing that is sent: a statement, or several executions of one as a single statement.
struct Execution<'a> {
    statement: usize,
    sql: Cow<'a, str>,
    executions: &'a [Vec<Value>],
    shared: &'a [Value],
}

impl<'a> Execution<'a> {
    fn all(statements: &'a [Statement]) -> Vec<Execution<'a>> {
        let mut all = Vec::new();
        for (number, statement) in statements.iter().enumerate() {
            let Statement { sql, executions, shared, .. } = statement;
            let mut send =
                |sql, executions| all.push(Execution { statement: number, sql, executions, shared });
            match at_once(statement) {
                Some(lists) => send(Cow::Owned(rows::text(sql, &lists)), executions),
                None => executions.chunks(1).for_each(|one| send(Cow::Borrowed(&**sql), one)),
            }
        }
        all
    }

    fn parameters(&self) -> Vec<Bound<'a>> {
        let shared = self.shared.iter().map(Bound::One);
        match self.executions {
            [one] => one.iter().map(Bound::One).chain(shared).collect(),
            rows => (0..rows[0].len()).map(|place| Bound::list(rows, place)).chain(shared).collect(),
        }
    }
}

/// The types of the parameters where many executions are run as one.
fn at_once(statement: &Statement) -> Option<Vec<&'static str>> {
    let Statement { executions, together, .. } = statement;
    (*together && executions.len() > 1).then(|| rows::lists(executions)).flatten()
}

/// One execution sees one moment by itself.
pub(super) fn is_one(statements: &[Statement]) -> bool {
    matches!(statements, [one] if one.executions.len() == 1 || at_once(one).is_some())
}

impl Postgres {
    /// Gives up on a server that does not answer; its connection is thrown away.
    pub(super) async fn run_in_time(
        &self,
        connection: Object,
        begin: Option<&str>,
        statements: &[Statement],
    ) -> Result<(Object, Vec<Result<Answer, Error>>), Error> {
        let limit = self.statement_timeout + GRACE;
        match tokio::time::timeout(limit, self.run_all(&connection, begin, statements)).await {
            Ok(answers) => Ok((connection, answers)),
            Err(_) => {
                drop(Object::take(connection));
                Err(Error::Timeout { limit })
            }
        }
    }

    /// In whatever transaction the connection is.
    pub async fn query_on(&self, connection: &Object, statement: &Statement) -> Result<Vec<Row>, Error> {
        let answers = self.run_all(connection, None, std::slice::from_ref(statement)).await;
        answers.into_iter().next().unwrap_or_else(|| Ok(Answer::default())).map(|answer| answer.rows)
    }

    /// Sends everything in order, then collects the answers in the same order.
    async fn run_all(
        &self,
        connection: &Object,
        begin: Option<&str>,
        statements: &[Statement],
    ) -> Vec<Result<Answer, Error>> {
        let executions = Execution::all(statements);
        let mut prepared = Vec::with_capacity(executions.len());
        if self.pooled.is_none() {
            for execution in &executions {
                // Known after the first time on each connection.
                match connection.prepare_cached(&execution.sql).await {
                    Ok(one) => prepared.push(one),
                    Err(source) => return vec![Err(self.failed(&execution.sql, source))],
                }
            }
        }
        let mut sent: Vec<Sent<'_, Result<Answer, tokio_postgres::Error>>> = Vec::new();
        if let Some(begin) = begin {
            sent.push(Box::pin(
                async move { connection.batch_execute(begin).await.map(|()| Answer::default()) },
            ));
        }
        for (number, execution) in executions.iter().enumerate() {
            sent.push(match prepared.get(number) {
                Some(prepared) => Box::pin(execute(connection, prepared, execution)),
                None => Box::pin(execute_unprepared(connection, execution)),
            });
        }
        let mut answers = in_order(sent).await.into_iter();
        if begin.is_some()
            && let Some(Err(source)) = answers.next()
        {
            return vec![Err(Error::Connect { source: source.into() })];
        }
        let mut done: Vec<Result<Answer, Error>> = statements.iter().map(|_| Ok(Answer::default())).collect();
        for (answer, execution) in answers.zip(&executions) {
            match (answer, &mut done[execution.statement]) {
                (Ok(answer), Ok(all)) => all.add(answer),
                (Err(source), place @ Ok(_)) => *place = Err(self.failed(&execution.sql, source)),
                (_, Err(_)) => {}
            }
        }
        done
    }

    fn failed(&self, sql: &str, source: tokio_postgres::Error) -> Error {
        match source.code() {
            Some(&SqlState::QUERY_CANCELED) => Error::Timeout { limit: self.statement_timeout },
            Some(code) if is_shutdown(code) => Error::Connect { source: source.into() },
            None if source.is_closed() => Error::Connect { source: source.into() },
            code => match code.and_then(cause) {
                Some(known) => known,
                None => Error::Statement { statement: excerpt(sql), source: source.into() },
            },
        }
    }
}

/// What is wrong with the database as a whole.
pub(super) fn cause(code: &SqlState) -> Option<Error> {
    match *code {
        SqlState::READ_ONLY_SQL_TRANSACTION => Some(Error::ReadOnly),
        SqlState::DISK_FULL => Some(Error::Full),
        _ => None,
    }
}

/// It ends, or has only begun.
pub(super) fn is_shutdown(code: &SqlState) -> bool {
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW].contains(code)
}

/// A request whose answer is to come.
type Sent<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[derive(Default)]
pub(super) struct Answer {
    pub affected: u64,
    pub rows: Vec<Row>,
    /// Of those that were run together: how many rows are missing.
    pub empty_executions: usize,
}

impl Answer {
    fn of(executions: usize, affected: u64, rows: Vec<Row>) -> Answer {
        let full = usize::try_from(affected).unwrap_or(usize::MAX).min(executions);
        Answer { affected, rows, empty_executions: executions - full }
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
    execution: &Execution<'_>,
) -> Result<Answer, tokio_postgres::Error> {
    let parameters = execution.parameters();
    let parameters: Vec<&(dyn ToSql + Sync)> =
        parameters.iter().map(|bound| bound as &(dyn ToSql + Sync)).collect();
    let count = execution.executions.len();
    if prepared.columns().is_empty() {
        let affected = connection.execute(prepared, &parameters).await?;
        return Ok(Answer::of(count, affected, Vec::new()));
    }
    let rows = connection.query(prepared, &parameters).await?;
    Ok(Answer::of(count, rows.len() as u64, read(&rows)?))
}

/// Without a name on the server, where the next transaction may find another connection.
async fn execute_unprepared(
    connection: &Object,
    execution: &Execution<'_>,
) -> Result<Answer, tokio_postgres::Error> {
    let parameters = execution.parameters().into_iter().map(|bound| {
        let kind = bound.kind();
        (bound, kind)
    });
    let parameters: Vec<(Bound<'_>, Type)> = parameters.collect();
    let mut answer = Box::pin(connection.query_typed_raw(&execution.sql, parameters).await?);
    let mut rows = Vec::new();
    while let Some(row) = answer.try_next().await? {
        rows.push(row);
    }
    let affected = answer.rows_affected().unwrap_or(rows.len() as u64);
    Ok(Answer::of(execution.executions.len(), affected, read(&rows)?))
}

fn read(rows: &[tokio_postgres::Row]) -> Result<Vec<Row>, tokio_postgres::Error> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let columns = columns(first.columns().iter().map(|column| column.name()));
    rows.iter()
        .map(|row| {
            let values = (0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>();
            values.map(|values| Row::new(&columns, values))
        })
        .collect()
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
