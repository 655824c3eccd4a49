//! Threads that read. Each job sees one moment of the store and is stopped when it takes too long.
//!
//! After every commit of the writer a connection forgets all pages that it knew. Jobs that have queued up therefore
//! share one look at the store: it begins after each of them was asked, so none sees anything older than it may.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::connection::{self, Prepared};
use crate::db::{Row, Statement, place};
use crate::{Error, Settings};

#[derive(Debug)]
pub struct Readers {
    /// `None` once closed.
    jobs: Mutex<Option<Sender<Job>>>,
    /// A place in the queue; bounds what can pile up behind a slow disk.
    places: Arc<Semaphore>,
    /// Jobs that no thread has taken yet.
    waiting: Arc<AtomicUsize>,
}

type Answer = Result<Vec<Vec<Row>>, Error>;

struct Job {
    statements: Vec<Statement>,
    reply: oneshot::Sender<Answer>,
    /// Held until the job has been done or dropped: a caller who leaves makes no room for another before that.
    _place: OwnedSemaphorePermit,
}

/// What the thread is at: until when it may take, and who waits for it.
struct Current {
    deadline: Instant,
    reply: oneshot::Sender<Answer>,
}

const PLACES: usize = 1024;

/// The most jobs that share one look, so that it does not keep the writer's log from being folded back.
const MAX_AT_ONCE: usize = 16;

/// Steps of SQLite's machine between two looks at the clock: some tens of microseconds of work.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

pub fn start(path: &Path, settings: &Settings, threads: &mut Vec<JoinHandle<()>>) -> Result<Readers, Error> {
    let (sender, receiver) = channel();
    let threads_wanted = settings.readers.max(1);
    let waiting = Arc::new(AtomicUsize::new(0));
    let queue = Arc::new(Queue {
        jobs: Mutex::new(receiver),
        waiting: Arc::clone(&waiting),
        threads: threads_wanted,
    });
    for number in 0..threads_wanted {
        let mut connection = connection::open(path, settings)?;
        let queue = Arc::clone(&queue);
        let limit = settings.statement_timeout;
        let thread = std::thread::Builder::new()
            .name(format!("store-read-{number}"))
            .spawn(move || work(&mut connection, &queue, limit))
            .map_err(|source| Error::Open { place: "a reading thread".to_owned(), source: source.into() })?;
        threads.push(thread);
    }
    Ok(Readers { jobs: Mutex::new(Some(sender)), places: Arc::new(Semaphore::new(PLACES)), waiting })
}

impl Readers {
    pub async fn read(&self, statements: Vec<Statement>, wait: Duration) -> Answer {
        let _place = place(&self.places, wait).await?;
        let (reply, answer) = oneshot::channel();
        {
            let jobs = self.jobs.lock().map_err(|_| Error::Closed)?;
            let jobs = jobs.as_ref().ok_or(Error::Closed)?;
            self.waiting.fetch_add(1, Ordering::Relaxed);
            jobs.send(Job { statements, reply, _place }).map_err(|_| Error::Closed)?;
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

/// What the threads take from.
struct Queue {
    jobs: Mutex<Receiver<Job>>,
    waiting: Arc<AtomicUsize>,
    threads: usize,
}

impl Queue {
    /// The next job, and this thread's share of those behind it. Empty when there will be no more.
    fn take(&self) -> Vec<Job> {
        // One thread waits inside the lock; the others wait for the lock. Whoever has jobs leaves it.
        let Ok(queue) = self.jobs.lock() else { return Vec::new() };
        let Ok(first) = queue.recv() else { return Vec::new() };
        let share = self.waiting.load(Ordering::Relaxed).div_ceil(self.threads).clamp(1, MAX_AT_ONCE);
        let jobs: Vec<Job> = std::iter::once(first).chain(queue.try_iter().take(share - 1)).collect();
        self.waiting.fetch_sub(jobs.len(), Ordering::Relaxed);
        jobs
    }
}

fn work(connection: &mut rusqlite::Connection, queue: &Queue, limit: Duration) {
    let current = Arc::new(Mutex::new(None::<Current>));
    let seen = Arc::clone(&current);
    // Too long, or for nobody: a reading leaves nothing behind, so it can end anywhere.
    let given_up = move || {
        let Ok(current) = seen.lock() else { return false };
        current.as_ref().is_some_and(|one| one.reply.is_closed() || Instant::now() > one.deadline)
    };
    if let Err(error) = connection.progress_handler(STEPS_BETWEEN_LOOKS, Some(given_up)) {
        tracing::error!(%error, "reading statements run without a time limit");
    }
    let mut prepared = Prepared::new(connection);
    loop {
        let jobs = queue.take();
        if jobs.is_empty() {
            return;
        }
        // One execution sees one moment by itself.
        let alone = matches!(jobs.as_slice(), [job] if matches!(&job.statements[..], [one] if one.executions.len() == 1));
        let begun = if alone { Ok(()) } else { prepared.connection().execute_batch("BEGIN") };
        let failed = begun.err().map(|error| error.to_string());
        for Job { statements, reply, _place } in jobs {
            if reply.is_closed() {
                continue;
            }
            set(&current, Some(Current { deadline: Instant::now() + limit, reply }));
            let answer = match &failed {
                Some(reason) => Err(Error::Connect { source: reason.clone().into() }),
                None => answer(&mut prepared, &statements, limit),
            };
            if let Some(done) = set(&current, None) {
                // Nobody may wait any more.
                let _ = done.reply.send(answer);
            }
        }
        if !prepared.connection().is_autocommit()
            && let Err(error) = prepared.connection().execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "ending a look at the store");
        }
    }
}

fn set(current: &Mutex<Option<Current>>, next: Option<Current>) -> Option<Current> {
    std::mem::replace(&mut *current.lock().unwrap_or_else(PoisonError::into_inner), next)
}

fn answer(prepared: &mut Prepared<'_>, statements: &[Statement], limit: Duration) -> Answer {
    let mut answers = Vec::with_capacity(statements.len());
    for statement in statements {
        let done = prepared.run(statement).map_err(|source| connection::failed(statement, source, limit))?;
        answers.push(done.map(|done| done.rows).unwrap_or_default());
    }
    Ok(answers)
}
