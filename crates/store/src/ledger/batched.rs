//! Holds in memory, and charges many in one unit. Those who come while a unit is on its way to the disk make up
//! the next one, with those who are a few turns of the runtime away; nobody waits for a timer, and each is answered
//! when its charge is durable.
//!
//! The purse, the counters and the totals change once for all charges of a unit; each charge has an entry of its own
//! and is told how things stood right after it, as if they had been made one after the other.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Credits, Instant};
use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::hold_table::{HoldTable, Place, Settle, Settling};
use super::protocol::HoldProtocol;
use super::stored::StoredHolds;
use super::sums::{Charge, HeldIn, Sums};
use super::{Hold, HoldRequest, Standing};
use crate::Error;
use crate::db::{Db, Outcome, Row, values};

/// The most charges in one unit, so that the first of them does not wait for ever.
const MAX_AT_ONCE: usize = 1024;

/// How many turns of the runtime a unit waits for company at most. A commit costs the same for one charge and for
/// many, and on a quick disk the charges of the time that it takes are few.
const MAX_TURNS: usize = 4;

/// The most that may wait.
const MAX_WAITING: usize = 65_536;

#[derive(Clone, Debug)]
pub(super) struct BatchedHolds {
    table: Arc<HoldTable>,
    batcher: ChargeBatcher,
    /// Where an earlier version of the program kept them.
    stored: StoredHolds,
}

impl BatchedHolds {
    pub fn new(db: Db) -> BatchedHolds {
        let table = Arc::<HoldTable>::default();
        let batcher = ChargeBatcher { db: db.clone(), table: Arc::clone(&table), queue: Arc::default() };
        BatchedHolds { table, batcher, stored: StoredHolds::new(db) }
    }

    pub fn table(&self) -> &HoldTable {
        &self.table
    }
}

impl HoldProtocol for BatchedHolds {
    async fn place(&self, hold: &Hold, request: &HoldRequest) -> Result<bool, Error> {
        loop {
            match self.table.place(hold, request.expires_at) {
                Place::Held => return Ok(true),
                Place::Full => return Ok(false),
                Place::Taken => {
                    let reason = "its id is that of an open one".to_owned();
                    return Err(Error::Refused { what: "a hold", reason });
                }
                Place::Unknown => Box::pin(self.batcher.learn(hold.purse_id())).await?,
            }
        }
    }

    async fn charge(&self, hold: &Hold, now: Instant) -> Result<Option<Standing>, Error> {
        match self.table.settle(&hold.id) {
            Settle::Yours(settling) => {
                let (reply, charged) = oneshot::channel();
                self.batcher.charge(WaitingCharge { hold: hold.clone(), now, settling, reply })?;
                charged.await.unwrap_or_else(|_| Err(unknown("the task that charges has ended")))
            }
            Settle::Busy => {
                self.batcher.quiet().await?;
                Ok(None)
            }
            Settle::Absent => Ok(None),
        }
    }

    async fn release(&self, hold: &Hold) -> Result<bool, Error> {
        Ok(self.table.release(&hold.id))
    }

    async fn abandon(&self, id: &str) -> Result<bool, Error> {
        Ok(self.table.release(id))
    }

    async fn expire(&self, now: Instant, limit: usize) -> Result<usize, Error> {
        Ok(self.table.expire(now, limit) + self.stored.expire(now, limit).await?)
    }

    async fn count(&self) -> Result<i64, Error> {
        Ok(self.table.open() as i64 + self.stored.count().await?)
    }
}

fn unknown(why: &'static str) -> Error {
    Error::OutcomeUnknown { source: why.into() }
}

struct WaitingCharge {
    hold: Hold,
    now: Instant,
    settling: Settling,
    /// None where the purse has no room for it after all.
    reply: oneshot::Sender<Result<Option<Standing>, Error>>,
}

impl WaitingCharge {
    fn answer(self, answer: Result<Option<Standing>, Error>) {
        // First, so that the caller finds the hold open where it was not charged.
        drop(self.settling);
        // Whoever has gone finds the charge in the ledger.
        let _ = self.reply.send(answer);
    }
}

/// Where charges wait for the unit before theirs.
#[derive(Clone)]
struct ChargeBatcher {
    db: Db,
    table: Arc<HoldTable>,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    charges: Vec<WaitingCharge>,
    /// Answered when everything before them has been settled.
    marks: Vec<oneshot::Sender<()>>,
    /// A task is emptying it.
    served: bool,
}

