//! Charges of the embedded engine, many in one unit. Those who come while a unit is on its way to the disk make up
//! the next one, with those who are a few turns of the runtime away; nobody waits for a timer, and each is answered
//! when its charge is durable.
//!
//! The purse, the counters and the totals change once for all charges of a unit; each charge has an entry of its own
//! and is told how things stood right after it, as if they had been made one after the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::Credits;
use tokio::sync::oneshot;

use super::Standing;
use super::hold_table::HoldTable;
use super::sums::{Charge, Sums};
use crate::Error;
use crate::db::{Db, Outcome, Row, values};

/// The most charges in one unit, so that the first of them does not wait for ever.
const MOST_AT_ONCE: usize = 1024;

/// How many turns of the runtime a unit waits for company at most. A commit costs the same for one charge and for
/// many, and on a quick disk the charges of the time that it takes are few.
const MOST_TURNS: usize = 4;

/// The most that may wait.
const PLACES: usize = 65_536;

/// Where charges wait for the unit before theirs.
#[derive(Clone)]
pub(super) struct ChargeBatcher {
    db: Db,
    book: Arc<HoldTable>,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    charges: Vec<Charge>,
    /// Answered when everything before them has been settled.
    marks: Vec<oneshot::Sender<()>>,
    /// A task is emptying it.
    served: bool,
}

impl std::fmt::Debug for ChargeBatcher {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Desk").field("waiting", &self.lock().charges.len()).finish_non_exhaustive()
    }
}

impl ChargeBatcher {
    pub fn new(db: Db, book: Arc<HoldTable>) -> ChargeBatcher {
        ChargeBatcher { db, book, queue: Arc::default() }
    }

    /// It is charged even if the caller stops waiting for the reply.
    pub fn charge(&self, charge: Charge) -> Result<(), Error> {
        self.push(|queue| queue.charges.push(charge))
    }

    /// Returns when everything that was given in before has been settled.
    pub async fn quiet(&self) -> Result<(), Error> {
        let (reply, done) = oneshot::channel();
        self.push(|queue| queue.marks.push(reply))?;
        done.await.map_err(|_| Error::Closed)
    }

    fn push(&self, push: impl FnOnce(&mut Queue)) -> Result<(), Error> {
        let mut queue = self.lock();
        if queue.charges.len() + queue.marks.len() >= PLACES {
            return Err(Error::Refused { what: "a charge", reason: "too many are waiting".to_owned() });
        }
        push(&mut queue);
        if !queue.served {
            queue.served = true;
            tokio::spawn(serve(self.clone()));
        }
        Ok(())
    }

    /// Lets those join who are about to come: in one turn of the runtime every request that is ready to run comes as
    /// far as its charge. When a turn brings nobody, nobody is near.
    async fn gather(&self) {
        let mut waiting = self.lock().charges.len();
        for _ in 0..MOST_TURNS {
            tokio::task::yield_now().await;
            let now = self.lock().charges.len();
            if now == waiting || now >= MOST_AT_ONCE {
                return;
            }
            waiting = now;
        }
    }

    /// The charges of the next unit, and the marks that nothing else stands before. None where nobody waits.
    fn take(&self) -> Option<(Vec<Charge>, Vec<oneshot::Sender<()>>)> {
        let mut queue = self.lock();
        queue.served = !(queue.charges.is_empty() && queue.marks.is_empty());
        if !queue.served {
            return None;
        }
        if queue.charges.len() > MOST_AT_ONCE {
            return Some((queue.charges.drain(..MOST_AT_ONCE).collect(), Vec::new()));
        }
        let room = Vec::with_capacity(queue.charges.len());
        Some((std::mem::replace(&mut queue.charges, room), std::mem::take(&mut queue.marks)))
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
        let learnt = learn(&self.db, &self.book, charge.hold.purse_id()).await;
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
pub(super) async fn learn(db: &Db, book: &HoldTable, purse_id: &str) -> Result<(), Error> {
    let mut rows = db.query("SELECT used FROM purses WHERE id = $1", values![purse_id]).await?;
    let used = rows.first_mut().map_or(Ok(Credits::ZERO), Row::credits)?;
    book.learn(purse_id, used);
    Ok(())
}

/// Lets the next caller start another task should this one end in a panic.
struct Serving {
    desk: ChargeBatcher,
    done: bool,
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.done {
            self.desk.lock().served = false;
        }
    }
}

async fn serve(desk: ChargeBatcher) {
    let mut serving = Serving { desk, done: false };
    loop {
        serving.desk.gather().await;
        let Some((charges, marks)) = serving.desk.take() else { break };
        if !charges.is_empty() {
            serving.desk.settle(charges).await;
        }
        for mark in marks {
            let _ = mark.send(());
        }
    }
    // The queue knows; whoever came since has started another task.
    serving.done = true;
}
