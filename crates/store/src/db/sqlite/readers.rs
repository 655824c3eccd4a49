//! Threads that read. Each job sees one moment of the store and is stopped when it takes too long.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};

use super::connection::{self, Prepared};
use crate::db::{Row, Statement};
use crate::{Error, Settings};

#[derive(Debug)]
pub struct Readers {
    /// `None` once closed.
    jobs: Mutex<Option<Sender<Job>>>,
    /// A place in the queue; bounds what can pile up behind a slow disk.
    places: Semaphore,
}

type Answer = Result<Vec<Vec<Row>>, Error>;

struct Job {
    statements: Vec<Statement>,
    reply: oneshot::Sender<Answer>,
}

const PLACES: usize = 1024;

/// Steps of SQLite's machine between two looks at the clock: some tens of microseconds of work.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

pub fn start(path: &Path, settings: &Settings, threads: &mut Vec<JoinHandle<()>>) -> Result<Readers, Error> {
    let (sender, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    for number in 0..settings.readers.max(1) {
        let mut connection = connection::open(path, settings)?;
        let receiver = Arc::clone(&receiver);
        let limit = settings.statement_timeout;
        let thread = std::thread::Builder::new()
            .name(format!("store-read-{number}"))
            .spawn(move || work(&mut connection, &receiver, limit))
            .map_err(|source| Error::Open { place: "a reading thread".to_owned(), source: source.into() })?;
        threads.push(thread);
    }
    Ok(Readers { jobs: Mutex::new(Some(sender)), places: Semaphore::new(PLACES) })
}

impl Readers {
    pub async fn read(&self, statements: Vec<Statement>, wait: Duration) -> Answer {
        let _place = match self.places.try_acquire() {
            Ok(place) => place,
            Err(_) => match tokio::time::timeout(wait, self.places.acquire()).await {
                Ok(Ok(place)) => place,
                Ok(Err(_)) => return Err(Error::Closed),
                Err(_) => return Err(Error::NoConnection { limit: wait }),
            },
        };
        let (reply, answer) = oneshot::channel();
        {
            let jobs = self.jobs.lock().map_err(|_| Error::Closed)?;
            let jobs = jobs.as_ref().ok_or(Error::Closed)?;
            jobs.send(Job { statements, reply }).map_err(|_| Error::Closed)?;
        }
        answer.await.map_err(|_| Error::Closed)?
    }

    pub fn close(&self) {
        if let Ok(mut jobs) = self.jobs.lock() {
            jobs.take();
        }
        self.places.close();
    }
}

fn work(connection: &mut rusqlite::Connection, jobs: &Mutex<Receiver<Job>>, limit: Duration) {
    let deadline = Arc::new(Mutex::new(None::<Instant>));
    let seen = Arc::clone(&deadline);
    let overdue = move || matches!(seen.lock().as_deref(), Ok(Some(deadline)) if Instant::now() > *deadline);
    if let Err(error) = connection.progress_handler(STEPS_BETWEEN_LOOKS, Some(overdue)) {
        tracing::error!(%error, "reading statements run without a time limit");
    }
    let mut prepared = Prepared::new(connection);
    loop {
        // One thread waits inside the lock; the others wait for the lock. Whoever has a job leaves it.
        let job = match jobs.lock().map(|jobs| jobs.recv()) {
            Ok(Ok(job)) => job,
            _ => return,
        };
        if let Ok(mut deadline) = deadline.lock() {
            *deadline = Some(Instant::now() + limit);
        }
        let answer = answer(&mut prepared, &job.statements, limit);
        // Nobody waits any more: the caller has gone, and a reading leaves nothing behind.
        let _ = job.reply.send(answer);
    }
}

fn answer(prepared: &mut Prepared<'_>, statements: &[Statement], limit: Duration) -> Answer {
    // One execution sees one moment by itself.
    let alone = matches!(statements, [statement] if statement.executions.len() == 1);
    let begun = |source: rusqlite::Error| Error::Connect { source: source.into() };
    if !alone {
        prepared.connection().execute_batch("BEGIN").map_err(begun)?;
    }
    let mut answers = Vec::with_capacity(statements.len());
    let mut failure = None;
    for statement in statements {
        match prepared.run(statement) {
            Ok(done) => answers.push(done.map(|done| done.rows).unwrap_or_default()),
            Err(source) => {
                failure = Some(connection::failed(statement, source, limit));
                break;
            }
        }
    }
    if !alone && !prepared.connection().is_autocommit() {
        prepared.connection().execute_batch("ROLLBACK").map_err(begun)?;
    }
    failure.map_or(Ok(answers), Err)
}