impl std::fmt::Debug for ChargeBatcher {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let waiting = self.lock().charges.len();
        out.debug_struct("ChargeBatcher").field("waiting", &waiting).finish_non_exhaustive()
    }
}

impl ChargeBatcher {
    /// It is charged even if the caller stops waiting for the reply.
    fn charge(&self, charge: WaitingCharge) -> Result<(), Error> {
        self.push(|queue| queue.charges.push(charge))
    }

    /// Returns when everything that was given in before has been settled.
    async fn quiet(&self) -> Result<(), Error> {
        let (reply, done) = oneshot::channel();
        self.push(|queue| queue.marks.push(reply))?;
        done.await.map_err(|_| Error::Closed)
    }

    fn push(&self, push: impl FnOnce(&mut Queue)) -> Result<(), Error> {
        let mut queue = self.lock();
        if queue.charges.len() + queue.marks.len() >= MAX_WAITING {
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
        for _ in 0..MAX_TURNS {
            tokio::task::yield_now().await;
            let now = self.lock().charges.len();
            if now == waiting || now >= MAX_AT_ONCE {
                return;
            }
            waiting = now;
        }
    }

    /// The charges of the next unit, and the marks that nothing else stands before. None where nobody waits.
    fn take(&self) -> Option<(Vec<WaitingCharge>, Vec<oneshot::Sender<()>>)> {
        let mut queue = self.lock();
        queue.served = !(queue.charges.is_empty() && queue.marks.is_empty());
        if !queue.served {
            return None;
        }
        if queue.charges.len() > MAX_AT_ONCE {
            return Some((queue.charges.drain(..MAX_AT_ONCE).collect(), Vec::new()));
        }
        let room = Vec::with_capacity(queue.charges.len());
        Some((std::mem::replace(&mut queue.charges, room), std::mem::take(&mut queue.marks)))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn settle(&self, charges: Vec<WaitingCharge>) {
        let written = AssertUnwindSafe(self.write(&charges)).catch_unwind().await;
        match written.unwrap_or_else(|_| Err(unknown("charging failed inside"))) {
            Ok(Some(standings)) => {
                for (charge, standing) in charges.into_iter().zip(standings) {
                    charge.answer(Ok(Some(standing)));
                }
            }
            // One of them is at fault, and the others must not suffer for it. What is charged already refuses to be
            // charged again.
            Ok(None) | Err(Error::Statement { .. } | Error::OutcomeUnknown { .. }) if charges.len() > 1 => {
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
                    let again = || Error::Commit { source: reason.clone().into() };
                    charge.answer(Err(first.take().unwrap_or_else(again)));
                }
            }
        }
    }

    /// Another process took what this one believed to be there.
    async fn refuse(&self, charge: WaitingCharge) {
        let WaitingCharge { hold, settling, reply, .. } = charge;
        drop(settling);
        self.table.release(&hold.id);
        let _ = reply.send(self.learn(hold.purse_id()).await.map(|()| None));
    }

    /// None where a guard refused; then nothing of it is in the store.
    async fn write(&self, charges: &[WaitingCharge]) -> Result<Option<Vec<Standing>>, Error> {
        let sums = Sums::of(charges.iter().map(|WaitingCharge { hold, now, .. }| Charge { hold, now: *now }));
        let Outcome::Committed(done) = self.db.commit(sums.unit(HeldIn::Memory)).await? else {
            return Ok(None);
        };
        sums.standings(done, Some(&self.table)).map(Some)
    }

    /// Looks the purse up for the table.
    async fn learn(&self, purse_id: &str) -> Result<(), Error> {
        let mut rows = self.db.query("SELECT used FROM purses WHERE id = $1", values![purse_id]).await?;
        let used = rows.first_mut().map_or(Ok(Credits::ZERO), Row::only)?;
        self.table.learn(purse_id, used);
        Ok(())
    }
}

/// Lets the next caller start another task should this one end before its time.
struct Serving {
    batcher: ChargeBatcher,
    done: bool,
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.done {
            self.batcher.lock().served = false;
        }
    }
}

async fn serve(batcher: ChargeBatcher) {
    let mut serving = Serving { batcher, done: false };
    loop {
        serving.batcher.gather().await;
        let Some((charges, marks)) = serving.batcher.take() else { break };
        if !charges.is_empty() {
            serving.batcher.settle(charges).await;
        }
        for mark in marks {
            let _ = mark.send(());
        }
    }
    // The queue knows; whoever came since has started another task.
    serving.done = true;
}

#[cfg(test)]
#[path = "batched_tests.rs"]
mod tests;
