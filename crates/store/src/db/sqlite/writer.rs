//! The one thread that writes. Units that arrive together share one durable commit: the disk is asked
//! to sync once for all of them, and all are answered after it.
//!
//! A unit that fails or is refused is undone alone; the others of its group go on.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::connection::{self, Prepared};
use crate::Error;
use crate::db::{Acknowledge, Outcome, Statement, place};

#[derive(Debug)]
pub struct Writer {
    /// `None` once closed.
    units: Mutex<Option<Sender<Unit>>>,
    /// A place in the queue; bounds what can pile up behind a slow disk.
    places: Arc<Semaphore>,
}

type Reply = oneshot::Sender<Result<Outcome, Error>>;

struct Unit {
    statements: Vec<Statement>,
    acknowledge: Acknowledge,
    reply: Reply,
    /// Held until the unit has been written: a caller who leaves makes no room for another before that.
    _place: OwnedSemaphorePermit,
}

impl Unit {
    fn is_bulk(&self) -> bool {
        self.statements.iter().map(|statement| statement.executions.len()).sum::<usize>() > MAX_SHARED
    }
}

/// A unit with more executions than this does not share its transaction.
const MAX_SHARED: usize = 200;

const PLACES: usize = 4096;

/// The most units in one commit, so that the first of them does not wait for ever.
const MAX_GROUP: usize = 1024;

/// Units that were answered early wait this long for company before they are made durable.
const LINGER: Duration = Duration::from_millis(2);

pub fn start(connection: Connection) -> Result<(Writer, JoinHandle<()>), Error> {
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new()
        .name("store-write".to_owned())
        .spawn(move || work(&connection, &receiver))
        .map_err(|source| Error::Open { place: "the writing thread".to_owned(), source: source.into() })?;
    Ok((Writer { units: Mutex::new(Some(sender)), places: Arc::new(Semaphore::new(PLACES)) }, thread))
}

impl Writer {
    pub async fn commit(
        &self,
        statements: Vec<Statement>,
        acknowledge: Acknowledge,
        wait: Duration,
    ) -> Result<Outcome, Error> {
        let _place = place(&self.places, wait).await?;
        let (reply, outcome) = oneshot::channel();
        {
            let units = self.units.lock().map_err(|_| Error::Closed)?;
            let units = units.as_ref().ok_or(Error::Closed)?;
            units.send(Unit { statements, acknowledge, reply, _place }).map_err(|_| Error::Closed)?;
        }
        outcome.await.map_err(|_| Error::Closed)?
    }

    pub fn close(&self) {
        if let Ok(mut units) = self.units.lock() {
            units.take();
        }
        self.places.close();
    }
}

fn work(connection: &Connection, units: &Receiver<Unit>) {
    let mut prepared = Prepared::new(connection);
    let mut kept_back = None;
    while let Some(first) = kept_back.take().or_else(|| units.recv().ok()) {
        kept_back = if first.is_bulk() {
            write_bulk(&mut prepared, first);
            None
        } else {
            write_group(&mut prepared, first, units)
        };
    }
    // Closing folds the log back into the file only where nobody else has it open.
    let folded = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
    if !matches!(folded, Ok(0)) {
        tracing::debug!(?folded, "the log of the store is still read by others and stays");
    }
}

/// A transaction of its own: undoing such a unit alone would mean to copy every page before it is changed.
fn write_bulk(prepared: &mut Prepared<'_>, unit: Unit) {
    let connection = prepared.connection();
    let step =
        |sql: &str| connection.execute_batch(sql).map_err(|source| Error::Commit { source: source.into() });
    let mut answer = step("BEGIN IMMEDIATE").and_then(|()| run_statements(prepared, &unit.statements));
    if matches!(answer, Ok(Outcome::Committed(_)))
        && let Err(error) = step("COMMIT")
    {
        answer = Err(error);
    }
    if !connection.is_autocommit()
        && let Err(error) = step("ROLLBACK")
    {
        tracing::error!(%error, "rolling back a unit");
    }
    let _ = unit.reply.send(answer);
}

/// The units of one transaction, and who is still to be answered.
#[derive(Default)]
struct Group {
    size: usize,
    /// Answered when the queue is empty: waking callers one by one would take the processor from the rest.
    early: Vec<(Reply, Result<Outcome, Error>)>,
    /// Answered after the durable commit.
    durable: Vec<(Reply, Outcome)>,
}

