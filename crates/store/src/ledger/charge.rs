//! Charges of the embedded engine, many in one unit. Those who come while a unit is on its way to the disk make up
//! the next one; nobody waits for a timer, and each is answered when its charge is durable.
//!
//! The purse, the counters and the totals change once for all charges of a unit; each charge has an entry of its own
//! and is told how things stood right after it, as if they had been made one after the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Credits, Instant};
use tokio::sync::oneshot;

use super::book::Book;
use super::sums::Sums;
use super::{Hold, PurseTerms, Standing};
use crate::Error;
use crate::db::{Db, Outcome, Row, values};

/// The most charges in one unit, so that the first of them does not wait for ever.
const MOST_AT_ONCE: usize = 1024;

/// The most that may wait.
const PLACES: usize = 65_536;

pub(super) struct Charge {
    pub hold: Hold,
    pub terms: PurseTerms,
    pub now: Instant,
    /// None where the purse has no room for it after all.
    pub reply: oneshot::Sender<Result<Option<Standing>, Error>>,
}

enum Item {
    Charge(Box<Charge>),
    /// Answered when everything before it has been settled.
    Mark(oneshot::Sender<()>),
}

/// Where charges wait for the unit before theirs.
#[derive(Clone)]
pub(super) struct Desk {
    db: Db,
    book: Arc<Book>,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    items: Vec<Item>,
    /// A task is emptying it.
    served: bool,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Desk").field("waiting", &self.lock().items.len()).finish_non_exhaustive()
    }
}

impl Desk {
    pub fn new(db: Db, book: Arc<Book>) -> Desk {
        Desk { db, book, queue: Arc::default() }
    }

    /// It is charged even if the caller stops waiting for the reply.
    pub fn charge(&self, charge: Charge) -> Result<(), Error> {
        self.push(Item::Charge(Box::new(charge)))
    }

    /// Returns when everything that was given in before has been settled.
    pub async fn quiet(&self) -> Result<(), Error> {
        let (reply, done) = oneshot::channel();
        self.push(Item::Mark(reply))?;
        done.await.map_err(|_| Error::Closed)
    }

    fn push(&self, item: Item) -> Result<(), Error> {
        let mut queue = self.lock();
        if queue.items.len() >= PLACES {
            return Err(Error::Refused { what: "a charge", reason: "too many are waiting".to_owned() });
        }
        queue.items.push(item);
        if !queue.served {
            queue.served = true;
            tokio::spawn(serve(self.clone()));
        }
        Ok(())
    }

    fn take(&self) -> Vec<Item> {
        let mut queue = self.lock();
        let count = queue.items.len().min(MOST_AT_ONCE);
        let items: Vec<Item> = queue.items.drain(..count).collect();
        queue.served = !items.is_empty();
        items
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn settle(&self, charges: Vec<Charge>) {
        match self.write(&charges).await {
            Ok(Some(standings)) => {
                for (charge, standing) in charges.into_iter().zip(standings) {
                    // Whoever has gone finds the charge in the ledger.
                    let _ = charge.reply.send(Ok(Some(standing)));
                }
            }
            // One of them is at fault, and the others must not suffer for it.
            Ok(None) | Err(Error::Statement { .. }) if charges.len() > 1 => {
                for charge in charges {
                    Box::pin(self.settle(vec![charge])).await;
                }
            }
            Ok(None) => {
                for charge in charges {
                    self.refuse(charge).await;
                }
            }
            Err(error) => {
                let reason = error.to_string();
                let mut first = Some(error);
                for charge in charges {
                    self.book.reopen(&charge.hold.id);
                    let again = || Error::Commit { source: reason.clone().into() };
                    let _ = charge.reply.send(Err(first.take().unwrap_or_else(again)));
                }
            }
        }
    }

    /// Another process took what this one believed to be there.
    async fn refuse(&self, charge: Charge) {
        self.book.reopen(&charge.hold.id);
        self.book.release(&charge.hold.id);
        let learnt = learn(&self.db, &self.book, &charge.hold.purse_id).await;
        let _ = charge.reply.send(learnt.map(|()| None));
    }

    /// None where a guard refused; then nothing of it is in the store.
    async fn write(&self, charges: &[Charge]) -> Result<Option<Vec<Standing>>, Error> {
        let sums = Sums::of(charges);
        let Outcome::Committed(done) = self.db.commit(sums.unit()).await? else { return Ok(None) };
        sums.standings(done, &self.book).map(Some)
    }
}

/// Looks the purse up for the book.
pub(super) async fn learn(db: &Db, book: &Book, purse_id: &str) -> Result<(), Error> {
    let mut rows = db.query("SELECT used FROM purses WHERE id = $1", values![purse_id]).await?;
    let used = rows.first_mut().map_or(Ok(Credits::ZERO), Row::credits)?;
    book.learn(purse_id, used);
    Ok(())
}

/// Lets the next caller start another task should this one end in a panic.
struct Serving {
    desk: Desk,
    done: bool,
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.done {
            self.desk.lock().served = false;
        }
    }
}

async fn serve(desk: Desk) {
    let mut serving = Serving { desk, done: false };
    loop {
        let items = serving.desk.take();
        if items.is_empty() {
            // The queue knows; whoever came since has started another task.
            serving.done = true;
            return;
        }
        let mut charges = Vec::with_capacity(items.len());
        let mut marks = Vec::new();
        for item in items {
            match item {
                Item::Charge(charge) => charges.push(*charge),
                Item::Mark(reply) => marks.push(reply),
            }
        }
        if !charges.is_empty() {
            serving.desk.settle(charges).await;
        }
        for mark in marks {
            let _ = mark.send(());
        }
    }
}
