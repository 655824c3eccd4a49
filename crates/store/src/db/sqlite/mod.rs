//! The embedded engine: one thread writes, a few read, each with a connection of its own.
//!
//! Threads rather than an async pool, because SQLite works in the thread that calls it.

mod connection;
mod readers;
pub(super) mod snapshot;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{Acknowledge, Outcome, Row, Statement, migrate};
use crate::{Error, Settings};

#[derive(Clone, Debug)]
pub struct Sqlite {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    writer: writer::Writer,
    readers: readers::Readers,
    reading: Mutex<Vec<JoinHandle<()>>>,
    writing: Mutex<Vec<JoinHandle<()>>>,
    acquire_timeout: Duration,
}

impl Sqlite {
    pub async fn open(path: &Path, settings: &Settings, last: i64) -> Result<Sqlite, Error> {
        let path = path.to_owned();
        let settings = settings.clone();
        // Migrations may take a while; the async threads have other work.
        tokio::task::spawn_blocking(move || Sqlite::open_blocking(&path, &settings, last))
            .await
            .map_err(|source| Error::Open { place: "a thread".to_owned(), source: source.into() })?
    }

    fn open_blocking(path: &Path, settings: &Settings, last: i64) -> Result<Sqlite, Error> {
        crate::private::make(path)
            .map_err(|source| Error::Open { place: path.display().to_string(), source: source.into() })?;
        let mut connection = connection::open(path, settings)?;
        migrate::sqlite_up_to(&mut connection, last)?;
        let (writer, writing) = writer::start(connection)?;
        let mut reading = Vec::new();
        let readers = readers::start(path, settings, &mut reading)?;
        let shared = Shared {
            writer,
            readers,
            reading: Mutex::new(reading),
            writing: Mutex::new(vec![writing]),
            acquire_timeout: settings.acquire_timeout,
        };
        Ok(Sqlite { shared: Arc::new(shared) })
    }

    pub async fn read(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Error> {
        self.shared.readers.read(statements, self.shared.acquire_timeout).await
    }

    pub async fn commit(&self, unit: Vec<Statement>, acknowledge: Acknowledge) -> Result<Outcome, Error> {
        self.shared.writer.commit(unit, acknowledge, self.shared.acquire_timeout).await
    }

    /// The last connection to close folds the log back into the file. Two that close at once each take the other for
    /// still open and leave the log behind, so the writer goes when all readers have gone.
    pub async fn close(&self) {
        self.shared.readers.close();
        Shared::joined(&self.shared.reading).await;
        self.shared.writer.close();
        Shared::joined(&self.shared.writing).await;
    }
}

impl Shared {
    async fn joined(threads: &Mutex<Vec<JoinHandle<()>>>) {
        let threads = match threads.lock() {
            Ok(mut threads) => std::mem::take(&mut *threads),
            Err(_) => return,
        };
        let joined = tokio::task::spawn_blocking(move || {
            for thread in threads {
                if thread.join().is_err() {
                    tracing::error!("a thread of the store ended in a panic");
                }
            }
        });
        // The only error is a panic, which has been logged where it happened.
        let _ = joined.await;
    }
}