/// Returns a bulky unit that came along, to be written next.
fn write_group(prepared: &mut Prepared<'_>, first: Unit, units: &Receiver<Unit>) -> Option<Unit> {
    let connection = prepared.connection();
    if let Err(source) = connection.execute_batch("BEGIN IMMEDIATE") {
        let _ = first.reply.send(Err(Error::Commit { source: source.into() }));
        return None;
    }
    let mut group = Group::default();
    let mut kept_back = None;
    let mut next = Some(first);
    while let Some(unit) = next {
        if unit.is_bulk() {
            kept_back = Some(unit);
            break;
        }
        group.write(prepared, unit);
        if connection.is_autocommit() {
            // A full disk or a failing one ends the whole transaction, not only the statement.
            group.undone("the group was rolled back by an error of another unit");
            return None;
        }
        next = group.next(units);
    }
    group.answer_early();
    match connection.execute_batch("COMMIT") {
        Ok(()) => group.answer_durable(),
        Err(source) => {
            tracing::error!(error = %source, units = group.size, "a durable commit failed");
            if !connection.is_autocommit()
                && let Err(error) = connection.execute_batch("ROLLBACK")
            {
                tracing::error!(%error, "rolling back after a failed commit");
            }
            group.undone(&source.to_string());
        }
    }
    kept_back
}

impl Group {
    fn write(&mut self, prepared: &mut Prepared<'_>, unit: Unit) {
        self.size += 1;
        match run_unit(prepared, &unit.statements) {
            // A refusal waits too: whoever then reads to learn why must find what stood in the way.
            Ok(outcome) if unit.acknowledge == Acknowledge::Durable => {
                self.durable.push((unit.reply, outcome))
            }
            answer => self.early.push((unit.reply, answer)),
        }
    }

    /// What has queued up meanwhile. Where nobody waits for the disk yet, others get a moment to join.
    fn next(&mut self, units: &Receiver<Unit>) -> Option<Unit> {
        if self.size >= MAX_GROUP {
            return None;
        }
        match units.try_recv() {
            Ok(unit) => Some(unit),
            Err(TryRecvError::Empty) if self.durable.is_empty() => {
                self.answer_early();
                units.recv_timeout(LINGER).ok()
            }
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
        }
    }

    // A caller that has gone learns of its unit from the store; hence the ignored results.

    fn answer_early(&mut self) {
        for (reply, answer) in self.early.drain(..) {
            let _ = reply.send(answer);
        }
    }

    fn answer_durable(self) {
        for (reply, outcome) in self.durable {
            let _ = reply.send(Ok(outcome));
        }
    }

    /// Nothing of the group is in the store; those who were answered early took that risk.
    fn undone(self, reason: &str) {
        let failed = || Err(Error::Commit { source: reason.into() });
        for (reply, answer) in self.early {
            let _ = reply.send(answer.and_then(|_| failed()));
        }
        for (reply, _) in self.durable {
            let _ = reply.send(failed());
        }
    }
}

fn run_unit(prepared: &mut Prepared<'_>, statements: &[Statement]) -> Result<Outcome, Error> {
    let connection = prepared.connection();
    // A single execution undoes itself when it fails, and changes nothing when its guard does.
    let alone = matches!(statements, [statement] if statement.executions.len() <= 1);
    let savepoint = |sql: &'static str| {
        let step = Statement::new(sql, Vec::new());
        move |prepared: &mut Prepared<'_>| {
            prepared.run(&step).map_err(|source| connection::failed(&step, source, Duration::MAX))
        }
    };
    if !alone {
        savepoint("SAVEPOINT unit")(prepared)?;
    }
    let outcome = run_statements(prepared, statements);
    if !alone && !connection.is_autocommit() {
        if !matches!(outcome, Ok(Outcome::Committed(_))) {
            savepoint("ROLLBACK TO unit")(prepared)?;
        }
        savepoint("RELEASE unit")(prepared)?;
    }
    outcome
}

/// Stops at the first guard that finds no row, and at the first error.
fn run_statements(prepared: &mut Prepared<'_>, statements: &[Statement]) -> Result<Outcome, Error> {
    let mut done = Vec::with_capacity(statements.len());
    for (index, statement) in statements.iter().enumerate() {
        match prepared
            .run(statement)
            .map_err(|source| connection::failed(statement, source, Duration::MAX))?
        {
            Some(one) => done.push(one),
            None => return Ok(Outcome::Refused(index)),
        }
    }
    Ok(Outcome::Committed(done))
}
